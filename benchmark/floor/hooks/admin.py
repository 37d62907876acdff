"""Admin of hooks: to read. Secrets are not shown."""

from __future__ import annotations

from django.contrib import admin

from benchmark.floor.audit.read_only import ReadOnlyAdmin
from benchmark.floor.hooks.models import Delivery, Hook


@admin.register(Hook)
class HookAdmin(ReadOnlyAdmin):
    """Who has what told to whom."""

    list_display = ("pk", "owner", "suite", "host", "active", "created_at")
    list_filter = ("active", "suite")
    list_select_related = ("owner",)
    exclude = ("url",)


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    """What was told, and what became of it."""

    list_display = ("created_at", "hook", "kind", "suite", "state", "attempts", "last_status")
    list_filter = ("state", "kind")
    list_select_related = ("hook",)
    exclude = ("body", "lease")
