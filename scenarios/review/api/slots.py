"""The API twin of what is sent for one slot: drafts, reveals, submits, remarks (spec 6.5)."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiTypes, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.floor.jobs import clocks
from scenarios.exceptions import StateRefusedError
from scenarios.review import entries
from scenarios.review.api.leading import body_of
from scenarios.review.api.working import Judging, slot_json
from scenarios.review.exceptions import FormRefusedError, ReviewStateError
from scenarios.review.selectors.working import Work, work_of
from scenarios.review.services import claiming, drafting, submitting

MOST = 2**31 - 1


class _OfSlot(Judging):
    """What is sent for one slot: ``token`` of its lease, and what the operation takes. ``held``, as it came
    with the slot, lets you be told that you lost it."""

    def asked(self, request: Request) -> tuple[Work, dict[str, Any]]:
        suite, body = self.suite(), body_of(request)
        return work_of(request.user, suite, self.kwargs["slot"], proof=_text(body, "held")), body

    def remark(self, request: Request) -> tuple[Work, dict[str, Any]]:
        work, body = self.asked(request)
        return work, {"token": _token(body), "reason": _text(body, "reason")[:2000]}

    def again(self, work: Work) -> Response:
        return Response(slot_json(work_of(self.request.user, work.slot.suite, work.slot.pk)))


class SlotDetail(_OfSlot):
    """A slot of yours."""

    @extend_schema(operation_id="suites_review_slot", responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, **kwargs: Any) -> Response:
        """What its form shows at the open step, and what you entered. 404 for what is not yours."""
        return Response(slot_json(work_of(request.user, self.suite(), self.kwargs["slot"])))


class SlotDraft(_OfSlot):
    """What you entered so far."""

    curl_example: ClassVar[dict[str, Any]] = {"token": "…", "version": 0, "given": {"pick": "2"}}

    @extend_schema(
        operation_id="suites_review_slot_draft",
        request=OpenApiTypes.OBJECT,
        responses={200: OpenApiTypes.OBJECT},
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        """``{token, version, given}``; ``version`` as it came last. 409 stale has both values."""
        work, body = self.asked(request)
        saved = drafting.save(
            slot_id=work.slot.pk,
            token=_token(body),
            given=_given(body),
            version=_whole(body, "version"),
            by=request.user,
            now=clocks.now(),
        )
        return Response({"version": saved.version, "step": saved.step, "saved_at": saved.saved_at})


class SlotReveal(_OfSlot):
    """Close the open step."""

    curl_example: ClassVar[dict[str, Any]] = {"token": "…", "given": {"nothing": "yes"}}

    @extend_schema(
        operation_id="suites_review_slot_reveal",
        request=OpenApiTypes.OBJECT,
        responses={200: OpenApiTypes.OBJECT},
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        """``{token, given, step?}``: what the next step reveals. This one never changes again."""
        work, body = self.asked(request)
        given = _given(body) | ({"step": str(_whole(body, "step"))} if "step" in body else {})
        drafting.reveal(
            slot_id=work.slot.pk, token=_token(body), given=given, by=request.user, now=clocks.now()
        )
        return self.again(work)


class SlotSubmit(_OfSlot):
    """Submit, and claim the next item in the same transaction."""

    curl_example: ClassVar[dict[str, Any]] = {
        "token": "…",
        "key": "5f0c1f5e-4c0b-4d55-9f0e-0f6c7c1d6f10",
        "given": {"pick": "2"},
        "active_ms": 4200,
    }

    @extend_schema(
        operation_id="suites_review_slot_submit",
        request=OpenApiTypes.OBJECT,
        responses={200: OpenApiTypes.OBJECT},
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        """``{token, key, given, active_ms?}``. The same ``key`` (a UUID of yours) again gives the same
        verdict and stores nothing. ``next`` null: ``empty`` says why."""
        suite, body, now = self.suite(), body_of(request), clocks.now()
        try:
            done = submitting.submit_and_claim(
                suite=suite,
                slot_id=self.kwargs["slot"],
                token=_token(body),
                given=_given(body),
                key=_key(body),
                active_ms=_whole(body, "active_ms"),
                by=request.user,
                now=now,
            )
        except (FormRefusedError, StateRefusedError):
            self.asked(request)  # 404 where it never was theirs: nobody learns what there is
            raise
        following = self.following(suite, done.slot)
        empty = None if following else self.why(suite, now)
        return Response({"verdict": done.verdict.pk, "next": following, "empty": empty})


class SlotAmend(_OfSlot):
    """Say otherwise what you submitted."""

    curl_example: ClassVar[dict[str, Any]] = {
        "version": 1,
        "key": "5f0c1f5e-4c0b-4d55-9f0e-0f6c7c1d6f11",
        "given": {"pick": "none"},
    }

    @extend_schema(
        operation_id="suites_review_slot_amend",
        request=OpenApiTypes.OBJECT,
        responses={200: OpenApiTypes.OBJECT},
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        """``{version, key, given}``: the next version of your verdict, until somebody has decided over it."""
        work, body = self.asked(request)
        if work.verdict is None:
            raise ReviewStateError("There is nothing submitted here that could be said otherwise.")
        changed = submitting.amend(
            verdict=work.verdict,
            given=_given(body),
            key=_key(body),
            version=_whole(body, "version"),
            by=request.user,
            now=clocks.now(),
        )
        return Response({"verdict": changed.pk, "version": changed.version})


class SlotBeat(_OfSlot):
    """Hold a lease for longer."""

    @extend_schema(
        operation_id="suites_review_slot_beat",
        request=OpenApiTypes.OBJECT,
        responses={200: OpenApiTypes.OBJECT},
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        """``{token}``: until when it holds."""
        work, body = self.asked(request)
        until = claiming.beat(slot_id=work.slot.pk, token=_token(body), by=request.user, now=clocks.now())
        return Response({"lease_until": until})


class SlotRelease(_OfSlot):
    """Give an item back."""

    @extend_schema(
        operation_id="suites_review_slot_release",
        request=OpenApiTypes.OBJECT,
        responses={200: OpenApiTypes.OBJECT},
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        """What you entered is kept for when it comes again."""
        work, _ = self.asked(request)
        claiming.release(slot_id=work.slot.pk, by=request.user, now=clocks.now())
        return Response({"released": work.slot.pk})


class SlotSkip(_OfSlot):
    """Leave an item to others."""

    curl_example: ClassVar[dict[str, Any]] = {"token": "…", "reason": "I cannot tell from the text."}

    @extend_schema(
        operation_id="suites_review_slot_skip",
        request=OpenApiTypes.OBJECT,
        responses={200: OpenApiTypes.OBJECT},
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        """``{token, reason}``. It does not come back to you."""
        work, remark = self.remark(request)
        claiming.skip(slot_id=work.slot.pk, by=request.user, now=clocks.now(), **remark)
        return Response({"skipped": work.slot.pk})


class SlotFlag(_OfSlot):
    """Ask a lead to look at an item."""

    curl_example: ClassVar[dict[str, Any]] = {"token": "…", "reason": "Two dates contradict each other."}

    @extend_schema(
        operation_id="suites_review_slot_flag",
        request=OpenApiTypes.OBJECT,
        responses={200: OpenApiTypes.OBJECT},
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        """``{token, reason}``. It stays yours, and you judge it all the same."""
        work, remark = self.remark(request)
        claiming.flag(slot_id=work.slot.pk, by=request.user, now=clocks.now(), **remark)
        return Response({"flagged": work.slot.pk})


def _given(body: dict[str, Any]) -> entries.Given:
    try:
        return entries.of_json(body.get("given", {}))
    except entries.EntriesError as error:
        raise FormRefusedError({"given": str(error)}) from None


def _text(body: dict[str, Any], name: str) -> str:
    value = body.get(name, "")
    if not isinstance(value, str) or "\x00" in value:
        raise FormRefusedError({name: "Must be a text."})
    return value


def _whole(body: dict[str, Any], name: str) -> int:
    value = body.get(name, 0)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST:
        raise FormRefusedError({name: "Must be a whole number, not below 0."})
    return value


def _token(body: dict[str, Any]) -> uuid.UUID:
    try:
        return uuid.UUID(_text(body, "token"))
    except ValueError:
        raise FormRefusedError({"token": "Send the token that came with the slot."}) from None


def _key(body: dict[str, Any]) -> uuid.UUID:
    try:
        return uuid.UUID(_text(body, "key"))
    except ValueError:
        raise FormRefusedError({"key": "Send a UUID of your own, the same whenever you repeat it."}) from None
