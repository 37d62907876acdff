"""The list of all queries of a suite: filtered, counted, sorted and cut into pages. One database query."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from scenarios.exceptions import NotVisibleError
from scenarios.models import Suite
from scenarios.selectors import query_facts
from scenarios.selectors.query_facts import QueryFacts
from scenarios.selectors.query_filters import Facet, Wanted, applied, place_of

PAGE = 50


@dataclass(frozen=True, slots=True)
class QueryList:
    """Queries of a suite: ``everything`` it asks, those that ``match`` in order, and the filters."""

    everything: list[QueryFacts]
    matching: list[QueryFacts]
    facets: list[Facet]
    sort: str

    def page(self, after: str = "", size: int = PAGE) -> QueryPage:
        """The queries after the one that a cursor names, which need not match; all from the first without
        one. Raises ``NotVisibleError`` where the suite has no such query."""
        start = bisect_right([place_of(query, self.sort) for query in self.matching], self._place(after))
        if not after:
            start = 0
        rows = self.matching[start : start + size]
        more = start + size < len(self.matching)
        return QueryPage(rows, start, rows[-1].cursor if more else "")

    def _place(self, after: str) -> tuple[bool, float, int]:
        if not after:
            return (False, 0, -1)
        named = next((query for query in self.everything if query.cursor == after), None)
        if named is None:
            raise NotVisibleError(f"There is no query {after!r} in this suite, so no page follows it.")
        return place_of(named, self.sort)


@dataclass(frozen=True, slots=True)
class QueryPage:
    """Some queries of a list, how many stand before, and the cursor of the next page, empty at the end."""

    rows: Sequence[QueryFacts]
    start: int
    next_after: str


def of_suite(suite: Suite, wanted: Wanted, *, with_gold: bool) -> QueryList:
    """All queries of a suite and those that match. Whoever may not see gold can filter by none of it."""
    everything = query_facts.of_suite(suite, with_gold=with_gold)
    asked = wanted if with_gold else wanted.without_gold()
    matching, facets = applied(everything, asked, with_gold=with_gold)
    return QueryList(everything, matching, facets, asked.sort)
