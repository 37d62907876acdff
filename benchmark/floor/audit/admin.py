"""Admin of the audit: to read."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from benchmark.floor.audit.models import AuditRecord


@admin.register(AuditRecord)
class AuditRecordAdmin(admin.ModelAdmin):
    """Search and filter; nothing can be changed."""

    list_display = ("at", "actor", "actor_role", "action", "subject")
    list_filter = ("action", "actor_role")
    search_fields = ("subject", "actor", "action")
    date_hierarchy = "at"

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Written by services alone."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: AuditRecord | None = None) -> bool:
        """Never edited."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: AuditRecord | None = None) -> bool:
        """Never deleted."""
        return False
