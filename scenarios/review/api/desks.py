"""Where a person works on reviews, in the API: the twin of the page of all desks."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiTypes, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scenarios.api.parameters import KnownParameters
from scenarios.review.selectors import mine


class Desks(KnownParameters):
    """The suites on which you judge, decide or follow, and how far you are."""

    @extend_schema(operation_id="review_desks", responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request) -> Response:
        """``free`` waits for judges, ``disputes`` for a decision; 0 where that is not yours to do."""
        return Response({"results": [_desk(one) for one in mine.desks_of(request.user)]})


def _desk(desk: mine.Desk) -> dict[str, Any]:
    names = ("judges", "adjudicates", "follows", "done", "held", "free", "disputes")
    suite = {"suite": desk.suite.slug, "title": desk.suite.title, "version": desk.suite.version}
    return {**suite, **{name: getattr(desk, name) for name in names}}
