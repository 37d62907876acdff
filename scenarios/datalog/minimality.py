"""Checks of witnesses by replay on sub-histories: C1 to C4 and brute force (spec 2.4). PURE.

Replay keeps, of each chosen event, only the actions whose version is current in the full history, or is the
one that a temporal goal asks for, so a revision stands without what it revised. What a reader of the records
alone would conclude (C4) is resolved from all actions of the chosen events instead.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache

from scenarios.datalog.derivation import Answerability, Derivation, Evaluation, Gold, NodeKind, WitnessList
from scenarios.datalog.errors import RunawayError
from scenarios.datalog.goals import canonical_goal
from scenarios.datalog.history import ActionRecord, History
from scenarios.datalog.resolution import AssumedSizes, Group, Resolved, Version, resolve
from scenarios.datalog.syntax import Goal, Program
from scenarios.datalog.version_goals import other_versions

#: Witnesses up to this size are checked against all their subsets.
BRUTE_FORCE_SIZE = 12

AnswerHistory = Callable[[History], Gold]
AnswerEvents = Callable[[Iterable[str]], Gold]
Answer = Callable[[Program, History, Goal, datetime, AssumedSizes], Gold]


def same(one: Gold, other: Gold) -> bool:
    """Whether two golds are the same z(q): label and answer."""
    return one.label is other.label and one.answer == other.answer


def current_history(resolved: Resolved, others: Iterable[Version] = ()) -> History:
    """The actions whose version is current: what B_τ rests on; ``others`` are further versions to keep, which
    a goal asks for by name. A completeness that lists members stands beside the memberships it asserts, so
    that only the current ones of those are kept."""
    kept: dict[ActionRecord, None] = {}
    for version in (*(versions[-1] for versions in resolved.by_key.values()), *others):
        kept.update((replace(action, members=()), None) for action in version.actions)
    return History.of(kept)


def assumed_sizes(program: Program, resolved: Resolved) -> dict[Group, int]:
    """Sizes that the assumed collections of a program have here; replay keeps them (spec 1.7)."""
    found: dict[Group, int] = {}
    for pred in program.assumed_complete:
        for group in resolved.groups(pred):
            found[pred, group] = len(resolved.group(pred, group).members)
    return found


def superseders(resolved: Resolved, events: Iterable[str]) -> tuple[str, ...]:
    """The events to add to ``events`` so that a reader of their records alone revives nothing (spec 2.4, C4).

    Where a chosen event asserts an obsolete version of a key and none asserts its current one, the first
    event that asserts the current one is added; that event may be obsolete elsewhere, so it is repeated.
    """
    chosen = frozenset(events)
    added: set[str] = set()
    while True:
        have = chosen | added
        missing = {
            versions[-1].events[0]
            for versions in resolved.by_key.values()
            if have.isdisjoint(versions[-1].events)
            and any(not have.isdisjoint(version.events) for version in versions[:-1])
        }
        if not missing:
            return tuple(sorted(added))
        added |= missing


@dataclass(frozen=True)
class Replay:
    """Answers one goal on the current actions of chosen events."""

    current: History
    gold: Gold
    answer: AnswerHistory

    @classmethod
    def of(
        cls,
        program: Program,
        history: History,
        goal: Goal,
        cutoff: datetime,
        answer: Answer,
        given: AssumedSizes | None = None,
    ) -> Replay:
        """Replay by an evaluator's ``answer`` function, with the assumed sizes of ``history``, or those
        ``given`` where that is itself only part of a history."""
        resolved = resolve(history, cutoff)
        sizes = assumed_sizes(program, resolved) if given is None else given

        def on(chosen: History) -> Gold:
            return answer(program, chosen, goal, cutoff, sizes)

        asked = canonical_goal(program, goal, cutoff)
        current = current_history(resolved, other_versions(resolved, asked))
        return cls(current, on(history), on)

    def __call__(self, events: Iterable[str]) -> Gold:
        return self.answer(self.current.restricted_to(events))

    def gives(self, events: Iterable[str]) -> bool:
        """Whether the chosen events alone give z(q); they give nothing where a recursion then has no end."""
        try:
            return same(self(events), self.gold)
        except RunawayError:
            return False


@dataclass(frozen=True, slots=True)
class WitnessChecks:
    """Outcome of the four checks. ``minimal`` is ``proven`` where every subset was tried, ``tested``
    where deletions were; ``empty_unknown``: the empty context gives unknown. ``notes`` say what failed."""

    c1: bool
    c2: bool
    c3: bool
    c4: bool
    minimal: str = "proven"
    empty_unknown: bool = True
    notes: tuple[str, ...] = ()

    @property
    def hold(self) -> bool:
        return self.c1 and self.c2 and self.c3 and self.c4


@dataclass(frozen=True, slots=True)
class Proof:
    """What the checks said of a list of witnesses, so that they need not be run again on the same list."""

    witnesses: tuple[tuple[str, ...], ...]
    checks: WitnessChecks


def check_witnesses(evaluation: Evaluation, history: History, replay: Replay) -> WitnessChecks:
    """C1 sufficiency, C2 antichain, C3 minimality, C4 self-containment of one evaluation (spec 2.4)."""
    witnesses, gold = evaluation.witnesses.witnesses, evaluation.gold
    notes: list[str] = []
    gives = _remembered(replay, witnesses, gold)
    insufficient = [w for w in witnesses if not gives(w)]
    notes += [f"C1: {_shown(w)} does not give {gold.label} {gold.answer}" for w in insufficient]
    nested = [(a, b) for a in witnesses for b in witnesses if a != b and set(a) <= set(b)]
    notes += [f"C2: {_shown(a)} lies within {_shown(b)}" for a, b in nested]
    smaller = [(w, found) for w in witnesses for found in _smaller(w, evaluation.derivation, gives)]
    notes += [f"C3: {_shown(found)} within {_shown(w)} gives the same" for w, found in smaller]
    unknown = gold.label is Answerability.UNKNOWN
    chosen = evaluation.derivation.context_events if unknown else evaluation.witnesses.support
    alone = replay.answer(history.restricted_to(chosen))
    contained = same(alone, gold)
    if not contained:
        notes.append(f"C4: {_shown(chosen)} alone gives {alone.label} {alone.answer}")
    empty = replay.answer(History(())).label is Answerability.UNKNOWN
    if not empty:
        notes.append("the empty context does not give unknown")
    proven = all(len(w) <= BRUTE_FORCE_SIZE for w in witnesses)
    return WitnessChecks(
        not insufficient,
        not nested,
        not smaller,
        contained,
        "proven" if proven else "tested",
        empty,
        tuple(notes),
    )


def _remembered(
    replay: Replay, witnesses: Iterable[tuple[str, ...]], gold: Gold
) -> Callable[[tuple[str, ...]], bool]:
    """Whether chosen events of the witnesses give z(q); those that differ in an event share most of their
    subsets, and no other action is looked at."""
    within = {event for witness in witnesses for event in witness}
    near = replace(replay, current=replay.current.restricted_to(within))

    @cache
    def gives(events: frozenset[str]) -> bool:
        return same(near(events), gold)

    return lambda events: gives(frozenset(events))


def _shown(events: Iterable[str]) -> str:
    return "{" + ", ".join(events) + "}"


def _smaller(
    witness: tuple[str, ...], derivation: Derivation, gives: Callable[[tuple[str, ...]], bool]
) -> Iterator[tuple[str, ...]]:
    """The first proper subset of a witness that gives the same, if there is one."""
    for subset in subsets_to_try(witness, derivation):
        if gives(subset):
            yield subset
            return


def subsets_to_try(witness: tuple[str, ...], derivation: Derivation) -> Iterator[tuple[str, ...]]:
    """The proper subsets of a witness that C3 asks for (spec 2.4): all of a small one; of a larger one
    those without single events, pairs, and groups of events that share a parent node."""
    if len(witness) <= BRUTE_FORCE_SIZE:
        for size in range(len(witness)):
            yield from itertools.combinations(witness, size)
        return
    deletions: list[Iterable[str]] = [(event,) for event in witness]
    deletions += list(itertools.combinations(witness, 2))
    deletions += _events_by_parent(derivation)
    for gone in dict.fromkeys(frozenset(events) & set(witness) for events in deletions):
        if gone:
            yield tuple(event for event in witness if event not in gone)


def count_of_subsets(witness: tuple[str, ...], derivation: Derivation) -> int:
    """How many subsets ``subsets_to_try`` gives."""
    size = len(witness)
    if size <= BRUTE_FORCE_SIZE:
        return (1 << size) - 1
    groups = {events & set(witness) for events in _events_by_parent(derivation)}
    return size + math.comb(size, 2) + sum(len(group) > 2 for group in groups)


def _events_by_parent(derivation: Derivation) -> list[frozenset[str]]:
    """For each node the events below its children: what one parent stands on."""
    below: dict[tuple[str, str, tuple[str, ...]], frozenset[str]] = {}
    for key in sorted(derivation.nodes, key=lambda k: -derivation.depths.get(k, 0)):
        if key[0] == NodeKind.EVENT:
            below[key] = frozenset({key[1]})
        else:
            below[key] = frozenset().union(*(below[child] for child in derivation.children[key]))
    return list(below.values())


def brute_force(events: Iterable[str], replay: Replay) -> tuple[tuple[str, ...], ...]:
    """All minimal sets of ``events`` that give z(q), by trying every set; sorted by (size, ids)."""
    found: list[frozenset[str]] = []
    ids = sorted(set(events))
    for size in range(len(ids) + 1):
        for chosen in itertools.combinations(ids, size):
            candidate = frozenset(chosen)
            if not any(smaller <= candidate for smaller in found) and replay.gives(chosen):
                found.append(candidate)
    return tuple(sorted((tuple(sorted(one)) for one in found), key=lambda w: (len(w), w)))


#: Events that the replays of one shrinking may read, all together; the first set is always shrunk.
SHRINK_WORK = 300_000


def shrink_all(listed: WitnessList, replay: Replay) -> WitnessList:
    """A partial list made minimal by replay (overview 4.3): each listed set without what it can spare, and
    no set that contains another. Where none is listed, all events are shrunk.

    Each deletion is a replay, so of long sets only the first few are shrunk (``SHRINK_WORK``); the others
    may hold what is not needed, and are dropped from a list that is not complete anyhow. As nothing is
    known of what is not listed, S(q) may hold any event that is current.
    """
    everything = tuple(sorted({action.event for action in replay.current.actions}))
    shrunk: set[tuple[str, ...]] = set()
    work = 0
    for witness in listed.witnesses or (everything,):
        work += len(witness) ** 2
        if shrunk and work > SHRINK_WORK:
            break
        kept = list(witness)
        for event in witness:
            rest = [other for other in kept if other != event]
            if replay.gives(rest):
                kept = rest
        shrunk.add(tuple(kept))
    minimal = [w for w in shrunk if not any(set(other) < set(w) for other in shrunk)]
    witnesses = tuple(sorted(minimal, key=lambda w: (len(w), w)))
    low = tuple(sorted({event for witness in witnesses for event in witness}))
    return replace(listed, witnesses=witnesses, support_low=low, support_high=everything)
