"""The API twin of the page that releases a draft."""

from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.floor.accounts.verbs import Verb
from benchmark.floor.jobs import clocks
from scenarios.api.views import OfSuite
from scenarios.review.services import releasing


class ReleaseOrderSerializer(serializers.Serializer[Any]):
    """``with_rejected``: also where words stand that people rejected."""

    with_rejected = serializers.BooleanField(required=False, default=False)


class OrderSerializer(serializers.Serializer[Any]):
    """Where an order stands: ``none``, ``waiting``, ``done`` or ``refused``, and why."""

    status = serializers.CharField()
    message = serializers.CharField()
    suite = serializers.CharField()


class ReleaseStandingSerializer(serializers.Serializer[Any]):
    """The last order, texts that fail their checks, and texts that people rejected."""

    order = OrderSerializer(source="order.as_json")
    failed = serializers.ListField(child=serializers.CharField())
    rejected = serializers.ListField(child=serializers.CharField())


class SuiteRelease(OfSuite):
    """How a draft stands before its release; POST orders it."""

    curl_example: ClassVar[dict[str, Any]] = {}

    @extend_schema(operation_id="suites_release_standing", responses={200: ReleaseStandingSerializer})
    def get(self, request: Request, **kwargs: Any) -> Response:
        """What would refuse the release, and what became of the last order."""
        found = releasing.standing(self.find_suite(Verb.SUITE_RELEASE))
        return Response(ReleaseStandingSerializer(found).data)

    @extend_schema(
        operation_id="suites_release", request=ReleaseOrderSerializer, responses={202: OrderSerializer}
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        """A worker releases it; from then on it never changes. 409 says what stands in the way."""
        suite = self.find_suite(Verb.SUITE_RELEASE)
        form = ReleaseOrderSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        order = releasing.ask(suite=suite, by=request.user, now=clocks.now(), **form.validated_data)
        return Response(order.as_json(), status=status.HTTP_202_ACCEPTED)
