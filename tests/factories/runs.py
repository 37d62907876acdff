"""Suites that can be run, systems that are scripted, and readers that answer from what they are shown."""

from __future__ import annotations

import itertools
import json
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from benchmark.exceptions import LaunchFault
from benchmark.models import Question, Run
from benchmark.services import readers, runs
from benchmark.services.readers import Read, Reader, ReadingScene
from scenarios.models import GoldAnswer, Query, Scenario, Suite, Witness
from sut_adapters.answering.base import AnswerReply, AnswerRequest
from sut_adapters.models import SystemUnderTest
from tests.factories import scenarios as make

_numbers = itertools.count(1)


def question(of: Scenario, number: int, *, day: int, support: tuple[str, ...] = ("e0001",)) -> Query:
    """The query ``q{number}`` at ``day`` whose right answer is ``A_{number}``, resting on ``support``."""
    query = make.query(
        of,
        number,
        f"Question {number}: where does trip {number} go?",
        goal_key=[f"trip {number}"],
        cutoff=make.day(day),
    )
    root = make.node(of, "fact", "dest", f"trip {number}", state=f"A_{number}", cutoff=make.day(day))
    Witness.objects.create(query=query, position=0, events=list(support))
    GoldAnswer.objects.create(
        query=query,
        label="answerable",
        answer=f"A_{number}",
        height=1,
        width=1,
        support=list(support),
        support_high=list(support),
        context_events=list(support),
        root=root,
    )
    return query


def suite(
    *, events: int = 12, questions: int = 4, every: int | None = None, late: int = 0, slug: str = ""
) -> Suite:
    """A released suite of one scenario with one event a day and the questions spread over the days.

    ``every`` days a question is asked (default: evenly). ``late`` events come after the last question.
    """
    row = make.suite(slug=slug or f"asked-{next(_numbers)}", title="A suite that asks")
    scenario = make.scenario(suite=row)
    for number in range(1, events + late + 1):
        make.event(scenario, number, f"Record {number} says something.")
    step = every or max(1, events // questions)
    for number in range(1, questions + 1):
        question(scenario, number, day=min(events, number * step))
    return make.released(row)


def system(name: str = "", **config: Any) -> SystemUnderTest:
    """A scripted system with a configuration (``script``, ``log``)."""
    return SystemUnderTest.objects.create(
        name=name or f"scripted-{next(_numbers)}", adapter="scripted", config=config
    )


def native(adapter: str, name: str = "", **config: Any) -> SystemUnderTest:
    """A system over one of the native adapters."""
    return SystemUnderTest.objects.create(
        name=name or f"{adapter}-{next(_numbers)}", adapter=adapter, config=config
    )


def says(label: str = "answerable", answer: Any = None, citations: tuple[str, ...] = ()) -> str:
    """The raw text of an answer object."""
    return json.dumps({"label": label, "answer": answer, "citations": list(citations)})


class OwnAnswers:
    """A reader that gives the right answer ``A_i`` to question i, and cites the first item it sees.

    ``before`` is called with the question's number first: it may wait or raise. ``asked`` lists the
    numbers in the order of the calls; ``most`` is how many calls flew at once at most.
    """

    def __init__(self, before: Callable[[int], object] = lambda number: None) -> None:
        self.before = before
        self.asked: list[int] = []
        self.flying = self.most = 0
        self._lock = threading.Lock()

    def open(self, scene: ReadingScene) -> Read:
        return self.read

    def read(self, question: Question, request: AnswerRequest) -> AnswerReply:
        number = int(request.question.split(":")[0].removeprefix("Question "))
        with self._lock:
            self.asked.append(number)
            self.flying += 1
            self.most = max(self.most, self.flying)
        try:
            self.before(number)
        finally:
            with self._lock:
                self.flying -= 1
        cited = request.items[0].event_ids if request.items else ()
        return reply(says(answer=f"A_{number}", citations=cited))


def reply(raw: str, **fields: Any) -> AnswerReply:
    """A reply of a model, without usage."""
    return AnswerReply(raw=raw, model="test", **fields)


def reader(patch: pytest.MonkeyPatch, answers: Any, *, parallel: int = 1, knows: tuple[str, ...] = ()) -> str:
    """Register a reader for one test; its name."""
    name = f"test-reader-{next(_numbers)}"
    made = Reader(name, "A test", knows, parallel=parallel, open=answers.open, check=_no_faults)
    patch.setitem(readers.READERS, name, made)
    return name


def _no_faults(config: object) -> list[LaunchFault]:
    return []


def launch(asked: Suite, *systems: SystemUnderTest, reader: str, **settings: Any) -> Run:
    """A run by nobody."""
    return runs.launch(suite=asked, systems=systems, reader=reader, by=None, **settings)


def pause(seconds: float) -> Callable[[int], object]:
    """A ``before`` that takes its time."""
    return lambda number: time.sleep(seconds)
