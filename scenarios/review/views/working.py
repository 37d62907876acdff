"""The pages on which annotators judge (spec 6.5): where to work, the item at hand, what one said."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from benchmark.floor.accounts.verbs import Verb
from benchmark.floor.jobs import clocks
from scenarios.permissions import may_judge, require
from scenarios.review.selectors import mine as mine_selectors
from scenarios.review.selectors.working import work_of
from scenarios.review.services import claiming
from scenarios.review.subjects.base import all_subjects
from scenarios.review.views import kept
from scenarios.review.views.answering import SEES_GOLD, empty_page, item_page, signed_in
from scenarios.selectors import suites
from scenarios.views.browsing import find_suite

KEPT = gettext_lazy(
    "Your session had ended, so nothing was submitted. What you had entered stands below: submit it now."
)


@require_GET
@login_required
def home(request: HttpRequest) -> HttpResponse:
    """The suites on which the person judges, decides or follows, and how far they are."""
    desks = mine_selectors.desks_of(request.user)
    return render(request, "scenarios/review/home.html", {"desks": desks, "section": "review"})


@require_GET
@never_cache
def session(request: HttpRequest) -> JsonResponse:
    """Who is signed in (null: nobody) and a fresh CSRF token, for the sign-in in place."""
    name = request.user.get_username() if request.user.is_authenticated else None
    return JsonResponse({"user": name, "csrf": get_token(request)})


@require_GET
@signed_in
def queue(request: HttpRequest, suite: str) -> HttpResponse:
    """Hand out what the person holds or the next item, and go there; or say why there is none."""
    found = find_suite(request, suite, Verb.REVIEW_JUDGE)
    if not may_judge(request.user, found):
        return empty_page(request, found, refused=str(SEES_GOLD))
    slot = claiming.claim(suite=found, by=request.user, now=clocks.now())
    if slot is None:
        return empty_page(request, found)
    return redirect("review:slot", found.slug, slot.pk)


@require_GET
@signed_in
def slot(request: HttpRequest, suite: str, slot: int) -> HttpResponse:
    """An item of the person's: its form with what was entered; once submitted, what they said, and with
    ``?amend=1`` the form to say it otherwise."""
    found = find_suite(request, suite, Verb.REVIEW_JUDGE)
    if not may_judge(request.user, found):
        return empty_page(request, found, refused=str(SEES_GOLD), status=409)
    work = work_of(request.user, found, slot)
    more: dict[str, Any] = {}
    if work.verdict is not None and "amend" in request.GET:
        more = {"may_edit": True, "amending": True}
    entered = kept.take(request, slot, work.slot.token)
    if entered is not None and work.verdict is None and not work.lost:
        more = {"entered": entered, "refused": str(KEPT)}
    return item_page(request, work, **more)


@require_GET
@login_required
def mine(request: HttpRequest, suite: str) -> HttpResponse:
    """What the person said on this suite, newest first, and what became of it once it is settled."""
    found = suites.get_visible(request.user, suite)
    require(request.user, Verb.REVIEW_JUDGE, found)
    wanted = mine_selectors.Wanted.of(request.GET)
    page = mine_selectors.page_of(request.user, found, wanted)
    context = {
        "suite": found,
        "section": "review",
        "page": page,
        "wanted": wanted,
        "kinds": [(slug, gettext(subject.title)) for slug, subject in all_subjects().items()],
        "states": mine_selectors.STATES,
    }
    return render(request, "scenarios/review/mine.html", context)
