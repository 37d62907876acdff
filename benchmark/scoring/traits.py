"""What queries are sliced by: what is asked, and measures of access, evolution and composition in fixed bins
(spec 12.4, 5.1). PURE."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Any, Final

from benchmark.scoring.envelope import LABELS
from benchmark.scoring.gold_view import UNKNOWN
from scenarios.generators.derive.targets import DOMAINS, FAMILIES, Band, band_of

#: The value of a query that has no such measure.
NA: Final = "n/a"


class Dimension(enum.StrEnum):
    """What a trait says something about; its value is its title."""

    ASKED = "What is asked"
    ACCESS = "Access"
    EVOLUTION = "Evolution"
    COMPOSITION = "Composition"


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of one query. ``measures`` are those of its gold, by their names of spec 16."""

    family: str
    label: str
    answer_type: str
    domain: str
    scenario: str
    degree: int
    height: int
    width: int
    obs: bool
    measures: Mapping[str, Any] = field(default_factory=dict)

    @property
    def knowable(self) -> bool:
        return self.label != UNKNOWN


@dataclass(frozen=True, slots=True)
class Bins:
    """Ranges between ``ends``, each of which belongs to the range below it. What is larger than the last end
    is in one more; what is smaller than ``start`` counts with the first. ``whole``: the values are counts."""

    ends: tuple[float, ...]
    start: float
    whole: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the ranges, smallest first."""
        return _names(self)

    def of(self, value: float) -> str:
        """The range that a value lies in."""
        place = next((place for place, end in enumerate(self.ends) if value <= end), len(self.ends))
        return self.names[place]


@cache
def _names(bins: Bins) -> tuple[str, ...]:
    """Made once: every value of every query is named by them."""
    ends, whole = bins.ends, bins.whole
    first = _range(bins.start, ends[0], whole=whole)
    if whole:
        inner = [_range(low + 1, high, whole=True) for low, high in pairwise(ends)]
        return (first, *inner, f"{ends[-1] + 1:.0f}+")
    inner = [f"> {_number(low)} to {_number(high)}" for low, high in pairwise(ends)]
    return (first, *inner, f"> {_number(ends[-1])}")


def _range(low: float, high: float, *, whole: bool) -> str:
    if low == high:
        return _number(low)
    return f"{low:.0f}-{high:.0f}" if whole else f"{_number(low)} to {_number(high)}"


def _number(value: float) -> str:
    return f"{value:.0f}" if float(value).is_integer() else f"{value:g}"


@dataclass(frozen=True, slots=True)
class Trait:
    """One thing to slice by. ``read`` gives a query's value, ``n/a`` where it has none. ``known`` values come
    first, in this order; of ``fixed`` ones each is shown, also where no query has it."""

    name: str
    title: str
    words: str
    dimension: Dimension
    read: Callable[[Facts], str]
    known: tuple[str, ...] = ()
    fixed: bool = False

    def order(self, values: frozenset[str] | set[str]) -> list[str]:
        """The values to show, of those that some query has, in order; ``n/a`` last."""
        first = [value for value in self.known if self.fixed or value in values]
        rest = sorted(values - set(first) - {NA}, key=_natural)
        return [*first, *rest, *([NA] if NA in values else [])]


def _natural(value: str) -> tuple[bool, int, str]:
    return (not value.isdigit(), int(value) if value.isdigit() else 0, value)


_SIZES: Final = Bins((1, 2, 4, 8, 16, 32), start=1, whole=True)
_PARTS: Final = Bins((0.1, 0.25, 0.5, 0.75), start=0)
_BANDS: Final = tuple(band.value for band in Band)
YES, NO = "yes", "no"


def _measured(
    name: str,
    title: str,
    words: str,
    dimension: Dimension,
    bins: Bins,
    read: Callable[[Facts], float | None] | None = None,
) -> Trait:
    def value(facts: Facts) -> str:
        found = facts.measures.get(name) if read is None else read(facts)
        return NA if found is None else bins.of(found)

    return Trait(name, title, words, dimension, value, bins.names, fixed=True)


def _band(facts: Facts) -> str:
    size = facts.measures.get("witness_size")
    return NA if size is None else band_of(size).value


def _support(facts: Facts) -> float | None:
    """Nothing supports an unknown."""
    return facts.measures.get("support_size") if facts.knowable else None


_ASKED, _ACCESS = Dimension.ASKED, Dimension.ACCESS
_EVOLUTION, _COMPOSITION = Dimension.EVOLUTION, Dimension.COMPOSITION
#: All of them, in the order in which they are offered.
TRAITS: Final = (
    Trait("family", "Family", "The kind of operator.", _ASKED, lambda facts: facts.family, FAMILIES),
    Trait("label", "Gold label", "Whether the records decide it.", _ASKED, lambda facts: facts.label, LABELS),
    Trait(
        "answer_type", "Answer type", "What kind of value is right.", _ASKED, lambda facts: facts.answer_type
    ),
    Trait("domain", "Domain", "The world of the history.", _ASKED, lambda facts: facts.domain, DOMAINS),
    Trait("scenario", "Scenario", "The history that is asked about.", _ASKED, lambda facts: facts.scenario),
    Trait(
        "witness_size",
        "Witness size",
        "Events of the smallest witness; its upper bound where not all witnesses are listed.",
        _ACCESS,
        _band,
        _BANDS,
        fixed=True,
    ),
    _measured("support_size", "Support size", "Events of any minimal witness; its lower bound where not all "
              "are listed.", _ACCESS, _SIZES, _support),
    _measured("disp", "Dispersion", "Mean gap between neighbours of the witness, 1 being evenly spread.",
              _ACCESS, Bins((0.1, 0.25, 0.5, 1), start=0)),
    _measured("span", "Span", "The part of the history from the first to the last event of the witness.",
              _ACCESS, _PARTS),
    _measured("age", "Age", "How far back the witness lies in the mean: 0 at the cutoff, 1 at the beginning.",
              _ACCESS, _PARTS),
    _measured("overlap", "Overlap", "Words that question and witness share, of all words of both.",
              _ACCESS, Bins((0, 0.1, 0.2, 0.4), start=0)),
    Trait(
        "obs",
        "Excludes an obsolete version",
        "Whether a superseded version was passed over on the way.",
        _EVOLUTION,
        lambda facts: YES if facts.obs else NO,
        (YES, NO),
        fixed=True,
    ),
    _measured("versions", "Versions", "Versions of the facts and rules on the way, in the mean.",
              _EVOLUTION, Bins((1, 1.5, 2, 3), start=1)),
    _measured("n_obsolete", "Obsolete events", "Events that state a superseded version on the way.",
              _EVOLUTION, Bins((0, 1, 2, 4, 8), start=0, whole=True)),
    _measured("height", "Height", "The longest way from the answer down to a record.",
              _COMPOSITION, Bins((1, 2, 3, 4, 5), start=1, whole=True), lambda facts: facts.height),
    _measured("width", "Width", "The most nodes on one level of the derivation.",
              _COMPOSITION, _SIZES, lambda facts: facts.width),
    Trait("degree", "Degree", "Kinds of step on the way.", _COMPOSITION, lambda facts: str(facts.degree)),
)  # fmt: skip
BY_NAME: Final = {trait.name: trait for trait in TRAITS}


def values_of(facts: Facts) -> dict[str, str]:
    """The value of a query for every trait, by the trait's name."""
    return {trait.name: trait.read(facts) for trait in TRAITS}
