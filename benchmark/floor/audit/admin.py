"""Admin of the audit: to read."""

from __future__ import annotations

from django.contrib import admin

from benchmark.floor.audit.models import AuditRecord
from benchmark.floor.audit.read_only import ReadOnlyAdmin


@admin.register(AuditRecord)
class AuditRecordAdmin(ReadOnlyAdmin):
    """Search and filter; nothing can be changed."""

    list_display = ("at", "actor", "actor_role", "by_service", "action", "subject")
    list_filter = ("action", "actor_role", "by_service")
    search_fields = ("subject", "actor", "action")
    date_hierarchy = "at"
