"""The API twin of the page of agreement."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.floor.accounts.verbs import Verb
from scenarios.api.views import OfSuite
from scenarios.permissions import can
from scenarios.review.selectors import agreement
from scenarios.review.selectors.agreement import Pairs

PARAMETERS = [
    OpenApiParameter("kind", OpenApiTypes.STR, description="Only subjects of this kind: record, question."),
    OpenApiParameter("scenario", OpenApiTypes.STR, description="Only this scenario."),
    OpenApiParameter("settled", OpenApiTypes.BOOL, description="Only items that are verified or rejected."),
    OpenApiParameter("field", OpenApiTypes.STR, description="What pairs are compared on, as kind.field."),
]


class AgreementSerializer(serializers.Serializer[Any]):
    """A row for each field, batch and pair of people.

    Each measure has ``value``, ``n`` (items that at least two people judged), the ends and the kind of its
    95 % interval, and why it is ``undefined``. ``pairs`` is null for whoever may not see who judged.
    """

    suite = serializers.CharField()
    version = serializers.IntegerField()
    verification = serializers.CharField()
    by_field = serializers.ListField(child=serializers.DictField())
    batches = serializers.ListField(child=serializers.DictField())
    pairs = serializers.ListField(child=serializers.DictField(), allow_null=True)


class Agreement(OfSuite):
    """How far the judges of a suite agree, by field, by scenario and by pair of people."""

    filters = ("kind", "scenario", "settled", "field")

    @extend_schema(parameters=PARAMETERS, responses={200: AgreementSerializer})
    def get(self, request: Request, **kwargs: Any) -> Response:
        suite = self.find_suite(Verb.REVIEW_VIEW)
        pairs = Pairs.OF_ALL_FIELDS if can(request.user, Verb.REVIEW_MANAGE, suite) else Pairs.NONE
        report = agreement.of_suite(suite, agreement.Wanted.of(request.query_params), pairs=pairs)
        head = {"suite": suite.slug, "version": suite.version, "verification": suite.verification_text}
        return Response({**head, **agreement.as_json(report)})
