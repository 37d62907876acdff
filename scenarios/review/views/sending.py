"""Forms of the working page as they come: whose they are, what they hold, and how a refusal is answered."""

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
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from benchmark.floor.jobs import clocks
from scenarios.exceptions import InputRefusedError, StateRefusedError
from scenarios.models import Draft, Suite
from scenarios.review import entries
from scenarios.review.exceptions import FormRefusedError, NotForYouError
from scenarios.review.selectors.working import Work, work_of
from scenarios.review.services import drafting
from scenarios.review.views.answering import (
    empty_page,
    refusal,
    require_judge,
    signed_in,
    wants_json,
)
from scenarios.selectors import suites

MOST_ACTIVE_MS = 24 * 3600 * 1000


@dataclass(frozen=True)
class Sent:
    """A form of one slot as it came: whose, what was entered, under which lease, key and version."""

    request: HttpRequest
    suite: Suite
    slot_id: int
    given: entries.Given
    now: datetime

    @functools.cached_property
    def work(self) -> Work:
        """The slot as it stood before anything was done. Raises ``NotVisibleError`` (404) where it is not
        the person's and never was."""
        return work_of(self.by, self.suite, self.slot_id, proof=self.text("_held"))

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
            raise FormRefusedError({"_key": gettext("The form lacks its key. Open the page again.")})
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

    def keep(self) -> Draft:
        """Keep what is entered so far. Raises what ``drafting.save`` raises."""
        return drafting.save(
            slot_id=self.work.slot.pk,
            token=self.token,
            given=self.given,
            version=self.version,
            by=self.by,
            now=self.now,
        )

    def again(self, slot: int | None = None) -> Work:
        """The slot as it stands now, or another one of the person's."""
        return work_of(self.by, self.suite, self.slot_id if slot is None else slot)


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
        proof = request.POST.get("_held", "")
        given: entries.Given = {}
        try:
            given = entries.of_form(request.POST.lists())
            return act(Sent(request, found, slot, given, clocks.now()))
        except entries.EntriesError as error:
            work = work_of(request.user, found, slot, proof=proof)
            why = gettext(error.words) % error.places
            return refusal(request, work, FormRefusedError({"": why}), given)
        except (InputRefusedError, StateRefusedError) as error:
            return refusal(request, work_of(request.user, found, slot, proof=proof), error, given)

    return view


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
            return to(request, reverse("review:queue", args=[found.slug]))

    return view


def to(request: HttpRequest, address: str) -> HttpResponse:
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
