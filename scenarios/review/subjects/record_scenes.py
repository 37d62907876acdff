"""Reads of what forms of records are made with: programs in words, names, actions and records of a suite."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from scenarios.bundle import EventSpec
from scenarios.datalog.errors import ProgramError
from scenarios.datalog.history import ActionRecord, Op
from scenarios.datalog.syntax import Decl
from scenarios.domains import registry
from scenarios.domains.base import Domain
from scenarios.models import Action, Entity, Event, Rendering, Scenario
from scenarios.models.compiled_query import STAND_IN, CompiledQuery
from scenarios.rendering.action_words import ActionWords
from scenarios.rendering.mutated_records import domain_clauses
from scenarios.rendering.near_values import known_values
from scenarios.review.subjects.record_content import Scene
from scenarios.review.subjects.record_statements import Statement, statements
from scenarios.selectors import programs

_ACTION = ("event_id", "pos", "op", "pred", "key", "member", "value", "as_of", "size", "members", "clause")


def domain_of(slug: str) -> Domain | None:
    """The domain of a slug, None where none of that name ships."""
    return registry.get(slug) if slug in registry.names() else None


def decls_of(scenario: Scenario) -> dict[str, Decl]:
    """The declarations of a scenario's program; none where it cannot be read."""
    try:
        return dict(programs.load(scenario).decls)
    except ProgramError:
        return {}


def words_of(scenario: Scenario) -> ActionWords:
    """Actions of a scenario in the words of its domain."""
    return _words(scenario.program, scenario.slug, scenario.domain)


@lru_cache(maxsize=64)
def _words(program: str, slug: str, domain: str) -> ActionWords:
    return ActionWords.speaking(
        decls_of(Scenario(program=program, slug=slug, domain=domain)), domain_of(domain)
    )


def scene_of(
    scenario: Scenario, actions: Iterable[ActionRecord], entities: Iterable[tuple[str, str]]
) -> Scene:
    """What the records of a scenario are prepared with; ``entities`` are (type, name)."""
    words, domain = words_of(scenario), domain_of(scenario.domain)
    clauses = domain_clauses(domain) if domain is not None else []
    return Scene(words.decls, domain, words, known_values(words.decls, actions, entities, clauses))


def scenes(
    scenarios: Iterable[Scenario], found: dict[int, dict[int, tuple[ActionRecord, ...]]]
) -> dict[int, Scene]:
    """The scene of each scenario, by its id. One query."""
    named: dict[int, list[tuple[str, str]]] = defaultdict(list)
    listed = list(scenarios)
    for pk, kind, name in Entity.objects.filter(scenario__in=listed).values_list(
        "scenario_id", "type", "name"
    ):
        named[pk].append((kind, name))
    return {
        one.pk: scene_of(
            one,
            (action for actions in found.get(one.pk, {}).values() for action in actions),
            named[one.pk],
        )
        for one in listed
    }


def actions_of(
    scenarios: Iterable[Scenario], events: Iterable[int] | None = None
) -> dict[int, dict[int, tuple[ActionRecord, ...]]]:
    """The actions of all events, or of those with these ids, by scenario and event. One query."""
    found: dict[int, dict[int, list[ActionRecord]]] = defaultdict(lambda: defaultdict(list))
    rows = Action.objects.filter(event__scenario__in=list(scenarios)).order_by("event_id", "pos")
    if events is not None:
        rows = rows.filter(event__in=list(events))
    columns = ("event__scenario_id", "event__label", "event__observed_at", "event__seq", *_ACTION)
    for scenario, label, t, seq, event, *fields in rows.values_list(*columns):
        found[scenario][event].append(_action(label, t, seq, *fields))
    return {
        scenario: {event: tuple(actions) for event, actions in events.items()}
        for scenario, events in found.items()
    }


def _action(
    label: str, t: datetime, seq: int, pos: int, op: str, pred: str, key: list[str], member: str | None,
    value: str | None, as_of: datetime, size: int | None, members: list[str], clause: str | None,
) -> ActionRecord:  # fmt: skip
    since = None if as_of == t else as_of
    return ActionRecord(
        label, t, seq, pos, Op(op), pred, tuple(key), member, value, since, size, tuple(members), clause
    )


def spec_of(event: Event, rendering: Rendering, actions: tuple[ActionRecord, ...]) -> EventSpec:
    """A record as generators know it, for what is made of its words."""
    return EventSpec(
        id=event.label,
        t=event.observed_at,
        seq=event.seq,
        text=rendering.text,
        actions=actions,
        kind=event.kind,
        template=event.template,
        renderer="llm" if rendering.renderer == Rendering.Renderer.LLM else "",
    )


@dataclass(frozen=True, slots=True)
class Named:
    """A named thing of a scenario, as glossaries show it."""

    name: str
    type: str
    aliases: tuple[str, ...]

    @property
    def kind(self) -> str:
        """Its type as a word."""
        return self.type.replace("_", " ")

    def occurs_in(self, text: str) -> bool:
        """Whether its name or another name of it stands in the text."""
        folded = text.casefold()
        return any(form.casefold() in folded for form in (self.name, *self.aliases))


def names(scenario: Scenario) -> list[Named]:
    """All named things of a scenario by type and name. One query."""
    return [Named(name, kind, tuple(more)) for name, kind, more in _NAMES.rows(scenario.pk)]


_NAMES: CompiledQuery[tuple[str, str, list[str]]] = CompiledQuery(
    lambda scenario: (
        Entity.objects.filter(scenario=scenario)
        .order_by("type", "name")
        .values_list("name", "type", "aliases")
    ),
    STAND_IN,
)


def pieces(text: str, named: Sequence[Named]) -> list[tuple[str, Named | None]]:
    """A text cut where the named things stand in it, the longest of several that begin at one place."""
    forms = {form: one for one in named for form in (*one.aliases, one.name)}
    if not forms:
        return [(text, None)]
    longest = sorted(map(re.escape, forms), key=len, reverse=True)
    cut = re.split(rf"(?<!\w)({'|'.join(longest)})(?!\w)", text)
    return [(piece, forms.get(piece) if place % 2 else None) for place, piece in enumerate(cut) if piece]


def statements_of(scenario: Scenario) -> tuple[Statement, ...]:
    """What records of a scenario can state."""
    return _statements(scenario.program, scenario.slug, scenario.domain)


@lru_cache(maxsize=64)
def _statements(program: str, slug: str, domain: str) -> tuple[Statement, ...]:
    return statements(_words(program, slug, domain), domain_of(domain))
