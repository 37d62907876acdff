"""The boards: one a reader and budget, oracles shown without a rank."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from benchmark.floor.accounts.verbs import Verb
from benchmark.selectors import leaderboards as selectors
from benchmark.views import export_parts
from scenarios.permissions import can, require
from scenarios.selectors import suites


@require_GET
@login_required
def leaderboards(request: HttpRequest) -> HttpResponse:
    """The suites whose boards the person may see."""
    found = selectors.suites_with(request.user)
    return render(request, "benchmark/leaderboards.html", {"section": "leaderboards", "suites": found})


@require_GET
@login_required
def leaderboard(request: HttpRequest, suite: str) -> HttpResponse:
    """The boards of one suite."""
    found = suites.get_visible(request.user, suite)
    require(request.user, Verb.LEADERBOARD_VIEW, found)
    context = {
        "section": "leaderboards",
        "suite": found,
        "boards": selectors.of_suite(found),
        "may_launch": can(request.user, Verb.RUN_LAUNCH, found),
        **export_parts.part(request, found, None, only=("board",)),
    }
    return render(request, "benchmark/leaderboard.html", context)
