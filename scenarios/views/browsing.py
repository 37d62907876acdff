"""Pages of suites and scenarios. Reads only; what may be seen is decided by ``permissions``."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.dateparse import parse_datetime
from django.views.decorators.http import require_GET
from django.views.decorators.vary import vary_on_headers

from benchmark.floor.accounts.verbs import Verb
from scenarios.models import Event, Query, Scenario, Suite
from scenarios.permissions import can, require
from scenarios.selectors import browsing, queries, suites
from scenarios.selectors.timelines import TimelineFilter


def find_suite(request: HttpRequest, slug: str, verb: Verb = Verb.SUITE_VIEW) -> Suite:
    """The suite of this slug if the person may see it (else 404) and may do ``verb`` (else 403)."""
    suite = suites.get_visible(request.user, slug)
    require(request.user, verb, suite)
    return suite


@require_GET
@login_required
def suite_list(request: HttpRequest) -> HttpResponse:
    """All suites that the person may see."""
    return render(
        request, "scenarios/suite_list.html", {"suites": suites.visible_to(request.user), "section": "suites"}
    )


@require_GET
@login_required
def suite(request: HttpRequest, suite: str) -> HttpResponse:
    """One suite: its scenarios, its queries by family and label, the findings of its import."""
    found = find_suite(request, suite)
    findings, total = browsing.findings_of(found)
    context = {
        "section": "suites",
        "suite": found,
        "scenarios": suites.scenarios_of(found),
        "label_counts": browsing.families_of(found) if can(request.user, Verb.GOLD_VIEW, found) else [],
        "findings": findings,
        "findings_total": total,
        "may_launch": can(request.user, Verb.RUN_LAUNCH, found),
    }
    return render(request, "scenarios/suite.html", context)


@require_GET
@login_required
@vary_on_headers("HX-Request")
def scenario(request: HttpRequest, suite: str, scenario: str) -> HttpResponse:
    """One history: the timeline of its records with filters and a cutoff, and its queries."""
    found = find_suite(request, suite, Verb.RECORD_VIEW)
    history = suites.get_scenario(found, scenario)
    with_actions = can(request.user, Verb.ACTIONS_VIEW, found)
    kind = request.GET.get("kind", "")
    wanted = TimelineFilter(
        text=request.GET.get("q", "").strip()[:200],
        kind=kind if with_actions and kind in Event.Kind.values else "",
    )
    after = request.GET.get("after", "")
    with_gold = can(request.user, Verb.GOLD_VIEW, found)
    query = _query_to_show(history, request.GET.get("query", ""))
    context = {
        "section": "suites",
        "suite": found,
        "scenario": history,
        "wanted": wanted,
        "kinds": Event.Kind.choices if with_actions else [],
        "after": after,
        "page": browsing.timeline(history, wanted, after=after, with_actions=with_actions),
        "with_actions": with_actions,
        "with_gold": with_gold,
        "queries": queries.of_scenario(history).order_by("cutoff", "label"),
        "shown_query": query,
        "witness": set(query.gold.support) if query and with_gold else set(),
        "cutoff": query.cutoff if query else parse_cutoff(request.GET.get("cutoff", "")),
    }
    template = "scenarios/_timeline.html" if request.htmx else "scenarios/scenario.html"  # type: ignore[attr-defined]
    return render(request, template, context)


def parse_cutoff(text: str) -> datetime | None:
    """An aware time from the address, or None where it is none."""
    try:
        moment = parse_datetime(text) if text else None
    except ValueError:
        return None
    return moment if moment is not None and moment.tzinfo is not None else None


def _query_to_show(history: Scenario, label: str) -> Query | None:
    return history.queries.select_related("gold").filter(label=label).first() if label else None
