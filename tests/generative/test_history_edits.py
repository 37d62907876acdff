"""Edits of a history change what they touch and nothing else, and say so before (overview 4.11).

``SEEDS`` is small in the suite; a larger range is a larger campaign.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from scenarios.datalog.history import History
from scenarios.exceptions import InputRefusedError, StateRefusedError
from scenarios.models import Scenario
from scenarios.selectors import specs
from scenarios.services import bundle_checks, history_edits, versions
from scenarios.services.edited_specs import actions_of
from scenarios.services.impact import Impact
from scenarios.services.interchange import suite_files
from tests.factories import edited_histories as make
from tests.factories import travel_world

pytestmark = pytest.mark.django_db

SEEDS = range(2)
EDITS = 3
HELD_BACK = 3
GOALS = 8


def world(seed: int) -> tuple[make.Edits, Scenario]:
    rng = random.Random(seed)
    edits = make.Edits.of(rng, HELD_BACK)
    times = sorted(event.t for event in edits.present)
    cutoffs = [times[len(times) // 3], times[len(times) * 2 // 3], times[-1]]
    asked = [(goal, cutoff) for cutoff in cutoffs for goal in rng.sample(travel_world.goals(rng), GOALS)]
    return edits, make.store(edits.present, asked, travel_world.PROGRAM)


def check_untouched(scenario: Scenario, done: Impact, before: dict[str, dict[str, object]]) -> None:
    """Gold rows of what was not reported stay, ids included; those before the edit in every column."""
    after = make.gold_rows(scenario)
    reported = {query.query for query in done.queries}
    cutoffs = dict(scenario.queries.values_list("label", "cutoff"))
    for label in set(after) - reported:
        own, old = dict(after[label]), dict(before[label])
        if cutoffs[label] >= done.since:
            own.pop("measures"), old.pop("measures")
        assert own == old, label


@pytest.mark.parametrize("seed", SEEDS)
def test_an_edit_changes_what_it_reports_and_leaves_what_an_import_would_make(seed: int) -> None:
    edits, scenario = world(seed)
    tally: Counter[str] = Counter()
    for _ in range(EDITS):
        edit, present = edits.next()
        before, rows = make.stored(scenario), make.gold_rows(scenario)
        files = suite_files(scenario.suite)
        try:
            shown = history_edits.preview(scenario=scenario, edit=edit)
        except (InputRefusedError, StateRefusedError):
            assert suite_files(scenario.suite) == files
            tally["refused"] += 1
            continue
        assert suite_files(scenario.suite) == files
        done = history_edits.apply(scenario=scenario, edit=edit, by=None)
        assert (done.stored, shown.stored) == (True, False)
        assert (shown.keys, shown.queries, shown.untouched) == (done.keys, done.queries, done.untouched)
        edits.present = present
        after = make.derived(scenario)
        assert make.stored(scenario) == after
        changed = {label for label in after if after[label] != before[label]}
        assert {query.query for query in done.changed} == changed
        for query in done.queries:
            parts = zip(before[query.query], after[query.query], strict=True)
            differs = tuple(one != other for one, other in parts)
            assert differs[:2] == (query.answer, query.derivation)
            assert query.witnesses or not differs[2]
        check_untouched(scenario, done, rows)
        kept = make.version_rows(scenario)
        versions.rebuild(scenario=scenario)
        assert make.version_rows(scenario) == kept
        tally["edits"] += 1
        tally["reported"] += len(done.queries)
        tally["changed"] += len(changed)
        tally["all"] += len(after)
    assert tally["edits"] > 0
    print(dict(tally))
    check_as_imported(scenario)


def check_as_imported(scenario: Scenario) -> None:
    """The files of the edited suite are those of the same history stored at once, but for the slug."""
    suite = scenario.suite
    bundle = specs.bundle_of(suite)
    assert bundle_checks.check(bundle).scenarios == bundle.scenarios
    asked = [(query.goal, query.cutoff) for query in scenario.queries.order_by("label")]
    other = make.store(bundle.scenarios[0].events, asked, scenario.program)
    one, two = (files_of(row) for row in (scenario, other))
    assert [name for name in one if one[name] != two[name]] == []
    assert History.of(actions_of(specs.spec_of(other))) == History.of(actions_of(bundle.scenarios[0]))


def files_of(scenario: Scenario) -> dict[str, bytes]:
    files = suite_files(scenario.suite)
    files.pop("suite.json")
    files["findings.jsonl"] = b"\n".join(sorted(files["findings.jsonl"].splitlines()))
    return files
