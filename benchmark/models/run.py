"""A run: which systems walk which suite, read by whom (overview 3, 4.6)."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class RunStatus(models.TextChoices):
    """``incomplete``: ended with items that infrastructure kept from being scored; can be resumed."""

    QUEUED = "queued", _("queued")
    WALKING = "walking", _("walking")
    READING = "reading", _("reading")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")
    CANCELLED = "cancelled", _("cancelled")
    INCOMPLETE = "incomplete", _("incomplete")


OPEN_RUNS = (RunStatus.QUEUED, RunStatus.WALKING, RunStatus.READING)
ENDED_RUNS = (RunStatus.DONE, RunStatus.FAILED, RunStatus.CANCELLED, RunStatus.INCOMPLETE)


class Run(models.Model):
    """One launch over one suite. Pins suite version and hash, adapters, reader and prompt in ``config``.

    ``budget`` is the context budget of the readings in tokens. ``message`` says in words why a run
    stands where it stands. A person's ``launch_key`` launches one run, however often it is sent.
    A *carried* run holds what ``carried_from``, a run on an earlier release, said, scored by the gold of this
    suite; ``carried`` counts what became of its questions (``services.carrying``). Since
    ``contexts_removed_at`` its contexts have no items: answers stay, nothing reads them again (ADR 33).
    """

    suite = models.ForeignKey("scenarios.Suite", on_delete=models.PROTECT, related_name="runs")
    suite_version = models.PositiveIntegerField()
    suite_hash = models.CharField(max_length=128, blank=True, default="")
    title = models.CharField(max_length=200)
    status = models.CharField(max_length=12, choices=RunStatus, default=RunStatus.QUEUED)
    reader = models.CharField(max_length=100)
    reader_knows = models.JSONField(default=list)
    budget = models.PositiveIntegerField()
    config = models.JSONField(default=dict)
    note = models.TextField(blank=True, default="")
    message = models.TextField(blank=True, default="")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="runs"
    )
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    cancel_requested_at = models.DateTimeField(null=True, blank=True)
    carried_from = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="carried_to"
    )
    carried = models.JSONField(default=dict, blank=True)
    contexts_removed_at = models.DateTimeField(null=True, blank=True)
    launch_key = models.CharField(max_length=64, blank=True, default="", editable=False)

    class Meta:
        ordering = ["-created_at", "-pk"]
        indexes = [models.Index(fields=["status", "created_at"], name="run_by_status")]
        constraints = [
            models.CheckConstraint(
                name="run_status_known",
                condition=Q(status__in=[value for value, _ in RunStatus.choices]),
            ),
            models.CheckConstraint(
                name="run_end_once_ended",
                condition=Q(status__in=ENDED_RUNS, finished_at__isnull=False)
                | (~Q(status__in=ENDED_RUNS) & Q(finished_at__isnull=True)),
            ),
            models.CheckConstraint(
                name="run_cancelled_was_requested",
                condition=~Q(status=RunStatus.CANCELLED) | Q(cancel_requested_at__isnull=False),
            ),
            models.UniqueConstraint(
                name="run_once_per_launch_key",
                fields=["created_by", "launch_key"],
                condition=~Q(launch_key=""),
            ),
            models.UniqueConstraint(
                name="run_carried_once_a_suite",
                fields=["carried_from", "suite"],
                condition=Q(carried_from__isnull=False),
            ),
            models.CheckConstraint(name="run_budget_positive", condition=Q(budget__gt=0)),
        ]

    def __str__(self) -> str:
        return f"run {self.pk}: {self.title}"

    @property
    def is_open(self) -> bool:
        """Whether work may still be done for it."""
        return self.status in OPEN_RUNS
