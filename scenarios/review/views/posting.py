"""What annotators send from the working page. Each works as a plain form (303 to what comes next) and for
the page's script (JSON). The server is idempotent; a disabled button is only a courtesy."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext

from benchmark.floor.jobs import clocks
from scenarios.models import Slot, Suite
from scenarios.review.exceptions import ReviewStateError
from scenarios.review.selectors.desks import Desk
from scenarios.review.selectors.working import work_at, work_of
from scenarios.review.services import claiming, drafting, submitting, undoing
from scenarios.review.views.answering import (
    empty_html,
    item_json,
    item_page,
    seconds_left,
    standing_json,
    wants_json,
)
from scenarios.review.views.sending import Sent, on_queue, on_slot, to


@on_slot
def submit(sent: Sent) -> HttpResponse:
    """Submit the item and claim the next one, in one transaction."""
    done = submitting.submit_and_claim(
        suite=sent.suite,
        slot_id=sent.slot_id,
        token=sent.token,
        given=sent.given,
        key=sent.key,
        active_ms=sent.active_ms,
        by=sent.by,
        now=sent.now,
    )
    return _next(sent, done.slot, {"verdict": done.verdict.pk}, done.desk)


@on_slot
def amend(sent: Sent) -> HttpResponse:
    """Say otherwise what was submitted: the next version of the verdict."""
    if sent.work.verdict is None:
        raise ReviewStateError(gettext("There is nothing submitted here that could be said otherwise."))
    submitting.amend(
        verdict=sent.work.verdict,
        given=sent.given,
        key=sent.key,
        version=sent.version,
        by=sent.by,
        now=sent.now,
    )
    messages.success(
        sent.request,
        gettext("%(label)s: what you say now replaces what you said.") % {"label": sent.work.item.label},
    )
    return to(sent.request, reverse("review:queue", args=[sent.suite.slug]))


@on_slot
def draft(sent: Sent) -> HttpResponse:
    """Keep what is entered so far."""
    saved = sent.keep()
    if wants_json(sent.request):
        return JsonResponse({"version": saved.version, "saved_at": saved.saved_at})
    return to(sent.request, reverse("review:slot", args=[sent.suite.slug, sent.work.slot.pk]))


@on_slot
def reveal(sent: Sent) -> HttpResponse:
    """Close the open step and show what the next one reveals."""
    drafting.reveal(slot_id=sent.work.slot.pk, token=sent.token, given=sent.given, by=sent.by, now=sent.now)
    if wants_json(sent.request):
        return item_page(sent.request, sent.again())
    return to(sent.request, reverse("review:slot", args=[sent.suite.slug, sent.work.slot.pk]))


@on_slot
def beat(sent: Sent) -> HttpResponse:
    """Hold the lease for longer."""
    until = claiming.beat(slot_id=sent.work.slot.pk, token=sent.token, by=sent.by, now=sent.now)
    if wants_json(sent.request):
        return JsonResponse({"until": until, "seconds": seconds_left(until)})
    return to(sent.request, reverse("review:slot", args=[sent.suite.slug, sent.work.slot.pk]))


@on_slot
def skip(sent: Sent) -> HttpResponse:
    """Leave the item to others; it does not come back."""
    claiming.skip(slot_id=sent.work.slot.pk, token=sent.token, reason=sent.reason, by=sent.by, now=sent.now)
    return _claim_next(sent, gettext("%(label)s is skipped.") % {"label": sent.work.item.label})


@on_slot
def flag(sent: Sent) -> HttpResponse:
    """Ask a lead to look at the item, with the reason; it goes on being judged."""
    claiming.flag(slot_id=sent.work.slot.pk, token=sent.token, reason=sent.reason, by=sent.by, now=sent.now)
    told = gettext("%(label)s is flagged for a lead.") % {"label": sent.work.item.label}
    if wants_json(sent.request):
        return JsonResponse({"said": told})
    messages.success(sent.request, told)
    return to(sent.request, reverse("review:slot", args=[sent.suite.slug, sent.work.slot.pk]))


@on_slot
def release(sent: Sent) -> HttpResponse:
    """Give the item back; what was entered is kept for when it comes again."""
    claiming.release(slot_id=sent.work.slot.pk, by=sent.by, now=sent.now)
    if wants_json(sent.request):
        return JsonResponse({"released": sent.work.slot.pk})
    return to(sent.request, reverse("review:home"))


@on_queue
def undo(request: HttpRequest, suite: Suite) -> HttpResponse:
    """Take back the last submit; its entries stand in the form again."""
    slot = undoing.undo(suite=suite, by=request.user, now=clocks.now())
    if wants_json(request):
        return item_page(request, work_of(request.user, suite, slot.pk))
    messages.success(
        request,
        gettext("%(label)s is taken back. Nothing of it counts until you submit it.")
        % {"label": slot.item.label},
    )
    return to(request, reverse("review:slot", args=[suite.slug, slot.pk]))


@on_queue
def ahead(request: HttpRequest, suite: Suite) -> HttpResponse:
    """Hold the item after the one at hand, so that it can be shown at once."""
    slot = claiming.claim_ahead(suite=suite, by=request.user, now=clocks.now())
    if not wants_json(request):
        return to(request, reverse("review:queue", args=[suite.slug]))
    if slot is None:
        return JsonResponse({"slot": None})
    return JsonResponse(item_json(request, work_of(request.user, suite, slot.pk)))


@on_queue
def pause(request: HttpRequest, suite: Suite) -> HttpResponse:
    """Give back all that the person holds; what was entered is kept."""
    given = claiming.release_all(suite=suite, person=request.user, by=request.user, now=clocks.now())
    if given:
        messages.success(request, gettext("Paused: others may take what you held. Your entries are kept."))
    return to(request, reverse("review:home"))


def _claim_next(sent: Sent, told: str) -> HttpResponse:
    slot = claiming.claim(suite=sent.suite, by=sent.by, now=sent.now)
    if not wants_json(sent.request):
        messages.success(sent.request, told)
    return _next(sent, slot, {"said": told})


def _next(sent: Sent, slot: Slot | None, body: dict[str, Any], desk: Desk | None = None) -> HttpResponse:
    """Go to the next item. The script that shows it already is told where it stands, and no more."""
    if not wants_json(sent.request):
        place = [sent.suite.slug] if slot is None else [sent.suite.slug, slot.pk]
        return to(sent.request, reverse("review:slot" if slot else "review:queue", args=place))
    body |= {"next": None, **standing_json(sent.request, sent.suite, desk)}
    if slot is None:
        body["empty"] = empty_html(sent.request, sent.suite)
    elif sent.text("_ahead") == str(slot.pk):
        body["next"] = {"slot": slot.pk}
    else:
        body["next"] = item_json(sent.request, work_at(sent.by, sent.suite, slot))
    return JsonResponse(body)
