"""The blast radius of an edit: what rests on the version keys that it touches (overview 4.11).

A query is left alone only where its derivation cannot change: none of its reads, also of what was not there,
meets a touched key from the time of the edit on, no touched rule can give its predicates a clause, and none
of the events that its figures replay speaks of a touched key.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar

from django.conf import settings
from django.utils.module_loading import import_string

from scenarios.bundle import ScenarioSpec
from scenarios.datalog.derivation import Gold
from scenarios.datalog.history import History
from scenarios.datalog.reads import COMPLETE, RULE, Reads, Tracer, heads_of_rule, rests_on
from scenarios.datalog.resolution import Resolved, effective, resolve
from scenarios.datalog.syntax import Goal, Program
from scenarios.importers.folds import fold, is_folded
from scenarios.models import Query, Suite
from scenarios.services.edited_specs import TouchedKey, actions_of, rule_texts

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class QueryImpact:
    """A query that an edit may change: why, its gold before and after, and what of it differs.

    ``reads`` names the touched keys that its derivation reads, ``replays`` the events with touched keys that
    its witness checks replay. ``figures`` covers those checks and its measures.
    """

    query: str
    cutoff: datetime
    reads: tuple[str, ...]
    replays: tuple[str, ...]
    before: Gold | None
    after: Gold
    answer: bool = False
    derivation: bool = False
    witnesses: bool = False
    figures: bool = False

    @property
    def changed(self) -> bool:
        """Whether its gold, derivation or witnesses differ."""
        return self.answer or self.derivation or self.witnesses


@dataclass(frozen=True, slots=True)
class Dependent:
    """What rests on the edited part in an upper room: ``what`` (runs, answers to score again), how many, and
    the first names."""

    what: str
    count: int
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EditScope:
    """What ``IMPACT_SOURCES`` are asked about: the queries whose gold changes; by id of the scenario from
    when on the records that systems read are others (those left out stay as they are); and the queries
    that are asked otherwise."""

    suite: Suite
    queries: frozenset[int]
    records_since: Mapping[int, datetime]
    asked_again: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Impact:
    """What an edit does, before it is stored or after.

    It is seen at cutoffs from ``since`` on.
    ``queries`` holds those that it may change, ``untouched`` counts the others of the scenario;
    ``remeasured`` counts those of them whose witness now lies elsewhere in the timeline, while their gold
    stays. ``stored`` is false for a preview.
    """

    suite: str
    scenario: str
    verb: str
    event: str
    since: datetime
    keys: tuple[TouchedKey, ...]
    queries: tuple[QueryImpact, ...]
    untouched: int
    remeasured: int
    dependents: tuple[Dependent, ...] = ()
    stored: bool = False

    @property
    def changed(self) -> tuple[QueryImpact, ...]:
        """Queries whose gold, derivation or witnesses change."""
        return tuple(query for query in self.queries if query.changed)


@dataclass(slots=True)
class Reason:
    """Why a query may change."""

    reads: list[str] = field(default_factory=list)
    replays: list[str] = field(default_factory=list)


def candidates(
    *,
    program: Program,
    before: ScenarioSpec,
    after: ScenarioSpec,
    queries: Sequence[Query],
    keys: Sequence[TouchedKey],
) -> dict[int, Reason]:
    """The queries that an edit may change, by their ids. Their gold and witnesses are those before it."""
    found: dict[int, Reason] = defaultdict(Reason)
    history = History.of(actions_of(before))
    heads = {
        key.key[0]: heads_of_rule(program, key.key[0].removeprefix(RULE), _texts(before, after, key))
        for key in keys
        if key.key[0].startswith(RULE)
    }
    speakers = _speakers((before, after), keys)
    for cutoff, asked in _grouped(queries, lambda query: query.cutoff):
        seen = [key for key in keys if key.since <= cutoff]
        if not seen:
            continue
        resolved = resolve(history, cutoff)
        for query in asked:
            if reads := _reads(program, resolved, query, seen, heads):
                found[query.pk].reads += reads
            evidence = _evidence(query)
            for key in seen:
                if both := sorted(evidence & speakers[key]):
                    found[query.pk].replays += [f"{event} states {key}" for event in both]
    return dict(found)


def _texts(before: ScenarioSpec, after: ScenarioSpec, key: TouchedKey) -> list[str]:
    return rule_texts((before, after), key.key[0].removeprefix(RULE))


def _speakers(specs: Iterable[ScenarioSpec], keys: Sequence[TouchedKey]) -> dict[TouchedKey, set[str]]:
    """The events with an action on each touched key, before or after."""
    events: dict[object, set[str]] = defaultdict(set)
    for spec in specs:
        for action in effective(actions_of(spec)):
            events[action.version_key].add(action.event)
    return {key: events[key.key] for key in keys}


def _evidence(query: Query) -> set[str]:
    """The events that the checks of a query's witnesses replay."""
    gold = query.gold
    listed = {event for witness in query.witnesses.all() for event in witness.events}
    return {
        *listed,
        *gold.support,
        *gold.support_high,
        *gold.context_events,
        *gold.checks.get("superseding", ()),
    }


def _reads(
    program: Program,
    resolved: Resolved,
    query: Query,
    keys: Sequence[TouchedKey],
    heads: dict[str, frozenset[str]],
) -> list[str]:
    """The touched keys that the derivation of a query reads, as text."""
    names = {key.key[0].removeprefix(COMPLETE) for key in keys}.union(*heads.values())
    if not is_folded(query.target) and names.isdisjoint(rests_on(program, resolved, query.goal.pred)):
        return []  # a fold asks further goals
    tracer = Tracer(program, resolved)
    goals = [query.goal]
    gold = tracer.evaluate(query.goal)

    def ask(asked: Sequence[Goal]) -> list[Gold]:
        goals.extend(asked)
        return [tracer.answer(goal) for goal in asked]

    fold(query.target, gold, ask)
    stood_on = frozenset[str]().union(*(rests_on(program, resolved, goal.pred) for goal in goals))
    return [str(key) for key in keys if _sees(tracer.reads, stood_on, heads, key)]


def _sees(reads: Reads, stood_on: frozenset[str], heads: dict[str, frozenset[str]], key: TouchedKey) -> bool:
    return reads.meets(key.key) or not stood_on.isdisjoint(heads.get(key.key[0], ()))


def _grouped(rows: Iterable[T], key: Callable[[T], datetime]) -> Iterator[tuple[datetime, list[T]]]:
    groups: dict[datetime, list[T]] = defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    yield from sorted(groups.items())


def dependents(scope: EditScope) -> tuple[Dependent, ...]:
    """What the upper rooms say rests on the edited part, by the setting ``IMPACT_SOURCES``: dotted paths of
    callables that take an ``EditScope`` and give ``Dependent`` rows."""
    found: list[Dependent] = []
    for path in settings.IMPACT_SOURCES:
        found += import_string(path)(scope)
    return tuple(found)


def as_preview(impact: Impact) -> Impact:
    """The same, marked as not stored."""
    return replace(impact, stored=False)
