"""Writes which queries of a released suite are tracked, and their gold at each checkpoint (spec 8.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db import connection, transaction

from benchmark.floor.accounts.models import User
from benchmark.floor.audit.services import records as audit
from benchmark.floor.jobs import clocks
from benchmark.scoring.subjects import Subject
from probes.diagnosis import tracking
from probes.diagnosis.changes import Change
from probes.diagnosis.tracking import Candidate, Choice
from probes.models import TrackedQuery, TrackedState
from probes.services import askable, tracked_golds
from probes.services.askable import Askable
from probes.services.tracked_golds import Place, Trajectories
from scenarios.datalog.derivation import Answerability
from scenarios.exceptions import StateRefusedError
from scenarios.models import Scenario, Suite

_BATCH = 2_000
#: First key of the advisory locks of this module; the second is the suite.
LOCK = 0x7_4AC


@transaction.atomic
def track_suite(
    *,
    suite: Suite,
    by: User | None = None,
    count: int = tracking.TRACKED,
    checkpoints: int = tracking.CHECKPOINTS,
) -> dict[str, Choice]:
    """Choose and write the tracked queries of each scenario, by its slug, with their states.

    A suite that has some is left alone, and nothing is returned; two calls at once write once. Raises
    ``StateRefusedError`` for a suite that is not released, ``TrackedGoldError`` where the two ways of
    computing gold differ, and as ``evaluation.answers``.
    """
    if not suite.is_released:
        raise StateRefusedError(
            f"Suite {suite.slug!r} is a draft, whose gold may still change; release it before it is tracked."
        )
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [LOCK, suite.pk])
    if TrackedQuery.objects.filter(query__scenario__suite=suite).exists():
        return {}
    found = {
        scenario.slug: track_scenario(scenario=scenario, count=count, checkpoints=checkpoints)
        for scenario in suite.scenarios.order_by("position", "pk")
    }
    tracked = sum(len(choice.chosen) for choice in found.values())
    audit.record(
        action="suite.tracked",
        subject=f"suite:{suite.slug}",
        by=by,
        details={"tracked": tracked, "checkpoints": checkpoints},
    )
    return found


def track_scenario(*, scenario: Scenario, count: int, checkpoints: int) -> Choice:
    """Choose and write the tracked queries of one scenario, in the caller's transaction."""
    candidates = askable.of_scenario(scenario)
    times = scenario.events.values_list("observed_at", flat=True)
    cutoffs = tracking.checkpoints(times, checkpoints) if candidates else ()
    if not cutoffs:
        return tracking.choose([], count=count, seed=scenario.seed)
    golds = tracked_golds.at_checkpoints(scenario, [one.query for one in candidates], cutoffs)
    changes = tracked_golds.changes(golds)
    by_label = {one.query.label: one for one in candidates}
    told = [_candidate(one, golds, changes) for one in candidates]
    choice = tracking.choose(told, count=count, seed=scenario.seed)
    chosen = [by_label[one.id] for one in choice.chosen]
    golds.derive((one.query.pk, number) for one in chosen for number in range(1, len(cutoffs) + 1))
    write(tracked=chosen, golds=golds, changes=changes)
    return choice


def _candidate(one: Askable, golds: Trajectories, changes: dict[Place, Change]) -> Candidate:
    query = one.query
    return Candidate(
        id=query.label,
        goal=(query.goal.pred, query.goal.key, query.goal.member),
        family=query.family,
        known=any(gold.label is not Answerability.UNKNOWN for gold in golds.golds[query.pk]),
        changes=tuple(changes[query.pk, number].kind for number in golds.changed(query.pk)),
    )


def write(*, tracked: Sequence[Askable], golds: Trajectories, changes: dict[Place, Change]) -> None:
    """Store tracked queries in this order, with their states; everything was derived before."""
    now = clocks.now()
    rows = TrackedQuery.objects.bulk_create(
        (
            TrackedQuery(query=one.query, position=place, created_at=now)
            for place, one in enumerate(tracked, 1)
        ),
        batch_size=_BATCH,
    )
    states = (
        state for row, one in zip(rows, tracked, strict=True) for state in _states(row, one, golds, changes)
    )
    TrackedState.objects.bulk_create(states, batch_size=_BATCH)


def _states(
    row: TrackedQuery, one: Askable, golds: Trajectories, changes: dict[Place, Change]
) -> Iterator[TrackedState]:
    for number, cutoff in enumerate(golds.cutoffs, 1):
        place = (one.query.pk, number)
        found = changes.get(place)
        yield TrackedState(
            tracked=row,
            number=number,
            cutoff=cutoff,
            text=one.words(cutoff),
            subject=_subject(one, golds, place).as_json(),
            change=found.kind.value if found else "",
            changed_by=list(found.events) if found else [],
        )


def _subject(one: Askable, golds: Trajectories, place: Place) -> Subject:
    """What is asked at a checkpoint. The records that tell it are the event leaves of its derivation."""
    query, derived = one.query, golds.derived[place]
    return Subject(
        goal=query.goal,
        answer_type=query.answer_type,
        label=derived.gold.label.value,
        answer=derived.gold.answer,
        unit=query.unit,
        events=derived.derivation.context_events,
        nouns=tuple(query.target.get("nouns", ())),
    )
