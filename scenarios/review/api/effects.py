"""The API twins of the page of consequences."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiTypes, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.floor.accounts.verbs import Verb
from scenarios.api.views import OfSuite
from scenarios.review.api.leading import body_of
from scenarios.review.exceptions import FormRefusedError
from scenarios.review.selectors import items, resting
from scenarios.review.services import revising
from scenarios.review.views.effects import apply_words

_DO = ("rerender", "model", "preview", "store")


class Consequences(OfSuite):
    """What rests on an item."""

    @extend_schema(operation_id="suites_review_consequences", responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, **kwargs: Any) -> Response:
        item = items.get(self.find_suite(Verb.REVIEW_ADJUDICATE), self.kwargs["item"])
        return Response(resting.as_json(resting.of_item(item)))


class Reword(OfSuite):
    """Other words for an item: ``do`` is ``rerender``, ``model``, ``preview`` or ``store`` (of ``text``)."""

    curl_example = {"do": "preview", "text": "Elaesesk stays at Ulaerabel in Jorouthstead from today."}

    @extend_schema(
        operation_id="suites_review_reword",
        request=OpenApiTypes.OBJECT,
        responses={200: OpenApiTypes.OBJECT},
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        item = items.get(self.find_suite(Verb.REVIEW_MANAGE), self.kwargs["item"])
        body = body_of(request)
        do, text = body.get("do"), body.get("text", "")
        if do not in _DO or not isinstance(text, str):
            raise FormRefusedError({"do": f"One of {', '.join(_DO)}; store and preview with a text."})
        done = apply_words(item, do, text[:4000], request.user)
        return Response(
            {
                "text": done.text,
                "suite": done.suite.slug,
                "passed": done.verdict.passed,
                "checks": done.verdict.as_json(),
                "version": done.rendering.version if done.rendering else None,
            }
        )


class Revise(OfSuite):
    """Order the release without the denied actions, or with ``release`` false its draft alone."""

    curl_example = {"release": True}

    @extend_schema(
        operation_id="suites_review_revise",
        request=OpenApiTypes.OBJECT,
        responses={202: OpenApiTypes.OBJECT},
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        item = items.get(self.find_suite(Verb.REVIEW_MANAGE), self.kwargs["item"])
        release = body_of(request).get("release", True)
        if not isinstance(release, bool):
            raise FormRefusedError({"release": "true or false"})
        order = revising.ask(item=item, by=request.user, now=timezone.now(), release=release)
        return Response(order.as_json(), status=202)
