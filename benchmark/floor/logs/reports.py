"""What a report of an error may show: nothing whose name says that it is a secret (ADR 32)."""

from __future__ import annotations

import re
from collections.abc import ItemsView
from typing import Any

from django.http import HttpRequest
from django.views.debug import SafeExceptionReporterFilter

from benchmark.floor.logs.lines import without_secrets

_SECRET = re.compile(
    "api|auth|token|key|secret|pass|signature|cookie|credential|dsn|database_url|broker", flags=re.IGNORECASE
)


class ReportFilter(SafeExceptionReporterFilter):
    """Django's filter, always on, also with ``DEBUG``; it goes by the names of settings, headers, fields
    sent and the variables of every frame, and takes what looks like a secret out of their values."""

    hidden_settings = _SECRET

    def is_active(self, request: HttpRequest | None) -> bool:
        """Always: the page of a fault is copied into tickets."""
        return True

    def get_post_parameters(self, request: HttpRequest | None) -> dict[str, Any]:
        """What was sent, without what its name calls secret."""
        return {
            name: self._shown(name, value) for name, value in super().get_post_parameters(request).items()
        }

    def get_traceback_frame_variables(
        self, request: HttpRequest | None, tb_frame: Any
    ) -> ItemsView[str, Any]:
        """Names and values of a frame."""
        found = super().get_traceback_frame_variables(request, tb_frame)
        return {name: self._shown(name, value) for name, value in dict(found).items()}.items()

    def _shown(self, name: str, value: Any) -> Any:
        if _SECRET.search(str(name)):
            return self.cleansed_substitute
        shown = repr(value) if not isinstance(value, str) else value
        clean = without_secrets(shown)
        return value if clean == shown else clean
