"""The worked example with three tracked queries at four checkpoints, and a run over it (spec 8.4)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from benchmark.models import Answer, AnswerStatus, Question, Run, SutContext
from benchmark.scoring.subjects import Subject
from benchmark.services import questions
from probes.services import tracked_golds, tracking
from probes.services.askable import Askable
from probes.services.tracked_questions import TRACKED
from scenarios.generators import worked_example
from scenarios.models import Entity, Query, Scenario, Suite
from scenarios.rendering.questions import QuestionTemplate
from scenarios.rendering.templates import notes
from scenarios.services import suites
from tests.factories import hand_made_runs as by_hand
from tests.factories import scenarios as make

#: The ends of May to August.
CUTOFFS = [
    datetime(2026, month, day, 23, 59, tzinfo=UTC) for month, day in ((5, 31), (6, 30), (7, 31), (8, 31))
]
#: What the system of spec 8.4 answers: A counts, B is a place, C a country.
ANSWERS: dict[str, tuple[Any, ...]] = {
    "A": (None, 3, 3, 3),
    "B": ("Halewick", "Halewick", "Corby", "Corby"),
    "C": ("Corvia", "Corvia", "Corvia", "Meleth"),
}
_FORM = QuestionTemplate("plain", {}, notes("What now?"), hint="Say it.")


def suite(**fields: Any) -> Suite:
    """The worked example with the tracked queries A, B and C, as if released."""
    row = suites.store(bundle=worked_example.bundle(), by=None)
    Suite.objects.filter(pk=row.pk).update(**fields)
    row.refresh_from_db()
    scenario = row.scenarios.get()
    asked = [
        _query(scenario, "A", 1, goal_pred="n_outside", goal_key=["Vera"], answer_type="count"),
        _query(scenario, "B", 2, goal_pred="dest", goal_key=["Grus"], goal_temporal=True),
        _query(scenario, "C", 3, goal_pred="home", goal_key=["Vera"]),
    ]
    Entity.objects.filter(scenario=scenario, name="Corby").update(aliases=["the town of Corby"])
    golds = tracked_golds.at_checkpoints(scenario, asked, CUTOFFS)
    changes = tracked_golds.changes(golds)
    golds.derive((query.pk, number) for query in asked for number in range(1, len(CUTOFFS) + 1))
    tracking.write(tracked=[Askable(query, _FORM, 0) for query in asked], golds=golds, changes=changes)
    return make.released(row)


def _query(scenario: Scenario, label: str, number: int, **fields: Any) -> Query:
    return make.query(
        scenario, number, "What now?", label=label, cutoff=CUTOFFS[-1], target={"args": {}}, **fields
    )


def run(on: Suite, *names: str, **fields: Any) -> Run:
    """A finished run of systems of these names that asks the tracked queries, with no answer yet."""
    systems = [by_hand.system(name) for name in names]
    row = by_hand.run(on, *systems, **fields)
    for scenario in on.scenarios.all():
        questions.store(run=row, scenario=scenario, specs=TRACKED.ask(scenario))
    return row


def answer(row: Run, by: str, label: str, number: int, said: Any, **fields: Any) -> Answer:
    """What a system says to a tracked query at a checkpoint, None for unknown; right where it is the gold."""
    question = Question.objects.get(run=row, kind="tracked", query__label=label, checkpoint=str(number))
    subject = Subject.of_json(question.subject or {})
    status = fields.pop("status", AnswerStatus.OK)
    scored = status == AnswerStatus.OK
    context = SutContext.objects.create(
        variant=row.variants.get(system__name=by),
        question=question,
        scenario=question.scenario,
        step=number,
        position=0,
        created_at=row.created_at,
    )
    return Answer.objects.create(
        context=context,
        question=question,
        status=status,
        label="unknown" if said is None else "answerable",
        answer=said,
        correct=said == subject.answer if scored else None,
        label_correct=(said is None) == (subject.label == "unknown") if scored else None,
        created_at=row.created_at,
        **fields,
    )


def answered(row: Run, by: str) -> None:
    """The answers of spec 8.4 by one system."""
    for label, given in ANSWERS.items():
        for number, said in enumerate(given, 1):
            answer(row, by, label, number, said)
