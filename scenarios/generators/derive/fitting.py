"""How large the witnesses of a family are in each domain, so that Tables C and D hold together. PURE.

Table D gives the sizes by family and by domain, Table B one mean a family. If every domain aimed at that
mean, families would pull against the bands of their domain, by half an event in ShopOps. The table of domain,
family and band that proportional fitting finds meets all margins, and its means are what each domain aims at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from scenarios.generators.derive.targets import (
    DOMAINS,
    FAMILIES,
    UNKNOWN,
    Band,
    bands_of_domain,
    bands_of_family,
    cells_of,
)

#: A domain, a family and a band.
Place = tuple[str, str, Band]
Margin = Mapping[tuple[str, str], float]
Project = Callable[[Place], tuple[str, str]]

#: Witness sizes that stand for a band (spec 5.2); the largest witness of EduOps has 20 events.
CENTRES: Mapping[Band, float] = MappingProxyType(dict(zip(Band, (1, 2, 3.4, 6.2, 11.5, 22, 44), strict=True)))
_EDU_LARGE: Final = 18.5
#: Mean widths that domains aim at: lines of superiors and trees of categories are narrow, prerequisites and
#: years of trips wide. Weighted by their queries they are the widths of Table B.
WIDTHS: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        "tripops": {"temporal": 2.3, "semantic": 17.0, "closure": 6.0, "rules": 10.5, "set_quant": 26.0},
        "shopops": {"temporal": 2.3, "semantic": 13.0, "closure": 4.0, "rules": 9.5, "set_quant": 17.0},
        "eduops": {"temporal": 2.3, "semantic": 14.3, "closure": 9.9, "rules": 9.5, "set_quant": 17.0},
    }
)
#: After so many rounds the margins hold to a millionth.
_ROUNDS: Final = 100


def centre(domain: str, band: Band) -> float:
    """The witness size that stands for a band of a domain."""
    return _EDU_LARGE if (domain, band) == ("eduops", Band.LARGE) else CENTRES[band]


@cache
def fitted() -> Mapping[Place, float]:
    """The table that meets every margin of Tables C and D, by proportional fitting."""
    margins: tuple[tuple[Project, Margin], ...] = (
        (lambda place: place[:2], {(d, f): known(d, f) for d in DOMAINS for f in FAMILIES}),
        (
            lambda place: (place[0], place[2]),
            {(d, b): n for d in DOMAINS for b, n in bands_of_domain(d).items()},
        ),
        (lambda place: place[1:], {(f, b): n for f in FAMILIES for b, n in bands_of_family(f).items()}),
    )
    table = {(d, f, b): 1.0 for d in DOMAINS for f in FAMILIES for b in Band}
    for _ in range(_ROUNDS):
        for project, wanted in margins:
            _scale(table, project, wanted)
    return MappingProxyType(table)


def _scale(table: dict[Place, float], project: Project, wanted: Margin) -> None:
    """Stretch the table so that one margin holds."""
    found: dict[tuple[str, str], float] = {}
    for place, count in table.items():
        found[project(place)] = found.get(project(place), 0.0) + count
    for place in table:
        line = project(place)
        table[place] *= wanted[line] / found[line] if found[line] else 0.0


def known(domain: str, family: str) -> int:
    """How many queries of a family in a domain are not unknown (Table C)."""
    return sum(n for (name, label), n in cells_of(domain).items() if name == family and label is not UNKNOWN)


def mean_witness(domain: str, family: str) -> float:
    """The mean witness size that a family aims at in a domain."""
    table = fitted()
    return sum(table[domain, family, band] * centre(domain, band) for band in Band) / known(domain, family)
