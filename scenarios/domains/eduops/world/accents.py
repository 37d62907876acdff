"""What the scenarios of EduOps are about, in shares and counts (spec 4.8). PURE."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from scenarios.generators.derive.plot import Window
from scenarios.generators.derive.targets import ANSWERABLE, FAMILIES, UNKNOWN, ZERO, Cell

#: The kinds of lives that students lead; ``lives.LIVES`` says what happens in each.
NEWCOMER, CARRIER, GRADUATE, ONE_TERM, TWO_TERMS, HEAVY, IDLE, PENDING = (
    "newcomer", "carrier", "graduate", "one_term", "two_terms", "heavy", "idle", "pending"
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Accent:
    """The weights of one scenario.

    Counts are those of a scenario with ``stage.FULL_ROOM`` events. ``depth`` is the longest way down through
    the prerequisites, ``field`` how many courses belong together. ``list_changes`` is the share of courses
    whose prerequisites change, ``page_changes`` that of those whose points may, ``subject_changes`` that of
    those which may go to another subject. ``mark_changes`` is the share of marks that may be corrected.
    ``turns`` says when the notice on marks of units sat again changes, ``recess`` when it is taken back for a
    while. ``lives`` is the order in which students of each kind come.
    """

    courses: int
    depth: int
    field: int
    programmes: int
    list_changes: float
    page_changes: float
    subject_changes: float
    sheet_changes: float
    mark_changes: float
    turns: tuple[Window, ...]
    lives: tuple[str, ...]
    recess: Window | None = None


_AUDIT: Final = Accent(
    courses=24, depth=3, field=9, programmes=5, list_changes=0.2, page_changes=0.1, subject_changes=0.1,
    sheet_changes=0.8, mark_changes=0.5, turns=((0.3, 0.4),),
    lives=(NEWCOMER, HEAVY, CARRIER, HEAVY, ONE_TERM, HEAVY, NEWCOMER, HEAVY, GRADUATE, HEAVY, CARRIER,
           HEAVY, TWO_TERMS, HEAVY, IDLE, HEAVY, PENDING),
)  # fmt: skip
_CATALOGUE: Final = Accent(
    courses=34, depth=6, field=11, programmes=4, list_changes=0.35, page_changes=0.06, subject_changes=0.08,
    sheet_changes=0.3, mark_changes=0.3, turns=((0.25, 0.35), (0.6, 0.7)),
    lives=(HEAVY, NEWCOMER, HEAVY, ONE_TERM, HEAVY, CARRIER, HEAVY, NEWCOMER, HEAVY, GRADUATE, HEAVY,
           CARRIER, HEAVY, IDLE, PENDING),
)  # fmt: skip
_REGRADE: Final = Accent(
    courses=25, depth=3, field=9, programmes=4, list_changes=0.15, page_changes=0.06, subject_changes=0.08,
    sheet_changes=0.15, mark_changes=0.75, turns=((0.22, 0.28), (0.4, 0.46), (0.6, 0.66), (0.84, 0.88)),
    recess=(0.74, 0.77),
    lives=(ONE_TERM, HEAVY, NEWCOMER, ONE_TERM, TWO_TERMS, HEAVY, CARRIER, ONE_TERM, HEAVY, NEWCOMER,
           GRADUATE, HEAVY, ONE_TERM, HEAVY, IDLE, PENDING),
)  # fmt: skip
_PLAIN: Final = Accent(
    courses=40, depth=3, field=7, programmes=4, list_changes=0.2, page_changes=0.4, subject_changes=0.15,
    sheet_changes=0.3, mark_changes=0.5, turns=((0.3, 0.4),),
    lives=(ONE_TERM, PENDING, NEWCOMER, HEAVY, CARRIER, IDLE, GRADUATE, TWO_TERMS),
)  # fmt: skip

#: Which lives give more of a cell that was short of candidates.
REMEDIES: Final[Mapping[Cell, tuple[str, ...]]] = MappingProxyType(
    {
        **{(family, ANSWERABLE): (ONE_TERM, HEAVY, CARRIER) for family in FAMILIES},
        ("semantic", ZERO): (IDLE, HEAVY),
        ("rules", ZERO): (CARRIER, GRADUATE, NEWCOMER),
        ("set_quant", ZERO): (IDLE, NEWCOMER),
        **{(family, UNKNOWN): (PENDING, PENDING) for family in FAMILIES},
    }
)  # fmt: skip

ACCENTS: Final[Mapping[str, Accent]] = MappingProxyType(
    {"edu-1-audit": _AUDIT, "edu-2-catalog": _CATALOGUE, "edu-3-regrade": _REGRADE}
)


def accent_of(slug: str) -> Accent:
    """The accent of a scenario; one of no fame gets a plain one."""
    return ACCENTS.get(slug, _PLAIN)
