"""The API twins of the pages of adjudicators."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.floor.accounts.verbs import Verb
from scenarios.api.views import OfSuite
from scenarios.models import ReviewItem
from scenarios.review.api.leading import body_of
from scenarios.review.exceptions import FormRefusedError
from scenarios.review.selectors import disputes, items
from scenarios.review.services import settling

FILTERS = ("kind", "scenario", "field", "too_fast", "show")


class DisputeList(OfSuite):
    """The disputes that wait; those decided with ``show=decided``. What each judge said, never who."""

    filters = FILTERS

    @extend_schema(
        operation_id="suites_review_disputes_list",
        parameters=[OpenApiParameter(name, str) for name in FILTERS],
        responses={200: OpenApiTypes.OBJECT},
    )
    def get(self, request: Request, **kwargs: Any) -> Response:
        suite = self.find_suite(Verb.REVIEW_ADJUDICATE)
        rows = disputes.listed(suite, disputes.Sought.of(request.query_params), request.user)
        return Response(
            {
                "n": len(rows),
                "results": [
                    {
                        "item": row.item.pk,
                        "kind": row.item.kind,
                        "label": row.item.label,
                        "scenario": row.item.scenario.slug,
                        "differs": list(row.differs),
                        "judges": row.judges,
                        "too_fast": row.too_fast,
                        "not_for_you": row.refused,
                    }
                    for row in rows
                ],
            }
        )


class DisputeDetail(OfSuite):
    """One dispute with every judge's entries; a decision decides it."""

    curl_example = {"fields": {"fluent": "yes"}, "reason": "It reads well.", "key": "a fresh UUID"}

    @extend_schema(operation_id="suites_review_disputes_read", responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, **kwargs: Any) -> Response:
        return Response(_dispute(self._item(), request.user))

    @extend_schema(
        operation_id="suites_review_disputes_decide",
        request=OpenApiTypes.OBJECT,
        responses={200: OpenApiTypes.OBJECT},
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        """``{fields, reason, key, given?}``: every field, why, and a fresh UUID; the same ``key`` decides
        once."""
        item, data = self._item(), body_of(request)
        fields, given = data.get("fields", {}), data.get("given", {})
        reason, key = data.get("reason", ""), data.get("key", "")
        texts = isinstance(fields, dict) and all(isinstance(value, str) for value in fields.values())
        if not texts or not isinstance(given, dict) or not isinstance(reason, str):
            raise FormRefusedError({"fields": "Objects of texts, and a reason. Nothing was stored."})
        settling.adjudicate(
            item=item, fields=fields, given=given, reason=reason, key=key, by=request.user, now=timezone.now()
        )
        item.refresh_from_db()
        return Response(_dispute(item, request.user))

    def _item(self) -> ReviewItem:
        return items.get(self.find_suite(Verb.REVIEW_ADJUDICATE), self.kwargs["item"])


def _dispute(item: ReviewItem, user: Any) -> dict[str, Any]:
    found = disputes.one(item, user)
    decision = found.decision
    return {
        "item": item.pk,
        "kind": item.kind,
        "label": item.label,
        "status": item.status,
        "not_for_you": found.refused,
        "judges": [
            {
                "name": judge.name,
                "outcome": judge.outcome,
                "too_fast": judge.too_fast,
                "notes": [
                    {"question": note.question, "span": note.span, "comment": note.comment}
                    for note in judge.notes
                ],
                "told": [list(pair) for pair in judge.told],
            }
            for judge in found.judges
        ],
        "fields": [
            {
                "name": line.field.name,
                "question": line.field.question,
                "bound": line.field.bound,
                "options": [option.value for option in line.field.options],
                "answers": list(line.answers),
                "differs": line.differs,
                "decided": line.decided or None,
            }
            for line in found.lines
        ],
        "decision": None
        if decision is None
        else {"version": decision.version, "outcome": decision.outcome, "reason": decision.reason},
    }
