"""Pages of all suites and of a scenario. Reads only; what may be seen is decided by ``permissions``."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, timedelta

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

#: No zone is farther from UTC; Postgres reads none that is, though ISO 8601 can write it.
FARTHEST_ZONE = timedelta(hours=14)


def find_suite(request: HttpRequest, slug: str, verb: Verb = Verb.SUITE_VIEW) -> Suite:
    """The suite of this slug if the person may see it (else 404) and may do ``verb`` (else 403)."""
    suite = suites.get_visible(request.user, slug)
    require(request.user, verb, suite)
    return suite


@require_GET
@login_required
def suite_list(request: HttpRequest) -> HttpResponse:
    """All suites that the person may see."""
    context = {
        "suites": suites.visible_to(request.user),
        "section": "suites",
        "may_import": can(request.user, Verb.SUITE_IMPORT),
    }
    return render(request, "scenarios/suite_list.html", context)


@require_GET
@login_required
@vary_on_headers("HX-Request")
def scenario(request: HttpRequest, suite: str, scenario: str) -> HttpResponse:
    """One history: the timeline of its records with filters and a cutoff, and its queries.

    ``?at=LABEL`` opens the page that holds that record.
    """
    found = find_suite(request, suite, Verb.RECORD_VIEW)
    history = suites.get_scenario(found, scenario)
    with_actions = can(request.user, Verb.ACTIONS_VIEW, found)
    kind = request.GET.get("kind", "")
    wanted = TimelineFilter(
        text=request.GET.get("q", "").strip()[:200],
        kind=kind if with_actions and kind in Event.Kind.values else "",
    )
    after, cutoff = request.GET.get("after", ""), request.GET.get("cutoff", "")
    if "at" in request.GET and not after:
        after = browsing.page_of(history, wanted, request.GET["at"])
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
        "may_edit": can(request.user, Verb.HISTORY_EDIT, found),
        "queries": queries.of_scenario(history).order_by("cutoff", "label"),
        "shown_query": query,
        "witness": set(query.gold.support) if query and with_gold else set(),
        "cutoff": query.cutoff if query else parse_cutoff(cutoff),
        "unread_cutoff": cutoff if cutoff and not query and parse_cutoff(cutoff) is None else "",
    }
    template = "scenarios/_timeline.html" if wants_part(request) else "scenarios/scenario.html"
    return render(request, template, context)


def wants_part(request: HttpRequest) -> bool:
    """Whether htmx asks for the moving part alone; when it restores history it needs the whole page."""
    htmx = request.htmx  # type: ignore[attr-defined]  # set by django-htmx
    return bool(htmx) and not htmx.history_restore_request


def parse_cutoff(text: str) -> datetime | None:
    """An aware time from the address, or None where it is none.

    A plus sign that was not escaped arrives as a blank and is taken for what was meant.
    """
    for written in (text, text.replace(" ", "+")):
        try:
            moment = parse_datetime(written)
        except ValueError:
            continue
        offset = None if moment is None else moment.utcoffset()
        if moment is None or offset is None:
            continue
        if abs(offset) <= FARTHEST_ZONE:
            return moment
        with suppress(OverflowError):
            return moment.astimezone(UTC)
    return None


def _query_to_show(history: Scenario, label: str) -> Query | None:
    return history.queries.select_related("gold").filter(label=label).first() if label else None
