"""What an answer to "why not?" consists of: clauses, their rows, and the literals they fail at. PURE."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from scenarios.datalog.goal_text import AskedGoal, arg_text, goal_text
from scenarios.datalog.nearby import Nearest, Spot


@dataclass(frozen=True, slots=True)
class Completeness:
    """A recorded collection that is not closed, or closed without what was asked for.

    ``leaf`` names what is missing: ``missing(complete(trip,Vera))``, ``notclosed(trip,Vera)`` or
    ``cancelled(complete(trip,Vera))``; empty where the collection is closed. ``size`` is what the current
    completeness states at event ``by``, ``members`` and ``cancelled`` are what stands; ``added`` came later.
    ``dead`` are all cancelled members with the event that did it, those before the completeness too.
    """

    pred: str
    group: tuple[str, ...]
    leaf: str
    size: int | None
    by: tuple[str, ...]
    t: datetime | None
    members: tuple[str, ...]
    cancelled: tuple[str, ...]
    added: tuple[str, ...]
    dead: tuple[tuple[str, str, datetime], ...] = ()


@dataclass(frozen=True, slots=True)
class Failing:
    """The first literal of a row that does not hold: as bound, its truth (false or unknown), what is there
    instead, and where to look on: a recorded place, a collection's completeness, a derived goal."""

    literal: str
    truth: str
    says: str
    spot: Spot | None = None
    completeness: Completeness | None = None
    below: AskedGoal | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One way through a body: its variables, and where it fails; ``failing`` is None where it holds and
    ``gives`` then says what it gives. ``inside`` are the rows that a failing aggregate folds."""

    bindings: tuple[tuple[str, str], ...]
    failing: Failing | None
    gives: str = ""
    inside: Rows | None = None


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows, those that came furthest first. ``counts`` says of all of them, listed or not, how many fail at
    which literal, as it is written."""

    shown: tuple[Row, ...]
    total: int
    counts: tuple[tuple[str, int], ...] = ()

    @property
    def more(self) -> int:
        """Rows that are not listed."""
        return self.total - len(self.shown)


@dataclass(frozen=True, slots=True)
class ClauseReason:
    """What one clause says: its text, whether it is in force (``standing`` empty), its truth for what was
    asked, a ``note`` where its head speaks of something else, and its rows."""

    text: str
    standing: str
    truth: str
    note: str
    rows: Rows


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why one goal is not what was expected: what it is, and what each clause or record says.

    ``met`` is true where it is what was expected, ``known`` where it is decided at all. ``direct`` is set
    for recorded goals.
    """

    asked: AskedGoal
    state: str
    known: bool
    met: bool
    clauses: tuple[ClauseReason, ...] = ()
    direct: Failing | None = None
    unreadable: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return asked_text(self.asked)

    def failings(self) -> Iterator[Failing]:
        """Every failing literal that is listed, those inside aggregates too, each clause in force first."""
        if self.direct is not None:
            yield self.direct
        for clause in sorted(self.clauses, key=lambda clause: clause.standing != ""):
            yield from _failings(clause.rows)


def _failings(rows: Rows) -> Iterator[Failing]:
    for row in rows.shown:
        if row.failing is not None:
            yield row.failing
        if row.inside is not None:
            yield from _failings(row.inside)


@dataclass(frozen=True)
class Report:
    """A goal's reasons, those of the derived goals below it, and what is recorded near. ``left`` counts the
    goals that were not followed, for depth or number."""

    root: WhyNot
    below: tuple[WhyNot, ...] = ()
    left: int = 0
    nearest: dict[Spot, Nearest] = field(default_factory=dict)

    @property
    def all(self) -> tuple[WhyNot, ...]:
        return (self.root, *self.below)


def asked_text(asked: AskedGoal) -> str:
    """``country(Grus)``, or with what is expected ``country(Grus) = Corvia``."""
    tail = "" if asked.expected is None else f" = {arg_text(asked.expected)}"
    return goal_text(asked.goal) + tail
