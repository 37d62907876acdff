"""The page of one query: question, gold, witnesses, the derivation drawn and as a table, its nodes opened.

At another cutoff than the query's own the same is derived on demand, and what differs is said.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.module_loading import import_string
from django.views.decorators.http import require_GET
from django.views.decorators.vary import vary_on_headers

from benchmark.floor.accounts.verbs import Verb
from scenarios.datalog.cutoffs import cutoff_text
from scenarios.datalog.goal_text import AskedGoal, goal_text
from scenarios.models import Query
from scenarios.permissions import can
from scenarios.selectors import queries as selectors
from scenarios.selectors import shown, suites
from scenarios.selectors.drawings import witness_path as witness_path
from scenarios.views import asking, difficulty, explaining
from scenarios.views.browsing import find_suite, wants_part


@require_GET
@login_required
@vary_on_headers("HX-Request")
def query(request: HttpRequest, suite: str, scenario: str, label: str) -> HttpResponse:
    """One query. With ``?node=ID`` that node is opened: beside the drawing, or alone for htmx."""
    found = find_suite(request, suite, Verb.RECORD_VIEW)
    asked = selectors.get(suites.get_scenario(found, scenario), label)
    context: dict[str, Any] = {
        "section": "suites",
        "suite": found,
        "scenario": asked.scenario,
        "query": asked,
        "with_gold": can(request.user, Verb.GOLD_VIEW, found),
        "neighbours": neighbours(asked),
    }
    if context["with_gold"]:
        context |= gold_context(request, asked)
    status = context["refusal"].status if "refusal" in context else 200
    if wants_part(request) and request.GET.get("node"):
        context["panel"] = context["shown"].panel if "shown" in context else None
        return render(request, "scenarios/_node_panel.html", context, status=status)
    context["sections"] = sections(request, asked)
    return render(request, "scenarios/query.html", context, status=status)


@require_GET
@login_required
def query_dag(request: HttpRequest, suite: str, scenario: str, label: str) -> HttpResponse:
    """The drawing alone, as an SVG file; 503 with the reason where it cannot be drawn."""
    found = find_suite(request, suite, Verb.GOLD_VIEW)
    asked = selectors.get(suites.get_scenario(found, scenario), label)
    page = reverse("scenarios:query", args=[suite, scenario, label])
    found_gold = shown.stored(asked, node="", opens=asking.opens_at(page))
    if found_gold.drawing is None:
        text = f"{found_gold.drawing_error}\n"
        return HttpResponse(text, content_type="text/plain; charset=utf-8", status=503)
    response = HttpResponse(found_gold.drawing.svg, content_type="image/svg+xml")
    response["Content-Disposition"] = f'inline; filename="{suite}-{scenario}-{label}.svg"'
    return response


def gold_context(request: HttpRequest, query: Query) -> dict[str, Any]:
    """Gold with all behind it; with ``?as_of=`` what is derived at that cutoff in its place, and what
    differs; with ``?whynot=`` why the answer is not that."""
    given = {name: request.GET.get(name, "") for name in ("as_of", "whynot")}
    own = AskedGoal(query.goal)
    context: dict[str, Any] = {
        "gold": query.gold,
        "given": given,
        "kept": [("as_of", given["as_of"])],
        "goal": goal_text(query.goal),
        "stored_cutoff_text": cutoff_text(query.cutoff),
    }
    return context | asking.tried(lambda: _answered(request, query, own, given))


def _answered(request: HttpRequest, query: Query, own: AskedGoal, given: dict[str, str]) -> dict[str, Any]:
    history = query.scenario
    cutoff = asking.cutoff_in(given["as_of"]) or query.cutoff
    context: dict[str, Any] = {
        "cutoff": cutoff,
        "cutoff_text": cutoff_text(cutoff),
        "elsewhere": cutoff != query.cutoff,
        "whynot_hint": explaining.hint(history, own),
    }
    if cutoff == query.cutoff:
        stored = shown.stored(query, node=request.GET.get("node", ""), opens=asking.opens(request))
        with_actions = can(request.user, Verb.ACTIONS_VIEW, history.suite)
        context["shown"] = stored
        if not wants_part(request):
            context |= difficulty.part(query, stored.derivation, with_actions=with_actions)
    else:
        context["shown"] = asking.derived(request, history, own, cutoff, query)
        context["difference"] = asking.difference(history, own, (query.cutoff, cutoff), query, drawn=False)
    return context | explaining.why_not_part(history, given["whynot"], own, cutoff)


def sections(request: HttpRequest, query: Query) -> list[dict[str, Any]]:
    """What upper rooms add to this page (setting ``QUERY_SECTIONS``)."""
    found = (import_string(path)(request, query) for path in settings.QUERY_SECTIONS)
    return [section for section in found if section is not None]


def neighbours(query: Query) -> dict[str, str | None]:
    """Labels of the query before and after this one in the order of the scenario page."""
    labels = list(query.scenario.queries.order_by("cutoff", "label").values_list("label", flat=True))
    at = labels.index(query.label)
    return {
        "before": labels[at - 1] if at else None,
        "after": labels[at + 1] if at + 1 < len(labels) else None,
    }
