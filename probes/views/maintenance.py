"""Refresh and preservation of a run: figures, trajectories, what went stale, costs (spec 8). Read only."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from benchmark.floor.accounts.verbs import Verb
from benchmark.selectors import costs, run_lists
from probes.report import maintenance_page
from probes.selectors import maintenance as selectors
from probes.selectors.maintenance import RunMaintenance
from scenarios.permissions import can

#: Stale answers on one page of the list.
STALE_A_PAGE = 50


@require_GET
@login_required
def maintenance(request: HttpRequest, pk: int) -> HttpResponse:
    """How a run's systems kept their answers. ``?scenario=SLUG`` chooses whose trajectories are drawn,
    ``?by=system`` draws one picture a system instead of one a query."""
    run = run_lists.get(request.user, pk)
    found = selectors.of_run(run)
    context: dict[str, Any] = {
        "section": "runs",
        "run": run,
        "found": found,
        "paper": selectors.PAPER,
        "with_gold": can(request.user, Verb.GOLD_VIEW, run.suite),
    }
    if not found.is_empty:
        context |= {
            "changes": maintenance_page.by_change(found.lines),
            "label_changes": maintenance_page.LABEL_CHANGES,
            "costs": maintenance_page.costs(costs.of_run(run)),
        }
        if context["with_gold"]:
            context |= _details(request, found)
    return render(request, "probes/maintenance.html", context)


def _details(request: HttpRequest, found: RunMaintenance) -> dict[str, Any]:
    """Single answers beside their gold."""
    asked = request.GET.get("scenario", "")
    scenario = asked if asked in found.scenarios else found.scenarios[0]
    by = maintenance_page.BY_SYSTEM if request.GET.get("by") == maintenance_page.BY_SYSTEM else "query"
    return {
        "scenario": scenario,
        "by": by,
        "multiples": maintenance_page.multiples(found, scenario=scenario, by=by),
        "stale": Paginator(found.stale, STALE_A_PAGE).get_page(request.GET.get("page")),
    }
