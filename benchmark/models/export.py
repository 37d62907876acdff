"""A file made of many rows: a job with progress, counts and a hash (ux pain 10)."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class ExportStatus(models.TextChoices):
    """``expired``: it was done, and its file was removed after the time for which files are kept."""

    QUEUED = "queued", _("queued")
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")
    CANCELLED = "cancelled", _("cancelled")
    EXPIRED = "expired", _("expired")


OPEN_EXPORTS = (ExportStatus.QUEUED, ExportStatus.RUNNING)


class ExportFormat(models.TextChoices):
    """What the file is written as; each holds the same values."""

    JSONL = "jsonl", _("JSON Lines")
    CSV = "csv", _("CSV")
    PARQUET = "parquet", _("Parquet")


class Export(models.Model):
    """All rows of one ``kind`` of a run, or of a suite where ``run`` is null, in one file under ``var/``.

    ``manifest`` says what the file holds, once it is done; ``beat_at`` is when its worker was last heard of
    and marks who holds it. ``size`` is in bytes, ``sha256`` of the whole file.
    """

    kind = models.CharField(max_length=40)
    suite = models.ForeignKey("scenarios.Suite", on_delete=models.CASCADE, related_name="exports")
    run = models.ForeignKey(
        "benchmark.Run", on_delete=models.CASCADE, null=True, blank=True, related_name="exports"
    )
    format = models.CharField(max_length=7, choices=ExportFormat)
    status = models.CharField(max_length=9, choices=ExportStatus, default=ExportStatus.QUEUED)
    rows_total = models.PositiveIntegerField(default=0)
    rows_done = models.PositiveIntegerField(default=0)
    manifest = models.JSONField(default=dict, blank=True)
    sha256 = models.CharField(max_length=64, blank=True, default="")
    file = models.CharField(max_length=200, blank=True, default="")
    size = models.PositiveBigIntegerField(default=0)
    message = models.TextField(blank=True, default="")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()
    beat_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            models.CheckConstraint(
                name="export_format_known",
                condition=Q(format__in=[value for value, _ in ExportFormat.choices]),
            ),
            models.CheckConstraint(
                name="export_done_with_hash",
                condition=~Q(status=ExportStatus.DONE) | Q(finished_at__isnull=False) & ~Q(sha256=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.run or self.suite} as {self.format}"

    @property
    def is_open(self) -> bool:
        """Whether a worker has still to do with it."""
        return self.status in OPEN_EXPORTS

    @property
    def percent(self) -> int:
        """How far it is, in whole percent; 100 only once the file is there."""
        if self.status == ExportStatus.DONE:
            return 100
        return min(99, 100 * self.rows_done // self.rows_total) if self.rows_total else 0
