"""Exports of verdicts: a job with progress, counts and a hash (ux pain 10)."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from scenarios.models.suite import Suite


class VerdictExport(models.Model):
    """All current verdicts of a suite in one file; ``drafts`` counts unsubmitted entries, left out of it."""

    class Status(models.TextChoices):
        QUEUED = "queued", gettext_lazy("queued")
        RUNNING = "running", gettext_lazy("running")
        DONE = "done", gettext_lazy("done")
        FAILED = "failed", gettext_lazy("failed")

    suite = models.ForeignKey(Suite, on_delete=models.CASCADE, related_name="verdict_exports")
    format = models.CharField(max_length=5, choices=[("jsonl", "JSON Lines"), ("csv", "CSV")])
    status = models.CharField(max_length=7, choices=Status, default=Status.QUEUED)
    rows_total = models.PositiveIntegerField(default=0)
    rows_done = models.PositiveIntegerField(default=0)
    drafts = models.PositiveIntegerField(default=0)
    sha256 = models.CharField(max_length=64, blank=True)
    file = models.CharField(max_length=200, blank=True)
    size = models.PositiveBigIntegerField(default=0)
    message = models.TextField(blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()
    beat_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(format__in=["jsonl", "csv"]), name="verdict_export_format"),
            models.CheckConstraint(
                condition=Q(status="done", finished_at__isnull=False) & ~Q(sha256="") | ~Q(status="done"),
                name="verdict_export_done_with_hash",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.suite} as {self.format}"

    @property
    def kept_until(self) -> datetime | None:
        """When the tick may delete it with its file; None while it is under way."""
        if self.finished_at is None:
            return None
        return self.finished_at + timedelta(days=settings.EXPORT_KEEP_DAYS)
