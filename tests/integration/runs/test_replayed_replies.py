"""Replies of language models are kept and replayed to the very same call alone (case R05, ux pain 14)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.template.loader import render_to_string
from django.utils import timezone

from benchmark.models import Answer, Question, Run
from benchmark.scoring import envelope
from benchmark.selectors import answers
from benchmark.services import draining
from scenarios.models import Query, Suite
from sut_adapters.answering import base as answering
from sut_adapters.answering.base import AnswerReply, AnswerRequest, Usage
from sut_adapters.base import ContextItem
from sut_adapters.models import KeptReply
from sut_adapters.services import replies
from tests.factories import runs as make
from tests.factories import scenarios as make_rows
from tests.factories.openai_server import OpenAiServer, Reply, openai_server, rate_limited

pytestmark = pytest.mark.django_db

RULE = "From 1 March on the cap is 90."


@pytest.fixture
def server() -> Iterator[OpenAiServer]:
    """A model that answers with its own name and the last line of what it was shown."""

    def answer(body: dict[str, Any], before: int) -> Reply:
        context = body["messages"][1]["content"]
        heard = next((line for line in context.splitlines() if line.startswith("echo")), "nothing")
        return Reply(make.says(answer=f"{body['model']} heard {heard}"))

    with openai_server(answer) as running:
        yield running


def answered(
    server: OpenAiServer, suite: Suite, *, says: str, model: str = "m1", hint: str = "none", **settings: Any
) -> list[Answer]:
    """The answers of a run of a system whose context is always ``says``, in the order of the questions."""
    system = make.system(script=[{"reply": says}])
    config = {"model": model, "base_url": server.base_url, "timeout": 5, **settings}
    run: Run = make.launch(suite, system, reader="chat", reader_config=config, hints=[hint])
    draining.work(until=timezone.now() + timedelta(minutes=4), run=run)
    run.refresh_from_db()
    assert run.status == "done", run.message
    return list(Answer.objects.filter(context__variant__run=run).order_by("question"))


def test_r05_each_system_gets_its_own_answers_and_only_the_very_same_call_is_replayed(
    server: OpenAiServer, settings: Any
) -> None:
    suite = make.suite(events=6, questions=3)
    calls = itertools.count(0, 3)

    def fresh(expected: str, **how: Any) -> None:
        """All three questions were put to the model."""
        found = answered(server, how.pop("suite", suite), **how)
        assert [one.answer for one in found] == [expected] * 3
        assert [one.replayed for one in found] == [""] * 3
        assert all(one.prompt_tokens > 0 for one in found)
        assert len(server.chats) == next(calls) + 3

    fresh("m1 heard echo-a", says=f"echo-a\n{RULE}")
    fresh("m1 heard echo-b", says=f"echo-b\n{RULE}")

    before = len(server.chats)
    again = answered(server, suite, says=f"echo-a\n{RULE}")
    assert len(server.chats) == before, "an unchanged repeat asks nobody"
    assert [one.answer for one in again] == ["m1 heard echo-a"] * 3
    assert [(one.prompt_tokens, one.completion_tokens, one.tries) for one in again] == [(0, 0, 0)] * 3
    for one in again:
        kept = KeptReply.objects.get(key=one.replayed)
        assert min(kept.prompt_tokens, kept.completion_tokens, kept.seconds) > 0
        assert (kept.model, kept.repetition, kept.calls) == ("m1", 1, 1)
        cost = (Usage(kept.prompt_tokens, kept.completion_tokens, 1), kept.seconds)
        assert replies.first_cost(one.replayed) == cost

    fresh("m2 heard echo-a", says=f"echo-a\n{RULE}", model="m2")
    fresh("m1 heard echo-a", says=f"echo-a\n{RULE}", hint="full")
    fresh("m1 heard echo-a", says="echo-a\nFrom 1 April on the cap is 80.")
    fresh("m1 heard echo-a", says=f"echo-a\n{RULE}", temperature=0.5)
    fresh("m1 heard echo-a", says=f"echo-a\n{RULE}\nOne record more.")
    later = make.suite(events=12, questions=3)
    fresh("m1 heard echo-a", says=f"echo-a\n{RULE}", suite=later)
    words, other = (
        [(one.text, one.cutoff) for one in Question.objects.filter(run__suite=which).order_by("pk")[:3]]
        for which in (suite, later)
    )
    assert [text for text, _ in words] == [text for text, _ in other], "the same words at other cutoffs"
    assert {cutoff for _, cutoff in words} != {cutoff for _, cutoff in other}

    settings.REPLAY_REPLIES = False
    fresh("m1 heard echo-a", says=f"echo-a\n{RULE}")
    assert KeptReply.objects.count() == 8 * 3, "what is switched off keeps nothing either"


def test_the_page_of_a_query_marks_a_replayed_answer(server: OpenAiServer) -> None:
    suite = make.suite(events=2, questions=1)
    query = Query.objects.get(scenario__suite=suite)

    def shown() -> str:
        section = {"answers": answers.of_query(query), "suite": suite, "scenario": query.scenario}
        return render_to_string("benchmark/_query_answers.html", {"section": section})

    answered(server, suite, says="echo")
    assert "replayed without new tokens" not in shown()
    (again,) = answered(server, suite, says="echo")
    assert f"replayed without new tokens (key <code>{again.replayed[:12]}</code>)" in shown()


def test_each_reading_repetition_is_a_call_of_its_own(server: OpenAiServer) -> None:
    suite = make.suite(events=6, questions=3)
    system = make.system(script=[{"reply": "echo"}])
    config = {"model": "m1", "base_url": server.base_url}
    run = make.launch(suite, system, reader="chat", reader_config=config, reading_repetitions=2)
    draining.work(until=timezone.now() + timedelta(minutes=4), run=run)
    assert len(server.chats) == 6
    assert sorted(KeptReply.objects.values_list("repetition", flat=True)) == [1, 1, 1, 2, 2, 2]
    assert set(Answer.objects.values_list("replayed", flat=True)) == {""}


def test_a_failed_call_is_not_kept_and_is_made_again(server: OpenAiServer) -> None:
    answer, server.answer = server.answer, lambda body, before: rate_limited("0")
    suite = make.suite(events=2, questions=1)
    system = make.system(script=[{"reply": "echo"}])
    config = {"model": "m1", "base_url": server.base_url}
    run = make.launch(suite, system, reader="chat", reader_config=config)
    draining.work(until=timezone.now() + timedelta(minutes=4), run=run)
    assert (Answer.objects.get().status, KeptReply.objects.count()) == ("infrastructure", 0)
    server.answer = answer
    (found,) = answered(server, suite, says="echo")
    assert (found.answer, found.replayed, KeptReply.objects.count()) == ("m1 heard echo", "", 1)


def test_a_reply_that_no_row_can_hold_is_not_kept(server: OpenAiServer) -> None:
    server.answer = lambda body, before: Reply(make.says(answer="A_1") + "\x00")
    suite = make.suite(events=2, questions=1)
    first, second = (answered(server, suite, says="echo") for _ in range(2))
    assert KeptReply.objects.count() == 0
    assert [one.replayed for one in (*first, *second)] == ["", ""]


REQUEST = AnswerRequest("Where?", make_rows.day(3), "entity", (ContextItem("[a | 2031-01-01 09:00] One."),))
SETTINGS = {"model": "m1", "base_url": "http://127.0.0.1:9/v1", "temperature": 0.0}


def key(request: AnswerRequest = REQUEST, repetition: int = 1, **settings: Any) -> str:
    model = answering.make("chat", config=SETTINGS | settings, check=envelope.format_error)
    call = model.call(request)
    assert call is not None
    return replies.key_of(call, cutoff=request.cutoff, repetition=repetition)


def test_the_key_holds_all_that_a_reply_depends_on() -> None:
    keys = {
        "as it is": key(),
        "question": key(replace(REQUEST, question="Who?")),
        "cutoff": key(replace(REQUEST, cutoff=make_rows.day(4))),
        "answer type": key(replace(REQUEST, answer_type="set")),
        "hint": key(replace(REQUEST, hint_text="Keep a ledger.")),
        "record text": key(replace(REQUEST, items=(ContextItem("[a | 2031-01-01 09:00] Two."),))),
        "one record more": key(replace(REQUEST, items=REQUEST.items * 2)),
        "no record": key(replace(REQUEST, items=())),
        "repetition": key(repetition=2),
        "model": key(model="m2"),
        "address": key(base_url="http://127.0.0.1:10/v1"),
        "temperature": key(temperature=0.5),
        "length": key(max_tokens=50),
        "extra": key(extra={"seed": 1}),
        "json mode": key(json_mode=False),
    }
    assert len(set(keys.values())) == len(keys)


def test_the_key_does_not_hold_what_only_carries_a_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTHER_KEY", "secret")
    assert key() == key(timeout=5) == key(api_key_env="OTHER_KEY")
    scored = replace(
        REQUEST, items=tuple(replace(item, score=0.5, event_ids=("a",)) for item in REQUEST.items)
    )
    assert key() == key(scored), "the model sees the text alone"


def test_readers_that_cost_nothing_keep_nothing() -> None:
    model = answering.make("scripted", config={}, check=envelope.format_error)
    assert model.call(REQUEST) is None


def test_the_first_reply_under_a_key_stays() -> None:
    for raw in ("first", "second"):
        reply = AnswerReply(raw=raw, usage=Usage(7, 3, 1), model="m1-2031")
        replies.keep(
            key="k", call={"model": "m1"}, repetition=1, reply=reply, seconds=1.5, now=make_rows.day(1)
        )
    assert replies.find("k") == AnswerReply(raw="first", model="m1-2031", replayed="k")
    assert replies.first_cost("k") == (Usage(7, 3, 1), 1.5)
    assert (replies.find("other"), replies.first_cost("other")) == (None, None)
    with pytest.raises(IntegrityError), transaction.atomic():
        KeptReply.objects.create(key="", model="m1", created_at=make_rows.day(1))
