"""Admin of kept replies: to read, and to delete."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from benchmark.floor.calls.models import KeptReply


@admin.register(KeptReply)
class KeptReplyAdmin(admin.ModelAdmin):
    """What calls with an Idempotency-Key were answered; a deleted one is done anew when it comes again."""

    list_display = ("at", "user", "route", "key", "status")
    search_fields = ("key", "user__username")
    exclude = ("body",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
