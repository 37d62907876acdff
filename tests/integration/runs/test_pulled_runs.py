"""Runs that a client walks from outside: order, leases, repeats, failures, the end (ADR 26)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmark.floor.accounts.verbs import Role
from benchmark.models import (
    Answer,
    AnswerStatus,
    IngestBatch,
    ItemStatus,
    PullClient,
    Run,
    RunStatus,
    Store,
    SutContext,
    WalkItem,
)
from benchmark.services import runs, ticking, walking
from sut_adapters.models import SystemUnderTest
from tests.factories import pulled
from tests.factories import runs as make
from tests.factories.pulled import Caller

pytestmark = pytest.mark.django_db


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> str:
    return make.reader(monkeypatch, make.OwnAnswers())


def launched(
    reader: str, *, events: int = 6, questions: int = 3, late: int = 0, name: str = "caller", **more: Any
) -> Run:
    suite = pulled.opened(make.suite(events=events, questions=questions, late=late))
    return make.launch(suite, pulled.system(name), reader=reader, **more)


def problem(response: Any, status: int) -> dict[str, Any]:
    assert response.status_code == status, response.content
    found: dict[str, Any] = response.json()
    return found


def test_a_client_walks_a_run_and_workers_score_it(reader: str) -> None:
    run = launched(reader)
    assert walking.claimable(timezone.now()).count() == 0
    caller = Caller(run)
    claimed = caller.claim()
    assert (claimed["cursor"], claimed["steps"], claimed["hint"], claimed["left"]) == (0, 9, None, 1)
    asked = caller.walk(pulled.newest)
    assert [one["text"][:11] for one in asked] == ["Question 1:", "Question 2:", "Question 3:"]
    assert set(asked[0]) == {"type", "question", "text", "cutoff", "budget", "k"}
    assert caller.claim() == {"lease": None, "left": 0, "wait": None}
    assert pulled.read(run).status == RunStatus.DONE
    contexts = SutContext.objects.order_by("step")
    assert [(row.event_labels, row.position) for row in contexts] == [
        (["e0002"], 2),
        (["e0004"], 4),
        (["e0006"], 6),
    ]
    assert Answer.objects.filter(correct=True).count() == 3
    assert list(IngestBatch.objects.values_list("first", "end")) == [(0, 2), (2, 4), (4, 6)]
    assert Store.objects.get().position == 6


def test_nothing_behind_an_unanswered_question_is_ever_given(reader: str) -> None:
    caller = Caller(launched(reader))
    caller.claim()
    first = caller.items()
    assert [item["type"] for item in first["items"]] == ["events", "checkpoint"]
    assert [event["text"] for event in first["items"][0]["events"]] == [
        "Record 1 says something.",
        "Record 2 says something.",
    ]
    for _ in range(2):
        found = caller.items(first["cursor"], limit=1000)
        assert [item["type"] for item in found["items"]] == ["query"]
        assert found["cursor"] == first["cursor"]
    for ahead in (first["cursor"] + 1, 8, 99):
        assert problem(caller.get(ahead), 422)["code"] == "cursor_ahead"
    # From the start again: the records so far, and then the same question.
    again = caller.items(0, limit=1000)
    assert again["items"] == first["items"]
    assert caller.items(again["cursor"])["items"] == found["items"]
    assert Store.objects.get().position == 2


def test_limits_cut_records_and_only_a_checkpoint_ends_them(reader: str) -> None:
    caller = Caller(launched(reader, events=10, questions=1))
    caller.claim()
    kinds, after = [], 0
    for _ in range(4):
        found = caller.items(after, limit=3)
        kinds.append([(item["type"], len(item.get("events", []))) for item in found["items"]])
        after = found["cursor"]
    assert kinds == [
        [("events", 3)],
        [("events", 3)],
        [("events", 3)],
        [("events", 1), ("checkpoint", 0)],
    ]
    assert caller.items(after)["items"][0]["type"] == "query"


def test_ids_are_opaque_and_differ_between_variants(reader: str) -> None:
    run = launched(reader, hints=("none", "full"))
    one, other = Caller(run, name="a"), Caller(run, name="b")
    told = [one.claim(), other.claim()]
    assert [found["hint"] is None for found in told] == [True, False]
    assert told[0]["scenario"] != told[1]["scenario"]
    seen = [{event["id"] for event in caller.items()["items"][0]["events"]} for caller in (one, other)]
    assert not seen[0] & seen[1]
    asked = [caller.query()["question"] for caller in (one, other)]
    assert len(set(asked)) == 2
    assert "asked-" not in str(told)
    assert "e0001" not in str(seen)


def test_an_answer_sent_twice_is_stored_once_and_another_is_refused(reader: str) -> None:
    caller = Caller(launched(reader))
    caller.claim()
    asked = caller.query()["question"]
    said = {"items": [{"text": "something"}]}
    replies = [caller.say(asked, **said).json() for _ in range(2)]
    assert replies[0] == replies[1]
    assert problem(caller.say(asked, items=[]), 409)["code"] == "answered_otherwise"
    assert SutContext.objects.count() == 1
    # Nor is it asked again after the client died and came back.
    caller.claim()
    assert caller.say(asked, **said).json() == replies[0]
    assert caller.query()["question"] != asked


def test_answers_that_cannot_be_used_are_refused_with_reasons(reader: str) -> None:
    caller = Caller(launched(reader))
    caller.claim()
    asked = caller.query()["question"]
    future = pulled_ids(caller.run)["e0005"]
    bad: list[tuple[dict[str, Any], str]] = [
        ({}, "holds neither items nor an answer"),
        ({"items": [{"text": ""}]}, "items[0].text must be a text"),
        ({"items": [{"text": "x", "event_ids": ["r000"]}]}, "'r000' names no record"),
        ({"items": [{"text": "x", "event_ids": [future]}]}, f"'{future}' has not been given"),
        ({"items": [], "answer": {"label": "maybe"}}, "answer.label must be one of"),
        ({"items": [], "answer": {"label": "unknown", "citations": [future]}}, "has not been given"),
        ({"items": [], "error": {"kind": "infrastructure", "message": "x"}}, "nothing said beside it"),
        ({"error": {"kind": "bored", "message": ""}}, "error.kind must be one of"),
        ({"error": {"kind": "infrastructure", "message": "x", "retry_after": 9e9}}, "retry_after"),
    ]
    for body, words in bad:
        assert words in " ".join(problem(caller.say(asked, **body), 422)["faults"]), body
    assert problem(caller.say("qnothing", items=[]), 422)["code"] == "unknown_question"
    assert problem(caller.say(asked, items=[], gold=1), 400)["fields"] == {"gold": ["Unknown member."]}
    later = caller.items(caller.say(asked, items=[]).json()["cursor"])
    assert later["items"][0]["type"] == "events"
    assert SutContext.objects.count() == 1


def pulled_ids(run: Run) -> dict[str, str]:
    """The opaque id of each label, as nobody outside knows them."""
    from benchmark.services import pull_routes

    return pull_routes.of(Store.objects.get(variant__run=run)).ids.shown


def test_clients_share_a_run_by_timelines_and_a_lost_one_is_followed(reader: str) -> None:
    run = launched(reader, repetitions=2)
    one, two, three = (Caller(run, name=name) for name in ("one", "two", "three"))
    assert one.claim()["timeline"] != two.claim()["timeline"]
    assert three.claim() == {"lease": None, "left": 2, "wait": 10.0}
    asked = one.query()["question"]
    WalkItem.objects.filter(lease_token=one.lease).update(lease_until=timezone.now() - timedelta(seconds=1))
    ticking.mend(timezone.now())
    run.refresh_from_db()
    assert "client one (sut) was lost (it stopped calling)" in run.message
    assert "worker" not in run.message
    followed = three.claim()
    run.refresh_from_db()
    assert run.message == "", "a client calls again"
    assert followed["cursor"] == 2
    assert problem(one.say(asked, items=[]), 409)["code"] == "lease_lost"
    assert three.query()["question"] == asked
    assert three.say(asked, items=[]).status_code == 200


def test_a_client_that_comes_back_takes_its_own_timeline_over(reader: str) -> None:
    run = launched(reader)
    caller = Caller(run)
    lease = caller.claim()["lease"]
    asked = caller.query()["question"]
    assert caller.claim()["lease"] != lease
    assert caller.query()["question"] == asked
    assert PullClient.objects.count() == 1


def test_a_client_that_never_gets_on_is_given_up_without_blaming_the_system(reader: str) -> None:
    run = launched(reader)
    caller = Caller(run)
    for _ in range(3):
        caller.claim()
        caller.query()
    assert caller.claim()["lease"] is None
    run.refresh_from_db()
    assert run.status in (RunStatus.INCOMPLETE, RunStatus.FAILED)
    assert "no client got on" in run.message
    assert "kills its worker" not in run.message
    assert not SutContext.objects.exists()
    runs.resume(run=run, by=None)
    caller.claim()
    caller.walk(pulled.newest)
    assert pulled.read(run).status == RunStatus.DONE


def test_attempts_count_from_the_last_answer(reader: str) -> None:
    caller = Caller(launched(reader, events=10, questions=5))
    for _ in range(5):
        caller.claim()
        assert caller.say(caller.query()["question"], items=[]).status_code == 200
    assert SutContext.objects.count() == 5


def test_failures_are_sorted_by_who_must_act(reader: str) -> None:
    run = launched(reader)
    caller = Caller(run)
    caller.claim()
    said = caller.say(
        caller.query()["question"], error={"kind": "system_failed", "message": "no index"}
    ).json()
    assert said["status"] == "system_failed"
    slow = {"kind": "infrastructure", "message": "429 of the model", "retry_after": 5}
    for _ in range(2):
        handed = caller.say(caller.query()["question"], error=slow).json()
        assert (handed["status"], handed["cursor"]) == ("infrastructure", None)
        assert caller.claim() == {"lease": None, "left": 1, "wait": 10.0}
        WalkItem.objects.update(not_before=None)
        caller.claim()
    assert caller.say(caller.query()["question"], error=slow).json()["cursor"] is not None
    caller.walk(pulled.newest)
    assert pulled.read(run).status == RunStatus.INCOMPLETE
    assert list(Answer.objects.order_by("context__step").values_list("status", flat=True)) == [
        AnswerStatus.SYSTEM_FAILED,
        AnswerStatus.INFRASTRUCTURE,
        AnswerStatus.OK,
    ]
    # Resumed, the memory is built anew and only what was lost is asked.
    runs.resume(run=run, by=None)
    caller.claim()
    assert [one["text"][:10] for one in caller.walk(pulled.newest)] == ["Question 2"]
    assert pulled.read(run).status == RunStatus.DONE


def test_a_timeline_is_handed_back_or_written_off(reader: str) -> None:
    run = launched(reader)
    caller = Caller(run)
    caller.claim()
    assert caller.post("release", lease=caller.lease, message="going home").status_code == 204
    assert WalkItem.objects.get().attempts == 0
    for _ in range(3):
        WalkItem.objects.update(not_before=None)
        caller.claim()
        assert caller.post("release", lease=caller.lease, message="disk full", failed=True).status_code == 204
    assert pulled.read(run).status == RunStatus.DONE
    assert set(Answer.objects.values_list("status", flat=True)) == {AnswerStatus.SYSTEM_FAILED}
    assert "disk full" in SutContext.objects.all()[0].message


def test_heartbeats_keep_a_lease_and_a_cancelled_run_says_so(reader: str) -> None:
    run = launched(reader)
    caller = Caller(run)
    caller.claim()
    WalkItem.objects.update(lease_until=timezone.now())
    assert caller.post("heartbeat", lease=caller.lease).status_code == 200
    assert WalkItem.objects.get().lease_until > timezone.now() + timedelta(minutes=1)
    runs.cancel(run=run, by=None)
    found = problem(caller.get(), 410)
    assert (found["code"], "Cancelled by the command line" in found["detail"]) == ("run_ended", True)
    assert WalkItem.objects.get().status == ItemStatus.CANCELLED
    assert problem(caller.post("claim", client="x"), 410)["code"] == "run_ended"


def test_segments_follow_each_other_under_one_lease_and_late_records_are_given(reader: str) -> None:
    run = launched(reader, events=6, questions=3, late=2, segment_seconds=0.3)
    assert WalkItem.objects.count() > 2
    caller = Caller(run)
    lease = caller.claim()["lease"]
    assert len(caller.walk(pulled.newest)) == 3
    assert caller.lease == lease
    assert Store.objects.get().position == 8
    assert set(WalkItem.objects.values_list("status", flat=True)) == {ItemStatus.DONE}
    assert pulled.read(run).status == RunStatus.DONE


def test_only_who_may_submit_and_is_named_walks_it(reader: str) -> None:
    suite = pulled.opened(make.suite(events=2, questions=1))
    run = make.launch(suite, pulled.system(account="bound"), reader=reader)
    assert problem(Caller(run).post("claim", client="x"), 403)["code"] == "bound_elsewhere"
    assert Caller(run, pulled.account("bound")).claim()["lease"]
    viewer = Caller(run, pulled.account("v", Role.VIEWER))
    assert viewer.post("claim", client="x").status_code == 403
    other = make.launch(suite, make.native("bm25"), reader=reader)
    assert problem(Caller(other).post("claim", client="x"), 409)["code"] == "no_client_wanted"
    assert problem(Caller(other).post("claim", client=" "), 400)


def test_its_own_answers_are_scored_by_the_reader_own() -> None:
    suite = pulled.opened(make.suite(events=4, questions=2))
    run = make.launch(suite, pulled.system(answers=True), reader="own")
    caller = Caller(run)
    caller.claim()

    def answer(question: dict[str, Any], records: list[dict[str, Any]]) -> dict[str, Any]:
        own = {"label": "answerable", "answer": "A_1", "citations": [records[0]["id"]]}
        return {"answer": own, "usage": {"calls": 2}}

    caller.walk(answer)
    pulled.read(run)
    first, second = Answer.objects.order_by("context__step")
    assert (first.correct, first.precision, second.correct) == (True, 1.0, False)
    assert first.context.meta["usage"] == {"calls": 2, "metered": False}


def test_the_page_says_who_walks_what_and_for_whom_it_waits(reader: str) -> None:
    run = launched(reader, repetitions=2)
    lead = Client()
    lead.force_login(pulled.account("lead", Role.LEAD))
    page = f"/runs/{run.pk}/"
    shown = lead.get(page).content.decode()
    assert "waits for caller to call: 2 of 2 timelines are nobody&#x27;s" in shown
    assert "none yet" in shown
    caller = Caller(run, name="attic")
    caller.claim()
    caller.query()
    shown = lead.get(page).content.decode()
    assert "1 of 2 timelines" in shown
    assert "attic" in shown
    assert "2 of 6" in shown
    (line, other) = lead.get(f"/api/v1{page}").json()["progress"]["clients"]
    assert (line["client"], line["account"], line["state"], other["client"]) == (
        "attic",
        "sut",
        "at work",
        "",
    )


def test_the_queries_of_a_call_do_not_grow_with_the_history(reader: str) -> None:
    counts = []
    for events in (4, 40):
        caller = Caller(launched(reader, events=events, questions=2, name=f"caller-{events}"))
        caller.claim()
        caller.items()  # the timeline is at hand from here on
        with CaptureQueriesContext(connection) as taken:
            question = caller.query()
            caller.say(question["question"], items=[])
        counts.append(len(taken))
    assert counts[0] == counts[1]


def test_files_and_clients_are_no_adapters_to_check_and_are_registered_by_command() -> None:
    call_command("sut", "register", "mine", "--adapter", "pull", "--config", '{"answers": true}', "--k", "5")
    assert SystemUnderTest.objects.get(name="mine").full_config == {"answers": True, "k": 5}
    with pytest.raises(CommandError, match="is not called by Stemma"):
        call_command("sut", "check", "mine")
    for config, words in (
        ('{"answers": 1}', "true or false"),
        ("{", "no JSON"),
        ('{"x": 1}', "unknown setting"),
    ):
        with pytest.raises(CommandError, match=words):
            call_command("sut", "register", "mine", "--adapter", "pull", "--config", config)
