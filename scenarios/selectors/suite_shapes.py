"""What the queries of a suite are like: tables by scenario and domain, distributions as small pictures.

Works on facts that were read already; without gold only what a question itself tells is counted.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as _n

from scenarios import bar_lists, histograms
from scenarios.generators.derive.statistics import HEIGHT_ENDS, SIZE_ENDS, Bar, bars, number
from scenarios.generators.derive.targets import ANSWERABLE, UNKNOWN, ZERO
from scenarios.models import Scenario
from scenarios.selectors.query_facts import QueryFacts
from scenarios.selectors.query_filters import FILTERS, Filter, figure_of

#: Figures drawn as histograms, with their words and the upper ends of their bars.
_FIGURES = (
    ("witness", _n("Records of the smallest witness"), SIZE_ENDS),
    ("height", _n("Height of the derivation"), HEIGHT_ENDS),
    ("width", _n("Width of the derivation"), SIZE_ENDS),
    ("degree", _n("Composition degree"), HEIGHT_ENDS),
)
_NAMED = ("label", "family", "answer_type")


@dataclass(frozen=True, slots=True)
class Distribution:
    """A picture and its table twin. ``n`` queries have the figure; ``beside`` says more of them."""

    title: str
    svg: str
    bars: Sequence[Bar]
    n: int
    beside: str = ""


@dataclass(frozen=True, slots=True)
class Counts:
    """Queries of a scenario or domain; the last three are of gold, ``n/a`` where no witness is known."""

    queries: int
    answerable: int
    zero: int
    unknown: int
    obsolete: int
    median: str
    largest: str

    @classmethod
    def of(cls, queries: Sequence[QueryFacts]) -> Counts:
        golds = [query.gold for query in queries if query.gold is not None]
        labels = Counter(gold.label for gold in golds)
        sizes = [gold.witness for gold in golds if gold.witness is not None]
        return cls(
            queries=len(queries),
            answerable=labels[ANSWERABLE.value],
            zero=labels[ZERO.value],
            unknown=labels[UNKNOWN.value],
            obsolete=sum(gold.obs for gold in golds),
            median=number(statistics.median(sizes)) if sizes else "n/a",
            largest=number(max(sizes)) if sizes else "n/a",
        )


@dataclass(frozen=True, slots=True)
class DomainLine:
    """A domain with its scenarios, their events and their queries."""

    name: str
    scenarios: int
    events: int
    counts: Counts


def by_scenario(
    scenarios: Iterable[Scenario], queries: Sequence[QueryFacts]
) -> list[tuple[Scenario, Counts]]:
    """Each scenario with the counts of its queries."""
    return [(row, Counts.of([query for query in queries if query.scenario == row.slug])) for row in scenarios]


def by_domain(scenarios: Sequence[Any], queries: Sequence[QueryFacts]) -> list[DomainLine]:
    """The domains in the order in which scenarios come. ``scenarios`` carry ``n_events``."""
    lines = []
    for name in dict.fromkeys(row.domain for row in scenarios):
        own = [row for row in scenarios if row.domain == name]
        events: int = sum(row.n_events for row in own)
        counts = Counts.of([query for query in queries if query.domain == name])
        lines.append(DomainLine(name, len(own), events, counts))
    return lines


def distributions(queries: Sequence[QueryFacts], *, with_gold: bool) -> list[Distribution]:
    """How the figures of some queries are spread, then how many there are of each name."""
    named = [one for one in FILTERS if one.name in _NAMED and (with_gold or not one.gold)]
    figures = [_figure(queries, *figure) for figure in _FIGURES] if with_gold else []
    return [*figures, *(_names(queries, one) for one in named)]


def _figure(queries: Sequence[QueryFacts], name: str, title: str, ends: Sequence[int]) -> Distribution:
    values = [value for query in queries if (value := figure_of(query, name)) is not None]
    counted = bars(values, ends)
    svg = histograms.drawn(counted, top=histograms.top_of([counted]), says=_(title))
    return Distribution(title, svg, counted, len(values), beside(values))


def beside(values: Sequence[float]) -> str:
    """Median and largest of some values in words; nothing without any."""
    if not values:
        return ""
    figures = {"median": number(statistics.median(values)), "largest": number(max(values))}
    return _("median %(median)s, largest %(largest)s") % figures


def _names(queries: Sequence[QueryFacts], one: Filter) -> Distribution:
    counted = _counted(queries, one.values)
    order = [value for value in one.known if value in counted]
    order += sorted(set(counted) - set(order), key=lambda value: (-counted[value], value))
    found = [Bar(one.in_words(value), counted[value]) for value in order]
    drawn = [Bar(_(bar.label), bar.count) for bar in found]
    return Distribution(one.title, bar_lists.drawn(drawn, says=_(one.title)), found, counted.total())


def _counted(queries: Sequence[QueryFacts], values: Callable[[QueryFacts], tuple[str, ...]]) -> Counter[str]:
    return Counter(value for query in queries for value in values(query))
