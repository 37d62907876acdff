"""The API twins of exports: ask, watch, give up, take the file."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema
from rest_framework import generics, serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.api.views import OfRun
from benchmark.floor.accounts.verbs import Verb
from benchmark.floor.jobs import clocks
from benchmark.models import Export, ExportStatus, Run
from benchmark.selectors import exports
from benchmark.services import exporting
from benchmark.views.exports import file_of
from scenarios.api.parameters import KnownParameters
from scenarios.api.views import OfSuite
from scenarios.models import Suite
from scenarios.permissions import require_somewhere


class RunExportSerializer(serializers.ModelSerializer[Export]):
    """An export of ``suite``, or of its ``run``, and how far it is; ``sha256`` is that of the file,
    ``manifest`` what the file holds."""

    format = serializers.CharField()
    status = serializers.CharField()
    suite = serializers.SlugRelatedField[Suite](slug_field="slug", read_only=True)

    class Meta:
        model = Export
        fields = (
            *(
                "id",
                "suite",
                "run",
                "kind",
                "format",
                "status",
                "rows_total",
                "rows_done",
                "sha256",
                "size",
                "message",
            ),
            *("manifest", "at", "finished_at"),
        )


class AskedSerializer(serializers.Serializer[Any]):
    """What is wanted: kinds are those of the page, formats jsonl, csv and parquet."""

    kind = serializers.CharField(allow_blank=True, default="")
    format = serializers.CharField(allow_blank=True, default="")


class _Place:
    """Of what the exports of an address are; a subclass says so."""

    request: Request
    kwargs: dict[str, Any]

    def place(self) -> tuple[Suite, Run | None]:
        """Suite and run of the address; no run where they are of the suite."""
        raise NotImplementedError

    def row(self) -> Export:
        """The export of the address."""
        return exports.get(self.request.user, *self.place(), self.kwargs["export"])

    def shown(self) -> Response:
        """How far it is."""
        return Response(RunExportSerializer(self.row()).data)

    def cancelled(self) -> Response:
        """Given up."""
        row = exporting.cancel(export=self.row(), by=self.request.user, now=clocks.now())
        return Response(RunExportSerializer(row).data)

    def listed(self) -> Response:
        """The newest."""
        rows = exports.of(self.request.user, *self.place())[: exports.SHOWN]
        return Response(RunExportSerializer(rows, many=True).data)

    def asked(self) -> Response:
        """Asked for as the body says."""
        suite, run = self.place()
        wanted = AskedSerializer(data=self.request.data)
        wanted.is_valid(raise_exception=True)
        kind, format = wanted.validated_data["kind"], wanted.validated_data["format"]
        exports.require_kind(self.request.user, suite, kind)
        row = exporting.request(
            kind=kind, format=format, suite=suite, run=run, by=self.request.user, now=clocks.now()
        )
        return Response(RunExportSerializer(row).data, status=202)


class _OfRun(_Place, OfRun):
    def place(self) -> tuple[Suite, Run | None]:
        run = self.find()
        return run.suite, run


class _OfSuite(_Place, OfSuite):
    def place(self) -> tuple[Suite, Run | None]:
        return self.find_suite(Verb.LEADERBOARD_VIEW), None


class RunExports(_OfRun):
    """The newest exports of a run that the person may have."""

    curl_example = {"kind": "answers", "format": "parquet"}

    @extend_schema(operation_id="runs_exports_list", responses={200: RunExportSerializer(many=True)})
    def get(self, request: Request, **kwargs: Any) -> Response:
        return self.listed()

    @extend_schema(
        operation_id="runs_exports_ask", request=AskedSerializer, responses={202: RunExportSerializer}
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        """``{kind, format}``: written by a worker; the same one under way is given back."""
        return self.asked()


class RunExport(_OfRun):
    """One export of a run and how far it is."""

    @extend_schema(operation_id="runs_exports_read", responses={200: RunExportSerializer})
    def get(self, request: Request, **kwargs: Any) -> Response:
        return self.shown()


class RunExportCancel(_OfRun):
    """Give an export up that is under way; one that has ended stays as it is."""

    @extend_schema(operation_id="runs_exports_cancel", request=None, responses={200: RunExportSerializer})
    def post(self, request: Request, **kwargs: Any) -> Response:
        return self.cancelled()


class RunExportFile(_OfRun):
    """The file of a finished export."""

    @extend_schema(operation_id="runs_exports_file", responses={200: OpenApiTypes.BINARY})
    def get(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        return file_of(self.row())


class SuiteExports(_OfSuite):
    """The newest exports of a suite that the person may have."""

    curl_example = {"kind": "board", "format": "csv"}

    @extend_schema(operation_id="suites_exports_list", responses={200: RunExportSerializer(many=True)})
    def get(self, request: Request, **kwargs: Any) -> Response:
        return self.listed()

    @extend_schema(
        operation_id="suites_exports_ask", request=AskedSerializer, responses={202: RunExportSerializer}
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        """``{kind, format}``: written by a worker; the same one under way is given back."""
        return self.asked()


class SuiteExport(_OfSuite):
    """One export of a suite and how far it is."""

    @extend_schema(operation_id="suites_exports_read", responses={200: RunExportSerializer})
    def get(self, request: Request, **kwargs: Any) -> Response:
        return self.shown()


class SuiteExportCancel(_OfSuite):
    """Give an export up that is under way; one that has ended stays as it is."""

    @extend_schema(operation_id="suites_exports_cancel", request=None, responses={200: RunExportSerializer})
    def post(self, request: Request, **kwargs: Any) -> Response:
        return self.cancelled()


class SuiteExportFile(_OfSuite):
    """The file of a finished export."""

    @extend_schema(operation_id="suites_exports_file", responses={200: OpenApiTypes.BINARY})
    def get(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        return file_of(self.row())


class MyExports(KnownParameters, generics.ListAPIView[Export]):
    """The exports that you asked for and may still have, newest first, of all runs and suites."""

    filters = ("status",)
    queryset = Export.objects.none()
    serializer_class = RunExportSerializer
    page_ordering = ("-at", "-pk")

    @extend_schema(
        operation_id="exports_list",
        parameters=[OpenApiParameter("status", OpenApiTypes.STR, enum=ExportStatus.values)],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Export]:
        require_somewhere(self.request.user, Verb.RUN_VIEW)
        found, wanted = exports.asked_for_by(self.request.user), self.request.query_params.get("status")
        if wanted is None:
            return found
        if wanted not in ExportStatus.values:
            raise ValidationError({"status": [f"Known: {', '.join(ExportStatus.values)}."]})
        return found.filter(status=wanted)
