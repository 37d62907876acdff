"""The page of a suite's statistics. Read only."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from benchmark.floor.accounts.verbs import Verb
from scenarios.generators.derive.verdict import AllowError
from scenarios.selectors import statistics, statistics_page
from scenarios.views.browsing import find_suite


@require_GET
@login_required
def suite_statistics(request: HttpRequest, suite: str) -> HttpResponse:
    """The figures of a suite by domain and by family, those of ``derive`` beside their targets.

    They are made of gold, so whoever may not see gold does not see them.
    """
    found = find_suite(request, suite, Verb.GOLD_VIEW)
    figures, fault = statistics.of_suite(found), ""
    try:
        verdict = statistics.verdict_of(found, figures)
    except AllowError as error:
        verdict, fault = None, str(error)
    context = {
        "section": "suites",
        "suite": found,
        "inside": gettext("statistics"),
        "shown": statistics_page.shown(figures, verdict),
        "fault": fault,
    }
    return render(request, "scenarios/statistics.html", context)
