"""The page of agreement. Read only."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from benchmark.floor.accounts.verbs import Verb
from scenarios.permissions import can
from scenarios.review.leading.base import kinds, scenarios
from scenarios.review.selectors import agreement
from scenarios.review.selectors.agreement import Pairs
from scenarios.views.browsing import find_suite


@require_GET
@login_required
def agreement_page(request: HttpRequest, suite: str) -> HttpResponse:
    """How far people agree by field, on which scenarios that is enough, and for leads by pair of people.

    Whoever sees no names sees totals.
    """
    found = find_suite(request, suite, Verb.REVIEW_VIEW)
    manages = can(request.user, Verb.REVIEW_MANAGE, found)
    wanted = agreement.Wanted.of(request.GET)
    context = {
        "section": "review",
        "suite": found,
        "wanted": wanted,
        "report": agreement.of_suite(found, wanted, pairs=Pairs.OF_ONE_FIELD if manages else Pairs.NONE),
        "heads": agreement.HEADS.items(),
        "kinds": kinds(found),
        "scenarios": scenarios(found),
        "manages": manages,
        "people": agreement.people(found) if manages else (),
    }
    return render(request, "scenarios/review/agreement.html", context)
