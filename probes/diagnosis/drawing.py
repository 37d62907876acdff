"""Which queries are diagnosed: a seeded draw by family and label (spec 7.1). PURE."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import floor
from random import Random

#: The share of its queries that a suite diagnoses: 1,029 of 1,503 [S].
SHARE = Fraction(1029, 1503)

#: (id, family, label)
Drawable = tuple[str, str, str]
Stratum = tuple[str, str]


def share_of_eligible(*, queries: int, eligible: int, share: Fraction = SHARE) -> Fraction:
    """The share of the eligible queries that makes up ``share`` of all; at most 1."""
    return min(Fraction(1), share * queries / eligible) if eligible else Fraction(0)


def draw(queries: Sequence[Drawable], *, share: Fraction, seed: int) -> frozenset[str]:
    """The ids of that share of the queries, as many of each family and label as it comes to there; what
    rounding leaves over goes to the largest remainders. The order of ``queries`` does not matter.

    Raises ``ValueError`` for a share that is none, or an id that stands there twice.
    """
    if not 0 <= share <= 1:
        raise ValueError(f"{share} is not a share from 0 to 1")
    strata: dict[Stratum, list[str]] = defaultdict(list)
    for name, family, label in sorted(queries):
        strata[family, label].append(name)
    if len({name for name, _, _ in queries}) != len(queries):
        raise ValueError("a query stands twice among those to draw from")
    drawn: set[str] = set()
    for stratum, size in _sizes({key: len(names) for key, names in strata.items()}, share).items():
        drawn.update(Random(f"{seed}/{'/'.join(stratum)}").sample(strata[stratum], size))
    return frozenset(drawn)


def _sizes(strata: Mapping[Stratum, int], share: Fraction) -> dict[Stratum, int]:
    """How many to draw of each stratum; ties of remainders go by name."""
    exact = {key: size * share for key, size in strata.items()}
    sizes = {key: floor(part) for key, part in exact.items()}
    left = round(sum(strata.values()) * share) - sum(sizes.values())
    for key in _by_remainder(exact, sizes)[:left]:
        sizes[key] += 1
    return sizes


def _by_remainder(exact: Mapping[Stratum, Fraction], sizes: Mapping[Stratum, int]) -> list[Stratum]:
    keys: Iterable[Stratum] = exact
    return sorted(keys, key=lambda key: (sizes[key] - exact[key], key))
