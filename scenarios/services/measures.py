"""The figures of a query's gold (spec 3.1, 4.5, 5.1): where its witness lies and what its DAG went through.

disp, span, age and overlap are taken on the smallest witness, ties by ids, and are null for unknown; disp is
null for a single event as well. disp and span count places among the events observed by the cutoff, so that
what arrives later changes no earlier figure; age counts time.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from scenarios.datalog.composition import degree_of
from scenarios.datalog.derivation import Answerability, Evaluation, Node, NodeKind, WitnessList, unmarked
from scenarios.datalog.history import History
from scenarios.datalog.resolution import Resolved, Version, VersionKey, resolve
from scenarios.datalog.syntax import Program, Shape
from scenarios.models import Query, Scenario
from scenarios.rendering.lexicon import content_lemmas, overlap
from scenarios.selectors import histories, programs

_DIGITS = 4
#: A bound for the number of witnesses is told below this.
MEANINGFUL = 10**12


@dataclass(frozen=True)
class Timeline:
    """What the measures of one scenario read: program, history, places, times and words of its events.

    ``moments`` are the times in order.
    """

    program: Program
    history: History
    places: dict[str, int]
    times: dict[str, datetime]
    words: dict[str, frozenset[str]]
    moments: tuple[datetime, ...]

    @classmethod
    def of(cls, scenario: Scenario) -> Timeline:
        """Read it from the database, in three queries."""
        events = list(scenario.events.with_text().order_by("observed_at", "seq"))
        return cls(
            program=programs.load(scenario),
            history=histories.load(scenario),
            places={event.label: place for place, event in enumerate(events)},
            times={event.label: event.observed_at for event in events},
            words={event.label: content_lemmas(event.text or "") for event in events},
            moments=tuple(event.observed_at for event in events),
        )


@dataclass(frozen=True, slots=True)
class Measured:
    """The composition degree, and the other figures JSON-ready by their names of spec 16."""

    degree: int
    shown: dict[str, Any]


def measures_of(query: Query, evaluation: Evaluation, timeline: Timeline) -> Measured:
    """All figures of one query. ``query`` carries its ``question``."""
    witnesses = evaluation.witnesses.witnesses
    known = evaluation.gold.label is not Answerability.UNKNOWN
    smallest = witnesses[0] if known and witnesses and witnesses[0] else ()
    shown: dict[str, Any] = {
        "support_size": len(evaluation.witnesses.support_low or evaluation.witnesses.support),
        "witness_size": len(smallest) if known else None,
        **_bounds(evaluation.witnesses),
        **witness_figures(query, smallest, timeline),
        **_version_figures(query.cutoff, evaluation, timeline),
    }
    return Measured(degree=degree_of(evaluation.derivation, timeline.program), shown=shown)


def _bounds(listed: WitnessList) -> dict[str, int | None]:
    """Where the list is not complete: how large the support may be, how small a witness, and how many
    witnesses there are at most, null where that bound is too large to mean anything. ``support_size`` and
    ``witness_size`` are the other ends."""
    if listed.exact:
        return {}
    most = listed.most if listed.most is not None and listed.most < MEANINGFUL else None
    return {
        "support_size_high": len(listed.support_high),
        "witness_size_low": listed.smallest[0],
        "witnesses_most": most,
    }


def witness_figures(query: Query, witness: Sequence[str], timeline: Timeline) -> dict[str, float | None]:
    """disp, span, age and overlap of a smallest witness, null without one. ``query`` has its ``question``."""
    if not witness:
        return dict.fromkeys(("disp", "span", "age", "overlap"))
    slots, count = bisect_right(timeline.moments, query.cutoff), len(witness)
    places = sorted(timeline.places[event] for event in witness)
    start = min(timeline.times.values())
    horizon = (query.cutoff - start).total_seconds()
    ages = [(query.cutoff - timeline.times[event]).total_seconds() for event in witness]
    words = frozenset[str]().union(*(timeline.words[event] for event in witness))
    gap = (places[-1] - places[0]) / (count - 1) if count > 1 else None
    return {
        "disp": None if gap is None else round(gap / (slots / count), _DIGITS),
        "span": round((places[-1] - places[0]) / slots, _DIGITS),
        "age": round(sum(ages) / count / horizon, _DIGITS) if horizon else 0.0,
        "overlap": round(overlap(content_lemmas(query.question), words), _DIGITS),
    }


def _version_figures(cutoff: datetime, evaluation: Evaluation, timeline: Timeline) -> dict[str, Any]:
    resolved = _resolved(timeline.history, cutoff)
    chains = [
        resolved.versions(key)
        for node in evaluation.derivation.nodes.values()
        if node.kind in (NodeKind.FACT, NodeKind.RULE)
        for key in version_keys_of(node, timeline.program)
    ]
    spoken = [chain for chain in chains if chain]
    return {
        "versions": round(sum(map(len, spoken)) / len(spoken), _DIGITS) if spoken else None,
        "n_obsolete": len(_superseding(spoken)),
    }


def _superseding(chains: Sequence[Sequence[Version]]) -> set[str]:
    """Events that assert a version which a later one superseded; tombstones assert nothing."""
    return {
        event
        for chain in chains
        for version in chain[:-1]
        if not version.cancelled
        for event in version.events
    }


@lru_cache(maxsize=32)
def _resolved(history: History, cutoff: datetime) -> Resolved:
    return resolve(history, cutoff)


def version_keys_of(node: Node, program: Program) -> list[VersionKey]:
    """The version key that a fact or rule node shows."""
    _, pred, args = node.key
    if pred == "complete":
        return [(f"complete:{args[0]}", args[1:], None)]
    if pred.startswith("complete:"):
        return [(pred, args, None)]
    name = unmarked(pred.removeprefix("rule:"))  # of a chosen version too, all versions of its key
    decl = program.decls.get(name)
    if decl is None:
        return [(f"rule:{name}", (), None)]
    if decl.shape is Shape.SET and len(args) == len(decl.key_types) + 1:
        return [(name, args[:-1], args[-1])]
    return [(name, args, None)]
