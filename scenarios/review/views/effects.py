"""The page of what rests on an item, before anything is done about it, and what a lead does (spec 6.5)."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from benchmark.floor.accounts.verbs import Verb
from scenarios.exceptions import InputRefusedError, ModelUnavailableError, StateRefusedError
from scenarios.models import ReviewItem, Suite
from scenarios.permissions import can
from scenarios.review.exceptions import ReviewStateError
from scenarios.review.selectors import items, resting
from scenarios.review.services import revising, rewording
from scenarios.review.services.rewording import Reworded
from scenarios.views.browsing import find_suite

TEMPLATE = "scenarios/review/consequences.html"
_MOST = 4000


@require_GET
@login_required
def consequences(request: HttpRequest, suite: str, item: int) -> HttpResponse:
    """Queries, runs and rows that rest on the item, and what may be done."""
    found = find_suite(request, suite, Verb.REVIEW_ADJUDICATE)
    return _page(request, found, items.get(found, item))


@require_POST
@login_required
def reword(request: HttpRequest, suite: str, item: int) -> HttpResponse:
    """Other words: ``do`` is ``rerender``, ``model``, ``preview`` or ``store`` (of ``text``)."""
    found = find_suite(request, suite, Verb.REVIEW_MANAGE)
    row = items.get(found, item)
    do, text = request.POST.get("do", ""), request.POST.get("text", "")[:_MOST]
    try:
        done = apply_words(row, do, text, request.user)
    except (InputRefusedError, StateRefusedError, ModelUnavailableError) as error:
        return _page(request, found, row, refused=error, text=text)
    if done.rendering is None:
        return _page(request, found, row, shown=done, text=text)
    messages.success(
        request,
        gettext("%(label)s has other words in %(slug)s: “%(text)s”")
        % {"label": row.label, "slug": done.suite.slug, "text": done.text},
    )
    return redirect("review_effects:consequences", found.slug, row.pk)


def apply_words(item: ReviewItem, do: str, text: str, by: Any) -> Reworded:
    """Do what was asked of an item's words. Raises ``ReviewStateError`` for an item without words."""
    rendering = resting.current_text(item)
    if rendering is None:
        raise ReviewStateError(gettext("This item has no words of its own."))
    now = timezone.now()
    if do in ("preview", "store"):
        return rewording.edit_text(rendering=rendering, text=text, by=by, now=now, preview=do == "preview")
    return rewording.rerender(rendering=rendering, by=by, now=now, by_model=do == "model")


@require_POST
@login_required
def revise(request: HttpRequest, suite: str, item: int) -> HttpResponse:
    """Order the release without the denied actions; with ``do=draft`` its draft alone."""
    found = find_suite(request, suite, Verb.REVIEW_MANAGE)
    row = items.get(found, item)
    try:
        revising.ask(item=row, by=request.user, now=timezone.now(), release=request.POST.get("do") != "draft")
    except StateRefusedError as error:
        return _page(request, found, row, refused=error)
    messages.success(request, gettext("A worker makes it now. This page says what became of it."))
    return redirect("review_effects:consequences", found.slug, row.pk)


def _page(
    request: HttpRequest,
    suite: Suite,
    item: ReviewItem,
    *,
    refused: Exception | None = None,
    shown: Reworded | None = None,
    text: str = "",
) -> HttpResponse:
    found = resting.of_item(item)
    context = {
        "section": "review",
        "suite": suite,
        "item": item,
        "found": found,
        "manages": can(request.user, Verb.REVIEW_MANAGE, suite),
        "with_model": bool(settings.RENDERING_MODEL) and found.event is not None,
        "refused": str(refused) if refused else "",
        "shown": shown,
        "pieces": [] if shown is None else _failures(shown),
        "text": text or (found.current.text if found.current else ""),
    }
    status = int(getattr(refused, "http_status", 409)) if refused else 200
    return render(request, TEMPLATE, context, status=status)


def _failures(shown: Reworded) -> list[dict[str, str]]:
    """Each failed check with what it saw and the words that it marks, with those around."""
    rows = []
    for one in shown.verdict.results:
        if not one.passed:
            start, end = one.span
            part = {"before": shown.text[:start], "marked": shown.text[start:end], "after": shown.text[end:]}
            rows.append({"code": one.code, "evidence": one.evidence, **part})
    return rows
