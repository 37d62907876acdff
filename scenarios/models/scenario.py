"""Scenarios: one history with its program and its queries (spec 1.1)."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from scenarios.models.suite import SLUG, Suite


class Scenario(models.Model):
    """One history, the program that reads it, and the queries put to it."""

    suite = models.ForeignKey(Suite, on_delete=models.CASCADE, related_name="scenarios")
    slug = models.CharField(max_length=80, validators=[SLUG])
    title = models.CharField(max_length=200)
    domain = models.CharField(max_length=40)
    seed = models.BigIntegerField(default=0)
    program = models.TextField(help_text="Derivation program in .dl source.")
    config = models.JSONField(default=dict, blank=True)
    horizon_start = models.DateTimeField(null=True, blank=True)
    horizon_end = models.DateTimeField(null=True, blank=True)
    position = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["suite_id", "position", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["suite", "slug"], name="scenario_slug_once_a_suite"),
            models.CheckConstraint(
                condition=Q(horizon_start__isnull=True, horizon_end__isnull=True)
                | Q(horizon_start__lte=F("horizon_end")),
                name="scenario_horizon_in_order",
            ),
        ]

    def __str__(self) -> str:
        return self.slug
