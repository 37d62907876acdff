"""The API twins of exports: ask, watch, give up, take the file."""

from __future__ import annotations

from typing import Any

from django.http.response import HttpResponseBase
from django.utils import timezone
from drf_spectacular.utils import OpenApiTypes, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.api.views import OfRun
from benchmark.models import Export, Run
from benchmark.selectors import exports
from benchmark.services import exporting
from benchmark.views.exports import file_of
from scenarios.models import Suite


class RunExportSerializer(serializers.ModelSerializer[Export]):
    """An export and how far it is; ``sha256`` is that of the file, ``manifest`` what the file holds."""

    format = serializers.CharField()
    status = serializers.CharField()

    class Meta:
        model = Export
        fields = (
            *("id", "kind", "format", "status", "rows_total", "rows_done", "sha256", "size", "message"),
            *("manifest", "at", "finished_at"),
        )


class AskedSerializer(serializers.Serializer[Any]):
    """What is wanted: kinds are those of the page, formats jsonl, csv and parquet."""

    kind = serializers.CharField(allow_blank=True, default="")
    format = serializers.CharField(allow_blank=True, default="")


class _List:
    """Ask and list; a subclass says of what."""

    def place(self) -> tuple[Suite, Run | None]:
        """Suite and run of the address."""
        raise NotImplementedError

    def listed(self, request: Request) -> Response:
        suite, run = self.place()
        rows = exports.of(request.user, suite, run)[: exports.SHOWN]
        return Response(RunExportSerializer(rows, many=True).data)

    def asked(self, request: Request) -> Response:
        suite, run = self.place()
        wanted = AskedSerializer(data=request.data)
        wanted.is_valid(raise_exception=True)
        kind, format = wanted.validated_data["kind"], wanted.validated_data["format"]
        exports.require_kind(request.user, suite, kind)
        row = exporting.request(
            kind=kind, format=format, suite=suite, run=run, by=request.user, now=timezone.now()
        )
        return Response(RunExportSerializer(row).data, status=202)


class RunExports(_List, OfRun):
    """The newest exports of a run that the person may have."""

    curl_example = {"kind": "answers", "format": "parquet"}

    def place(self) -> tuple[Suite, Run | None]:
        run = self.find()
        return run.suite, run

    @extend_schema(operation_id="runs_exports_list", responses={200: RunExportSerializer(many=True)})
    def get(self, request: Request, **kwargs: Any) -> Response:
        return self.listed(request)

    @extend_schema(
        operation_id="runs_exports_ask", request=AskedSerializer, responses={202: RunExportSerializer}
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        """``{kind, format}``: written by a worker; the same one under way is given back."""
        return self.asked(request)


class RunExport(OfRun):
    """One export of a run and how far it is."""

    def row(self) -> Export:
        """The export of the address."""
        run = self.find()
        return exports.get(self.request.user, run.suite, run, self.kwargs["export"])

    @extend_schema(operation_id="runs_exports_read", responses={200: RunExportSerializer})
    def get(self, request: Request, **kwargs: Any) -> Response:
        return Response(RunExportSerializer(self.row()).data)


class RunExportCancel(RunExport):
    """Give an export up that is under way; one that has ended stays as it is."""

    http_method_names = ["post", "options"]

    @extend_schema(operation_id="runs_exports_cancel", request=None, responses={200: RunExportSerializer})
    def post(self, request: Request, **kwargs: Any) -> Response:
        row = exporting.cancel(export=self.row(), by=request.user, now=timezone.now())
        return Response(RunExportSerializer(row).data)


class RunExportFile(RunExport):
    """The file of a finished export."""

    @extend_schema(operation_id="runs_exports_file", responses={200: OpenApiTypes.BINARY})
    def get(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        return file_of(self.row())
