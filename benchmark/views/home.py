"""The start page: what Stemma is for those who come, what is new for those who are signed in."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from benchmark.floor.accounts.verbs import Verb
from benchmark.selectors import run_lists
from scenarios.permissions import can_somewhere
from scenarios.selectors import suites

RUNS_SHOWN = 6


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """Suites and the latest runs of the person, or the introduction."""
    if not request.user.is_authenticated:
        return render(request, "benchmark/welcome.html")
    context = {
        "suites": suites.visible_to(request.user),
        "runs": run_lists.with_counts(run_lists.visible_to(request.user)[:RUNS_SHOWN]),
        "may_launch": can_somewhere(request.user, Verb.RUN_LAUNCH),
        "may_view_runs": can_somewhere(request.user, Verb.RUN_VIEW),
    }
    return render(request, "benchmark/home.html", context)
