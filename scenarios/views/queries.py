"""The page of one query: question, gold, witnesses, the derivation drawn and as a table, its nodes opened."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.module_loading import import_string
from django.views.decorators.http import require_GET
from django.views.decorators.vary import vary_on_headers

from benchmark.floor.accounts.verbs import Verb
from scenarios import graphs
from scenarios.datalog.derivation import Derivation, NodeKey
from scenarios.models import Query
from scenarios.permissions import can
from scenarios.selectors import browsing, derivations, panels, suites
from scenarios.selectors import queries as selectors
from scenarios.views.browsing import find_suite, wants_part

SVG_SECONDS = 24 * 3600


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
    if wants_part(request) and request.GET.get("node"):
        return render(request, "scenarios/_node_panel.html", context)
    context["sections"] = sections(request, asked)
    return render(request, "scenarios/query.html", context)


@require_GET
@login_required
def query_dag(request: HttpRequest, suite: str, scenario: str, label: str) -> HttpResponse:
    """The drawing alone, as an SVG file; 503 with the reason where it cannot be drawn."""
    found = find_suite(request, suite, Verb.GOLD_VIEW)
    asked = selectors.get(suites.get_scenario(found, scenario), label)
    derivation, ids = derivations.with_ids(asked)
    try:
        drawing = drawing_of(asked, derivation, panels.rows_of(derivation, ids))
    except graphs.DrawingError as error:
        return HttpResponse(f"{error}\n", content_type="text/plain; charset=utf-8", status=503)
    response = HttpResponse(drawing.svg, content_type="image/svg+xml")
    response["Content-Disposition"] = f'inline; filename="{suite}-{scenario}-{label}.svg"'
    return response


def gold_context(request: HttpRequest, query: Query) -> dict[str, Any]:
    """Gold, witnesses with their records, the drawing, the table twin and the opened node."""
    derivation, ids = derivations.with_ids(query)
    rows = panels.rows_of(derivation, ids)
    witnesses = query.witnesses.all()
    events = browsing.texts_by_label(
        query.scenario, {label for witness in witnesses for label in witness.events}
    )
    opened = next((key for key, row in rows.items() if str(row.pk) == request.GET.get("node")), None)
    context: dict[str, Any] = {
        "gold": query.gold,
        "witnesses": [
            {
                "position": number,
                "minimal": witness.minimal,
                "events": sorted(
                    (events[name] for name in witness.events),
                    key=lambda event: (event.observed_at, event.seq),
                ),
            }
            for number, witness in enumerate(witnesses, start=1)
        ],
        "derivation": derivation,
        "rows": rows.values(),
        "panel": panels.open_node(query, derivation, rows, opened) if opened else None,
    }
    try:
        context["drawing"] = drawing_of(query, derivation, rows)
    except graphs.DrawingError as error:
        context["drawing_error"] = str(error)
    return context


def drawing_of(query: Query, derivation: Derivation, rows: dict[NodeKey, panels.NodeRow]) -> graphs.Drawing:
    """The drawing of a gold derivation; gold never changes, so its id is the key of the cache."""
    key = f"dag:{query.pk}:{query.gold.pk}:{query.gold.root_id}"
    drawing = cache.get(key)
    if drawing is None:
        here = reverse("scenarios:query", args=[query.scenario.suite.slug, query.scenario.slug, query.label])
        drawing = graphs.draw(
            derivation,
            href=lambda node: f"{here}?{urlencode({'node': rows[node].pk})}",
            emphasised=witness_path(derivation, frozenset(query.gold.support)),
            event_order=dict(
                query.scenario.events.filter(label__in=derivation.context_events).values_list("label", "seq")
            ),
        )
        cache.set(key, drawing, SVG_SECONDS)
    return drawing


def witness_path(derivation: Derivation, support: frozenset[str]) -> set[NodeKey]:
    """The nodes from which an event of the support can be reached, and those events."""
    on_path = {key for key in derivation.nodes if key[0] == "event" and key[1] in support}
    for key in sorted(derivation.nodes, key=lambda key: -derivation.depths.get(key, 0)):
        if any(child in on_path for child in derivation.children[key]):
            on_path.add(key)
    return on_path


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
