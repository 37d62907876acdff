"""What a ShopOps scenario has much of: its accent, in numbers for a history of full size (spec 4.8). PURE."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from scenarios.datalog.derivation import Answerability
from scenarios.generators.derive.config import ScenarioConfig
from scenarios.generators.derive.targets import UNKNOWN, ZERO, Cell

#: The planned events for which the numbers of an accent are meant: what talk leaves of 487 events.
FULL_ROOM: Final = 341


@dataclass(frozen=True, slots=True, kw_only=True)
class Accent:
    """How much a history of full size has of what, and how likely an order meets which fate.

    ``hedges`` are trees of categories in two levels or three, ``tower`` the levels of the one tall tree,
    ``orphans`` trees without a known top. ``budgets`` to ``waivers`` count keys. ``returned`` is the share of
    delivered orders that something of goes back, ``reversed`` the share of those where a return is taken
    back, ``withdrawn`` that of budgets which are, ``untidy`` how many of ten quarters are not closed in time.
    ``joined`` is the share of orders that begin with one line where their number is odd, with none where it
    is even; ``paired`` that of further lines that come two at a time.
    """

    customers: int = 13
    empty_quarters: int = 5
    hedges: int = 3
    tower: int = 12
    budgets: int = 18
    deadlines: int = 6
    plans: int = 4
    free_plans: int = 3
    thresholds: int = 3
    limits: int = 3
    bans: int = 4
    waivers: int = 9
    returned: float = 0.45
    reversed: float = 0.3
    withdrawn: float = 0.14
    untidy: int = 3
    orphans: int = 1
    joined: float = 0.85
    paired: float = 0.9


BALANCED: Final = Accent()
_ACCENTS: Mapping[str, Accent] = MappingProxyType(
    {
        "shop-1-household": replace(
            BALANCED, hedges=4, budgets=28, deadlines=4, plans=3, free_plans=2, bans=3, returned=0.3,
            reversed=0.2, paired=0.95,
        ),
        "shop-2-returns": replace(
            BALANCED, budgets=12, deadlines=8, plans=3, free_plans=2, bans=3, waivers=8, returned=0.85,
            reversed=0.5,
        ),
        "shop-3-plans": replace(
            BALANCED, budgets=16, deadlines=4, plans=6, free_plans=6, thresholds=5, limits=4, waivers=13,
            returned=0.3, reversed=0.2,
        ),
    }
)  # fmt: skip


def accent_of(config: ScenarioConfig, short: Collection[Cell] = ()) -> Accent:
    """The accent of a scenario; one that the suite does not know has a little of everything. There is more
    of what the cells in ``short`` are made of."""
    accent = _ACCENTS.get(config.slug, BALANCED)
    for family, label in sorted(short):
        accent = _stressed(accent, family, label)
    return accent


def _stressed(accent: Accent, family: str, label: Answerability) -> Accent:
    """More matter for one cell: trees without a known top, empty quarters and all returned, lists that stay
    open and withdrawn budgets, or fewer of those."""
    if family == "closure":
        if label is UNKNOWN:
            return replace(accent, orphans=accent.orphans + 1)
        return replace(accent, hedges=accent.hedges + 2)
    if label is ZERO:
        returned = min(1, accent.returned + 0.1)
        return replace(accent, empty_quarters=accent.empty_quarters + 2, returned=returned)
    if label is UNKNOWN:
        return replace(accent, untidy=min(5, accent.untidy + 1), withdrawn=accent.withdrawn + 0.1)
    return replace(accent, untidy=max(1, accent.untidy - 1))
