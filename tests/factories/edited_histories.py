"""Stored travel histories that are edited at random, and what they hold, as comparable values."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from scenarios.bundle import Bundle, EventSpec, QuerySpec, ScenarioSpec
from scenarios.datalog.derivation import Derivation, Evaluation
from scenarios.datalog.history import ActionRecord, History
from scenarios.datalog.syntax import Goal
from scenarios.models import FactVersion, GoldAnswer, Query, Scenario, Suite
from scenarios.selectors import derivations
from scenarios.services import evaluation, suites
from scenarios.services.edited_specs import AddEvent, ChangeActions, Edit, RemoveEvent
from tests.factories import travel_world


def events_of(history: History) -> list[EventSpec]:
    """One event for each event id of a history, with a word or two."""
    by_event: dict[str, list[ActionRecord]] = {}
    for action in history.actions:
        size = None if action.size is None else max(action.size, len(action.members))
        by_event.setdefault(action.event, []).append(replace(action, size=size))
    return [
        EventSpec(
            id=label, t=actions[0].t, seq=actions[0].seq, text=f"Record {label}.", actions=tuple(actions)
        )
        for label, actions in by_event.items()
    ]


def store(events: Iterable[EventSpec], asked: Iterable[tuple[Goal, datetime]], program: str) -> Scenario:
    """An imported draft suite of one scenario with the given events and queries."""
    queries = tuple(
        QuerySpec(f"q{number:03}", goal, cutoff, f"Question {number}?", "semantic", "S1", "entity")
        for number, (goal, cutoff) in enumerate(asked)
    )
    spec = ScenarioSpec("edited", "Edited", "none", 0, program, tuple(events), queries)
    number = Suite.objects.count()
    bundle = Bundle(f"edited-{number}", "Edited", "imported", (spec,))
    return suites.store(bundle=bundle, by=None).scenarios.get()


@dataclass
class Edits:
    """Draws edits of one travel history: what was held back arrives, what is there goes or changes."""

    rng: random.Random
    waiting: list[EventSpec]
    present: list[EventSpec]

    @classmethod
    def of(cls, rng: random.Random, held_back: int) -> Edits:
        """A history some of whose events arrive late."""
        events = events_of(travel_world.history(rng).history)
        rng.shuffle(events)
        return cls(rng, events[:held_back], events[held_back:])

    def next(self) -> tuple[Edit, list[EventSpec]]:
        """An edit, and the events that are there once it is done."""
        chance = self.rng.random()
        if self.waiting and chance < 0.6:
            event = self.waiting.pop()
            return AddEvent(event), [*self.present, event]
        old = self.rng.choice(self.present)
        rest = [event for event in self.present if event.id != old.id]
        if chance < 0.8:
            return RemoveEvent(old.id), rest
        donor = self.rng.choice(self.present)
        actions = tuple(
            replace(action, event=old.id, t=old.t, seq=old.seq, as_of=None) for action in donor.actions
        )
        return ChangeActions(old.id, actions), [*rest, replace(old, actions=actions)]


def version_rows(scenario: Scenario) -> list[tuple[Any, ...]]:
    """The version rows of a scenario without their ids."""
    fields = (
        *("event__label", "predicate", "a0", "a1", "a2", "member", "op", "value", "size"),
        *("observed_at", "as_of", "seq", "pos", "valid_until"),
    )
    return sorted(FactVersion.objects.filter(scenario=scenario).values_list(*fields), key=str)


def gold_rows(scenario: Scenario) -> dict[str, dict[str, Any]]:
    """Every column of every gold row, ids included, by the label of the query."""
    rows = GoldAnswer.objects.filter(query__scenario=scenario)
    return {row.pop("query__label"): row for row in rows.values("query__label", *_gold_columns())}


def _gold_columns() -> list[str]:
    return [field.attname for field in GoldAnswer._meta.concrete_fields]


def graph(derivation: Derivation) -> tuple[Any, ...]:
    """A derivation as a comparable value."""
    nodes = {key: (node.state, node.obsolete_count) for key, node in derivation.nodes.items()}
    return derivation.root, nodes, set(derivation.edges)


def derived(scenario: Scenario) -> dict[str, tuple[Any, ...]]:
    """What every query derives to now, computed anew."""
    asked = list(scenario.queries.order_by("label"))
    found = evaluation.evaluate_all(scenario=scenario, asked=[(q.goal, q.cutoff) for q in asked])
    return {query.label: _shown(one) for query, one in zip(asked, found, strict=True)}


def _shown(one: Evaluation) -> tuple[Any, ...]:
    gold = (one.gold.label.value, one.gold.answer, list(one.gold.missing))
    return gold, graph(one.derivation), [list(events) for events in one.witnesses.witnesses]


def stored(scenario: Scenario) -> dict[str, tuple[Any, ...]]:
    """What the rows say of every query."""
    graphs = derivations.all_of(scenario)
    rows = scenario.queries.select_related("gold").prefetch_related("witnesses")
    return {query.label: _stored(query, graphs[query.pk]) for query in rows}


def _stored(query: Query, derivation: Derivation) -> tuple[Any, ...]:
    gold = (query.gold.label, query.gold.answer, list(query.gold.missing))
    witnesses = sorted(query.witnesses.all(), key=lambda witness: witness.position)
    return gold, graph(derivation), [witness.events for witness in witnesses]
