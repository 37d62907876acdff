"""Writes the rows of a checked scenario, many at a time; never one by one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from scenarios.bundle import EventSpec, ScenarioSpec
from scenarios.datalog.history import ActionRecord
from scenarios.datalog.version_goals import choice_object
from scenarios.models import Entity, Query, Rendering, Scenario, Suite
from scenarios.rendering.verdicts import is_templated
from scenarios.services.copying import copy_rows, new_ids

BATCH = 1000
#: Events that are copied together, with all that belongs to them.
EVENTS_AT_ONCE = 10_000

#: The columns that COPY fills; what a row leaves out has to be NULL or have a default of the database.
EVENT_COLUMNS = (
    *("id", "scenario_id", "label", "observed_at", "seq", "kind", "speaker", "session", "distractor_kind"),
    *("synthetic_time", "template"),
)
ACTION_COLUMNS = (
    *("event_id", "pos", "op", "pred", "key", "member", "value", "as_of", "size", "members", "clause"),
    *("ineffective", "meta"),
)
RENDERING_COLUMNS = ("event_id", "version", "text", "renderer", "status", "checks", "is_current")


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
    store_events(scenario=scenario, events=spec.events)
    _store_queries(scenario, spec)
    return scenario


def store_events(*, scenario: Scenario, events: Iterable[EventSpec]) -> int:
    """Store events with their actions and words by COPY; returns how many. They may come one by one."""
    count, waiting = 0, iter(events)
    while batch := list(islice(waiting, EVENTS_AT_ONCE)):
        ids = new_ids("scenarios_event", len(batch))
        numbered = list(zip(ids, batch, strict=True))
        copy_rows("scenarios_event", EVENT_COLUMNS, (_event(scenario, *one) for one in numbered))
        copy_rows(
            "scenarios_action",
            ACTION_COLUMNS,
            (_action(pk, action) for pk, event in numbered for action in event.actions),
        )
        copy_rows("scenarios_rendering", RENDERING_COLUMNS, (row for one in numbered for row in words(*one)))
        count += len(batch)
    return count


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
                goal_version=choice_object(query.goal.version),
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
                renderer=query.renderer or ("template" if is_templated(query) else "given"),
            )
            for row, query in zip(rows, spec.queries, strict=True)
        ),
        batch_size=BATCH,
    )


def _event(scenario: Scenario, pk: int, event: EventSpec) -> tuple[Any, ...]:
    return (
        *(pk, scenario.pk, event.id, event.t, event.seq, event.kind, event.speaker, event.session),
        *(event.distractor_kind, event.synthetic_time, event.template),
    )


def _action(event_pk: int, action: ActionRecord) -> tuple[Any, ...]:
    return (
        *(event_pk, action.pos, action.op.value, action.pred, json.dumps(action.key), action.member),
        *(action.value, action.as_of or action.t, action.size, json.dumps(action.members), action.clause),
        *(action.ineffective, "{}"),
    )


def words(event_pk: int, event: EventSpec) -> Iterator[tuple[Any, ...]]:
    """The renderings of a new event by ``RENDERING_COLUMNS``: its words and, behind those of a model or of a
    person, the template's as the version before."""
    status, first = Rendering.Status.DRAFT.value, 1
    if event.template_text:
        yield (event_pk, first, event.template_text, Rendering.Renderer.TEMPLATE.value, status, "{}", False)
        first += 1
    yield (event_pk, first, event.text, event.worded_by, status, "{}", True)
