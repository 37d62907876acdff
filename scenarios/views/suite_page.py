"""The page of a suite: its scenarios and domains, how its queries are spread, and the list of them all.

The list is filtered by the address of the page, so what was found can be shared, and exported as CSV.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_GET
from django.views.decorators.vary import vary_on_headers

from benchmark.floor.accounts.verbs import Verb
from scenarios.exceptions import NotVisibleError
from scenarios.models import Suite
from scenarios.permissions import can, verbs_on
from scenarios.selectors import browsing, citations, query_export, query_lists, suite_shapes, suites, texts
from scenarios.selectors.query_facts import QueryFacts
from scenarios.selectors.query_filters import CUTOFF, FIGURES, Facet, Wanted, figure_of, wanted_in
from scenarios.views.browsing import find_suite, wants_part

#: Columns that the list always has; what it is sorted by comes on top.
_COLUMNS = ("witness", "height", "width", "degree")


@require_GET
@login_required
@vary_on_headers("HX-Request")
def suite(request: HttpRequest, suite: str) -> HttpResponse:
    """One suite: its scenarios, its queries by figures and in a list, the findings of its import.

    htmx gets the list alone, and the address that says what it shows and nothing else.
    """
    found = find_suite(request, suite)
    with_gold = can(request.user, Verb.GOLD_VIEW, found)
    context: dict[str, Any] = {
        "section": "suites",
        "suite": found,
        "with_gold": with_gold,
        "with_records": can(request.user, Verb.RECORD_VIEW, found),
    }
    if context["with_records"]:
        context |= _listed(request, found, with_gold=with_gold)
    if wants_part(request) and context["with_records"]:
        response = render(request, "scenarios/_queries.html", context)
        response["HX-Push-Url"] = context["address"]
        return response
    context |= _about(request, found, context)
    return render(request, "scenarios/suite.html", context)


@require_GET
@login_required
def suite_queries(request: HttpRequest, suite: str) -> HttpResponse:
    """The queries that the list shows under the same filters, all of them, as CSV."""
    found = find_suite(request, suite, Verb.RECORD_VIEW)
    with_gold = can(request.user, Verb.GOLD_VIEW, found)
    listed = query_lists.of_suite(found, wanted_in(request.GET), with_gold=with_gold)
    text = query_export.as_csv(listed.matching, with_gold=with_gold)
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{suite}-queries.csv"'
    return response


def _about(request: HttpRequest, found: Suite, context: dict[str, Any]) -> dict[str, Any]:
    """All of the page but its list."""
    may = verbs_on(request.user, found)
    # Findings set stated answers beside derived ones: part of the truth.
    findings, total = browsing.findings_of(found) if context["with_gold"] else ([], 0)
    scenarios = list(suites.scenarios_of(found))
    asked: list[QueryFacts] = context["listed"].everything if "listed" in context else []
    return {
        "scenarios": suite_shapes.by_scenario(scenarios, asked),
        "domains": suite_shapes.by_domain(scenarios, asked),
        "with_counts": any(query.gold is not None for query in asked),
        "label_counts": browsing.families_of(found) if context["with_gold"] else [],
        "findings": findings,
        "findings_total": total,
        "texts": texts.check_counts(found),
        "with_boards": Verb.LEADERBOARD_VIEW in may,
        "with_review": Verb.REVIEW_VIEW in may,
        "may_launch": Verb.RUN_LAUNCH in may,
        "citation": citations.of_suite(found),
        "may_release": Verb.SUITE_RELEASE in may and not found.is_released,
        "may_stand": Verb.SUITE_STAND in may,
    }


def _listed(request: HttpRequest, found: Suite, *, with_gold: bool) -> dict[str, Any]:
    """The list of queries with its filters, and how what it found is spread."""
    wanted = wanted_in(request.GET)
    used = wanted if with_gold else wanted.without_gold()
    listed = query_lists.of_suite(found, wanted, with_gold=with_gold)
    after, lost = request.GET.get("after", "")[:200], ""
    try:
        page = listed.page(after)
    except NotVisibleError as error:
        page, lost = listed.page(), str(error)
    columns = _columns(used) if with_gold else []
    return {
        "listed": listed,
        "wanted": used,
        "page": page,
        "lost": lost,
        "rows": [(row, [_cell(row, name) for name, _, _ in columns]) for row in page.rows],
        "columns": columns,
        "sorts": _sorts(with_gold=with_gold),
        "chips": _chips(used, listed.facets),
        "left_out": wanted != used,
        "distributions": suite_shapes.distributions(listed.matching, with_gold=with_gold),
        "address": _address(used, after if page.start else ""),
        "next": _address(used, page.next_after) if page.next_after else "",
        "first": _address(used) if page.start else "",
        "csv": reverse("scenarios:suite_queries", args=[found.slug]) + _address(used),
        "api": reverse("api-suite-query-list", args=[found.slug]) + _address(used),
        "clear": _address(Wanted(sort=used.sort)),
    }


def _address(wanted: Wanted, after: str = "") -> str:
    """The query string that asks for it, ``?`` alone for everything."""
    given = {"q": wanted.text, **wanted.values, "sort": wanted.sort, "after": after}
    return "?" + urlencode({name: value for name, value in given.items() if value})


def _without(wanted: Wanted, name: str) -> str:
    kept = {key: value for key, value in wanted.values.items() if key != name}
    return _address(Wanted(kept, "" if name == "q" else wanted.text, wanted.sort))


def _chips(wanted: Wanted, facets: list[Facet]) -> list[tuple[str, str, str]]:
    """Each thing that is looked for: its name, its words, and the address without it."""
    words = [("Words", wanted.text, _without(wanted, "q"))] if wanted.text else []
    chosen = [(one.filter, one.chosen) for one in facets]
    return words + [
        (one.title, choice.words, _without(wanted, one.name)) for one, choice in chosen if choice is not None
    ]


def _columns(wanted: Wanted) -> list[tuple[str, str, str]]:
    """Name and head of each column of figures, and the address that sorts by it or turns it around."""
    names = (*_COLUMNS, *([wanted.figure] if wanted.figure in FIGURES else []))
    return [
        (
            name,
            FIGURES[name],
            _address(Wanted(wanted.values, wanted.text, name if wanted.sort == f"-{name}" else f"-{name}")),
        )
        for name in dict.fromkeys(names)
    ]


def _sorts(*, with_gold: bool) -> list[tuple[str, str]]:
    """The orders that the page offers."""
    figures = FIGURES.items() if with_gold else ()
    return [
        ("", gettext("scenario and label")),
        (CUTOFF, gettext("cutoff, earliest first")),
        (f"-{CUTOFF}", gettext("cutoff, latest first")),
        *(
            (f"-{name}", gettext("%(figure)s, largest first") % {"figure": _inside(words)})
            for name, words in figures
        ),
        *(
            (name, gettext("%(figure)s, smallest first") % {"figure": _inside(words)})
            for name, words in figures
        ),
    ]


def _inside(words: str) -> str:
    """A figure's name within a sentence: small in English, as the catalog has it elsewhere."""
    told = gettext(words)
    return words.lower() if told == words else told


def _cell(row: QueryFacts, name: str) -> str:
    """A figure of a query; an upper bound of a witness and a lower one of a support say so."""
    value = figure_of(row, name)
    if value is None:
        return "n/a"
    bound = {"witness": "≤ ", "support": "≥ "}.get(name, "") if row.gold and row.gold.bounded else ""
    return bound + (f"{value:.2f}" if isinstance(value, float) else str(value))
