"""Runs from launch to table: order of the walk, leases, failures by who must act, readings."""

from __future__ import annotations

import itertools
import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from benchmark.exceptions import LeaseLostError
from benchmark.floor.jobs import leases
from benchmark.models import Answer, ItemStatus, ReadingItem, Run, Store, SutContext, WalkItem
from benchmark.selectors import answers, progress, results
from benchmark.services import (
    draining,
    leasing,
    readers,
    reading,
    runs,
    settling,
    ticking,
    walk_rows,
    walking,
)
from benchmark.services.sessions import SessionCache
from sut_adapters.base import Context, ContextItem, InfrastructureError
from sut_adapters.native.scripted import Scripted
from tests.factories import runs as make
from tests.factories.scenarios import day

pytestmark = pytest.mark.django_db


def soon() -> datetime:
    return timezone.now() + timedelta(minutes=4)


def finish(run: Run) -> Run:
    """Do all that can be done now."""
    draining.work(until=soon(), run=run)
    run.refresh_from_db()
    return run


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> str:
    return make.reader(monkeypatch, make.OwnAnswers())


def test_a_run_ends_done_with_every_answer_scored(reader: str) -> None:
    run = finish(make.launch(make.suite(events=12, questions=4), make.system("one"), reader=reader))
    assert (run.status, run.message) == ("done", "")
    assert run.started_at is not None
    (line,) = results.of_run(run)
    assert (line.n, line.asked, line.summary.ansacc.numerator, line.partial) == (4, 4, 4, False)
    assert line.summary.ansblacc.value == 1.0
    assert line.na_reason == ""
    left = progress.of(run, now=timezone.now())
    assert (left.done, left.left, left.percent, left.failed) == (4, 0, 100, 0)


def test_nothing_after_a_cutoff_is_shown_before_its_question(reader: str, tmp_path: Path) -> None:
    log = tmp_path / "shown.jsonl"
    asked = make.suite(events=12, questions=4, late=3)
    run = finish(make.launch(asked, make.system(log=str(log)), reader=reader, segment_seconds=0.5))
    assert run.status == "done"
    questions = [line for line in lines(log) if line["op"] == "asked"]
    assert [len(line["shown"]) for line in questions] == [3, 6, 9, 12]
    for line in questions:
        assert line["latest"] == line["cutoff"]  # the event at the cutoff is in, the next one is not
    taken = [i for line in lines(log) if line["op"] == "ingested" for i in line["ids"]]
    assert len(taken) == len(set(taken)) == 15


def test_ids_that_a_system_sees_are_opaque_and_come_back_as_labels(reader: str, tmp_path: Path) -> None:
    log = tmp_path / "shown.jsonl"
    asked = make.suite(events=3, questions=1)
    run = finish(make.launch(asked, make.system(log=str(log)), reader=reader, hints=["none", "small"]))
    first, second = (set(line["ids"]) for line in lines(log) if line["op"] == "ingested")
    assert not first & second
    assert not any("e000" in opaque for opaque in first)
    for context in SutContext.objects.filter(variant__run=run):
        assert context.event_labels == ["e0003", "e0002", "e0001"]
        assert context.position == 3
    assert {answer.citations[0] for answer in Answer.objects.all()} == {"e0003"}


def test_a_segment_waits_for_the_one_before_it(reader: str) -> None:
    run = make.launch(make.suite(), make.system(), reader=reader, segment_seconds=0.5)
    now = timezone.now()
    first = leasing.claim(walking.claimable(now), now=now)
    assert first is not None
    assert first.ordinal == 0
    assert leasing.claim(walking.claimable(now), now=now) is None
    walking.walk(first, sessions=SessionCache(), until=soon())
    second = leasing.claim(walking.claimable(now), now=now)
    assert second is not None
    assert (second.ordinal, second.run) == (1, run)


def test_a_store_bound_to_another_host_is_not_claimed_here(reader: str) -> None:
    run = make.launch(make.suite(), make.system(), reader=reader)
    Store.objects.filter(variant__run=run).update(portable=False, host="elsewhere")
    assert not walking.claimable(timezone.now()).exists()
    Store.objects.filter(variant__run=run).update(portable=True)
    assert walking.claimable(timezone.now()).count() == 1


def test_a_late_writer_is_told_and_writes_nothing(reader: str) -> None:
    run = make.launch(make.suite(), make.system(), reader=reader)
    now = timezone.now()
    item = leasing.claim(walking.claimable(now), now=now)
    assert item is not None
    ticking.mend(now + leases.LEASE + timedelta(seconds=1))
    with pytest.raises(LeaseLostError, match="lease lost"):
        walking.walk(item, sessions=SessionCache(), until=soon())
    assert not SutContext.objects.exists()
    assert Store.objects.get(variant__run=run).position == 0
    assert finish(run).status == "done"


def test_a_lost_worker_is_told_on_the_run_and_its_item_goes_back(reader: str) -> None:
    run = make.launch(make.suite(), make.system(), reader=reader)
    now = timezone.now()
    leasing.claim(walking.claimable(now), now=now)
    settling.started(run.pk, now=now)
    assert ticking.mend(now + timedelta(seconds=10)) == ""
    said = ticking.mend(now + timedelta(seconds=40))
    assert "was lost" in said
    run.refresh_from_db()
    assert run.message == said
    item = run.walk_items.get()
    assert (item.status, item.attempts) == (ItemStatus.PENDING, 1)
    assert "taken up again (attempt 1 of 3)" in progress.of(run, now=now).message


def test_what_a_run_says_of_a_lost_worker_ends_when_its_item_gets_on(reader: str) -> None:
    run = make.launch(make.suite(), make.system(), reader=reader)
    now = timezone.now()
    for said_since in ("", "another worker was lost"):
        leasing.claim(walking.claimable(now), now=now)
        now += timedelta(seconds=40)
        lost = ticking.mend(now)
        assert "was lost" in lost
        item = leasing.claim(walking.claimable(now), now=now)
        assert item is not None
        assert Run.objects.get(pk=run.pk).message == lost, "claimed, it has not yet got on"
        if said_since:
            Run.objects.filter(pk=run.pk).update(message=said_since)
        leasing.got_on(item, now=now)
        assert Run.objects.get(pk=run.pk).message == said_since, "what is said of another item stays"
        assert ("was lost" in progress.of(Run.objects.get(pk=run.pk), now=now).message) == bool(said_since)
        leasing.hand_back(item)


def test_what_kills_its_worker_three_times_is_given_up(reader: str) -> None:
    run = make.launch(make.suite(events=4, questions=2), make.system(), reader=reader)
    now = timezone.now()
    for _ in range(3):
        assert leasing.claim(walking.claimable(now), now=now) is not None
        now += timedelta(seconds=40)
        ticking.mend(now)
    run.refresh_from_db()
    assert run.status == "failed"
    assert "kills its worker" in run.message
    assert "Resume the run" in run.message
    run = finish(runs.resume(run=run, by=None))
    assert (run.status, Answer.objects.count()) == ("done", 2)


def test_a_worker_whose_time_is_up_hands_back_and_another_goes_on(reader: str, tmp_path: Path) -> None:
    log = tmp_path / "shown.jsonl"
    run = make.launch(make.suite(events=12, questions=4), make.system(log=str(log)), reader=reader)
    clock = itertools.count()
    start = timezone.now()
    until = start + timedelta(seconds=12)
    walking.drain(until=until, clock=lambda: start + timedelta(seconds=next(clock)))
    item = run.walk_items.get()
    assert (item.status, item.attempts) == (ItemStatus.PENDING, 0)
    assert item.first_step < item.next_step < item.end_step
    assert "time was up" in item.message
    assert finish(run).status == "done"
    questions = [line["question"] for line in lines(log) if line["op"] == "asked"]
    assert len(questions) == len(set(questions)) == 4


def test_after_a_death_nothing_committed_is_asked_again(
    reader: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "shown.jsonl"
    run = make.launch(make.suite(events=12, questions=4), make.system(log=str(log)), reader=reader)
    kept = walk_rows.keep

    def die_at_the_third(*args: Any) -> None:
        if SutContext.objects.count() == 2:
            raise KeyboardInterrupt
        kept(*args)

    monkeypatch.setattr(walk_rows, "keep", die_at_the_third)
    with pytest.raises(KeyboardInterrupt):
        draining.work(until=soon(), run=run)
    monkeypatch.setattr(walk_rows, "keep", kept)
    ticking.mend(timezone.now() + timedelta(seconds=40))
    assert finish(run).status == "done"
    asked = [line["question"].split(":")[0] for line in lines(log) if line["op"] == "asked"]
    assert asked == ["Question 1", "Question 2", "Question 3", "Question 3", "Question 4"]
    assert [len(line["shown"]) for line in lines(log) if line["op"] == "asked"] == [3, 6, 9, 9, 12]


def test_failures_are_sorted_by_who_must_act(reader: str) -> None:
    """The system's own failure is wrong, a rate limit is waited out, a lasting one stays apart."""
    script = [
        {"match": "Question 3:", "raise": "broken on purpose"},
        {"match": "Question 5:", "limit": {"times": 2, "retry_after": 0.2}},
        {"match": "Question 8:", "limit": {"retry_after": 0.01}},
    ]
    asked = make.suite(events=20, questions=10)
    run = finish(make.launch(asked, make.system("flaky", script=script), reader=reader))
    assert run.status == "incomplete"
    assert "1 questions stay unscored because infrastructure failed" in run.message
    (line,) = results.of_run(run)
    assert (line.n, line.summary.ansacc.numerator) == (9, 8)
    assert (line.system_failed, line.infrastructure, line.partial) == (1, 1, True)
    found = list(answers.of_run(run))
    assert [a.question.query.label for a in found] == [f"q{n:03}" for n in range(1, 11)]
    by_label = {a.question.query.label: a for a in found}
    assert [a.answer for a in found if a.status == "ok"] == [f"A_{n}" for n in (1, 2, 4, 5, 6, 7, 9, 10)]
    assert (by_label["q003"].status, by_label["q003"].correct) == ("system_failed", False)
    assert "broken on purpose" in by_label["q003"].message
    assert (by_label["q008"].status, by_label["q008"].correct) == ("infrastructure", None)


def test_resume_asks_again_only_what_infrastructure_failed_on(reader: str, tmp_path: Path) -> None:
    log = tmp_path / "shown.jsonl"
    script = [{"match": "Question 2:", "limit": {"times": 4, "retry_after": 0.01}}]
    asked = make.suite(events=12, questions=4)
    run = finish(make.launch(asked, make.system(script=script, log=str(log)), reader=reader))
    assert run.status == "incomplete"
    run = finish(runs.resume(run=run, by=None))
    assert (run.status, run.message) == ("done", "")
    (line,) = results.of_run(run)
    assert (line.n, line.infrastructure) == (4, 0)
    asked_lines = [line for line in lines(log) if line["op"] == "asked"]
    answered = [line for line in asked_lines if "Question 2:" not in line["question"]]
    assert len(answered) == 3
    last = asked_lines[-1]
    assert "Question 2:" in last["question"]
    assert last["latest"] == last["cutoff"] == day(6).isoformat()  # its store was built anew


def test_a_long_pause_asked_for_is_not_sat_out(reader: str, tmp_path: Path) -> None:
    script = [{"match": "Question 1:", "limit": {"times": 1, "retry_after": 90}}]
    log = str(tmp_path / "shown.jsonl")  # the script counts its refusals there
    run = make.launch(make.suite(), make.system(script=script, log=log), reader=reader)
    draining.work(until=soon(), run=run)
    item = run.walk_items.get()
    assert item.status == ItemStatus.PENDING
    assert item.not_before is not None
    assert item.not_before - timezone.now() > timedelta(seconds=80)
    assert "waits until" in progress.of(run, now=timezone.now()).message
    WalkItem.objects.update(not_before=timezone.now())
    assert finish(run).status == "done"


def test_a_system_that_cannot_take_records_fails_its_questions(
    reader: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Scripted, records: object) -> None:
        raise ValueError("store is full")

    run = make.launch(make.suite(events=4, questions=2), make.system(), reader=reader)
    monkeypatch.setattr(Scripted, "ingest", refuse)
    for _ in range(3):
        draining.work(until=soon(), run=run)
        WalkItem.objects.update(not_before=None)
    run = finish(run)
    assert run.status == "done"
    (line,) = results.of_run(run)
    assert (line.n, line.system_failed, line.summary.ansacc.numerator) == (2, 2, 0)
    assert "store is full" in Answer.objects.first().message  # type: ignore[union-attr]


def test_cancel_stops_between_items_and_is_never_overwritten(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """R06: 50 questions, cancelled after the fifth call, cancelled again: no later call, state stays."""
    log = tmp_path / "shown.jsonl"
    asked = make.suite(events=50, questions=50)
    run = make.launch(asked, make.system(log=str(log)), reader=make.reader(monkeypatch, make.OwnAnswers()))
    kept = walk_rows.keep

    def cancel_after_five(*args: Any) -> None:
        kept(*args)
        if SutContext.objects.count() == 5:
            runs.cancel(run=run, by=None)

    monkeypatch.setattr(walk_rows, "keep", cancel_after_five)
    assert finish(run).status == "cancelled"
    again = runs.cancel(run=run, by=None)
    assert again.status == "cancelled"
    draining.work(until=soon())
    assert settling.settle(run.pk, now=timezone.now()) == "cancelled"
    assert len([line for line in lines(log) if line["op"] == "asked"]) == 5
    assert SutContext.objects.count() == 5
    assert set(run.walk_items.values_list("status", flat=True)) == {ItemStatus.CANCELLED}
    (line,) = results.of_run(Run.objects.get(pk=run.pk))
    assert line.partial


def test_cancelling_during_the_readings_keeps_what_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    def cancel_at_the_third(number: int) -> None:
        if number == 3:
            runs.cancel(run=Run.objects.get(), by=None)

    own = make.OwnAnswers(before=cancel_at_the_third)
    # one call at a time, in the test's own thread's transaction
    monkeypatch.setattr(reading, "ThreadPoolExecutor", InThisThread)
    run = finish(
        make.launch(make.suite(events=20, questions=10), make.system(), reader=make.reader(monkeypatch, own))
    )
    assert run.status == "cancelled"
    assert own.asked == [1, 2, 3]
    assert Answer.objects.count() == 3
    assert "after 2 of 10 answers" in run.message
    assert ReadingItem.objects.get().status == ItemStatus.CANCELLED
    own.before = lambda number: None
    run = finish(runs.resume(run=run, by=None))
    assert (run.status, own.asked) == ("done", list(range(1, 11)))


class InThisThread:
    """An executor that calls at once."""

    def __init__(self, *args: object, **kwargs: object) -> None: ...

    def __enter__(self) -> InThisThread:
        return self

    def __exit__(self, *args: object) -> None: ...

    def submit(self, call: Any, *args: Any) -> Any:
        from concurrent.futures import Future

        future: Future[Any] = Future()
        future.set_result(call(*args))
        return future


def test_readers_fly_in_parallel_and_answers_stay_with_their_questions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """R04 on the reader's side: q3 raises, q5 is refused twice, q8 always; delays shuffle the ends."""
    import random
    import time

    delays = {number: random.Random(number).uniform(0, 0.05) for number in range(1, 11)}
    refused: dict[int, int] = {5: 0, 8: 0}

    def before(number: int) -> None:
        time.sleep(delays[number])
        if number == 3:
            raise ValueError("a fault in the model's client")
        if number in refused and (number == 8 or refused[number] < 2):
            refused[number] += 1
            raise InfrastructureError("429", retry_after=0.25 if number == 5 else 0.01)

    own = make.OwnAnswers(before=before)
    reader = make.reader(monkeypatch, own, parallel=4)
    run = finish(make.launch(make.suite(events=20, questions=10), make.system(), reader=reader))
    found = {a.question.query.label: a for a in answers.of_run(run)}
    assert list(found) == [f"q{n:03}" for n in range(1, 11)]
    for number in (1, 2, 4, 5, 6, 7, 9, 10):
        assert found[f"q{number:03}"].answer == f"A_{number}"
        assert found[f"q{number:03}"].correct
    assert found["q005"].tries == 3
    assert {found["q003"].status, found["q008"].status} == {"infrastructure"}
    assert own.asked.count(5) == 3
    assert own.most > 1
    (line,) = results.of_run(run)
    assert (line.n, line.infrastructure, line.summary.ansacc.numerator) == (8, 2, 8)
    assert run.status == "incomplete"


def test_contexts_are_cut_to_the_budget_between_items(reader: str) -> None:
    run = finish(make.launch(make.suite(events=12, questions=1), make.system(), reader=reader, budget=45))
    answer = Answer.objects.get(context__variant__run=run)
    assert answer.items_used == 2
    assert answer.tokens <= 45
    assert len(answer.context.items) > 0
    assert (answer.gathered, answer.support_size) == (0, 1)


def test_what_cannot_be_read_is_not_scored_low(monkeypatch: pytest.MonkeyPatch) -> None:
    class HalfBlind(make.OwnAnswers):
        def read(self, question: Any, request: Any) -> Any:
            return make.reply(make.says("unknown"), readable_share=0.5)

    run = finish(make.launch(make.suite(), make.system(), reader=make.reader(monkeypatch, HalfBlind())))
    (line,) = results.of_run(run)
    assert (line.n, line.unread) == (0, 4)
    assert "needs a language model" in line.na_reason
    assert line.as_json()["ansacc"] is None
    assert line.readable_share == pytest.approx(0.5, abs=0.1)


def test_a_fault_of_ours_is_told_in_words_and_given_up_after_three_tries(
    reader: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from benchmark.services import sessions

    def refuse(**kwargs: object) -> None:
        raise LookupError("no such thing as the store")

    run = make.launch(make.suite(events=4, questions=2), make.system(), reader=reader)
    with monkeypatch.context() as broken:
        broken.setattr(sessions.systems, "open_adapter", refuse)
        for _ in range(3):
            draining.work(until=soon(), run=run)
            WalkItem.objects.update(not_before=None)
    run.refresh_from_db()
    assert run.status == "failed"
    assert "fault: LookupError: no such thing as the store" in run.message
    assert finish(runs.resume(run=run, by=None)).status == "done"


def test_a_fault_of_a_reader_that_cannot_be_opened_is_told(
    reader: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = make.launch(make.suite(events=4, questions=2), make.system(), reader=reader)
    walking.drain(until=soon(), run=run)
    with monkeypatch.context() as broken:
        broken.delitem(readers.READERS, reader)
        run = finish(run)
    assert run.status == "failed"
    assert f"no reader is called '{reader}'" in run.message
    assert SutContext.objects.count() == 2
    run = finish(runs.resume(run=run, by=None))
    assert (run.status, Answer.objects.filter(correct=True).count()) == ("done", 2)


def test_whatever_a_system_and_a_model_return_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    class Strange(make.OwnAnswers):
        def read(self, question: Any, request: Any) -> Any:
            return make.reply(make.says(answer="A_1 \x00 \ud83d", citations=("\x00",)))

    def retrieve(self: Scripted, question: object) -> Context:
        return Context((ContextItem("a\x00b \ud83d", score=float("nan")),), {"at": {1, 2}, "why": "\x00"})

    monkeypatch.setattr(Scripted, "retrieve", retrieve)
    reader = make.reader(monkeypatch, Strange())
    run = finish(make.launch(make.suite(events=2, questions=1), make.system(), reader=reader))
    assert run.status == "done"
    assert SutContext.objects.get().items[0]["text"] == "a\ufffdb \ufffd"
    answer = Answer.objects.get()
    assert (answer.correct, answer.invalid_citations) == (False, 1)
