"""A system and a reader whose probe answers are told beforehand, so that a whole run gives known verdicts.

The system hands back one item that names the node that was asked about; so the reader knows, of each call, on
whose context it answers which question.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from benchmark.models import Question
from benchmark.scoring.subjects import Subject
from benchmark.services import readers
from benchmark.services.readers import Read, ReadingScene
from probes.models import ProbePlan, StateProbe
from scenarios.models import GoldAnswer, Suite
from sut_adapters.answering.base import AnswerReply, AnswerRequest
from sut_adapters.models import SystemUnderTest
from tests.factories import runs as make

ROOT = ""
UNKNOWN = object()
"""An answer labelled unknown."""
RIGHT = object()
"""The gold."""
Edge = tuple[str, str]


@dataclass
class ToldAnswers:
    """Answers right unless told otherwise: ``original`` to the query, ``targeted`` by node, ``inherited`` by
    (parent, child), the parent ``ROOT`` being the query. ``before`` is called with the context's node and the
    question's, and may raise. ``combined`` answers what is combined from inputs, where nothing else may.
    ``calls`` lists (context, question) in order."""

    plan: ProbePlan
    original: Any = RIGHT
    targeted: Mapping[str, Any] = field(default_factory=dict)
    inherited: Mapping[Edge, Any] = field(default_factory=dict)
    before: Callable[[str, str], object] = lambda context, question: None
    combined: Callable[[Question, AnswerRequest], Any] | None = None
    calls: list[Edge] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    golds: dict[int, tuple[str, Any]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def open(self, scene: ReadingScene) -> Read:
        """Load what the threads of the reader need, so that they open no connection of their own."""
        probes = StateProbe.objects.filter(plan__query__scenario=scene.scenario).select_related("node")
        self.names = {probe.node_id: probe.node.node_label for probe in probes}
        golds = GoldAnswer.objects.filter(query__scenario=scene.scenario)
        self.golds = {gold.query_id: (gold.label, gold.answer) for gold in golds}
        return self.read

    def read(self, question: Question, request: AnswerRequest) -> AnswerReply:
        of = self.name(question)
        first = request.items[0].text if request.items else "context of "
        if not first.startswith("context of "):
            assert self.combined is not None, "the rules combine in this run"
            return self.reply(question, self.combined(question, request))
        context = first.removeprefix("context of ")
        with self._lock:
            self.calls.append((context, of))
        self.before(context, of)
        if question.query_id != self.plan.query_id:
            return self.reply(question, RIGHT)
        if of == ROOT:
            return self.reply(question, self.original)
        told = self.targeted if context == of else self.inherited
        return self.reply(question, told.get(of if context == of else (context, of), RIGHT))

    def name(self, question: Question) -> str:
        """The label of what is asked about; ``ROOT`` for a query."""
        return ROOT if question.node_id is None else self.names[question.node_id]

    def reply(self, question: Question, said: Any) -> AnswerReply:
        """An envelope with this answer."""
        label, answer = "answerable", said
        if said is UNKNOWN:
            label, answer = "unknown", None
        elif said is RIGHT and question.subject is None:
            label, answer = self.golds[question.query_id]
        elif said is RIGHT:
            subject = Subject.of_json(question.subject)
            label, answer = subject.label, subject.answer
        return make.reply(json.dumps({"label": label, "answer": answer, "citations": []}))


def system(suite: Suite, *, log: str = "") -> SystemUnderTest:
    """A scripted system that says which node it was asked about."""
    probes = StateProbe.objects.filter(plan__query__scenario__suite=suite).select_related("node")
    script = [{"match": probe.text, "reply": f"context of {probe.node.node_label}"} for probe in probes]
    # What is no probe is a query.
    config: dict[str, Any] = {"script": [*script, {"match": "*", "reply": f"context of {ROOT}"}]}
    return make.system(**config, **({"log": log} if log else {}))


def reader(patch: pytest.MonkeyPatch, answers: ToldAnswers, *, by_rules: bool = True) -> str:
    """Register the reader for one test; its name."""
    name = make.reader(patch, answers)
    patch.setitem(readers.READERS, name, replace(readers.READERS[name], combines_by_rules=by_rules))
    return name
