"""What each TripOps scenario is full of (spec 4.8): sizes for a derive world, scaled to the room. PURE."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

#: The room for which the sizes are meant: what the derive suite leaves beside talk.
FULL_ROOM: Final = 318


@dataclass(frozen=True, slots=True)
class Accent:
    """Sizes and shares of a world.

    ``levels`` is the depth of the longest reporting line. ``moved_people`` and ``moved_lines`` are shares of
    the people whose base and superior have the versions of the configuration, ``moved_rooms`` and
    ``moved_dates`` shares of the trips; other keys have one version. ``moved_rules`` is the share of what is
    declared that is revised. ``claims`` is how many events tell of claims. ``large`` is the size of the one
    long year where none is planned exactly.
    ``late_trips``: the last year's bookings may still move late in the history.
    """

    people: int = 13
    levels: int = 6
    countries: int = 7
    moved_people: float = 0.4
    moved_lines: float = 0.4
    moved_rooms: float = 0.5
    moved_dates: float = 0.15
    moved_rules: float = 0.7
    caps: float = 0.4
    waivers: int = 4
    claims: int = 38
    sheets: int = 10
    papers: int = 5
    prices: int = 6
    large: int = 15
    late_trips: bool = False


_ACCENTS: Mapping[str, Accent] = MappingProxyType(
    {
        "trip-1-ledger": Accent(people=12, moved_rooms=0.4, moved_rules=0.6, claims=36, sheets=7),
        "trip-2-policy": Accent(
            people=10, moved_people=0.3, moved_lines=0.3, moved_rooms=0.4, moved_rules=1.0, caps=0.9,
            waivers=8, papers=4, prices=5,
        ),
        "trip-3-reorg": Accent(
            people=17, levels=7, moved_people=0.7, moved_lines=0.7, moved_rules=0.6, claims=36
        ),
        "trip-4-churn": Accent(
            people=10, moved_people=0.3, moved_lines=0.3, moved_rooms=0.9, moved_dates=0.35, moved_rules=0.45,
            caps=0.3, claims=32, sheets=7, papers=4, prices=4, late_trips=True,
        ),
    }
)  # fmt: skip


def accent_of(slug: str) -> Accent:
    """The accent of a scenario; one of no name of ours has something of everything."""
    return _ACCENTS.get(slug, Accent())
