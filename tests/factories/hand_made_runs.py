"""Finished runs made row by row: queries of chosen traits, and answers of which each figure is stated."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from benchmark.models import (
    Answer,
    AnswerStatus,
    Condition,
    IngestVariant,
    Question,
    Run,
    RunStatus,
    ShortcutCheck,
    ShortcutScore,
    SutContext,
)
from benchmark.oracles.shortcuts import Shortcut
from scenarios.models import GoldAnswer, Query, Suite
from sut_adapters.models import SystemUnderTest
from tests.factories import scenarios as make

_numbers = itertools.count(1)
#: A gold answer of each label.
GOLDS: Mapping[str, Any] = {"answerable": "2", "justified-zero": "0", "unknown": None}


@dataclass(frozen=True)
class Asked:
    """A query by what it is sliced by. ``history`` numbers its scenario, whose domain is ``domain``."""

    label: str = "answerable"
    family: str = "temporal"
    answer_type: str = "count"
    domain: str = "tripops"
    history: int = 1
    degree: int = 1
    height: int = 1
    width: int = 1
    obs: bool = False
    measures: Mapping[str, Any] = field(default_factory=dict)


def suite(asked: Iterable[Asked], *, slug: str = "", **fields: Any) -> Suite:
    """A released suite with these queries, ``q001`` and so on in their order, over empty histories."""
    row = make.suite(slug=slug or f"hand-made-{next(_numbers)}", title="Made by hand", **fields)
    histories: dict[int, Any] = {}
    for number, one in enumerate(asked, 1):
        if one.history not in histories:
            histories[one.history] = make.scenario(
                suite=row, slug=f"{row.slug}-{one.history}", domain=one.domain, position=one.history
            )
        _query(histories[one.history], number, one)
    return make.released(row)


def _query(history: Any, number: int, one: Asked) -> None:
    query = make.query(
        history, number, goal_key=[f"trip {number}"], family=one.family, answer_type=one.answer_type
    )
    known = one.label != "unknown"
    GoldAnswer.objects.create(
        query=query,
        label=one.label,
        answer=GOLDS[one.label],
        missing=[] if known else ["dest"],
        height=one.height,
        width=one.width,
        degree=one.degree,
        obs_flag=one.obs,
        support=["e0001"] if known else [],
        support_high=["e0001"] if known else [],
        measures=dict(one.measures),
        root=make.node(history, "fact", "dest", f"trip {number}"),
    )


def system(name: str, **fields: Any) -> SystemUnderTest:
    """A registered system."""
    return SystemUnderTest.objects.create(**{"name": name, "adapter": "scripted", **fields})


def run(on: Suite, *systems: SystemUnderTest, hints: Sequence[str] = ("none",), **fields: Any) -> Run:
    """A finished run that asks every query of the suite, without any answer yet."""
    now = timezone.now()
    row = Run.objects.create(
        **{
            "suite": on,
            "suite_version": on.version,
            "suite_hash": on.content_hash,
            "title": "By hand",
            "status": RunStatus.DONE,
            "reader": "symbolic",
            "budget": 8192,
            "created_at": now,
            "started_at": now,
            "finished_at": now,
            **fields,
        }
    )
    for place, query in enumerate(queries(on)):
        Question.objects.create(
            run=row, scenario=query.scenario, query=query, seq=place, cutoff=query.cutoff, text="?"
        )
    for one, hint in itertools.product(systems, hints):
        IngestVariant.objects.create(
            run=row,
            system=one,
            adapter=one.adapter,
            adapter_version="1",
            knows=one.knows,
            hint=hint,
            id_salt="s",
        )
    return row


def queries(on: Suite) -> list[Query]:
    """The queries of a suite in the order in which they were made."""
    return list(Query.objects.filter(scenario__suite=on).order_by("pk").select_related("scenario"))


def answer(
    row: Run, by: str, place: int, *, condition: Condition = Condition.ALONE, hint: str = "none", **said: Any
) -> Answer:
    """What system ``by`` says to question ``place`` (from 0) of a run: right unless ``correct`` is told."""
    variant = row.variants.get(system__name=by, hint=hint)
    question = row.questions.filter(kind="query").order_by("pk")[place]
    context, _ = SutContext.objects.get_or_create(
        variant=variant,
        question=question,
        scenario=question.scenario,
        defaults={"step": place, "position": 0, "created_at": row.created_at},
    )
    right = said.pop("correct", True)
    return Answer.objects.create(
        **{
            "context": context,
            "question": question,
            "condition": condition,
            "status": AnswerStatus.OK,
            "label": question.query.gold.label,
            "correct": right,
            "label_correct": said.get("label", question.query.gold.label) == question.query.gold.label,
            "created_at": row.created_at,
            **said,
        }
    )


def answers(row: Run, by: str, rights: Iterable[bool], **said: Any) -> None:
    """What a system says to the first questions of a run, each right or wrong."""
    for place, right in enumerate(rights):
        answer(row, by, place, correct=right, **said)


def shortcuts(on: Suite, right: Mapping[Shortcut, Sequence[bool]]) -> ShortcutCheck:
    """A check of the suite's current rows: what each shortcut named gets right, by query in their order."""
    check = ShortcutCheck.objects.create(
        suite=on, content_hash=on.content_hash, k=10, created_at=timezone.now()
    )
    ShortcutScore.objects.bulk_create(
        ShortcutScore(check_made=check, query=query, shortcut=name.value, correct=hit, label_correct=hit)
        for name, hits in right.items()
        for query, hit in zip(queries(on), hits, strict=True)
    )
    return check
