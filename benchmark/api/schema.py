"""The OpenAPI document: each operation ends with the line that calls it from a shell (ux.md, API user)."""

from __future__ import annotations

import json

from drf_spectacular.openapi import AutoSchema

EXAMPLE = {"suite": "mini", "systems": ["bm25"], "reader": "symbolic"}
"""What a launch takes at least; a view that takes something else says it in ``curl_example``."""


class CurlSchema(AutoSchema):
    """drf-spectacular's schema with a curl line in each description."""

    def get_description(self) -> str:
        """The words of the view, and how to call it."""
        return f"{super().get_description()}\n\n    {self._curl()}"

    def _curl(self) -> str:
        parts = ["curl", '-H "Authorization: Token $STEMMA_TOKEN"']
        if self.method != "GET":
            parts.append(f"-X {self.method}")
        if self._takes_a_body():
            example = json.dumps(getattr(self.view, "curl_example", EXAMPLE))
            parts.append(f"-H 'Content-Type: application/json' -d '{example}'")
        return " ".join([*parts, f'"$STEMMA_URL{self.path}"'])

    def _takes_a_body(self) -> bool:
        return self.method == "POST" and self.get_request_serializer() is not None
