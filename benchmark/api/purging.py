"""The API twin of the page of operation: what old things take, and their removal."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from benchmark.exceptions import OperationError
from benchmark.floor.accounts.verbs import Verb
from benchmark.floor.jobs import clocks
from benchmark.services import purging
from scenarios.permissions import require


class ScopeSerializer(serializers.Serializer[Any]):
    """``what``: kinds, all if empty; ``days`` replaces those of the settings; ``run``: that one's alone."""

    what = serializers.ListField(child=serializers.CharField(), required=False, default=list)
    days = serializers.IntegerField(min_value=0, max_value=36_500, required=False)
    run = serializers.IntegerField(min_value=1, required=False)


class Purge(APIView):
    """What a purge frees by kind: rows and bytes. Gold, releases, answers and verdicts are of no kind."""

    @extend_schema(
        operation_id="purge_figures",
        parameters=[
            OpenApiParameter("what", str, many=True, description="Kinds; all unless named."),
            OpenApiParameter("days", int, description="Older than so many days, else than the settings say."),
            OpenApiParameter("run", int, description="Only what belongs to this run."),
        ],
        responses={200: OpenApiTypes.OBJECT},
    )
    def get(self, request: Request) -> Response:
        """What it would free now; nothing is removed."""
        require(request.user, Verb.ADMIN_USE)
        given: dict[str, Any] = {name: request.query_params[name] for name in request.query_params}
        if "what" in given:
            given["what"] = request.query_params.getlist("what")
        return self._done(purging.figures, removed=False, given=given)

    @extend_schema(operation_id="purge", request=ScopeSerializer, responses={200: OpenApiTypes.OBJECT})
    def post(self, request: Request) -> Response:
        """Remove it; the answer says what was freed."""
        require(request.user, Verb.ADMIN_USE)
        if not isinstance(request.data, dict) or not (request.data.get("what") or request.data.get("run")):
            raise ValidationError({"what": ["Name the kinds to remove, or a run. GET says what there is."]})
        return self._done(purging.purge, removed=True, given=request.data, by=request.user)

    def _done(self, what: Any, *, removed: bool, given: Any, **more: Any) -> Response:
        asked = ScopeSerializer(data=given)
        asked.is_valid(raise_exception=True)
        unknown = set(given) - set(asked.fields)
        if unknown:
            raise ValidationError({name: ["Known are what, days and run."] for name in sorted(unknown)})
        try:
            found = what(now=clocks.now(), **asked.validated_data, **more)
        except OperationError as error:
            raise ValidationError({"what": [str(error)]}) from error
        kinds = [
            {
                "kind": one.kind.slug,
                "what": one.kind.what,
                "older_than_days": one.days,
                "rows": one.freed.rows,
                "bytes": one.freed.bytes,
            }
            for one in found
        ]
        return Response({"removed": removed, "kinds": kinds})
