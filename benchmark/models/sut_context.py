"""What a system handed back for one question: its own order, uncut (overview 3)."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class ContextStatus(models.TextChoices):
    """Whose failure it was, if one: the system's own, or what lies between us and it."""

    OK = "ok", _("ok")
    SYSTEM_FAILED = "system_failed", _("the system failed")
    INFRASTRUCTURE = "infrastructure", _("infrastructure failed")


class SutContext(models.Model):
    """``items``: list of ``{"text", "events", "score"}``, events as labels of ours, in the system's order.

    ``event_labels`` is their union in order of appearance. ``tokens`` counts the uncut context
    (whitespace and punctuation tokens); ``position`` the events that had been handed over before.
    """

    variant = models.ForeignKey("benchmark.IngestVariant", on_delete=models.CASCADE, related_name="contexts")
    scenario = models.ForeignKey("scenarios.Scenario", on_delete=models.PROTECT, related_name="sut_contexts")
    question = models.ForeignKey("benchmark.Question", on_delete=models.CASCADE, related_name="contexts")
    step = models.PositiveIntegerField()
    position = models.PositiveIntegerField()
    status = models.CharField(max_length=16, choices=ContextStatus, default=ContextStatus.OK)
    message = models.TextField(blank=True, default="")
    items = models.JSONField(default=list)
    event_labels = models.JSONField(default=list)
    meta = models.JSONField(default=dict)
    tokens = models.PositiveIntegerField(default=0)
    seconds = models.FloatField(default=0.0)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["variant_id", "scenario_id", "step"]
        constraints = [
            models.UniqueConstraint(
                fields=["variant", "scenario", "question"], name="context_once_per_question"
            ),
            models.CheckConstraint(
                name="context_status_known",
                condition=Q(status__in=[value for value, _ in ContextStatus.choices]),
            ),
        ]

    def __str__(self) -> str:
        return f"context of question {self.question_id} by variant {self.variant_id}"
