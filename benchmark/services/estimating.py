"""What a run will take, before it is launched: records, questions, tokens, minutes (overview, ux Lead)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Avg, Count

from benchmark.models import ContextStatus, IngestBatch, Store, SutContext
from benchmark.services import questions
from benchmark.walk.segments import Pace
from scenarios.models import Event, Suite
from sut_adapters import tokens
from sut_adapters.models import SystemUnderTest

#: From this many questions on, what was measured replaces the first guess.
ENOUGH_TO_MEASURE = 10
#: Hand-overs of records that say how long one takes.
LATEST_BATCHES = 200


@dataclass(frozen=True, slots=True)
class Estimate:
    """Totals over all systems, hints and repetitions. ``measured`` of ``systems`` have walked before, so
    that their pace is known; for the others ``minutes`` rests on a guess. ``reading_tokens`` is the most
    that the budget lets through."""

    systems: int
    measured: int
    variants: int
    events: int
    questions: int
    ingest_tokens: int
    reading_tokens: int
    minutes: float

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def estimate(
    *,
    suite: Suite,
    systems: Sequence[SystemUnderTest],
    hints: Sequence[str] = ("none",),
    repetitions: int = 1,
    budget: int,
    reading_repetitions: int = 1,
    parts: Sequence[str] = (),
) -> Estimate:
    """What a launch with these settings would hand over, ask and read. Launches nothing; the probes and
    tracked queries of the suite are planned where they are not yet, for they are counted."""
    questions.prepare(suite=suite, parts=parts)
    each = len(hints) * repetitions
    events = [event.text or "" for event in Event.objects.filter(scenario__suite=suite).with_text()]
    asked = sum(len(questions.of_scenario(scenario, parts)) for scenario in suite.scenarios.all())
    paces = {system.pk: measured_pace(system) for system in systems}
    seconds = sum(
        each * (len(events) * pace.event_seconds + asked * pace.question_seconds)
        for pace in (found or Pace() for found in paces.values())
    )
    variants = each * len(systems)
    return Estimate(
        systems=len(systems),
        measured=sum(found is not None for found in paces.values()),
        variants=variants,
        events=variants * len(events),
        questions=variants * asked,
        ingest_tokens=variants * sum(tokens.count(text) for text in events),
        reading_tokens=variants * asked * reading_repetitions * budget,
        minutes=round(seconds / 60, 2),
    )


def measured_pace(system: SystemUnderTest) -> Pace | None:
    """How long this system, as it is configured now, took on earlier walks; None if not known yet.

    By what it took for each record and question itself: between the start and the end of a walk lie the
    times in which its worker was lost or it waited to be taken up again.
    """
    as_now = {
        "variant__system": system,
        "variant__adapter": system.adapter,
        "variant__config": system.full_config,
    }
    asked = SutContext.objects.filter(**as_now, status=ContextStatus.OK)
    done = asked.aggregate(n=Count("pk"), seconds=Avg("seconds"))
    if done["n"] < ENOUGH_TO_MEASURE:
        return None
    taken = IngestBatch.objects.filter(store__in=Store.objects.filter(**as_now)).order_by("-pk")
    batches = taken.values_list("first", "end", "seconds")[:LATEST_BATCHES]
    events = sum(end - first for first, end, _ in batches)
    seconds = sum(spent for _, _, spent in batches)
    return Pace(seconds / events if events else Pace().event_seconds, max(float(done["seconds"]), 0.001))
