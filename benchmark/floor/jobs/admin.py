"""Admin of workers and bells: to read."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from benchmark.floor.jobs.models import Bell, WorkerHeartbeat


class _ReadOnlyAdmin(admin.ModelAdmin):
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(WorkerHeartbeat)
class WorkerHeartbeatAdmin(_ReadOnlyAdmin):
    """Which workers were seen, and when."""

    list_display = ("name", "kind", "host", "pid", "seen_at")
    list_filter = ("kind", "host")


@admin.register(Bell)
class BellAdmin(_ReadOnlyAdmin):
    """Which messages wait; deleting a row lets the bell be rung at once."""

    list_display = ("key", "rung_at", "taken_at")
    search_fields = ("key",)
