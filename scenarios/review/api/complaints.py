"""The API twins of calling a node of a gold derivation wrong."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiTypes, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.floor.accounts.verbs import Verb
from scenarios.api.views import OfSuite
from scenarios.models import Complaint, Query
from scenarios.review.api.leading import body_of
from scenarios.review.exceptions import FormRefusedError
from scenarios.review.selectors import complaints
from scenarios.review.selectors.complaints import ComplaintLine
from scenarios.review.selectors.working import work_of
from scenarios.review.services import complaining
from scenarios.review.views.answering import judged_suite
from scenarios.selectors import queries, suites


class ComplaintList(OfSuite):
    """What people called wrong in the gold of a suite, and what became of it; never who."""

    curl_example = {
        "scenario": "mini-trip",
        "query": "q001",
        "node": "derived:country(Grus)",
        "text": "Corby lies elsewhere since May.",
    }

    @extend_schema(operation_id="suites_review_complaints_list", responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, **kwargs: Any) -> Response:
        lines = complaints.of_suite(self.find_suite(Verb.GOLD_VIEW))
        return Response({"n": len(lines), "results": [_line(line) for line in lines]})

    @extend_schema(
        operation_id="suites_review_complaints_make",
        request=OpenApiTypes.OBJECT,
        responses={201: OpenApiTypes.OBJECT},
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        """``{scenario, query, node, text}``: a node as the derivation names it, ``kind:label``. It waits for
        an adjudicator. Once a person and node: the first complaint is given back."""
        suite, data = self.find_suite(Verb.GOLD_VIEW), texts_of(request)
        scenario = suites.get_scenario(suite, data.get("scenario", ""))
        return _made(_complain(queries.get(scenario, data.get("query", "")), data, request.user))


class SlotComplaint(OfSuite):
    """A node called wrong by who judges the question, once its gold is revealed to them."""

    curl_example = {"node": "derived:country(Grus)", "text": "Corby lies elsewhere since May."}

    @extend_schema(
        operation_id="suites_review_slots_complain",
        request=OpenApiTypes.OBJECT,
        responses={201: OpenApiTypes.OBJECT},
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        """``{node, text}``: a node as the form lists it, ``kind:label``."""
        suite = judged_suite(request, self.kwargs["suite"])
        work, data = work_of(request.user, suite, self.kwargs["slot"]), texts_of(request)
        return _made(_complain(complaints.revealed_to(work), data, request.user))


def texts_of(request: Request) -> dict[str, str]:
    """The body, an object of texts. Raises ``FormRefusedError``."""
    body = body_of(request)
    wrong = {name: "Must be a text." for name, value in body.items() if not isinstance(value, str)}
    if wrong:
        raise FormRefusedError(wrong)
    return body


def _complain(query: Query, data: dict[str, str], by: Any) -> Complaint:
    kind, _, label = data.get("node", "").partition(":")
    return complaining.complain(
        query=query, node_kind=kind, node_label=label, text=data.get("text", ""), by=by, now=timezone.now()
    )


def _made(complaint: Complaint) -> Response:
    (line,) = complaints.lines_of([complaint])
    return Response(_line(line), status=201)


def _line(line: ComplaintLine) -> dict[str, Any]:
    complaint = line.complaint
    return {
        "complaint": complaint.pk,
        "item": line.item,
        "scenario": complaint.query.scenario.slug,
        "query": complaint.query.label,
        "node": f"{complaint.node_kind}:{complaint.node_label}",
        "state": complaint.node_state,
        "text": complaint.text,
        "at": complaint.at,
        "status": line.status,
    }
