"""What the suite ``derive`` aims at: the counts and figures of spec 5.2, with the tolerance of each. PURE.

Tables A and B are those of the paper, C and D integer tables that meet every margin of both.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from scenarios.datalog.derivation import Answerability

#: The suite that all of this is about.
DERIVE: Final = "derive"
#: (family, label): the unit of the quotas.
Cell = tuple[str, Answerability]

ANSWERABLE, ZERO, UNKNOWN = Answerability.ANSWERABLE, Answerability.JUSTIFIED_ZERO, Answerability.UNKNOWN
LABELS: Final = (ANSWERABLE, ZERO, UNKNOWN)
FAMILIES: Final = ("temporal", "semantic", "closure", "rules", "set_quant")
DOMAINS: Final = ("tripops", "shopops", "eduops")


class Band(enum.StrEnum):
    """A range of sizes of the smallest witness (Table D). Its value is its name in configurations."""

    ONE = "1"
    TWO = "2"
    FEW = "3-4"
    SEVERAL = "5-8"
    MANY = "9-16"
    LARGE = "17-32"
    GIANT = "33-69"

    @property
    def low(self) -> int:
        """Its smallest size."""
        return int(self.value.partition("-")[0])

    @property
    def high(self) -> int:
        """Its largest size."""
        return int(self.value.rpartition("-")[2])


def band_of(size: int) -> Band:
    """The band of a witness size; what needs no event counts with one event, what is larger with the last."""
    return next((band for band in Band if size <= band.high), Band.GIANT)


#: Answer types whose shares are controlled; money and number count as one.
AMOUNT: Final = "amount"
TYPE_SHARES: Mapping[str, float] = MappingProxyType(
    {"entity": 0.30, "set": 0.18, "bool": 0.17, "count": 0.17, AMOUNT: 0.13, "date": 0.05}
)
#: The share of Booleans that are true lies between these in each domain.
TRUE_SHARE: Final = (0.45, 0.55)


def type_group(answer_type: str) -> str:
    """The name under which an answer type counts."""
    return AMOUNT if answer_type in ("money", "number") else answer_type


@dataclass(frozen=True, slots=True)
class DomainTarget:
    """A row of Table A. Witness sizes are those of the smallest witness of what is not unknown."""

    scenarios: int
    events: int
    queries: int
    answerable: int
    zero: int
    unknown: int
    witness_median: int
    witness_max: int


@dataclass(frozen=True, slots=True)
class FamilyTarget:
    """A row of Table B; ``obs`` is the percentage of queries that exclude an obsolete version."""

    queries: int
    witness: float
    obs: float
    height: float
    width: float


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How far the figures of a row of Table B may lie from their targets; ``width`` as a share of it."""

    witness: float
    obs: float
    height: float
    width: float


#: The row over everything, in Tables A and B.
ALL: Final = "all"

TABLE_A: Mapping[str, DomainTarget] = MappingProxyType(
    {
        "tripops": DomainTarget(4, 1_817, 561, 409, 77, 75, 3, 69),
        "shopops": DomainTarget(3, 1_462, 473, 344, 42, 87, 2, 31),
        "eduops": DomainTarget(3, 1_413, 469, 423, 18, 28, 3, 20),
        ALL: DomainTarget(10, 4_692, 1_503, 1_176, 137, 190, 3, 69),
    }
)
TABLE_B: Mapping[str, FamilyTarget] = MappingProxyType(
    {
        "temporal": FamilyTarget(191, 1.1, 51, 3.0, 2.3),
        "semantic": FamilyTarget(327, 5.6, 35, 3.5, 15.1),
        "closure": FamilyTarget(208, 2.2, 28, 3.3, 7.9),
        "rules": FamilyTarget(312, 4.1, 65, 3.6, 9.8),
        "set_quant": FamilyTarget(465, 5.9, 49, 3.8, 20.7),
        ALL: FamilyTarget(1_503, 4.4, 47, 3.5, 13.1),
    }
)
#: Families named here have tolerances of their own, all others those of ``FAMILY_TOLERANCE``.
TOLERANCES: Mapping[str, Tolerance] = MappingProxyType(
    {"temporal": Tolerance(0.1, 4, 0.3, 0.20), ALL: Tolerance(0.2, 2, 0.2, 0.15)}
)
FAMILY_TOLERANCE: Final = Tolerance(0.3, 4, 0.3, 0.20)

#: Table C: family, then domain, as counts of answerable, justified-zero and unknown.
_C: Mapping[str, tuple[tuple[int, int, int], ...]] = {
    "temporal": ((62, 0, 10), (55, 0, 12), (49, 0, 3)),
    "semantic": ((115, 16, 19), (85, 8, 20), (58, 2, 4)),
    "closure": ((39, 6, 5), (30, 3, 5), (111, 4, 5)),
    "rules": ((73, 13, 12), (78, 9, 19), (98, 4, 6)),
    "set_quant": ((120, 42, 29), (96, 22, 31), (107, 8, 10)),
}
#: Table D by family, and by domain.
_D_FAMILIES: Mapping[str, tuple[int, ...]] = {
    "temporal": (153, 10, 3, 0, 0, 0, 0),
    "semantic": (30, 70, 74, 57, 40, 10, 3),
    "closure": (85, 46, 49, 13, 0, 0, 0),
    "rules": (49, 60, 89, 52, 21, 4, 0),
    "set_quant": (54, 77, 102, 75, 64, 18, 5),
}
_D_DOMAINS: Mapping[str, tuple[int, ...]] = {
    "tripops": (133, 95, 118, 76, 43, 13, 8),
    "shopops": (121, 78, 88, 56, 33, 10, 0),
    "eduops": (117, 90, 111, 65, 49, 9, 0),
}


def cells_of(domain: str) -> dict[Cell, int]:
    """Table C of one domain: how many queries of each family have each label."""
    place = DOMAINS.index(domain)
    return {
        (family, label): count
        for family in FAMILIES
        for label, count in zip(LABELS, _C[family][place], strict=True)
    }


def bands_of_domain(domain: str) -> dict[Band, int]:
    """Table D of one domain."""
    return dict(zip(Band, _D_DOMAINS[domain], strict=True))


def bands_of_family(family: str) -> dict[Band, int]:
    """Table D of one family."""
    return dict(zip(Band, _D_FAMILIES[family], strict=True))


def tolerance_of(family: str) -> Tolerance:
    """The tolerances of a row of Table B."""
    return TOLERANCES.get(family, FAMILY_TOLERANCE)
