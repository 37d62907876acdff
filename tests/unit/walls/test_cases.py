"""Cases from the field and the tests that name them; those of the engine stand on both evaluators."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[2]
#: Case → files that must name it: the spec suite runs on both evaluators, the others on what is stored.
CASES = {
    "A01": ("integration/review/test_submits.py",),
    "A03": ("integration/review/test_queue.py",),
    "A05": ("integration/review/test_counters.py", "integration/review/test_review_admin.py"),
    "A07": ("integration/review/test_exports.py",),
    "G03": ("unit/graphs/test_large_drawings.py", "integration/web/test_large_drawings.py"),
    "D01": ("spec/language/test_joins.py",),
    "D03": ("spec/language/test_aggregates.py",),
    "D05": ("unit/datalog/test_stratification.py", "unit/datalog/test_rule_timeline.py"),
    "D06": (
        "spec/language/test_other_recursion.py",
        "spec/language/test_recursion.py",
        "spec/language/test_numbers.py",
        "integration/scenarios/test_cases_end_to_end.py",
    ),
    "D09": (
        "spec/language/test_joins.py",
        "integration/engine/test_hard_texts.py",
        "integration/scenarios/test_cases_end_to_end.py",
        "integration/scenarios/test_cases_in_suite_files.py",
    ),
    "D10": ("spec/derivations/test_nodes.py",),
    "P01": ("integration/web/test_field_cases.py",),
    "P03": (
        "integration/review/test_complaints.py",
        "integration/review/test_disputes.py",
        "integration/review/test_exports.py",
        "integration/review/test_lead_actions.py",
        "integration/review/test_working_api.py",
        "integration/review/test_working_pages.py",
    ),
    "P05": ("integration/web/test_field_cases.py",),
    "P07": (
        "integration/web/test_bad_payloads.py",
        "integration/web/test_history_api.py",
        "integration/review/test_working_api.py",
        "unit/api/test_strict_json.py",
    ),
    "R05": ("integration/runs/test_replayed_replies.py",),
    "S08": ("integration/runs/test_board_lines.py",),
    "T01": (
        "spec/versions/test_cutoffs.py",
        "integration/scenarios/test_times_of_stored_histories.py",
        "integration/scenarios/test_cases_in_suite_files.py",
    ),
    "T03": (
        "spec/versions/test_cutoffs.py",
        "integration/scenarios/test_times_of_stored_histories.py",
        "integration/scenarios/test_cases_in_suite_files.py",
    ),
    "T05": (
        "spec/versions/test_cutoffs.py",
        "integration/scenarios/test_times_of_stored_histories.py",
        "integration/scenarios/test_cases_in_suite_files.py",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_case_is_named_where_it_is_tested(case: str) -> None:
    for name in CASES[case]:
        text = (TESTS / name).read_text()
        assert re.search(rf"\b{case}\b", text), f"{name} no longer names case {case}"


def test_no_other_engine_case_is_named_anywhere() -> None:
    """A case that some test names is in the table above, so that it cannot be lost in silence."""
    named = {
        case
        for folder in ("spec", "generative", "unit/datalog", "integration/engine")
        for path in (TESTS / folder).rglob("*.py")
        for case in re.findall(r"\b[DT](?:0[1-9]|10)\b", path.read_text())
    }
    assert named <= set(CASES)
