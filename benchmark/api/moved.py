"""The API twins of the pages of moved scores."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.floor.accounts.verbs import Verb
from benchmark.selectors import moved, moved_json
from benchmark.views.moved import thought_of
from scenarios.api.views import OfSuite
from scenarios.exceptions import NotVisibleError
from scenarios.permissions import can
from scenarios.review.exceptions import FormRefusedError
from scenarios.review.selectors import items


class SuiteMoved(OfSuite):
    """Every published score that a revising suite moved; ``revises`` is null for one that revises none."""

    @extend_schema(operation_id="suites_moved", responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, **kwargs: Any) -> Response:
        suite = self.find_suite(Verb.GOLD_VIEW)
        found = moved.of_release(suite)
        if found is None or not can(request.user, Verb.GOLD_VIEW, found.before):
            return Response({"suite": suite.slug, "revises": None})
        return Response({"revises": found.before.slug, **moved_json.as_json(found)})


class SuiteMoves(OfSuite):
    """What a release would move without what an item denies, or without its action at ``without``."""

    filters = ("item", "without")

    @extend_schema(
        operation_id="suites_moves",
        parameters=[OpenApiParameter("item", int, required=True), OpenApiParameter("without", int)],
        responses={200: OpenApiTypes.OBJECT},
    )
    def get(self, request: Request, **kwargs: Any) -> Response:
        suite = self.find_suite(Verb.REVIEW_ADJUDICATE)
        if not request.query_params.get("item"):
            raise FormRefusedError({"item": "Say for which item, as in ?item=12."})
        numbers = {name: request.query_params.get(name, "") for name in self.filters}
        if not numbers["item"].isdecimal() or not (numbers["without"] or "0").isdecimal():
            raise NotVisibleError("There is no such item.")
        item = items.get(suite, int(numbers["item"][:9]))
        without = int(numbers["without"][:9]) if numbers["without"] else None
        return Response(moved_json.as_json(thought_of(item, without)))
