"""Checkpoints of a history, and which of its queries are tracked (spec 8.1). PURE.

At least two fifths of the tracked queries change, and neither explicit nor implicit changes outnumber the
other kind three to one, as far as the scenario has such queries; where it has not, the choice says so.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any, Final

from benchmark.scoring.maintenance import ChangeClass

CHECKPOINTS: Final = 6
TRACKED: Final = 20
#: At least this share of the tracked queries changes; where the scenario has more of them, up to ``AIMED``,
#: so that refresh has a denominator and preservation still has queries that never change.
CHANGING: Final = Fraction(2, 5)
AIMED: Final = Fraction(3, 5)
#: Neither kind of change outnumbers the other by more.
BALANCE: Final = 3
_MINUTE: Final = timedelta(minutes=1)
_BY_NAME: Final = "id"


def checkpoints(times: Iterable[datetime], count: int = CHECKPOINTS) -> tuple[datetime, ...]:
    """The whole minutes at or after the quantiles 1/count … count/count of the event times, earliest first.

    Those that fall on one minute are one checkpoint, so there may be fewer. None without events. Raises
    ``ValueError`` for a count below 1.
    """
    if count < 1:
        raise ValueError(f"there must be at least one checkpoint, not {count}")
    ordered = sorted(times)
    if not ordered:
        return ()
    places = (-(-len(ordered) * number // count) - 1 for number in range(1, count + 1))
    return tuple(dict.fromkeys(_whole_minute(ordered[max(0, place)]) for place in places))


def _whole_minute(moment: datetime) -> datetime:
    """The moment, or the next whole minute: a question names its cutoff to the minute, and the events at a
    quantile are in."""
    floor = moment.replace(second=0, microsecond=0)
    return floor if floor == moment else floor + _MINUTE


def is_asked_by_name(target: Mapping[str, Any]) -> bool:
    """Whether each argument of a target is referred to by its name: a phrase may mean another entity at
    another checkpoint. A target without a form of its own cannot be asked again in words."""
    refs = target.get("refs", {})
    return bool(target.get("form")) and all(ref.get("kind") == _BY_NAME for ref in refs.values())


@dataclass(frozen=True, slots=True)
class Candidate:
    """A query that may be tracked: asked by name, for a current state, so neither T2, T3 nor T4. What T2 asks
    for is a past version, which later records leave as it was, and T3 and T4 ask about the order of versions.

    ``goal`` is the same for queries that ask the same; ``known`` whether its gold is known at some
    checkpoint; ``changes`` the class of each change, in order of the checkpoints.
    """

    id: str
    goal: Hashable
    family: str
    known: bool
    changes: tuple[ChangeClass, ...]

    @property
    def explicit(self) -> int:
        return sum(one is ChangeClass.EXPLICIT for one in self.changes)

    @property
    def implicit(self) -> int:
        return len(self.changes) - self.explicit


@dataclass(frozen=True)
class Choice:
    """The tracked queries of a scenario, out of so many goals, where ``wanted`` were asked for."""

    chosen: tuple[Candidate, ...]
    candidates: int
    wanted: int

    @property
    def changing(self) -> int:
        """How many of the chosen change at least once."""
        return sum(bool(one.changes) for one in self.chosen)

    @property
    def explicit(self) -> int:
        """Explicit transitions of the chosen."""
        return sum(one.explicit for one in self.chosen)

    @property
    def implicit(self) -> int:
        """Implicit transitions of the chosen."""
        return sum(one.implicit for one in self.chosen)

    @property
    def unmet(self) -> tuple[str, ...]:
        """What could not be reached, in words."""
        return unmet(
            tracked=len(self.chosen),
            changing=self.changing,
            explicit=self.explicit,
            implicit=self.implicit,
            wanted=self.wanted,
        )


def choose(candidates: Sequence[Candidate], *, count: int = TRACKED, seed: int) -> Choice:
    """Draw the tracked queries, in the order of their ids; goals are distinct.

    The same candidates and seed give the same choice, whatever their order. Queries that are unknown all
    the time come last: whoever always abstains preserves them.
    """
    distinct = _distinct(candidates)
    rng = random.Random(seed)
    stating = _spread([one for one in distinct if one.explicit], rng)
    derived = _spread([one for one in distinct if one.changes and not one.explicit], rng)
    stable = _spread([one for one in distinct if not one.changes and one.known], rng)
    silent = _spread([one for one in distinct if not one.changes and not one.known], rng)
    size = min(count, len(distinct))
    chosen = _changing(stating, derived, least=_up(CHANGING * size), most=_up(AIMED * size))
    chosen += (stable + silent)[: size - len(chosen)]
    left = [one for one in stating + derived if one not in chosen]
    while left and len(chosen) < size:
        chosen.append(left.pop(_next(left, chosen)))
    return Choice(tuple(sorted(chosen, key=lambda one: one.id)), len(distinct), count)


def _distinct(candidates: Iterable[Candidate]) -> list[Candidate]:
    """One query a goal, the first by its id."""
    found: dict[Hashable, Candidate] = {}
    for one in sorted(candidates, key=lambda one: one.id):
        found.setdefault(one.goal, one)
    return list(found.values())


def _spread(pool: Sequence[Candidate], rng: random.Random) -> list[Candidate]:
    """In an order drawn by chance in which the families take turns."""
    by_family: dict[str, list[Candidate]] = {}
    for one in rng.sample(pool, len(pool)):
        by_family.setdefault(one.family, []).append(one)
    waiting = [by_family[family] for family in sorted(by_family)]
    rounds = max(map(len, waiting), default=0)
    return [family[place] for place in range(rounds) for family in waiting if place < len(family)]


def _changing(
    stating: Sequence[Candidate], derived: Sequence[Candidate], *, least: int, most: int
) -> list[Candidate]:
    """Queries that change: of the kind that is behind, as long as there are some. Beyond the least number
    none is taken that would put the kinds out of balance."""
    chosen: list[Candidate] = []
    left = [*stating, *derived]
    while left and len(chosen) < most:
        place = _next(left, chosen)
        then = _leaning([*chosen, left[place]])
        if len(chosen) >= least and then > BALANCE and then >= _leaning(chosen):
            break
        chosen.append(left.pop(place))
    return chosen


def _next(left: Sequence[Candidate], chosen: Sequence[Candidate]) -> int:
    """The place of the first query whose changes bring the two kinds closest together."""
    explicit, implicit = sum(one.explicit for one in chosen), sum(one.implicit for one in chosen)
    behind = [
        (abs(explicit + one.explicit - implicit - one.implicit), place) for place, one in enumerate(left)
    ]
    return min(behind)[1]


def _leaning(chosen: Sequence[Candidate]) -> float:
    return leaning(sum(one.explicit for one in chosen), sum(one.implicit for one in chosen))


def leaning(explicit: int, implicit: int) -> float:
    """How many times the more frequent kind of change outnumbers the other; 1 without changes."""
    low, high = sorted((explicit, implicit))
    return high / low if low else float("inf") if high else 1.0


def _up(number: Fraction) -> int:
    return -(-number.numerator // number.denominator)


def unmet(
    *, tracked: int, changing: int, explicit: int, implicit: int, wanted: int = TRACKED
) -> tuple[str, ...]:
    """What a choice does not reach, in words with the numbers: ``tracked`` queries of the ``wanted``,
    ``changing`` of them, and their transitions of either kind."""
    found = []
    if tracked < wanted:
        found.append(f"{tracked} of {wanted} queries tracked: there are no more that can be")
    if changing < CHANGING * tracked:
        found.append(f"{changing} of {tracked} tracked queries change, fewer than two fifths")
    if changing and leaning(explicit, implicit) > BALANCE:
        found.append(f"{explicit} explicit against {implicit} implicit changes, beyond 1 to {BALANCE}")
    return tuple(found)
