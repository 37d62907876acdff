"""Cases from the field: docs/cases.md maps each to the tests that name it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[2]
ROW = re.compile(r"^\| ([SDTARPG]\d\d) \|.*\| ([^|]+) \|$", re.MULTILINE)
#: Case → files that name it.
CASES = {
    case: re.findall(r"`([^`]+)`", files)
    for case, files in ROW.findall((TESTS.parent / "docs" / "cases.md").read_text(encoding="utf-8"))
}
#: Files that speak of the cases at large, and of the sections of papers and specifications.
ELSEWHERE = {"unit/walls/test_cases.py"}


@pytest.mark.parametrize("case", CASES)
def test_a_case_is_named_where_it_is_tested(case: str) -> None:
    assert CASES[case], f"no test of case {case}"
    for name in CASES[case]:
        text = (TESTS / name).read_text(encoding="utf-8")
        assert re.search(rf"\b{case}\b|\btest_{case.lower()}_", text), f"{name} no longer names case {case}"


def test_a_case_that_a_test_names_is_in_the_table() -> None:
    """So that none can be lost in silence."""
    named = {
        case.upper()
        for path in TESTS.rglob("test_*.py")
        if path.relative_to(TESTS).as_posix() not in ELSEWHERE
        for found in re.findall(
            r"\b[Cc]ase ([SDTARPG]\d\d)\b|\"\"\"([SDTARPG]\d\d)\b|\btest_([sdtarpg]\d\d)_",
            path.read_text(encoding="utf-8"),
        )
        for case in found
        if case
    }
    assert len(named) > 10
    assert named <= set(CASES)
