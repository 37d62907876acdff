"""Runs over imported suites with the symbolic reader: supporting events and the full history give every
answer, no memory gives none that rests on a record (overview 4.5, spec 1.7, 2.4)."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from benchmark.models import Answer, Run
from benchmark.services import draining
from scenarios.models import Query, Suite
from scenarios.services import datasets, suites
from tests.factories import runs as make
from tests.factories.scenarios import act, bundle, event_spec, query_spec
from tests.factories.structmemeval import write

pytestmark = pytest.mark.django_db

SYSTEMS = ("supporting_events", "full_history", "no_memory")
ASSUMING = """\
set trip(person ; trip)
derived n_trips(person) -> int
assume complete(trip).
n_trips(P,K) :- K = count{ T : trip(P,T) }.
"""


def read(suite: Suite) -> dict[str, list[Answer]]:
    """The answers of each system, in the order of scenarios and queries."""
    released = suites.release(suite=suite, by=None)
    run: Run = make.launch(released, *(make.native(name) for name in SYSTEMS), reader="symbolic")
    draining.work(until=timezone.now() + timedelta(minutes=4), run=run)
    run.refresh_from_db()
    assert run.status == "done"
    rows = Answer.objects.filter(context__variant__run=run).select_related("question__query__gold")
    found: dict[str, list[Answer]] = {name: [] for name in SYSTEMS}
    order = ("question__query__scenario__position", "question__query__label")
    for row in rows.select_related("context__variant__system").order_by(*order):
        found[row.context.variant.system.adapter].append(row)
    return found


@pytest.mark.parametrize(
    ("subset", "asked", "without_records"), [("accounting", 3, 0), ("tree", 10, 1)], ids=["settle", "links"]
)
def test_supporting_events_are_enough_and_needed(
    tmp_path: Path, subset: str, asked: int, without_records: int
) -> None:
    (suite,) = datasets.import_dataset(path=write(tmp_path / "look-alike"), by=None, subsets=[subset])
    found = read(suite)
    for name in ("supporting_events", "full_history"):
        assert [(row.correct, row.status) for row in found[name]] == [(True, "ok")] * asked
        assert all(row.recall in (1, None) for row in found[name])
    empty = found["no_memory"]
    assert len(empty) == asked
    known = [row.question.query.gold for row in empty if row.label != "unknown"]
    assert [(gold.support, gold.checks["empty_unknown"]) for gold in known] == [([], False)] * without_records
    assert sum(row.correct for row in empty) == without_records


def test_the_context_of_a_support_that_would_revive_also_holds_what_supersedes() -> None:
    slip = event_spec(1, act("member", "trip", "Vera", member="x"), act("member", "trip", "Vera", member="y"))
    dropped = event_spec(2, act("cancel", "trip", "Vera", member="x"))
    filler = event_spec(3, kind="filler", text="Nothing said.")
    asked = query_spec(1, "n_trips", "Vera", answer_type="count")
    suite = suites.store(bundle=bundle(slip, dropped, filler, queries=(asked,), program=ASSUMING), by=None)
    gold = Query.objects.get(scenario__suite=suite).gold
    assert (gold.answer, gold.support) == (1, ["e0001"])
    assert (gold.checks["c1"], gold.checks["c4"]) == (True, False)
    assert (gold.checks["superseding"], gold.checks["c4_mended"]) == (["e0002"], True)
    found = read(suite)
    (answer,) = found["supporting_events"]
    assert (answer.correct, answer.recall, answer.support_size) == (True, 1, 1)
    assert sorted(answer.context.event_labels) == ["e0001", "e0002"]
    assert [row.correct for row in found["full_history"]] == [True]
    assert [row.label for row in found["no_memory"]] == ["unknown"]
