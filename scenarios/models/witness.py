"""Minimal witnesses of gold answers (spec 2.4)."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scenarios.models.query import Query


class Witness(models.Model):
    """One minimal set of events that suffices for the gold, by their labels. Never updated."""

    class Minimal(models.TextChoices):
        PROVEN = "proven", _("Proven")
        TESTED = "tested", _("Tested")

    query = models.ForeignKey(Query, on_delete=models.CASCADE, related_name="witnesses")
    position = models.PositiveIntegerField()
    events = models.JSONField()
    minimal = models.CharField(max_length=8, choices=Minimal.choices, default=Minimal.TESTED)

    class Meta:
        ordering = ["query_id", "position"]
        verbose_name_plural = "witnesses"
        constraints = [
            models.UniqueConstraint(fields=["query", "position"], name="witness_position_once_a_query"),
            models.CheckConstraint(
                condition=Q(minimal__in=["proven", "tested"]), name="witness_minimal_known"
            ),
        ]

    def __str__(self) -> str:
        return ", ".join(self.events)
