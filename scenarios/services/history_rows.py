"""Writes the rows of a checked scenario, many at a time; never one by one."""

from __future__ import annotations

from scenarios.bundle import EventSpec, ScenarioSpec
from scenarios.datalog.history import ActionRecord
from scenarios.models import Action, Entity, Event, Query, Rendering, Scenario, Suite
from scenarios.rendering.verdicts import is_templated

BATCH = 1000


def store_scenario(*, suite: Suite, spec: ScenarioSpec, position: int) -> Scenario:
    """Store scenario, entities, events with actions and words, and queries with words; no gold yet."""
    times = [event.t for event in spec.events]
    scenario = Scenario.objects.create(
        suite=suite,
        slug=spec.slug,
        title=spec.title,
        domain=spec.domain,
        seed=spec.seed,
        program=spec.program,
        config=spec.config,
        horizon_start=min(times, default=None),
        horizon_end=max(times, default=None),
        position=position,
    )
    Entity.objects.bulk_create(
        (
            Entity(
                scenario=scenario,
                name=entity.name,
                type=entity.type,
                aliases=list(entity.aliases),
                attrs=entity.attrs,
            )
            for entity in spec.entities
        ),
        batch_size=BATCH,
    )
    _store_events(scenario, spec)
    _store_queries(scenario, spec)
    return scenario


def _store_events(scenario: Scenario, spec: ScenarioSpec) -> None:
    rows = Event.objects.bulk_create((_event(scenario, event) for event in spec.events), batch_size=BATCH)
    pairs = list(zip(rows, spec.events, strict=True))
    Action.objects.bulk_create(
        (_action(row, action) for row, event in pairs for action in event.actions), batch_size=BATCH
    )
    Rendering.objects.bulk_create(
        (
            Rendering(event=row, text=event.text, renderer="template" if event.template else "given")
            for row, event in pairs
        ),
        batch_size=BATCH,
    )


def _store_queries(scenario: Scenario, spec: ScenarioSpec) -> None:
    rows = Query.objects.bulk_create(
        (
            Query(
                scenario=scenario,
                label=query.id,
                goal_pred=query.goal.pred,
                goal_key=list(query.goal.key),
                goal_member=query.goal.member,
                goal_temporal=query.goal.temporal,
                cutoff=query.cutoff,
                family=query.family,
                operator=query.operator,
                answer_type=query.answer_type,
                unit=query.unit,
                tolerance=query.tolerance,
                target=query.target,
                checkpoint=query.checkpoint,
                stated=query.stated,
            )
            for query in spec.queries
        ),
        batch_size=BATCH,
    )
    Rendering.objects.bulk_create(
        (
            Rendering(
                query=row,
                text=query.question,
                renderer="template" if is_templated(query) else "given",
            )
            for row, query in zip(rows, spec.queries, strict=True)
        ),
        batch_size=BATCH,
    )


def _event(scenario: Scenario, event: EventSpec) -> Event:
    return Event(
        scenario=scenario,
        label=event.id,
        observed_at=event.t,
        seq=event.seq,
        kind=event.kind,
        speaker=event.speaker,
        session=event.session,
        distractor_kind=event.distractor_kind,
        synthetic_time=event.synthetic_time,
        template=event.template,
    )


def _action(row: Event, action: ActionRecord) -> Action:
    return Action(
        event=row,
        pos=action.pos,
        op=action.op.value,
        pred=action.pred,
        key=list(action.key),
        member=action.member,
        value=action.value,
        as_of=action.as_of or action.t,
        size=action.size,
        members=list(action.members),
        clause=action.clause,
        ineffective=action.ineffective,
    )
