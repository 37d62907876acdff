"""The OpenAPI document: each operation ends with the line that calls it from a shell (ux.md, API user)."""

from __future__ import annotations

import json
from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, OpenApiTypes
from rest_framework import serializers

EXAMPLE = {"suite": "mini", "systems": ["bm25"], "reader": "symbolic"}
"""What a launch takes at least; a view that takes something else says it in ``curl_example``."""


class ProblemSerializer(serializers.Serializer[Any]):
    """Why a call was refused (RFC 9457). ``code`` is stable; docs/api.md lists them all. Some codes come with
    more fields: ``fields`` (what is wrong by name), ``retry_after`` (seconds), ``faults``, ``problems``."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.CharField()
    instance = serializers.CharField()


class CurlSchema(AutoSchema):
    """drf-spectacular's schema with a curl line in each description, the headers of every call, and what a
    refusal looks like."""

    def get_description(self) -> str:
        """The words of the view, and how to call it."""
        return f"{super().get_description()}\n\n    {self._curl()}"

    def get_override_parameters(self) -> list[OpenApiParameter]:
        """The headers of ``Call``."""
        if not hasattr(self.view, "keeps_replies"):
            return []
        if self.method == "GET":
            return [_header("If-None-Match", "The `ETag` of what you hold: 304 where it has not changed.")]
        if self.method == "POST" and self.view.keeps_replies:
            return [_header("Idempotency-Key", "Of your making, a UUID for example: done once.")]
        if self.method in ("PUT", "PATCH", "DELETE") and self.view.heeds_match:
            return [_header("If-Match", "The `ETag` of what you have read: 412 where it has changed since.")]
        return []

    def _get_response_bodies(self, direction: Any = "response") -> Any:
        found = super()._get_response_bodies(direction)
        problem = self.resolve_serializer(ProblemSerializer(), direction)
        if self.method == "GET":
            found["304"] = {"description": "It is as you hold it (`If-None-Match`)."}
        content = {"application/problem+json": {"schema": problem.ref}}
        return {**found, "default": {"content": content, "description": "Refused."}}

    def _curl(self) -> str:
        parts = ["curl", '-H "Authorization: Token $STEMMA_TOKEN"']
        if self.method != "GET":
            parts.append(f"-X {self.method}")
        if self._takes_a_body():
            example = json.dumps(getattr(self.view, "curl_example", EXAMPLE))
            parts.append(f"-H 'Content-Type: application/json' -d '{example}'")
        return " ".join([*parts, f'"$STEMMA_URL{self.path}"'])

    def _takes_a_body(self) -> bool:
        return self.method in ("POST", "PUT", "PATCH") and self.get_request_serializer() is not None


def _header(name: str, words: str) -> OpenApiParameter:
    return OpenApiParameter(name, OpenApiTypes.STR, OpenApiParameter.HEADER, description=words)
