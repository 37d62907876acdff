"""Pages of what a release carries: its data card, and its comparison with another suite. Read only."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from benchmark.floor.accounts.verbs import Verb
from scenarios.models import Suite
from scenarios.permissions import permitted, require_somewhere
from scenarios.selectors import statistics, suite_differences
from scenarios.services import data_cards, suite_comparison
from scenarios.services.suite_comparison import Comparison
from scenarios.views.browsing import find_suite

#: As many things of a kind are listed on the page; the API lists all.
SHOWN = 200


@require_GET
@login_required
def suite_card(request: HttpRequest, suite: str) -> HttpResponse:
    """The data card of a suite, as its export has it.

    It is made of gold, so whoever may not see gold does not see it.
    """
    found = find_suite(request, suite, Verb.GOLD_VIEW)
    context = {
        "section": "suites",
        "suite": found,
        "inside": gettext("data card"),
        "card": data_cards.card(found, statistics.of_suite(found)),
    }
    return render(request, "scenarios/card.html", context)


@require_GET
@login_required
def suite_compare(request: HttpRequest) -> HttpResponse:
    """Two suites beside each other: ``?a=BEFORE&b=AFTER``; without them, the form that asks for them."""
    require_somewhere(request.user, Verb.GOLD_VIEW)
    chosen = [request.GET.get(name, "") for name in ("a", "b")]
    sides = [find_suite(request, slug, Verb.GOLD_VIEW) for slug in chosen if slug]
    context: dict[str, Any] = {
        "section": "suites",
        "inside": gettext("compare"),
        "suites": permitted(request.user, Verb.GOLD_VIEW, Suite.objects.visible_to(request.user)),
        "chosen": chosen,
    }
    if len(sides) == 2:
        found = suite_comparison.compare(*sides)
        context |= {"found": found, "kinds": _kinds(found), "shown": SHOWN}
    return render(request, "scenarios/compare.html", context)


def _kinds(found: Comparison) -> list[dict[str, Any]]:
    """What differs by kind: its counts, and the rows to list."""
    shown = []
    for name in suite_differences.KINDS:
        kind = getattr(found, name)
        rows = [
            *(("added", row) for row in kind.added),
            *(("removed", row) for row in kind.removed),
            *(("changed", row) for row in kind.changed),
        ]
        shown.append({"name": name, "kind": kind, "rows": rows[:SHOWN], "total": len(rows)})
    return shown
