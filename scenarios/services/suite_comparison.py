"""Compares two stored suites, and says which scores of the first go stale with the second (overview 4.11).

A gold-only change has the answers of that query scored again. A record that a system reads otherwise makes
every context with a cutoff from its time on stale, for a real memory saw the old record.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from scenarios.models import Suite
from scenarios.selectors import suite_differences
from scenarios.selectors.suite_differences import Differing
from scenarios.services.canonical_json import moment
from scenarios.services.impact import Dependent, EditScope, dependents

#: What of a record a system sees, and in which order.
SEEN: Final = frozenset({"text", "time", "order", "speaker"})
#: What of a query its answers are scored by.
SCORED: Final = frozenset({"label", "answer", "scoring", "witnesses"})
#: What of a query a system is asked.
ASKED: Final = frozenset({"question", "cutoff"})


@dataclass(frozen=True, slots=True)
class KindDifference:
    """The scenarios, events or queries that two suites have not alike; ``alike`` counts the others."""

    before: int
    after: int
    added: tuple[Differing, ...]
    removed: tuple[Differing, ...]
    changed: tuple[Differing, ...]

    @property
    def alike(self) -> int:
        """How many both suites have, and have the same."""
        return self.before - len(self.removed) - len(self.changed)


@dataclass(frozen=True, slots=True)
class Stale:
    """What becomes of the scores of the queries that both suites have, each query in one of four lists by
    (scenario, label): walked again, asked again, scored again, and how many stand. ``since`` says by
    scenario from which time on records differ for a system."""

    since: Mapping[str, datetime]
    walked_again: tuple[tuple[str, str], ...]
    asked_again: tuple[tuple[str, str], ...]
    scored_again: tuple[tuple[str, str], ...]
    stands: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two suites beside each other. ``dependents`` is what rests on the parts of the first that differ."""

    before: Suite
    after: Suite
    scenarios: KindDifference
    events: KindDifference
    queries: KindDifference
    stale: Stale
    dependents: tuple[Dependent, ...]

    @property
    def same(self) -> bool:
        """Whether nothing differs but what names the suites."""
        kinds = (self.scenarios, self.events, self.queries)
        return not any(kind.added or kind.removed or kind.changed for kind in kinds)


def compare(before: Suite, after: Suite) -> Comparison:
    """What is added, removed and changed from one suite to the other, in a fixed number of queries.

    Things are partners where scenario and label are equal; what has none is added or removed.
    """
    sizes = suite_differences.sizes((before, after))
    found = {
        kind: _difference(*sizes[kind], list(suite_differences.differing(kind, before, after)))
        for kind in suite_differences.KINDS
    }
    stale = _stale(found, suite_differences.cutoffs_of(after))
    return Comparison(
        before=before,
        after=after,
        **found,
        stale=stale,
        dependents=dependents(_scope(before, found["queries"], stale)),
    )


def _difference(before: int, after: int, rows: list[Differing]) -> KindDifference:
    return KindDifference(
        before=before,
        after=after,
        added=tuple(row for row in rows if row.added),
        removed=tuple(row for row in rows if row.removed),
        changed=tuple(row for row in rows if row.parts),
    )


def _stale(found: Mapping[str, KindDifference], cutoffs: Mapping[tuple[str, str], datetime]) -> Stale:
    scenarios, queries = found["scenarios"], found["queries"]
    alone = {row.scenario for row in (*scenarios.added, *scenarios.removed)}
    since = {slug: at for slug, at in sorted(_earliest(found["events"]).items()) if slug not in alone}
    parts = {(row.scenario, row.label): frozenset(row.parts) for row in queries.changed}
    added = {(row.scenario, row.label) for row in queries.added}
    walked, asked, scored, stands = [], [], [], 0
    for place, cutoff in cutoffs.items():
        changed = parts.get(place, frozenset())
        if place in added:
            continue
        if place[0] in since and cutoff >= since[place[0]]:
            walked.append(place)
        elif changed & ASKED:
            asked.append(place)
        elif changed & SCORED:
            scored.append(place)
        else:
            stands += 1
    return Stale(since, tuple(walked), tuple(asked), tuple(scored), stands)


def _earliest(events: KindDifference) -> dict[str, datetime]:
    """From when on the records of each scenario differ for a system."""
    found: dict[str, datetime] = {}
    seen = (row for row in events.changed if SEEN & set(row.parts))
    for row in (*events.added, *events.removed, *seen):
        times = [t for t in (row.values["t"].before, row.values["t"].after) if t is not None]
        found[row.scenario] = min([*times, *([found[row.scenario]] if row.scenario in found else [])])
    return found


def _scope(before: Suite, queries: KindDifference, stale: Stale) -> EditScope:
    """The part of the first suite on which something may rest that goes stale."""
    keys = suite_differences.scenario_keys(before)
    since = {keys[slug]: at for slug, at in stale.since.items() if slug in keys}
    return EditScope(
        suite=before,
        queries=_keys(queries.changed, SCORED),
        records_since=since,
        asked_again=_keys(queries.changed, ASKED),
    )


def _keys(rows: Iterable[Differing], parts: frozenset[str]) -> frozenset[int]:
    """The ids, in the first suite, of queries of which one of these parts differs."""
    return frozenset(row.values["pk"].before for row in rows if parts & set(row.parts))


def as_json(found: Comparison) -> dict[str, Any]:
    """All of it as one JSON object."""
    stale = found.stale
    return {
        "before": _suite(found.before),
        "after": _suite(found.after),
        "same": found.same,
        "scenarios": _kind(found.scenarios),
        "events": _kind(found.events),
        "queries": _kind(found.queries),
        "stale": {
            "records_differ_since": {slug: moment(at) for slug, at in stale.since.items()},
            "walked_again": _places(stale.walked_again),
            "asked_again": _places(stale.asked_again),
            "scored_again": _places(stale.scored_again),
            "stands": stale.stands,
        },
        "dependents": [
            {"what": one.what, "count": one.count, "names": list(one.names)} for one in found.dependents
        ],
    }


def _suite(suite: Suite) -> dict[str, Any]:
    return {
        "suite": suite.slug,
        "version": suite.version,
        "content_hash": suite.content_hash,
        "verification": suite.verification_text,
    }


def _places(places: Iterable[tuple[str, str]]) -> list[str]:
    return ["/".join(place) for place in places]


def _kind(kind: KindDifference) -> dict[str, Any]:
    return {
        "before": kind.before,
        "after": kind.after,
        "alike": kind.alike,
        "added": [named(row) for row in kind.added],
        "removed": [named(row) for row in kind.removed],
        "changed": [_changed(row) for row in kind.changed],
    }


def named(row: Differing) -> str:
    """``scenario/label``, the scenario alone where that is what differs."""
    return f"{row.scenario}/{row.label}" if row.label else row.scenario


def _changed(row: Differing) -> dict[str, Any]:
    shown: dict[str, Any] = {"id": named(row), "parts": list(row.parts)}
    for name, sides in row.values.items():
        if name in row.parts:
            shown[name] = [_plain(sides.before), _plain(sides.after)]
    return shown


def _plain(value: Any) -> Any:
    return moment(value) if isinstance(value, datetime) else value


def lines(found: Comparison) -> Iterator[str]:
    """The comparison in lines of text."""
    yield f"{found.before.slug} v{found.before.version} → {found.after.slug} v{found.after.version}"
    if found.same:
        yield "They hold the same scenarios, events and queries."
    for name in suite_differences.KINDS:
        kind: KindDifference = getattr(found, name)
        yield (
            f"{name.capitalize()}: {len(kind.added)} added, {len(kind.removed)} removed, "
            f"{len(kind.changed)} changed, {kind.alike} alike."
        )
        yield from (f"  added    {named(row)}" for row in kind.added)
        yield from (f"  removed  {named(row)}" for row in kind.removed)
        yield from (f"  changed  {named(row)}: {', '.join(row.parts)}" for row in kind.changed)
    stale = found.stale
    for slug, at in stale.since.items():
        yield f"Records of {slug} differ for a system from {moment(at)} on."
    yield (
        f"Scores: {len(stale.walked_again)} queries walked again, {len(stale.asked_again)} asked again, "
        f"{len(stale.scored_again)} scored again, {stale.stands} stand; {len(found.queries.added)} are new, "
        f"{len(found.queries.removed)} drop out."
    )
    for one in found.dependents:
        names = f": {', '.join(one.names)}" if one.names else ""
        yield f"{one.what.capitalize()}: {one.count}{names}."
