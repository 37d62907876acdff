"""The page of where a system of a run is right. Read only."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from benchmark.floor.accounts.verbs import Verb
from benchmark.scoring.traits import TRAITS
from benchmark.selectors import breakdowns, breakdowns_page, run_lists
from benchmark.services import readers


@require_GET
@login_required
def run_results(request: HttpRequest, pk: int) -> HttpResponse:
    """One system of a run by one trait, its labels, its budgets.

    A cell may hold one query, so whoever may not see gold does not see it. A system or a trait that does not
    exist is 404.
    """
    run = run_lists.get(request.user, pk, Verb.GOLD_VIEW)
    lines = breakdowns.lines_of(run)
    line = breakdowns.line_named(lines, request.GET.get("system", ""), request.GET.get("hint", ""))
    trait = breakdowns.trait_named(request.GET.get("by", "") or TRAITS[0].name)
    if line is None or trait is None:
        raise Http404(_("This run has no such system, or queries no such trait."))
    context = {
        "section": "runs",
        "run": run,
        "line": line,
        "systems": list(dict.fromkeys(one.system for one in lines)),
        "hints": list(dict.fromkeys(one.hint for one in lines)),
        "trait": trait,
        "traits": TRAITS,
        "board_title": readers.title(run.reader),
        "shown": breakdowns_page.shown(run, line, trait, lines),
    }
    return render(request, "benchmark/run_results.html", context)
