"""What a suite looks like in figures: its tables by domain and by family (spec 5.1, 5.2). PURE.

Witness sizes are those of the smallest witness, so nothing that is unknown has one. A mean over nothing is
None, never 0.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from scenarios.datalog.derivation import Answerability
from scenarios.generators.derive.targets import ALL, ANSWERABLE, DOMAINS, FAMILIES, UNKNOWN, ZERO, type_group

#: The figures of a query that are summed up by family, in the order of the tables.
MEASURES: Final = (
    "witness", "height", "width", "degree", "disp", "span", "age", "overlap", "versions", "obsolete",
)  # fmt: skip
#: Upper ends of the bars of a distribution; what is larger goes into one more.
SIZE_ENDS: Final = (1, 2, 4, 8, 16, 32)
HEIGHT_ENDS: Final = (1, 2, 3, 4, 5)


@dataclass(frozen=True, slots=True)
class QueryFigures:
    """A query with the figures of its gold, named as in spec 16. ``bounded``: its witness list is incomplete,
    so ``witness`` is the most that its smallest witness can have."""

    domain: str
    family: str
    label: Answerability
    answer_type: str
    obs: bool
    height: int
    width: int
    degree: int
    truth: bool | None = None
    bounded: bool = False
    witness: int | None = None
    disp: float | None = None
    span: float | None = None
    age: float | None = None
    overlap: float | None = None
    versions: float | None = None
    obsolete: int | None = None


@dataclass(frozen=True, slots=True)
class ScenarioSize:
    """How many events a scenario of a domain has."""

    domain: str
    events: int


@dataclass(frozen=True, slots=True)
class Summary:
    """``n`` values in short; all None without any."""

    n: int
    mean: float | None
    median: float | None
    largest: float | None

    @classmethod
    def of(cls, values: Iterable[float | None]) -> Summary:
        """Over the values that are there."""
        found = [value for value in values if value is not None]
        if not found:
            return cls(0, None, None, None)
        return cls(len(found), sum(found) / len(found), statistics.median(found), max(found))


def number(value: float | None) -> str:
    """A count or median as the tables write it: ``4,692``, ``2.50``, ``n/a``."""
    if value is None:
        return "n/a"
    return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}"


def mean_text(value: float | None) -> str:
    """A mean or percentage as the tables write it, always with its decimals: ``5.61``, ``3.00``, ``n/a``."""
    return "n/a" if value is None else f"{value:,.2f}"


@dataclass(frozen=True, slots=True)
class Share:
    """``part`` of ``n``."""

    part: int
    n: int

    @property
    def percent(self) -> float | None:
        """None where there is nothing to be a part of."""
        return 100 * self.part / self.n if self.n else None


@dataclass(frozen=True, slots=True)
class Bar:
    """How many values lie in a range."""

    label: str
    count: int


@dataclass(frozen=True, slots=True)
class DomainRow:
    """A row of the table by domain. ``types`` counts queries by answer type."""

    name: str
    scenarios: int
    events: int
    queries: int
    answerable: int
    zero: int
    unknown: int
    witness: Summary
    true: Share
    types: dict[str, int]


@dataclass(frozen=True, slots=True)
class FamilyRow:
    """A row of the table by family. ``bounded`` counts the queries whose witness size is an upper bound."""

    name: str
    queries: int
    obs: Share
    measures: dict[str, Summary]
    bounded: int
    witness_bars: tuple[Bar, ...]
    height_bars: tuple[Bar, ...]
    width_bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class SuiteStatistics:
    """Both tables; the last row of each is over everything."""

    domains: tuple[DomainRow, ...]
    families: tuple[FamilyRow, ...]

    @property
    def is_empty(self) -> bool:
        return not self.families[-1].queries

    def domain(self, name: str) -> DomainRow | None:
        """The row of a domain, None without one."""
        return next((row for row in self.domains if row.name == name), None)

    def family(self, name: str) -> FamilyRow | None:
        """The row of a family, None without one."""
        return next((row for row in self.families if row.name == name), None)


def summed_up(queries: Sequence[QueryFigures], scenarios: Sequence[ScenarioSize]) -> SuiteStatistics:
    """The tables of a suite: the domains and families of the spec in its order, then all others by name."""
    domains = _in_order([*(one.domain for one in scenarios), *(one.domain for one in queries)], DOMAINS)
    families = _in_order([one.family for one in queries], FAMILIES)
    return SuiteStatistics(
        domains=(
            *(
                _domain_row(
                    name,
                    [one for one in queries if one.domain == name],
                    [one for one in scenarios if one.domain == name],
                )
                for name in domains
            ),
            _domain_row(ALL, queries, scenarios),
        ),
        families=(
            *(_family_row(name, [one for one in queries if one.family == name]) for name in families),
            _family_row(ALL, queries),
        ),
    )


def _in_order(names: Iterable[str], first: Sequence[str]) -> list[str]:
    found = set(names)
    return [name for name in first if name in found] + sorted(found - set(first))


def _domain_row(name: str, queries: Sequence[QueryFigures], scenarios: Sequence[ScenarioSize]) -> DomainRow:
    labels = Counter(one.label for one in queries)
    truths = Counter(one.truth for one in queries if one.truth is not None)
    return DomainRow(
        name=name,
        scenarios=len(scenarios),
        events=sum(one.events for one in scenarios),
        queries=len(queries),
        answerable=labels[ANSWERABLE],
        zero=labels[ZERO],
        unknown=labels[UNKNOWN],
        witness=Summary.of(one.witness for one in queries),
        true=Share(truths[True], truths.total()),
        types=dict(sorted(Counter(type_group(one.answer_type) for one in queries).items())),
    )


def _family_row(name: str, queries: Sequence[QueryFigures]) -> FamilyRow:
    def values(measure: str) -> list[float | None]:
        return [getattr(one, measure) for one in queries]

    return FamilyRow(
        name=name,
        queries=len(queries),
        obs=Share(sum(one.obs for one in queries), len(queries)),
        measures={measure: Summary.of(values(measure)) for measure in MEASURES},
        bounded=sum(one.bounded for one in queries),
        witness_bars=bars(values("witness"), SIZE_ENDS),
        height_bars=bars(values("height"), HEIGHT_ENDS),
        width_bars=bars(values("width"), SIZE_ENDS),
    )


def bars(values: Iterable[float | None], ends: Sequence[int]) -> tuple[Bar, ...]:
    """How many values lie up to each end, and above the last."""
    lows = (None, *(end + 1 for end in ends))
    counts = [0] * len(lows)
    for value in values:
        if value is not None:
            counts[next((place for place, end in enumerate(ends) if value <= end), len(ends))] += 1
    labels = map(_range_label, lows, (*ends, None))
    return tuple(Bar(label, count) for label, count in zip(labels, counts, strict=True))


def _range_label(low: int | None, high: int | None) -> str:
    """``≤1``, ``2``, ``3–4``, ``33+``."""
    if low is None:
        return f"≤{high}"
    if high is None:
        return f"{low}+"
    return str(low) if low == high else f"{low}–{high}"


#: Which bars of a row belong to which measure.
BARS: Final[dict[str, Callable[[FamilyRow], tuple[Bar, ...]]]] = {
    "witness": lambda row: row.witness_bars,
    "height": lambda row: row.height_bars,
    "width": lambda row: row.width_bars,
}
