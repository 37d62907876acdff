"""What annotators send from the working page. Each works as a plain form (303 to what comes next) and for
the page's script (JSON). The server is idempotent; a disabled button is only a courtesy."""

from __future__ import annotations

import functools
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from scenarios.exceptions import InputRefusedError, StateRefusedError
from scenarios.models import Suite
from scenarios.review import entries
from scenarios.review.exceptions import FormRefusedError, NotForYouError, ReviewStateError
from scenarios.review.selectors.working import Work, work_of
from scenarios.review.services import claiming, drafting, submitting, undoing
from scenarios.review.views.answering import (
    empty_html,
    empty_page,
    item_json,
    item_page,
    refusal,
    require_judge,
    seconds_left,
    signed_in,
    standing_json,
    wants_json,
)
from scenarios.selectors import suites

MOST_ACTIVE_MS = 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class Sent:
    """A form of one slot as it came: whose, what was entered, under which lease, key and version."""

    request: HttpRequest
    suite: Suite
    work: Work
    given: entries.Given
    now: datetime

    @property
    def by(self) -> Any:
        return self.request.user

    @property
    def token(self) -> uuid.UUID:
        """The token of the lease, one that nobody has where none was sent."""
        return _uuid(self.text("_token")) or uuid.UUID(int=0)

    @property
    def key(self) -> uuid.UUID:
        """The form's key. Raises ``FormRefusedError`` without one: it could not be stored once."""
        key = _uuid(self.text("_key"))
        if key is None:
            raise FormRefusedError({"_key": "The form lacks its key. Open the page again."})
        return key

    @property
    def version(self) -> int:
        return _whole(self.text("_version"))

    @property
    def active_ms(self) -> int:
        return min(_whole(self.text("_active_ms")), MOST_ACTIVE_MS)

    @property
    def reason(self) -> str:
        return self.text("_reason").strip()[:2000]

    def text(self, name: str) -> str:
        return self.request.POST.get(name, "")

    def again(self, slot: int | None = None) -> Work:
        """The slot as it stands now, or another one of the person's."""
        return work_of(self.by, self.suite, self.work.slot.pk if slot is None else slot)


def on_slot(act: Callable[[Sent], HttpResponse]) -> Callable[..., HttpResponse]:
    """A view of what is sent for one slot of the person's; refusals come back with the form."""

    @require_POST
    @signed_in
    @functools.wraps(act)
    def view(request: HttpRequest, suite: str, slot: int) -> HttpResponse:
        found = suites.get_visible(request.user, suite)
        try:
            require_judge(request, found)
        except NotForYouError as error:
            return empty_page(request, found, refused=str(error), status=409)
        work = work_of(request.user, found, slot, proof=request.POST.get("_held", ""))
        given: entries.Given = {}
        try:
            given = entries.of_form(request.POST.lists())
            return act(Sent(request, found, work, given, timezone.now()))
        except entries.EntriesError as error:
            return refusal(request, work, FormRefusedError({"": str(error)}), given)
        except (InputRefusedError, StateRefusedError) as error:
            again = work_of(request.user, found, slot, proof=work.proof)
            return refusal(request, again, error, given)

    return view


@on_slot
def submit(sent: Sent) -> HttpResponse:
    """Submit the item and claim the next one, in one transaction."""
    done = submitting.submit_and_claim(
        slot_id=sent.work.slot.pk,
        token=sent.token,
        given=sent.given,
        key=sent.key,
        active_ms=sent.active_ms,
        by=sent.by,
        now=sent.now,
    )
    return _next(sent, None if done.slot is None else done.slot.pk, {"verdict": done.verdict.pk})


@on_slot
def amend(sent: Sent) -> HttpResponse:
    """Say otherwise what was submitted: the next version of the verdict."""
    if sent.work.verdict is None:
        raise ReviewStateError("There is nothing submitted here that could be said otherwise.")
    submitting.amend(
        verdict=sent.work.verdict,
        given=sent.given,
        key=sent.key,
        version=sent.version,
        by=sent.by,
        now=sent.now,
    )
    messages.success(sent.request, f"{sent.work.item.label}: what you say now replaces what you said.")
    return _to(sent.request, reverse("review:queue", args=[sent.suite.slug]))


@on_slot
def draft(sent: Sent) -> HttpResponse:
    """Keep what is entered so far."""
    saved = drafting.save(
        slot_id=sent.work.slot.pk,
        token=sent.token,
        given=sent.given,
        version=sent.version,
        by=sent.by,
        now=sent.now,
    )
    if wants_json(sent.request):
        return JsonResponse({"version": saved.version, "saved_at": saved.saved_at})
    return _to(sent.request, reverse("review:slot", args=[sent.suite.slug, sent.work.slot.pk]))


@on_slot
def reveal(sent: Sent) -> HttpResponse:
    """Close the open step and show what the next one reveals."""
    drafting.reveal(slot_id=sent.work.slot.pk, token=sent.token, given=sent.given, by=sent.by, now=sent.now)
    if wants_json(sent.request):
        return item_page(sent.request, sent.again())
    return _to(sent.request, reverse("review:slot", args=[sent.suite.slug, sent.work.slot.pk]))


@on_slot
def beat(sent: Sent) -> HttpResponse:
    """Hold the lease for longer."""
    until = claiming.beat(slot_id=sent.work.slot.pk, token=sent.token, by=sent.by, now=sent.now)
    if wants_json(sent.request):
        return JsonResponse({"until": until, "seconds": seconds_left(until)})
    return _to(sent.request, reverse("review:slot", args=[sent.suite.slug, sent.work.slot.pk]))


@on_slot
def skip(sent: Sent) -> HttpResponse:
    """Leave the item to others; it does not come back."""
    claiming.skip(slot_id=sent.work.slot.pk, token=sent.token, reason=sent.reason, by=sent.by, now=sent.now)
    return _claim_next(sent, f"{sent.work.item.label} is skipped.")


@on_slot
def flag(sent: Sent) -> HttpResponse:
    """Ask a lead to look at the item, with the reason; it goes on being judged."""
    claiming.flag(slot_id=sent.work.slot.pk, token=sent.token, reason=sent.reason, by=sent.by, now=sent.now)
    told = f"{sent.work.item.label} is flagged for a lead."
    if wants_json(sent.request):
        return JsonResponse({"said": told})
    messages.success(sent.request, told)
    return _to(sent.request, reverse("review:slot", args=[sent.suite.slug, sent.work.slot.pk]))


@on_slot
def release(sent: Sent) -> HttpResponse:
    """Give the item back; what was entered is kept for when it comes again."""
    claiming.release(slot_id=sent.work.slot.pk, by=sent.by, now=sent.now)
    if wants_json(sent.request):
        return JsonResponse({"released": sent.work.slot.pk})
    return _to(sent.request, reverse("review:home"))


def on_queue(act: Callable[[HttpRequest, Suite], HttpResponse]) -> Callable[..., HttpResponse]:
    """A view of what is sent for the whole queue of a person on a suite."""

    @require_POST
    @signed_in
    @functools.wraps(act)
    def view(request: HttpRequest, suite: str) -> HttpResponse:
        found = suites.get_visible(request.user, suite)
        try:
            require_judge(request, found)
            return act(request, found)
        except (InputRefusedError, StateRefusedError) as error:
            if wants_json(request):
                body = {"code": getattr(error, "code", "conflict"), "detail": str(error), "status": 409}
                return JsonResponse(body, status=409)
            if isinstance(error, NotForYouError):
                return empty_page(request, found, refused=str(error), status=409)
            messages.warning(request, str(error))
            return _to(request, reverse("review:queue", args=[found.slug]))

    return view


@on_queue
def undo(request: HttpRequest, suite: Suite) -> HttpResponse:
    """Take back the last submit; its entries stand in the form again."""
    slot = undoing.undo(suite=suite, by=request.user, now=timezone.now())
    if wants_json(request):
        return item_page(request, work_of(request.user, suite, slot.pk))
    messages.success(request, f"{slot.item.label} is taken back. Nothing of it counts until you submit it.")
    return _to(request, reverse("review:slot", args=[suite.slug, slot.pk]))


@on_queue
def ahead(request: HttpRequest, suite: Suite) -> HttpResponse:
    """Hold the item after the one at hand, so that it can be shown at once."""
    slot = claiming.claim_ahead(suite=suite, by=request.user, now=timezone.now())
    if not wants_json(request):
        return _to(request, reverse("review:queue", args=[suite.slug]))
    if slot is None:
        return JsonResponse({"slot": None})
    return JsonResponse(item_json(request, work_of(request.user, suite, slot.pk)))


@on_queue
def pause(request: HttpRequest, suite: Suite) -> HttpResponse:
    """Give back all that the person holds; what was entered is kept."""
    given = claiming.release_all(suite=suite, person=request.user, by=request.user, now=timezone.now())
    if given:
        messages.success(request, "Paused: others may take what you held. Your entries are kept.")
    return _to(request, reverse("review:home"))


def _claim_next(sent: Sent, told: str) -> HttpResponse:
    slot = claiming.claim(suite=sent.suite, by=sent.by, now=sent.now)
    if not wants_json(sent.request):
        messages.success(sent.request, told)
    return _next(sent, None if slot is None else slot.pk, {"said": told})


def _next(sent: Sent, slot: int | None, body: dict[str, Any]) -> HttpResponse:
    """Go to the next item. The script that shows it already is told where it stands, and no more."""
    if not wants_json(sent.request):
        place = [sent.suite.slug] if slot is None else [sent.suite.slug, slot]
        return _to(sent.request, reverse("review:slot" if slot else "review:queue", args=place))
    body |= {"next": None, **standing_json(sent.request, sent.suite)}
    if slot is None:
        body["empty"] = empty_html(sent.request, sent.suite)
    elif sent.text("_ahead") == str(slot):
        body["next"] = {"slot": slot}
    else:
        body["next"] = item_json(sent.request, sent.again(slot))
    return JsonResponse(body)


def _to(request: HttpRequest, address: str) -> HttpResponse:
    """303, so that a reload sends nothing twice; the script is told where to go."""
    if wants_json(request):
        return JsonResponse({"to": address})
    response = HttpResponseRedirect(address)
    response.status_code = 303
    return response


def _uuid(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else 0
