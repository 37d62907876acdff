"""Runs beside each other: choose lines, read the paired test and the queries that were lost. Read only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET
from django.views.decorators.vary import vary_on_headers

from benchmark.floor.accounts.verbs import Verb
from benchmark.scoring.comparison import SLICED_BY, value_of
from probes.exceptions import LinesRefusedError, ReleasesDifferError
from probes.report import comparison_csv, comparison_page
from probes.report.comparison_words import TRAITS
from probes.selectors import comparing, comparison_lines, discordant
from probes.selectors.comparing import RunComparison
from probes.selectors.comparison_lines import Line
from scenarios.models import Suite
from scenarios.permissions import permitted, require, require_somewhere
from scenarios.views.browsing import wants_part

#: Queries on one page of the list.
QUERIES_A_PAGE = 50
REFUSALS = (LinesRefusedError, ReleasesDifferError)


@dataclass(frozen=True)
class Asked:
    """What an address asks for: the lines as typed, the baseline first."""

    lines: tuple[str, ...]
    intersect: bool
    by: tuple[str, ...]

    @property
    def address(self) -> str:
        """The query string that asks for it, the same for the page, the API and the exports."""
        pairs = [("line", line) for line in self.lines]
        pairs += [("intersect", "true")] if self.intersect else []
        return urlencode([*pairs, *(("by", trait) for trait in self.by)])


def asked_in(given: QueryDict) -> Asked:
    """What an address asks for; the usual slices where it names none."""
    texts = [text for text in given.getlist("line") if text.strip()]
    baseline = given.get("baseline", "")
    if baseline:
        texts = [baseline, *(text for text in texts if text != baseline)]
    by = [trait for text in given.getlist("by") for trait in text.split(",") if trait]
    intersect = given.get("intersect", "").lower() in ("1", "true", "on", "yes")
    return Asked(tuple(dict.fromkeys(texts)), intersect, tuple(dict.fromkeys(by)) or comparing.USUAL_SLICES)


def lines_for(user: Any, asked: Asked) -> list[Line]:
    """The lines that are asked for, for a person who may view their runs.

    Raises what ``comparison_lines`` raises: ``LinesRefusedError``, ``Http404``, ``PermissionDenied``.
    """
    names = [comparison_lines.parse(text) for text in asked.lines]
    return comparison_lines.resolve(names, comparison_lines.visible(names, user))


@require_GET
@login_required
@vary_on_headers("HX-Request")
def compare(request: HttpRequest) -> HttpResponse:
    """``?line=RUN:SYSTEM:HINT&line=…``, the first being the baseline; below two lines, the form that asks for
    them. htmx gets the list of queries alone."""
    require_somewhere(request.user, Verb.RUN_VIEW)
    asked = asked_in(request.GET)
    context: dict[str, Any] = {"section": "runs", "asked": asked}
    lines: list[Line] = []
    found, status = None, 200
    try:
        lines = lines_for(request.user, asked)
        if len(lines) > 1:
            by = () if wants_part(request) else asked.by
            found = comparing.compare(lines, intersect=asked.intersect, by=by)
    except REFUSALS as error:
        status = error.http_status
        context |= {"refused": str(error), "may_intersect": isinstance(error, ReleasesDifferError)}
    if found is not None:
        context |= _queries(request, found, asked)
        if wants_part(request):
            return render(request, "probes/_compare_queries.html", context)
        context |= _shown(found, asked)
    context |= _choices(request, asked, lines)
    return render(request, "probes/compare.html", context, status=status)


@require_GET
@login_required
def compare_figures(request: HttpRequest) -> HttpResponse:
    """The figures of a comparison as CSV; an address that compares nothing leads to the page."""
    require_somewhere(request.user, Verb.RUN_VIEW)
    asked = asked_in(request.GET)
    try:
        found = comparing.compare(lines_for(request.user, asked), intersect=asked.intersect, by=asked.by)
    except REFUSALS:
        return redirect(f"{reverse('probes:compare')}?{asked.address}")
    return _csv(comparison_csv.figures(found), "figures")


@require_GET
@login_required
def compare_queries(request: HttpRequest) -> HttpResponse:
    """The queries on which the lines differ, under the filters of the page, all of them, as CSV."""
    require_somewhere(request.user, Verb.GOLD_VIEW)
    asked = asked_in(request.GET)
    try:
        found = comparing.compare(lines_for(request.user, asked), intersect=asked.intersect, by=())
    except REFUSALS:
        return redirect(f"{reverse('probes:compare')}?{asked.address}")
    for suite in found.suites:
        require(request.user, Verb.GOLD_VIEW, suite)
    listed = discordant.queries(found, _which(request, found))
    return _csv(comparison_csv.queries(found, discordant.rows(found, listed)), "queries")


def _csv(text: str, name: str) -> HttpResponse:
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="comparison-{name}.csv"'
    return response


def _which(request: HttpRequest, found: RunComparison) -> discordant.Wanted:
    given = request.GET
    return discordant.wanted(
        found,
        against=given.get("against", ""),
        direction=given.get("direction", ""),
        part=given.get("slice", ""),
    )


def _queries(request: HttpRequest, found: RunComparison, asked: Asked) -> dict[str, Any]:
    """The list of queries that differ, for those who may see single answers and gold."""
    may_see = len(permitted(request.user, Verb.GOLD_VIEW, found.suites)) == len(found.suites)
    if not may_see:
        return {"found": found, "with_gold": False}
    which = _which(request, found)
    page = Paginator(discordant.queries(found, which), QUERIES_A_PAGE).get_page(request.GET.get("page"))
    return {
        "found": found,
        "with_gold": True,
        "which": which,
        "page": page,
        "rows": discordant.rows(found, list(page.object_list)),
        "filters": _filters(found),
        "asked": asked,
    }


def _filters(found: RunComparison) -> list[tuple[str, list[tuple[str, str]]]]:
    """The slices to filter by: of each trait its name and its choices, for an address and in words."""
    answers = found.baseline.side.answers.values()
    return [
        (TRAITS[trait], [(f"{trait}:{value}", value or "none") for value in sorted(values)])
        for trait in SLICED_BY
        if (values := {value_of(answer, trait) for answer in answers})
    ]


def _shown(found: RunComparison, asked: Asked) -> dict[str, Any]:
    return {
        "shown": comparison_page.shown(found),
        "several": len(found.others) > 1,
        "figures_csv": f"{reverse('probes:compare_figures')}?{asked.address}",
        "api": f"{reverse('api-comparison')}?{asked.address}",
    }


def _choices(request: HttpRequest, asked: Asked, lines: list[Line]) -> dict[str, Any]:
    """What the form offers: suites, the lines of ended runs on one of them, and lines chosen elsewhere."""
    suites = permitted(request.user, Verb.RUN_VIEW, Suite.objects.visible_to(request.user))
    slug = request.GET.get("suite", "") or (lines[0].run.suite.slug if lines else "")
    suite = next((one for one in suites if one.slug == slug), None)
    offered = [] if suite is None else comparison_lines.of_suite(suite)
    chosen = {str(line) for line in lines}
    if not lines:
        chosen |= {str(line) for line in offered if str(line.run.pk) == request.GET.get("run")}
    here = {str(line) for line in offered}
    return {
        "suites": suites,
        "suite": suite,
        "offered": [(line, str(line) in chosen) for line in offered],
        "elsewhere": [line for line in lines if str(line) not in here],
        "baseline": str(lines[0]) if lines else "",
        "most_lines": comparison_lines.MOST_LINES,
        "runs_offered": comparison_lines.RUNS_OFFERED,
        "traits": [(trait, words, trait in asked.by) for trait, words in TRAITS.items()],
    }
