"""The page of what shortcuts score on a suite. Read only."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from benchmark.floor.accounts.verbs import Verb
from benchmark.selectors import shortcuts, shortcuts_page
from scenarios.permissions import require
from scenarios.selectors import suites


@require_GET
@login_required
def suite_shortcuts(request: HttpRequest, suite: str) -> HttpResponse:
    """The latest check of a suite: shares by family, BM25 by witness size, forms that give their answer away.

    They are made of gold, so whoever may not see gold does not see them.
    """
    found = suites.get_visible(request.user, suite)
    require(request.user, Verb.GOLD_VIEW, found)
    results = shortcuts.of_suite(found)
    context = {
        "section": "suites",
        "suite": found,
        "inside": gettext("shortcuts"),
        "shown": None if results is None else shortcuts_page.shown(results),
    }
    return render(request, "benchmark/shortcuts.html", context)
