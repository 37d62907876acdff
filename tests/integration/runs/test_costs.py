"""What a run cost by line and checkpoint (spec 8.5, AC-8.2)."""

from __future__ import annotations

from dataclasses import fields
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmark.models import Answer, IngestBatch, Question, QuestionKind, Run, Store, SutContext
from benchmark.scoring.costs import Cost, LineCosts, Spread
from benchmark.selectors import costs
from benchmark.services import draining
from scenarios.models import Suite
from sut_adapters.models import CallKind, CallOutcome
from sut_adapters.services import metering
from tests.factories import runs as make
from tests.factories import scenarios as rows

pytestmark = pytest.mark.django_db

SUMS = ("events", "ingest_tokens", "ingest_seconds", "ingest_calls", "answer_calls")
SPREADS = (
    "retrieval_seconds",
    "context_tokens",
    "prompt_tokens",
    "completion_tokens",
    "answer_seconds",
)


def walked(patch: pytest.MonkeyPatch, suite: Suite, *names: str, **settings: object) -> Run:
    """A finished run of some native systems."""
    systems = [make.native(name, name) for name in names]
    run = make.launch(suite, *systems, reader=make.reader(patch, make.OwnAnswers()), **settings)
    draining.work(until=timezone.now() + timedelta(minutes=1), run=run)
    run.refresh_from_db()
    assert run.status == "done", run.message
    return run


def tracked_at(run: Run, *days: int) -> None:
    """Checkpoints at the end of these days, as if the run asked something there."""
    suite = run.suite
    for scenario in suite.scenarios.all():
        query = scenario.queries.order_by("label")[0]
        for number, day in enumerate(days, 1):
            Question.objects.create(
                run=run,
                scenario=scenario,
                query=query,
                kind=QuestionKind.TRACKED,
                checkpoint=str(number),
                seq=1,
                cutoff=rows.day(day),
                text="Where now?",
                subject={},
            )


def added_up(line: LineCosts) -> None:
    """AC-8.2: the rows sum to the totals, and so do the running sums."""
    last = line.cumulative[-1]
    for name in SUMS:
        assert sum(getattr(row, name) for row in line.rows) == pytest.approx(getattr(line.total, name))
        assert getattr(last, name) == pytest.approx(getattr(line.total, name))
    for name in SPREADS:
        total: Spread = getattr(line.total, name)
        assert sum(getattr(row, name).total for row in line.rows) == pytest.approx(total.total)
        assert sum(getattr(row, name).n for row in line.rows) == total.n
        assert (getattr(last, name).total, getattr(last, name).n) == (pytest.approx(total.total), total.n)
    assert {one.name for one in fields(Cost)} == {*SUMS, *SPREADS, "store_items", "store_bytes"}
    assert (line.rows[-1].store_items, line.rows[-1].store_bytes) == (
        line.total.store_items,
        line.total.store_bytes,
    )


def test_rows_of_checkpoints_sum_to_the_totals_of_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    run = walked(monkeypatch, make.suite(events=12, questions=4), "bm25", "no_memory")
    tracked_at(run, 4, 9)
    found = costs.of_run(run)
    assert found.numbers == (1, 2, None)
    assert [line.system for line in found.lines] == ["bm25", "no_memory"]
    for line in found.lines:
        added_up(line)
        assert [row.events for row in line.rows] == [3, 6, 3], (
            "batches end at the questions of days 3, 6, 9, 12"
        )
        assert [row.queries for row in line.rows] == [1, 2, 1]
        assert [row.answers for row in line.rows] == [1, 2, 1]
    bm25 = found.lines[0].total
    assert bm25.events == 12
    assert (
        bm25.ingest_tokens
        == sum(
            IngestBatch.objects.filter(store__variant__system__name="bm25").values_list("tokens", flat=True)
        )
        > 0
    )
    assert bm25.store_items == 12
    tokens = sorted(SutContext.objects.filter(variant__system__name="bm25").values_list("tokens", flat=True))
    assert bm25.context_tokens.total == sum(tokens)
    assert bm25.context_tokens.median == (tokens[1] + tokens[2]) / 2
    assert bm25.context_tokens.p95 == pytest.approx(tokens[2] + 0.85 * (tokens[3] - tokens[2]))
    assert bm25.answer_calls == Answer.objects.filter(context__variant__system__name="bm25").count()
    assert bm25.seconds_per_thousand == pytest.approx(1000 * bm25.ingest_seconds / 12)


def test_a_run_without_checkpoints_has_one_row(monkeypatch: pytest.MonkeyPatch) -> None:
    run = walked(monkeypatch, make.suite(events=6, questions=2), "bm25")
    found = costs.of_run(run)
    assert found.numbers == (None,)
    (line,) = found.lines
    assert line.rows == (line.total,)


def test_stores_of_several_walks_and_scenarios_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    suite = make.suite(events=6, questions=2)
    Suite.objects.filter(pk=suite.pk).update(status="draft", content_hash="", released_at=None)
    suite.refresh_from_db()
    second = rows.scenario(suite=suite)
    for number in range(1, 4):
        rows.event(second, number)
    make.question(second, 9, day=3)
    run = walked(monkeypatch, rows.released(suite), "bm25", repetitions=2)
    (line,) = costs.of_run(run).lines
    assert (line.total.events, line.total.store_items, line.total.queries) == (18, 18, 6)


def test_what_a_store_does_not_say_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    run = walked(monkeypatch, make.suite(events=6, questions=2), "bm25")
    IngestBatch.objects.filter(end=6).delete()
    batch = IngestBatch.objects.get()
    IngestBatch.objects.create(
        store=batch.store, first=3, end=6, tokens=1, seconds=1.0, created_at=timezone.now()
    )
    (line,) = costs.of_run(run).lines
    assert (line.total.store_items, line.total.store_bytes) == (None, None)


def test_metered_calls_fall_to_the_batch_that_ended_next(monkeypatch: pytest.MonkeyPatch) -> None:
    run = walked(monkeypatch, make.suite(events=12, questions=4), "bm25")
    tracked_at(run, 6, 12)
    store = Store.objects.get()
    times = list(IngestBatch.objects.order_by("end").values_list("created_at", flat=True))
    for now in (times[0], times[2], times[3] + timedelta(seconds=1)):
        metering.record(
            scope=store.key,
            phase=costs.INGEST,
            kind=CallKind.CHAT,
            model="m",
            outcome=CallOutcome.OK,
            seconds=1,
            now=now,
        )
    (line,) = costs.of_run(run).lines
    assert [row.ingest_calls for row in line.rows] == [1, 2, 0]
    added_up(line)


def test_the_queries_are_as_many_whatever_the_run_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    small = walked(monkeypatch, make.suite(events=3, questions=1), "bm25")
    large = walked(monkeypatch, make.suite(events=12, questions=6), "no_memory", "full_history")
    tracked_at(large, 3, 6, 9)
    tracked_at(small, 3)

    def cost(run: Run) -> int:
        with CaptureQueriesContext(connection) as caught:
            costs.of_run(run)
        return len(caught)

    assert cost(small) == cost(large)
