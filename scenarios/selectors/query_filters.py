"""What the list of a suite's queries can be filtered and sorted by. Works on facts that were read already."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from scenarios.generators.derive.targets import DOMAINS, FAMILIES, LABELS, Band, band_of
from scenarios.selectors.query_facts import GoldFacts, QueryFacts

#: The value of a query that has no witness, for nothing is known of it.
NO_WITNESS = "none"
_REFERENCES = {
    "id": "names alone", "by_event": "by event", "by_date": "by date", "by_place": "by place",
    "by_role": "by role", "by_order": "by order",
}  # fmt: skip
_BANDS = {band.value: band.value.replace("-", "–") for band in Band} | {
    Band.GIANT.value: f"{Band.GIANT.low}+",
    NO_WITNESS: "none (unknown)",
}


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter by its name in addresses. ``values`` are those that a query has; ``known`` come first, in
    order; ``gold`` says that it reads what only those who see gold may know."""

    name: str
    title: str
    values: Callable[[QueryFacts], tuple[str, ...]]
    gold: bool = False
    known: Sequence[str] = ()
    words: Mapping[str, str] = field(default_factory=dict)

    def in_words(self, value: str) -> str:
        return self.words.get(value, value)


def _of_gold(read: Callable[[GoldFacts], tuple[str, ...]]) -> Callable[[QueryFacts], tuple[str, ...]]:
    return lambda query: () if query.gold is None else read(query.gold)


def _yes(value: bool) -> tuple[str, ...]:
    return ("yes" if value else "no",)


def _band(gold: GoldFacts) -> tuple[str, ...]:
    return (NO_WITNESS if gold.witness is None else band_of(gold.witness).value,)


_YES = ("yes", "no")
FILTERS = (
    Filter("domain", "Domain", lambda query: (query.domain,), known=DOMAINS),
    Filter("scenario", "Scenario", lambda query: (query.scenario,)),
    Filter("family", "Family", lambda query: (query.family,), known=FAMILIES),
    Filter("operator", "Operator", lambda query: (query.operator,)),
    Filter("answer_type", "Answer type", lambda query: (query.answer_type,)),
    Filter(
        "label",
        "Label",
        _of_gold(lambda gold: (gold.label,)),
        gold=True,
        known=[label.value for label in LABELS],
    ),
    Filter("witness", "Witness size", _of_gold(_band), gold=True, known=list(_BANDS), words=_BANDS),
    Filter("degree", "Degree", _of_gold(lambda gold: (str(gold.degree),)), gold=True),
    Filter("obs", "Excludes an obsolete version", _of_gold(lambda gold: _yes(gold.obs)), True, _YES),
    Filter("bait", "Bait", _of_gold(lambda gold: _yes(gold.bait)), True, _YES),
    Filter(
        "reference",
        "Refers",
        _of_gold(lambda gold: gold.references),
        gold=True,
        known=list(_REFERENCES),
        words=_REFERENCES,
    ),
)
#: What the list is sorted by beside the cutoff, with heads of columns. What is absent comes last both ways.
FIGURES = {
    "witness": "Witness size", "support": "Support size", "height": "Height", "width": "Width",
    "degree": "Degree", "disp": "Dispersion", "span": "Span", "age": "Age", "overlap": "Overlap",
    "versions": "Versions",
    "obsolete": "Obsolete events",
}  # fmt: skip
CUTOFF = "cutoff"
SORTS = (CUTOFF, *FIGURES)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a reader looks for: values by filter, ``text`` in words and labels, and an order, which is that of
    scenarios where ``sort`` is empty; a minus before it turns it around."""

    values: Mapping[str, str] = field(default_factory=dict)
    text: str = ""
    sort: str = ""

    @property
    def is_empty(self) -> bool:
        return not self.values and not self.text

    @property
    def needs_gold(self) -> bool:
        """Whether any of it reads gold."""
        return any(one.gold for one in FILTERS if one.name in self.values) or self.figure in FIGURES

    @property
    def figure(self) -> str:
        """What it is sorted by, without its direction."""
        return self.sort.removeprefix("-")

    def without_gold(self) -> Wanted:
        """The part that reads no gold."""
        plain = {one.name for one in FILTERS if not one.gold}
        kept = {name: value for name, value in self.values.items() if name in plain}
        return Wanted(kept, self.text, "" if self.figure in FIGURES else self.sort)


def wanted_in(given: Mapping[str, str]) -> Wanted:
    """What an address asks for; a sort that does not exist asks for none."""
    values = {one.name: given[one.name][:200] for one in FILTERS if given.get(one.name)}
    sort = given.get("sort", "")
    return Wanted(values, given.get("q", "").strip()[:200], sort if sort.removeprefix("-") in SORTS else "")


@dataclass(frozen=True, slots=True)
class Choice:
    """A value that a filter offers, and how many queries are left with it beside the other filters."""

    value: str
    words: str
    count: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class Facet:
    """A filter with its choices; ``count`` is what is left without it."""

    filter: Filter
    choices: tuple[Choice, ...]
    count: int

    @property
    def chosen(self) -> Choice | None:
        return next((choice for choice in self.choices if choice.chosen), None)


def applied(
    queries: Sequence[QueryFacts], wanted: Wanted, *, with_gold: bool
) -> tuple[list[QueryFacts], list[Facet]]:
    """The queries that match, in order, and each filter with what its values would leave."""
    filters = [one for one in FILTERS if with_gold or not one.gold]
    matching: list[QueryFacts] = []
    counts: dict[str, dict[str, int]] = {one.name: {} for one in filters}
    left = dict.fromkeys(counts, 0)
    for query in queries:
        values = {one.name: one.values(query) for one in filters}
        failed = [name for name, value in wanted.values.items() if value not in values.get(name, ())]
        shown = _has_words(query, wanted.text)
        if shown and not failed:
            matching.append(query)
        for name, found in values.items():
            counted = shown and not set(failed) - {name}
            left[name] += counted
            for value in found:
                counts[name][value] = counts[name].get(value, 0) + counted
    facets = [_facet(one, counts[one.name], left[one.name], wanted.values.get(one.name)) for one in filters]
    return ordered(matching, wanted.sort), facets


def _has_words(query: QueryFacts, text: str) -> bool:
    return not text or text.casefold() in query.question.casefold() or text.casefold() == query.id.casefold()


def _facet(one: Filter, counts: Mapping[str, int], left: int, chosen: str | None) -> Facet:
    first = [value for value in one.known if value in counts]
    rest = sorted(set(counts) - set(first), key=_natural)
    unknown = [chosen] if chosen is not None and chosen not in counts else []
    choices = (
        Choice(value, one.in_words(value), counts.get(value, 0), value == chosen)
        for value in (*first, *rest, *unknown)
    )
    return Facet(one, tuple(choices), left)


def _natural(value: str) -> tuple[str, int, str]:
    """Operators by family and number: T2 before T10, degree 2 before 10."""
    digits = value[len(value.rstrip("0123456789")) :]
    return (value.removesuffix(digits), int(digits or 0), value)


def ordered(queries: Sequence[QueryFacts], sort: str) -> list[QueryFacts]:
    """By a figure, ties and no figure by scenario and label."""
    return sorted(queries, key=lambda query: place_of(query, sort))


def place_of(query: QueryFacts, sort: str) -> tuple[bool, float, int]:
    """Where a query stands in an order."""
    name = sort.removeprefix("-")
    value = figure_of(query, name) if name else 0
    if value is None:
        return (True, 0, query.place)
    return (False, -value if sort.startswith("-") else value, query.place)


def figure_of(query: QueryFacts, name: str) -> float | None:
    """A figure by its name, None where there is none."""
    if name == CUTOFF:
        return query.cutoff.timestamp()
    return None if query.gold is None else getattr(query.gold, name)
