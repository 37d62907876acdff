"""The API twins of exports of verdicts: ask, watch, take the file."""

from __future__ import annotations

from typing import Any

from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiTypes, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.floor.accounts.verbs import Verb
from benchmark.floor.jobs import clocks
from scenarios.api.views import OfSuite
from scenarios.models import VerdictExport
from scenarios.review.api.leading import body_of
from scenarios.review.selectors import exports
from scenarios.review.services import exporting
from scenarios.review.views.exports import file_of


class VerdictExportSerializer(serializers.ModelSerializer[VerdictExport]):
    """An export and how far it is; ``sha256`` is that of the file."""

    format = serializers.CharField()
    status = serializers.CharField()
    kept_until = serializers.DateTimeField(allow_null=True)

    class Meta:
        model = VerdictExport
        fields = (
            *("id", "format", "status", "rows_total", "rows_done", "drafts", "sha256", "size", "message"),
            *("at", "finished_at", "kept_until"),
        )


class ExportList(OfSuite):
    """The newest exports of a suite's verdicts."""

    curl_example = {"format": "jsonl"}

    @extend_schema(
        operation_id="suites_review_exports_list", responses={200: VerdictExportSerializer(many=True)}
    )
    def get(self, request: Request, **kwargs: Any) -> Response:
        rows = exports.of_suite(self.find_suite(Verb.REVIEW_EXPORT))
        return Response(VerdictExportSerializer(rows, many=True).data)

    @extend_schema(
        operation_id="suites_review_exports_ask",
        request=OpenApiTypes.OBJECT,
        responses={202: VerdictExportSerializer},
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        """``{format}``, "jsonl" or "csv": written by a worker; one that is under way is given back."""
        suite = self.find_suite(Verb.REVIEW_EXPORT)
        wanted = str(body_of(request).get("format", ""))
        row = exporting.request(suite=suite, format=wanted, by=request.user, now=clocks.now())
        return Response(VerdictExportSerializer(row).data, status=202)


class ExportDetail(OfSuite):
    """One export and how far it is."""

    @extend_schema(operation_id="suites_review_exports_read", responses={200: VerdictExportSerializer})
    def get(self, request: Request, **kwargs: Any) -> Response:
        row = exports.get(self.find_suite(Verb.REVIEW_EXPORT), self.kwargs["export"])
        return Response(VerdictExportSerializer(row).data)


class ExportFile(OfSuite):
    """The file of a finished export."""

    @extend_schema(operation_id="suites_review_exports_file", responses={200: OpenApiTypes.BINARY})
    def get(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        return file_of(exports.get(self.find_suite(Verb.REVIEW_EXPORT), self.kwargs["export"]))
