"""Whole runs with a chat model: a scripted OpenAI-compatible server on loopback, from launch to table."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from benchmark.models import Answer, ItemStatus, ReadingItem, Run
from benchmark.selectors import answers, progress, results
from benchmark.services import draining, runs
from sut_adapters import tokens
from tests.factories import runs as make
from tests.factories.openai_server import OpenAiServer, Reply, openai_server, rate_limited

pytestmark = pytest.mark.django_db


def number_of(body: dict[str, Any]) -> int:
    """Which question a chat request puts."""
    return int(re.findall(r"^Question: Question (\d+):", body["messages"][1]["content"], re.M)[-1])


def id_of_record(body: dict[str, Any], number: int) -> str:
    """The id under which the context shows a record."""
    (found,) = re.findall(rf"^\[(\S+) \|[^\]]*\] Record {number} says", body["messages"][1]["content"], re.M)
    return str(found)


def right(body: dict[str, Any]) -> str:
    """The right answer, resting on the record it rests on."""
    return make.says(answer=f"A_{number_of(body)}", citations=(id_of_record(body, 1),))


def answering(**special: Callable[[dict[str, Any], int], Reply]) -> Callable[[dict[str, Any], int], Reply]:
    """A model that answers rightly, late at random, but does for ``q5`` and the like what it is told."""

    def answer(body: dict[str, Any], before: int) -> Reply:
        number = number_of(body)
        if f"q{number}" in special:
            return special[f"q{number}"](body, before)
        return Reply(right(body), delay=random.Random(number).uniform(0, 0.05))

    return answer


def launch(server: OpenAiServer, *, questions: int, script: list[dict[str, Any]] | None = None) -> Run:
    suite = make.suite(events=questions * 2, questions=questions)
    config = {"model": "scripted-1", "base_url": server.base_url, "timeout": 5}
    return make.launch(suite, make.system(script=script or []), reader="chat", reader_config=config)


def finish(run: Run) -> Run:
    draining.work(until=timezone.now() + timedelta(minutes=4), run=run)
    run.refresh_from_db()
    return run


def by_number(run: Run) -> dict[int, Answer]:
    """The answers in the order of the report, by their question's number."""
    return {int(answer.question.query.label.removeprefix("q")): answer for answer in answers.of_run(run)}


def asked(server: OpenAiServer, number: int) -> list[dict[str, Any]]:
    return [body for body in server.chats if number_of(body) == number]


def sent(body: dict[str, Any]) -> int:
    """The prompt tokens of a request as the server counts them."""
    return sum(tokens.count(message["content"]) for message in body["messages"])


def waits(server: OpenAiServer, number: int) -> list[float]:
    """Seconds between the requests for one question."""
    seen = [
        at
        for at, (_, body, _) in zip(server.seen_at, server.requests, strict=True)
        if number_of(body) == number
    ]
    return [later - earlier for earlier, later in itertools.pairwise(seen)]


def test_r04_each_failure_is_whose_it_is_and_answers_stay_with_their_questions() -> None:
    """The system fails on q3; the model is limited twice on q5, where it says how long, and always on q8."""
    model = answering(
        q5=lambda body, before: rate_limited("1") if before < 2 else Reply(right(body)),
        q8=lambda body, before: rate_limited("0.05"),
    )
    with openai_server(model) as server:
        run = finish(launch(server, questions=10, script=[{"match": "Question 3:", "raise": "broken"}]))
        assert server.most_flying > 1
        found = by_number(run)
        assert list(found) == list(range(1, 11))
        for number in (1, 2, 4, 5, 6, 7, 9, 10):
            answer = found[number]
            assert (answer.status, answer.answer, answer.correct) == ("ok", f"A_{number}", True)
            assert answer.citations == ["e0001"]
            assert (answer.precision, answer.recall, answer.model) == (1.0, 1.0, "scripted-1")
        assert (found[3].status, found[3].correct, found[3].raw) == ("system_failed", False, "")
        assert asked(server, 3) == []
        assert (found[8].status, found[8].correct, found[8].tries) == ("infrastructure", None, 4)
        assert "429" in found[8].message
        assert (len(asked(server, 5)), found[5].tries) == (3, 3)
        assert all(wait >= 1 for wait in waits(server, 5))
        (line,) = results.of_run(run)
        assert (line.n, line.asked, line.summary.ansacc.numerator) == (9, 10, 8)
        assert (line.system_failed, line.infrastructure, line.partial) == (1, 1, True)
        assert run.status == "incomplete"
        assert "1 questions stay unscored because infrastructure failed" in run.message

        before = len(server.requests)
        server.answer = answering()
        run = finish(runs.resume(run=run, by=None))
        assert (run.status, run.message) == ("done", "")
        assert [number_of(body) for body in server.chats[before:]] == [8]  # the other answers stand
        assert by_number(run)[8].correct
        (line,) = results.of_run(run)
        assert (line.n, line.infrastructure, line.summary.ansacc.numerator) == (10, 0, 9)


def test_the_tokens_that_the_endpoint_counts_are_stored() -> None:
    with openai_server(answering()) as server:
        run = finish(launch(server, questions=2))
        for number, answer in by_number(run).items():
            (body,) = asked(server, number)
            counted = (answer.prompt_tokens, answer.completion_tokens)
            assert counted == (sent(body), tokens.count(right(body)))
            assert json.loads(answer.raw) == json.loads(right(body))


def test_a_reply_that_cannot_be_read_is_asked_for_once_more_and_then_wrong() -> None:
    """A format error is the answer's, not infrastructure's: the run is done."""

    def first_in_words(body: dict[str, Any], before: int) -> Reply:
        return Reply("It is {A_1") if len(body["messages"]) == 2 else Reply(right(body))

    model = answering(q1=first_in_words, q2=lambda body, before: Reply("It is {A_2"))
    with openai_server(model) as server:
        run = finish(launch(server, questions=3))
        mended, broken, plain = by_number(run).values()
        assert (run.status, run.message) == ("done", "")
        assert (mended.status, mended.correct, mended.format_error) == ("ok", True, "")
        assert (broken.status, broken.correct, broken.label_correct) == ("ok", False, False)
        assert (broken.raw, broken.answer, broken.label) == ("It is {A_2", None, "")
        assert "JSON" in broken.format_error
        assert [len(asked(server, number)) for number in (1, 2, 3)] == [2, 2, 1]
        assert mended.prompt_tokens == sum(map(sent, asked(server, 1)))  # both calls were paid for
        assert (plain.status, plain.correct) == ("ok", True)
        (line,) = results.of_run(run)
        assert (line.n, line.summary.ansacc.numerator, line.infrastructure) == (3, 2, 0)
        assert line.summary.format_errors.numerator == 1


def test_a_long_pause_is_not_sat_out_and_what_is_answered_is_not_asked_again() -> None:
    model = answering(q2=lambda body, before: Reply(right(body)) if before else rate_limited("90"))
    with openai_server(model) as server:
        run = launch(server, questions=3)
        started = timezone.now()
        run = finish(run)
        assert timezone.now() - started < timedelta(seconds=30)
        batch = ReadingItem.objects.get(run=run)
        assert (run.status, batch.status) == ("reading", ItemStatus.PENDING)
        assert batch.not_before is not None
        assert batch.not_before - timezone.now() > timedelta(seconds=80)
        assert "waits until" in progress.of(run, now=timezone.now()).message
        assert set(by_number(run)) == {1, 3}

        ReadingItem.objects.update(not_before=timezone.now())
        run = finish(run)
        assert run.status == "done"
        assert [len(asked(server, number)) for number in (1, 2, 3)] == [1, 2, 1]
        (line,) = results.of_run(run)
        assert (line.n, line.summary.ansacc.numerator) == (3, 3)


def test_a_refused_key_ends_the_run_in_words_and_resume_goes_on() -> None:
    with openai_server(lambda body, before: Reply(status=401)) as server:
        run = finish(launch(server, questions=2))
        assert run.status == "failed"
        assert "misconfigured: scripted-1: HTTP 401, check model, address and key" in run.message
        assert not Answer.objects.exists()
        server.answer = answering()
        run = finish(runs.resume(run=run, by=None))
        assert (run.status, run.message) == ("done", "")
        assert all(answer.correct for answer in by_number(run).values())
