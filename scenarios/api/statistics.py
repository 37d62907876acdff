"""The API twin of the page of a suite's figures."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.floor.accounts.verbs import Verb
from scenarios.api.views import OfSuite
from scenarios.generators.derive.verdict import AllowError
from scenarios.selectors import statistics


class StatisticsSerializer(serializers.Serializer[Any]):
    """Rows by domain and by family, the last of each over everything.

    ``figures`` stand beside their targets, ``ok`` says whether all hold; both are null for a suite without
    targets, and where ``fault`` says why its manifest hides them.
    """

    suite = serializers.CharField()
    version = serializers.IntegerField()
    content_hash = serializers.CharField()
    verification = serializers.CharField()
    domains = serializers.ListField(child=serializers.DictField())
    families = serializers.ListField(child=serializers.DictField())
    figures = serializers.ListField(child=serializers.DictField(), allow_null=True)
    ok = serializers.BooleanField(allow_null=True)
    fault = serializers.CharField(required=False)


class Statistics(OfSuite):
    """The figures of a suite, made of its gold: sizes, heights, widths, dispersion, and their targets."""

    @extend_schema(responses={200: StatisticsSerializer})
    def get(self, request: Request, **kwargs: Any) -> Response:
        suite = self.find_suite(Verb.GOLD_VIEW)
        found = statistics.of_suite(suite)
        try:
            return Response(statistics.as_json(suite, found, statistics.verdict_of(suite, found)))
        except AllowError as error:
            return Response({**statistics.as_json(suite, found, None), "fault": str(error)})
