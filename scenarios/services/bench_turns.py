"""Ways of answering by turns: each answer compared before any of the times counts (overview 7)."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from scenarios.datalog.derivation import Gold
from scenarios.services.benching import EvaluatorsDifferError

#: The phase that is judged; what a way needs beside it (loading, grounding) has other names.
ANSWERS = "answers"


class NotRunError(Exception):
    """A way cannot be taken here: a package is not installed, or an engine refuses what it is given."""


@dataclass(frozen=True, slots=True)
class Timed:
    """The answers of one turn, and the seconds of each phase that led to them."""

    golds: Sequence[Gold]
    seconds: Mapping[str, float]


Way = Callable[[], Timed]


@dataclass(frozen=True)
class Times:
    """Seconds of all turns by way and phase, and why a way was not taken."""

    seconds: Mapping[str, Mapping[str, Sequence[float]]]
    not_run: Mapping[str, str] = field(default_factory=dict)

    def of(self, way: str, phase: str = ANSWERS) -> Sequence[float]:
        """Seconds of one phase, a number a turn; empty where the way was not taken."""
        return self.seconds.get(way, {}).get(phase, ())

    def phases(self, way: str) -> tuple[str, ...]:
        """The phases of a way beside the one that is judged."""
        return tuple(phase for phase in self.seconds.get(way, {}) if phase != ANSWERS)


def timed(answer: Callable[[], Sequence[Gold]]) -> Way:
    """A way whose time is that of one call."""

    def way() -> Timed:
        began = time.perf_counter()
        golds = answer()
        return Timed(golds, {ANSWERS: time.perf_counter() - began})

    return way


def by_turns(
    ways: Mapping[str, Way], *, pairs: int, tell: Callable[[str], None] = lambda line: None
) -> Times:
    """Take all ways ``pairs`` times, each turn from another one on, after a first turn that warms up.

    All are compared with the first of ``ways`` in every turn, the first one included. Raises
    ``EvaluatorsDifferError`` where one gives another answer.
    """
    seconds: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    not_run: dict[str, str] = {}
    for turn in range(pairs + 1):
        tell(f"Turn {turn} of {pairs}." if turn else "A first turn, to compare and to warm up.")
        found: dict[str, Timed] = {}
        for name in _from(turn, [name for name in ways if name not in not_run]):
            try:
                found[name] = ways[name]()
            except NotRunError as error:
                not_run[name] = str(error)
        _compare(ways, found)
        if turn:
            for name, one in found.items():
                for phase, spent in one.seconds.items():
                    seconds[name][phase].append(spent)
    return Times(seconds, not_run)


def _from(turn: int, names: list[str]) -> list[str]:
    start = turn % len(names)
    return names[start:] + names[:start]


def _compare(ways: Mapping[str, Way], found: Mapping[str, Timed]) -> None:
    first, *others = (name for name in ways if name in found)
    for name in others:
        same_answers(name, found[name].golds, first, found[first].golds)


def same_answers(name: str, found: Sequence[Gold], first: str, expected: Sequence[Gold]) -> None:
    """Compare label and answer of each query. Raises ``EvaluatorsDifferError`` naming the first other one."""
    for number, (one, other) in enumerate(zip(found, expected, strict=True), start=1):
        if (one.label, one.answer) != (other.label, other.answer):
            raise EvaluatorsDifferError(
                f"{name}: query {number} gave {one.label} {one.answer!r}, "
                f"{first} gave {other.label} {other.answer!r}"
            )
