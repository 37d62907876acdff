"""Stores a history of action records as rows, without a bundle around it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from scenarios.datalog.history import ActionRecord, History
from scenarios.models import Action, Event, Scenario, Suite
from scenarios.services import versions

_numbers = itertools.count(1)


def store_history(program: str, history: History, *, name: str = "history") -> Scenario:
    """A scenario of its own with the events, actions and version rows of ``history``."""
    number = next(_numbers)
    suite = Suite.objects.create(slug=f"{name}-{number}", title=name, kind="derive")
    scenario = Scenario.objects.create(suite=suite, slug=f"{name}-{number}", title=name, program=program)
    store_actions(scenario, history.actions)
    versions.rebuild(scenario=scenario)
    return scenario


def store_histories(known: Sequence[tuple[str, History]], *, name: str = "histories") -> list[Scenario]:
    """A scenario for each program and history, all of one suite, written together."""
    number = next(_numbers)
    suite = Suite.objects.create(slug=f"{name}-{number}", title=name, kind="derive")
    scenarios = Scenario.objects.bulk_create(
        Scenario(suite=suite, slug=f"{name}-{number}-{place}", title=name, program=program)
        for place, (program, _) in enumerate(known)
    )
    events: dict[tuple[int, str], Event] = {}
    for scenario, (_, history) in zip(scenarios, known, strict=True):
        for record in history.actions:
            events.setdefault((scenario.pk, record.event), _event(scenario, record))
    Event.objects.bulk_create(events.values())
    actions = Action.objects.bulk_create(
        _action(events[scenario.pk, record.event], record)
        for scenario, (_, history) in zip(scenarios, known, strict=True)
        for record in history.actions
    )
    versions.record(actions=actions)
    return scenarios


def store_actions(scenario: Scenario, records: Iterable[ActionRecord]) -> list[Action]:
    """Events and actions of the records, as they come; no version rows."""
    events: dict[str, Event] = {}
    for record in records:
        if record.event not in events:
            events[record.event] = _event(scenario, record)
    Event.objects.bulk_create(events.values())
    return Action.objects.bulk_create(_action(events[record.event], record) for record in records)


def _event(scenario: Scenario, record: ActionRecord) -> Event:
    return Event(scenario=scenario, label=record.event, observed_at=record.t, seq=record.seq, kind="record")


def _action(event: Event, record: ActionRecord) -> Action:
    return Action(
        event=event,
        pos=record.pos,
        op=record.op.value,
        pred=record.pred,
        key=list(record.key),
        member=record.member,
        value=record.value,
        as_of=record.as_of or record.t,
        size=record.size,
        members=list(record.members),
        clause=record.clause,
        ineffective=record.ineffective,
    )
