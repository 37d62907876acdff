"""What is recorded near something that is missing or other than expected. PURE.

For a recorded key: its versions up to the cutoff, superseded and cancelled ones too; where the value or
member that was expected stands under another key; and, of a key that nothing speaks of, names like its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches

from scenarios.datalog.resolution import Resolved, Version, VersionKey
from scenarios.datalog.syntax import Program, Reading

#: Versions and other keys that one place lists; more are counted or said to exist.
VERSIONS, ELSEWHERE, NAMES = 6, 5, 4
#: Names that are compared with a misspelt one.
COMPARED = 5_000

Texts = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Spot:
    """A recorded key that a reason rests on. ``member`` of a collection, ``expected`` value of a lookup;
    ``whole`` where it is no single key: a collection without a member, or with an empty key a member read
    backwards."""

    pred: str
    key: Texts
    member: str | None = None
    expected: str | None = None
    whole: bool = False

    @property
    def version_key(self) -> VersionKey:
        return (self.pred, self.key, self.member)


@dataclass(frozen=True, slots=True)
class RecordedVersion:
    """One version of a key: its value (None: cancelled), the events that assert it with their times, and
    whether it is the current one."""

    value: str | None
    events: tuple[tuple[str, datetime], ...]
    current: bool


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The expected value or member under another key, with one event that asserts it."""

    key: Texts
    event: str
    t: datetime


@dataclass(frozen=True, slots=True)
class Nearest:
    """What stands near a spot. ``versions`` newest first, ``older`` more of them (``older_uncounted``: and
    more that were not read); ``more_elsewhere`` says that further keys exist or that not all were looked
    at; ``names`` are close to an unknown part."""

    spot: Spot
    versions: tuple[RecordedVersion, ...] = ()
    older: int = 0
    elsewhere: tuple[Elsewhere, ...] = ()
    more_elsewhere: bool = False
    names: tuple[tuple[str, Texts], ...] = ()
    older_uncounted: bool = False


def nearest_in(program: Program, resolved: Resolved, spots: Iterable[Spot]) -> dict[Spot, Nearest]:
    """What stands near each spot in a history that is resolved in memory."""
    return {spot: _nearest(program, resolved, spot) for spot in spots}


def nearest_of(
    spot: Spot, versions: tuple[Version, ...], elsewhere: list[Elsewhere], names: dict[str, Iterable[str]]
) -> Nearest:
    """The value from what was found; ``names`` are the known ones by unknown part of the key."""
    shown = [
        RecordedVersion(
            None if version.cancelled else version.value,
            tuple(dict.fromkeys((action.event, action.t) for action in version.actions)),
            version is versions[-1],
        )
        for version in reversed(versions)
    ]
    return Nearest(
        spot,
        tuple(shown[:VERSIONS]),
        max(0, len(shown) - VERSIONS),
        tuple(elsewhere[:ELSEWHERE]),
        len(elsewhere) > ELSEWHERE,
        tuple((part, close) for part, known in names.items() if (close := close_names(part, known))),
    )


def close_names(part: str, known: Iterable[str]) -> Texts:
    """Known names like one that is not known, the closest first, whatever their case."""
    by_fold: dict[str, str] = {}
    for name in known:
        by_fold.setdefault(name.casefold(), name)
        if len(by_fold) >= COMPARED:
            break
    found = get_close_matches(part.casefold(), list(by_fold), n=NAMES, cutoff=0.6)
    return tuple(by_fold[fold] for fold in found)


def _nearest(program: Program, resolved: Resolved, spot: Spot) -> Nearest:
    versions = () if spot.whole else resolved.versions(spot.version_key)
    names = {} if versions else _unknown_parts(resolved, spot)
    return nearest_of(spot, versions, _elsewhere(program, resolved, spot), names)


def _elsewhere(program: Program, resolved: Resolved, spot: Spot) -> list[Elsewhere]:
    """Other keys of the predicate whose current version has the expected value, or that hold the member."""
    member = program.decls[spot.pred].reading is Reading.MEMBERS
    if (spot.member if member else spot.expected) is None:
        return []
    found: list[Elsewhere] = []
    for (pred, key, name), versions in sorted(resolved.by_key.items(), key=lambda item: str(item[0])):
        if pred != spot.pred or key == spot.key or versions[-1].cancelled:
            continue
        if name == spot.member if member else versions[-1].value == spot.expected:
            first = versions[-1].actions[0]
            found.append(Elsewhere(key, first.event, first.t))
    return found


def _unknown_parts(resolved: Resolved, spot: Spot) -> dict[str, Iterable[str]]:
    """The parts of a key under which the predicate records nothing, with the names it does use there."""
    keys = {key for pred, key, _ in resolved.by_key if pred in (spot.pred, f"complete:{spot.pred}")}
    columns = tuple(zip(*keys, strict=False))
    parts = dict[str, Iterable[str]]()
    for part, used in zip(spot.key, columns or ((),) * len(spot.key), strict=False):
        if part not in used:
            parts[part] = sorted(set(used))
    if spot.member is not None:
        members = {name for pred, _, name in resolved.by_key if pred == spot.pred and name is not None}
        if spot.member not in members:
            parts[spot.member] = sorted(members)
    return parts
