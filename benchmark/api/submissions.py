"""Runs from files: the questions and records to answer offline, a preview, and the submission (ADR 23)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import IO, Any, ClassVar

from django.http import StreamingHttpResponse
from drf_spectacular.utils import OpenApiParameter, OpenApiTypes, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import ValidationError
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from benchmark.api.serializers import RunSerializer
from benchmark.exceptions import RunMisconfiguredError
from benchmark.floor.accounts.verbs import Verb
from benchmark.selectors import question_files
from benchmark.services import launch_settings, readers, submitting
from scenarios.api.parameters import CUTOFF, cutoff_of
from scenarios.api.views import OfSuite

_CHUNK = 64 * 1024
NDJSON = "application/x-ndjson"


class _Lines(BaseParser):
    """A body that is the file itself; it is never held in memory."""

    media_type = NDJSON

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> IO[bytes]:
        """The body as it comes."""
        return stream


class _Packed(_Lines):
    media_type = "application/gzip"


class SubmissionSerializer(serializers.Serializer[Any]):
    """What stands beside the file: in the form, or in the address where the file is the body."""

    system = serializers.CharField(max_length=60, help_text="The name that stands in tables.")
    reader = serializers.ChoiceField(choices=[*readers.READERS], default=readers.OWN)
    budget = serializers.IntegerField(
        min_value=1, max_value=launch_settings.MOST_BUDGET, default=launch_settings.DEFAULT_BUDGET
    )
    title = serializers.CharField(max_length=200, required=False, default="", allow_blank=True)
    note = serializers.CharField(max_length=10_000, required=False, default="", allow_blank=True)
    key = serializers.CharField(max_length=64, required=False, default="", allow_blank=True)


class SubmissionFormSerializer(SubmissionSerializer):
    """The same with the file, for multipart."""

    file = serializers.FileField()


class InspectionSerializer(serializers.Serializer[Any]):
    """How many questions a file answers, and each line that cannot be used."""

    counts = serializers.DictField(child=serializers.IntegerField())
    missing = serializers.ListField(child=serializers.CharField())
    faults = serializers.ListField(child=serializers.DictField())


class SuiteSubmissions(OfSuite):
    """POST makes a run of a file of contexts and answers; with ``?preview=1`` it says what the file holds and
    stores nothing."""

    filters = (*SubmissionSerializer().fields, "preview")
    throttle_scope: ClassVar[str] = "submit"
    parser_classes: ClassVar = [MultiPartParser, _Lines, _Packed]

    @extend_schema(
        operation_id="suites_submissions_create",
        parameters=[OpenApiParameter("preview", OpenApiTypes.STR, enum=["1"])],
        request={
            "multipart/form-data": SubmissionFormSerializer,
            NDJSON: OpenApiTypes.BINARY,
            "application/gzip": OpenApiTypes.BINARY,
        },
        responses={201: RunSerializer, 200: InspectionSerializer},
    )
    def post(self, request: Request, **kwargs: Any) -> Response:
        suite = self.find_suite(Verb.RUN_SUBMIT)
        submitting.require_open(suite)
        chunks, fields = _parts(request)
        asked = SubmissionSerializer(data=fields)
        asked.is_valid(raise_exception=True)
        wanted = dict(asked.validated_data)
        path = submitting.keep(chunks)
        if request.query_params.get("preview") == "1":
            found = submitting.inspect(suite=suite, path=path, reader=wanted["reader"])
            faults = [{"line": line, "detail": what} for line, what in found.faults]
            return Response({"counts": found.counts, "missing": found.missing, "faults": faults})
        try:
            run = submitting.submit(suite=suite, path=path, by=request.user, **wanted)
        except RunMisconfiguredError as error:
            raise ValidationError({"faults": [str(fault) for fault in error.faults]}) from error
        return Response(RunSerializer(run).data, status=status.HTTP_201_CREATED)


def _parts(request: Request) -> tuple[Iterator[bytes], Mapping[str, Any]]:
    """The bytes of the file, and the fields beside it."""
    address = {key: value for key, value in request.query_params.items() if key != "preview"}
    if not request.content_type.startswith("multipart/"):
        stream = request.data
        if not hasattr(stream, "read"):  # no parser was asked: the framework reads no body that is empty
            raise ValidationError({"file": ["The body is empty. Send the file as the body."]})
        return iter(lambda: stream.read(_CHUNK), b""), address
    file = request.data.get("file")
    if file is None or not hasattr(file, "chunks"):
        raise ValidationError({"file": ["Send the file in this field."]})
    return file.chunks(_CHUNK), {**address, **{k: v for k, v in request.data.items() if k != "file"}}


class SuiteQuestions(OfSuite):
    """The questions of a suite as JSON lines: query, words, cutoff. A file answers them by ``query``."""

    @extend_schema(operation_id="suites_questions", responses={(200, NDJSON): OpenApiTypes.STR})
    def get(self, request: Request, **kwargs: Any) -> StreamingHttpResponse:
        suite = self.find_suite(Verb.RUN_SUBMIT)
        submitting.require_open(suite)
        return _streamed(question_files.of_suite(suite), f"{suite.slug}-questions.jsonl")


class SuiteRecords(OfSuite):
    """The records of a suite as JSON lines, in order; with ``cutoff`` those observed by then."""

    filters = ("cutoff",)

    @extend_schema(
        operation_id="suites_records", parameters=[CUTOFF], responses={(200, NDJSON): OpenApiTypes.STR}
    )
    def get(self, request: Request, **kwargs: Any) -> StreamingHttpResponse:
        suite = self.find_suite(Verb.RUN_SUBMIT)
        submitting.require_open(suite)
        rows = question_files.records_of(suite, cutoff_of(request))
        return _streamed(rows, f"{suite.slug}-records.jsonl")


def _streamed(rows: Iterator[dict[str, Any]], name: str) -> StreamingHttpResponse:
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingHttpResponse(lines, content_type=NDJSON, headers=headers)
