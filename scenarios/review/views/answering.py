"""How the working page answers: as a page, as JSON for its script, and what it says to a refusal."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext, gettext_lazy

from benchmark.floor.accounts.verbs import Verb
from benchmark.floor.jobs import clocks
from scenarios.exceptions import InputRefusedError, StateRefusedError
from scenarios.models import Suite
from scenarios.permissions import may_judge, require
from scenarios.review import entries
from scenarios.review.exceptions import FormRefusedError, LeaseLostError, NotForYouError, StaleError
from scenarios.review.selectors import queue as queue_selectors
from scenarios.review.selectors.desks import Desk
from scenarios.review.selectors.working import Work
from scenarios.review.views import kept
from scenarios.selectors import suites

View = Callable[..., HttpResponse]
JSON = "application/json"
SEES_GOLD = gettext_lazy(
    "You may see the gold of this suite, so your verdict would copy it: others judge it."
)


def wants_json(request: HttpRequest) -> bool:
    """Whether the page's script asks, which says so in ``Accept``."""
    return JSON in request.headers.get("Accept", "")


def signed_in(view: View) -> View:
    """Like ``login_required``, but the script is told 401, and a form that was sent is kept: it stands in its
    page again once the person has signed in."""

    @functools.wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            response = view(request, *args, **kwargs)
        elif wants_json(request):
            body = {"code": "signed_out", "detail": gettext("Your session has ended. Sign in and go on.")}
            response = JsonResponse({**body, "status": 401}, status=401)
        else:
            response = redirect_to_login(_after_sign_in(request, kwargs))
        patch_vary_headers(response, ["Accept", "Cookie"])
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    return wrapped


def _after_sign_in(request: HttpRequest, kwargs: Mapping[str, Any]) -> str:
    """Where to go after the sign-in: a form's own address answers no GET."""
    if request.method == "GET":
        return request.get_full_path()
    if "slot" not in kwargs:
        return reverse("review:queue", args=[kwargs["suite"]])
    kept.keep(request, kwargs["slot"])
    return reverse("review:slot", args=[kwargs["suite"], kwargs["slot"]])


def judged_suite(request: HttpRequest, slug: str) -> Suite:
    """The suite of this slug, for a person who judges on it.

    Raises ``NotVisibleError`` (404), and as ``require_judge``.
    """
    suite = suites.get_visible(request.user, slug)
    require_judge(request, suite)
    return suite


def require_judge(request: HttpRequest, suite: Suite) -> None:
    """Raises ``PermissionDenied`` (403) for who judges nothing here, and ``NotForYouError`` for those who may
    see gold."""
    if not may_judge(request.user, suite):
        require(request.user, Verb.REVIEW_JUDGE, suite)
        raise NotForYouError(str(SEES_GOLD))


def context_of(request: HttpRequest, work: Work, **more: Any) -> dict[str, Any]:
    """What the fragment of an item is rendered with; ``more`` may say otherwise."""
    return {
        **work.shown(),
        "suite": work.slot.suite,
        "scenario": work.item.scenario,
        "work": work,
        "item": work.item,
        "slot": work.slot,
        "draft": work.draft,
        "subject": work.subject,
        "entered": work.entered,
        "version": work.version,
        "urls": urls_of(work),
        "errors": {},
        "may_edit": not work.lost and work.verdict is None,
        "key": kept.new_key(),
        "lease_seconds": seconds_left(work.slot.lease_until),
        **more,
    }


def seconds_left(until: datetime | None) -> int:
    """How long a lease still lasts; the clock of a browser may be wrong."""
    return 0 if until is None else max(0, round((until - clocks.now()).total_seconds()))


def urls_of(work: Work) -> dict[str, str]:
    """The addresses to which the form of an item is sent, by what they do."""
    place = [work.slot.suite.slug, work.slot.pk]
    names = ("slot", "submit", "draft", "reveal", "beat", "skip", "flag", "release", "amend")
    return {name: reverse(f"review:{name}", args=place) for name in names}


def item_json(request: HttpRequest, work: Work, **more: Any) -> dict[str, Any]:
    """An item for the script: its fragment, and where it stands."""
    context = context_of(request, work, **more)
    return {
        "slot": work.slot.pk,
        "label": work.item.label,
        "url": context["urls"]["slot"],
        "version": work.version,
        "html": render_to_string("scenarios/review/_item.html", context, request),
    }


def standing(request: HttpRequest, suite: Suite, desk: Desk | None = None) -> dict[str, Any]:
    """How far the person is, and how many of their submits can be taken back. ``desk``: where they stand, if
    that was read just now; what is left to others is then as it was a moment ago."""
    counts = queue_selectors.counts_for(request.user, suite, desk)
    undoable = queue_selectors.undoable(request.user, suite)
    return {"counts": counts, "undoable": undoable}


def standing_json(request: HttpRequest, suite: Suite, desk: Desk | None = None) -> dict[str, Any]:
    """The same for the script."""
    found = standing(request, suite, desk)
    counts = {name: getattr(found["counts"], name) for name in ("done", "held", "left", "assigned")}
    return {"counts": counts, "undoable": found["undoable"]}


def item_page(request: HttpRequest, work: Work, *, status: int = 200, **more: Any) -> HttpResponse:
    """The page around an item, or the item alone for the script."""
    if wants_json(request):
        body = {**item_json(request, work, **more), **standing_json(request, work.slot.suite)}
        return JsonResponse(body, status=status)
    context = {
        **context_of(request, work, **more),
        **standing(request, work.slot.suite),
        "section": "review",
    }
    return render(request, "scenarios/review/queue.html", context, status=status)


def empty_page(request: HttpRequest, suite: Suite, *, refused: str = "", status: int = 200) -> HttpResponse:
    """What is said where there is nothing to judge, and why."""
    if wants_json(request):
        body: dict[str, Any] = {"slot": None, "html": empty_html(request, suite, refused=refused)}
        return JsonResponse(body | ({} if refused else standing_json(request, suite)), status=status)
    context = {**_empty_context(request, suite, refused), "section": "review", "work": None}
    if not refused:
        context |= standing(request, suite)
    return render(request, "scenarios/review/queue.html", context, status=status)


def empty_html(request: HttpRequest, suite: Suite, *, refused: str = "") -> str:
    """The same as a fragment for the script."""
    return render_to_string("scenarios/review/_empty.html", _empty_context(request, suite, refused), request)


def _empty_context(request: HttpRequest, suite: Suite, refused: str) -> dict[str, Any]:
    why = None if refused else queue_selectors.why_empty(request.user, suite, clocks.now())
    return {"suite": suite, "refused": refused, "why": why}


def refusal(
    request: HttpRequest, work: Work, error: InputRefusedError | StateRefusedError, given: entries.Given
) -> HttpResponse:
    """A refused form: with its entries, and what is wrong beside them; nothing that was entered is lost."""
    status = int(getattr(error, "http_status", 409))
    stale = error if isinstance(error, StaleError) else None
    compared = entries.differences(work.entered, given) if stale else []
    if wants_json(request):
        body = {"code": getattr(error, "code", "conflict"), "detail": str(error), "status": status}
        body |= getattr(error, "problem", {})
        if stale:
            context = {"compared": compared, "refused": str(error), "work": work}
            body["version"] = work.version
            body["html"] = render_to_string("scenarios/review/_stale.html", context, request)
        return JsonResponse(body, status=status)
    more: dict[str, Any] = {"entered": given, "refused": str(error), "compared": compared}
    if isinstance(error, FormRefusedError):
        more["errors"] = error.fields
    if isinstance(error, LeaseLostError):
        more["may_edit"] = False
    return item_page(request, work, status=status, **more)
