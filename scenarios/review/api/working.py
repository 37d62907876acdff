"""The API twin of the working page: claim, enter, reveal, submit, take back, and what one said (spec 6.5)."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.floor.jobs import clocks
from scenarios.api.views import OfSuite
from scenarios.models import Slot, Suite, Verdict
from scenarios.review.api.plain_values import plain
from scenarios.review.selectors import mine
from scenarios.review.selectors import queue as queue_selectors
from scenarios.review.selectors.working import Work, work_at, work_of
from scenarios.review.services import claiming, undoing
from scenarios.review.views.answering import judged_suite


def slot_json(work: Work) -> dict[str, Any]:
    """A slot as its holder sees it at its open step: nothing that a later step reveals."""
    item, slot = work.item, work.slot
    return {
        "slot": slot.pk,
        "state": "lost" if work.lost else "submitted" if work.verdict is not None else "held",
        "token": slot.token,
        "held": work.proof,
        "lease_until": slot.lease_until,
        "kind": item.kind,
        "form": item.form,
        "label": item.label,
        "scenario": item.scenario.slug,
        "step": work.step,
        "steps": work.steps,
        "shown": plain(work.shown()),
        "fields": [
            {"name": one.name, "question": one.question, "options": [option.value for option in one.options]}
            for one in work.fields()
        ],
        "given": dict(work.entered),
        "version": work.version,
        "verdict": None if work.verdict is None else work.verdict.pk,
    }


def verdict_json(said: mine.Said) -> dict[str, Any]:
    """A verdict as its author sees it: what they entered, and once it was decided what was decided, why."""
    verdict, decision = said.verdict, said.decision
    return {
        "verdict": verdict.pk,
        "slot": verdict.slot_id,
        "kind": said.item.kind,
        "label": said.item.label,
        "scenario": said.item.scenario.slug,
        "version": verdict.version,
        "submitted_at": verdict.submitted_at,
        "given": mine.entered_of(verdict),
        "state": said.state,
        "decision": None
        if decision is None
        else {
            "overruled": decision.overruled,
            "outcome": decision.outcome,
            "reason": decision.reason,
            "fields": [
                {"question": line.question, "yours": line.yours, "decided": line.decided}
                for line in decision.lines
            ],
        },
    }


class Judging(OfSuite):
    """What a person who judges asks of a suite."""

    curl_example: ClassVar[dict[str, Any]] = {"token": "…"}
    throttle_scope: ClassVar[str] = "annotate"

    def suite(self) -> Suite:
        """Raises what ``judged_suite`` raises."""
        return judged_suite(self.request, self.kwargs["suite"])

    def following(self, suite: Suite, slot: Slot | None) -> dict[str, Any] | None:
        """A slot that was just handed out."""
        return None if slot is None else slot_json(work_at(self.request.user, suite, slot))

    def why(self, suite: Suite, now: datetime) -> dict[str, Any]:
        """Why there is nothing to judge."""
        found = queue_selectors.why_empty(self.request.user, suite, now)
        return {"reason": found.reason, "leased": found.leased, "until": found.until}

    def standing(self, suite: Suite) -> dict[str, int]:
        counts = queue_selectors.counts_for(self.request.user, suite)
        return {"done": counts.done, "held": counts.held, "left": counts.left, "assigned": counts.assigned}


class Next(Judging):
    """What you hold, or the next item."""

    @extend_schema(operation_id="suites_review_next", request=None, responses={200: OpenApiTypes.OBJECT})
    def post(self, request: Request, **kwargs: Any) -> Response:
        """Claims under a lease. ``slot`` null: ``empty`` says why."""
        suite, now = self.suite(), clocks.now()
        slot = claiming.claim(suite=suite, by=request.user, now=now)
        empty = None if slot else self.why(suite, now)
        return Response({"slot": self.following(suite, slot), "empty": empty, "counts": self.standing(suite)})


class Ahead(Judging):
    """The item after the one at hand."""

    @extend_schema(operation_id="suites_review_ahead", request=None, responses={200: OpenApiTypes.OBJECT})
    def post(self, request: Request, **kwargs: Any) -> Response:
        """Claims it under a lease of its own, so that it is there at once. ``slot`` null: nothing is at
        hand, or nothing is left."""
        suite = self.suite()
        slot = claiming.claim_ahead(suite=suite, by=request.user, now=clocks.now())
        return Response({"slot": self.following(suite, slot), "counts": self.standing(suite)})


class Undo(Judging):
    """Take back your last submit, up to ten in a row."""

    @extend_schema(operation_id="suites_review_undo", request=None, responses={200: OpenApiTypes.OBJECT})
    def post(self, request: Request, **kwargs: Any) -> Response:
        """The slot is yours again, with what you had entered. 409 where nothing can be taken back."""
        suite, now = self.suite(), clocks.now()
        slot = undoing.undo(suite=suite, by=request.user, now=now)
        again = slot_json(work_of(request.user, suite, slot.pk))
        return Response({"slot": again, "counts": self.standing(suite)})


class Pause(Judging):
    """Give back all that you hold."""

    @extend_schema(operation_id="suites_review_pause", request=None, responses={200: OpenApiTypes.OBJECT})
    def post(self, request: Request, **kwargs: Any) -> Response:
        """What you entered is kept for when an item comes again."""
        suite = self.suite()
        given = claiming.release_all(suite=suite, person=request.user, by=request.user, now=clocks.now())
        return Response({"released": given})


class Mine(Judging, generics.ListAPIView[Verdict]):
    """What you said, newest first; peers' verdicts show nowhere."""

    filters = ("kind", "state")
    queryset = Verdict.objects.none()

    @extend_schema(
        operation_id="suites_review_mine",
        parameters=[
            OpenApiParameter("kind", str),
            OpenApiParameter("state", str, enum=[state for state, _ in mine.STATES]),
        ],
        responses={200: OpenApiTypes.OBJECT},
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        rows = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response([verdict_json(said) for said in mine.said_of(list(rows or ()))])

    def get_queryset(self) -> QuerySet[Verdict]:
        wanted = mine.Wanted.of(self.request.query_params)
        return mine.verdicts_of(self.request.user, self.suite(), kind=wanted.kind, state=wanted.state)
