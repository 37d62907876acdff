"""A run that reads its contexts in several ways: budgets, costs of ingest, nothing asked twice."""

from __future__ import annotations

import json
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from benchmark.exceptions import RunMisconfiguredError
from benchmark.models import Answer, IngestBatch, Run, RunStatus, SutContext
from benchmark.selectors import progress, results
from benchmark.services import draining, launch_settings, reading_kinds
from sut_adapters import tokens
from tests.factories import runs as make
from tests.factories import scenarios

pytestmark = pytest.mark.django_db(transaction=True)


def walked(run: Run) -> Run:
    """The run after all its work was done here."""
    draining.work(until=timezone.now() + timedelta(minutes=2), run=run)
    run.refresh_from_db()
    return run


def test_budgets_cut_the_stored_contexts_and_ask_nothing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = make.suite(events=120, questions=3)
    system = make.native("full_history")
    reader = make.reader(monkeypatch, make.OwnAnswers())
    run = walked(make.launch(asked, system, reader=reader, parts=("budgets",)))
    assert run.status == RunStatus.DONE, run.message
    kinds = Counter(Answer.objects.filter(context__variant__run=run).values_list("condition", flat=True))
    assert kinds == dict.fromkeys(
        ("alone", "budget_512", "budget_1024", "budget_2048", "budget_4096", "budget_8192"), 3
    )
    assert SutContext.objects.filter(variant__run=run).count() == 3
    for condition, budget in (("budget_512", 512), ("budget_1024", 1024)):
        cut = Answer.objects.filter(context__variant__run=run, condition=condition).order_by("pk")
        assert all(answer.tokens <= budget for answer in cut)
        last = cut.last()
        assert last is not None
        assert 0 < last.items_used < len(last.context.items), "the last context does not fit this budget"
        following = last.context.items[last.items_used]["text"]
        assert last.tokens + tokens.count(following) > budget, "cuts fall between items, as late as they can"
    shown = progress.of(run, now=timezone.now())
    assert (shown.total, shown.done, shown.left) == (18, 18, 0)
    assert [line.asked for line in results.of_run(run)] == [3], "the table counts queries, as they were read"


def test_a_part_that_is_none_is_refused_with_those_there_are() -> None:
    with pytest.raises(RunMisconfiguredError, match=r"'probing' is no part of a run.*budgets"):
        make.launch(make.suite(), make.system(), reader="symbolic", parts=("probing",))
    with pytest.raises(RunMisconfiguredError, match="named twice"):
        make.launch(make.suite(), make.system(), reader="symbolic", parts=("budgets", "budgets"))


def test_every_event_is_charged_once_and_the_store_says_what_it_holds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = make.suite(events=12, questions=4, late=2)
    run = walked(make.launch(asked, make.native("bm25"), reader=make.reader(monkeypatch, make.OwnAnswers())))
    batches = list(IngestBatch.objects.filter(store__variant__run=run).order_by("first"))
    assert [batch.first for batch in batches[1:]] == [batch.end for batch in batches[:-1]]
    assert (batches[0].first, batches[-1].end) == (0, 14)
    texts = [event.text for event in asked.scenarios.get().events.with_text()]
    assert sum(batch.tokens for batch in batches) == sum(map(tokens.count, texts))
    assert [batch.store_items for batch in batches] == [batch.end for batch in batches]
    assert all(batch.store_bytes for batch in batches)


def test_the_same_words_at_one_cutoff_are_put_to_a_system_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    suite = scenarios.suite(slug="twice", title="The same question twice")
    scenario = scenarios.scenario(suite=suite)
    scenarios.event(scenario, 1, "Record 1 says something.")
    for number in (1, 2):
        query = make.question(scenario, number, day=1)
        query.renderings.update(text="Question 1: where does it go?")
    log = tmp_path / "log.jsonl"
    system = make.system(log=str(log))
    reader = make.reader(monkeypatch, make.OwnAnswers())
    run = walked(make.launch(scenarios.released(suite), system, reader=reader))
    assert run.status == RunStatus.DONE
    assert SutContext.objects.filter(variant__run=run).count() == 2
    calls: list[dict[str, Any]] = [json.loads(line) for line in log.read_text().splitlines()]
    assert sum(call["op"] == "asked" for call in calls) == 1
    first, second = SutContext.objects.filter(variant__run=run).order_by("step")
    assert second.items == first.items
    assert second.meta["as_for_question"] == first.question_id
    assert second.seconds == 0


def test_the_kinds_that_are_registered_are_those_that_a_launch_may_name() -> None:
    parts = {kind.part for kind in reading_kinds.registered()} - {""}
    assert parts <= set(reading_kinds.PARTS)
    assert launch_settings.DEFAULT_BUDGET == reading_kinds.BUDGET_8192.budget
