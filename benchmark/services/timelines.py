"""The timeline of a scenario with the questions of a run, from the rows (overview 3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from benchmark.models import IngestVariant, Question, QuestionKind
from benchmark.walk.opaque import OpaqueIds
from benchmark.walk.timeline import Step, StepKind, Timeline, plan
from scenarios.models import Event, Scenario
from sut_adapters.base import EventRecord


@dataclass(frozen=True)
class SceneTimeline:
    """A timeline with what its steps stand for. ``events`` stand in the order of the walk."""

    timeline: Timeline
    events: tuple[Event, ...]
    questions: dict[str, Question]

    def records(self, first: int, end: int, ids: OpaqueIds) -> list[EventRecord]:
        """Events ``first`` up to ``end`` (counted along the walk) as a system sees them."""
        return [as_record(event, ids) for event in self.events[first:end]]


def as_record(event: Event, ids: OpaqueIds) -> EventRecord:
    """What a system sees of an event: an opaque id, its time, its words, and nothing else."""
    return EventRecord(
        id=ids.shown[event.label],
        t=event.observed_at,
        text=event.text,  # annotated by EventQuerySet.with_text
        speaker=event.speaker,
        session=event.session,
    )


def event_steps(events: Iterable[Event]) -> list[Step]:
    """One step an event; ``seq`` orders those of one instant."""
    return [Step(event.observed_at, StepKind.EVENT, event.seq, event.label) for event in events]


def question_steps(questions: Iterable[Question]) -> list[Step]:
    """One step a question, keyed by its row; probes after the queries of one cutoff."""
    return [
        Step(
            question.cutoff,
            StepKind.PROBE if question.kind == QuestionKind.PROBE else StepKind.QUERY,
            question.seq,
            str(question.pk),
        )
        for question in questions
    ]


def of(*, run_id: int, scenario: Scenario) -> SceneTimeline:
    """The timeline that every system of the run lives through in this scenario."""
    events = list(scenario.events.with_text().order_by("observed_at", "seq"))
    questions = list(Question.objects.filter(run_id=run_id, scenario=scenario).order_by("pk"))
    timeline = plan([*event_steps(events), *question_steps(questions)])
    return SceneTimeline(timeline, tuple(events), {str(question.pk): question for question in questions})


def opaque_ids(variant: IngestVariant, events: Iterable[Event]) -> OpaqueIds:
    """The ids under which a variant sees these events."""
    return OpaqueIds.of(variant.id_salt, (event.label for event in events))
