"""The page on which a lead releases a draft: what is left, what refuses it, what becomes of the order."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from benchmark.floor.accounts.verbs import Verb
from benchmark.floor.jobs import clocks
from scenarios.exceptions import StateRefusedError
from scenarios.models import Suite
from scenarios.review.selectors import waiting
from scenarios.review.services import next_drafts, releasing
from scenarios.views.browsing import find_suite, wants_part

TEMPLATE = "scenarios/review/release.html"
PART = "scenarios/review/_release_order.html"


@require_http_methods(["GET", "POST"])
@login_required
@vary_on_headers("HX-Request")
def release(request: HttpRequest, suite: str) -> HttpResponse:
    """What stands between a draft and its release; a POST orders it, with ``with_rejected`` although texts
    stand rejected. htmx gets what became of the order alone."""
    found = find_suite(request, suite, Verb.SUITE_RELEASE)
    if request.method == "GET":
        return _page(request, found)
    try:
        releasing.ask(
            suite=found,
            by=request.user,
            now=clocks.now(),
            with_rejected=request.POST.get("with_rejected") == "yes",
        )
    except StateRefusedError as error:
        return _page(request, found, refused=error)
    messages.success(request, gettext("A worker releases it now. This page says what became of it."))
    return redirect("review_lead:release", found.slug)


def _page(request: HttpRequest, suite: Suite, *, refused: Exception | None = None) -> HttpResponse:
    context = {"section": "review", "suite": suite, "stands": releasing.standing(suite)}
    if refused is None and wants_part(request):
        return render(request, PART, context)
    context |= {
        "left": waiting.until_release(suite),
        "manages": True,
        "revises": next_drafts.revision_of(suite),
        "refused": str(refused) if refused else "",
    }
    status = int(getattr(refused, "http_status", 409)) if refused else 200
    return render(request, TEMPLATE, context, status=status)
