"""The store of one variant over one scenario: how far it was fed, and where it lives (overview 4.6)."""

from __future__ import annotations

from django.db import models


class Store(models.Model):
    """``position`` counts the events of the timeline that the system has taken and we know of.

    ``portable`` stores live in Postgres or are rebuilt from the records, so any host may go on;
    others are bound to ``host`` once it is set.
    """

    variant = models.ForeignKey("benchmark.IngestVariant", on_delete=models.CASCADE, related_name="stores")
    scenario = models.ForeignKey("scenarios.Scenario", on_delete=models.PROTECT, related_name="stores")
    key = models.CharField(max_length=100, unique=True)
    position = models.PositiveIntegerField(default=0)
    portable = models.BooleanField()
    host = models.CharField(max_length=255, blank=True, default="")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["variant", "scenario"], name="store_once_per_scenario")
        ]

    def __str__(self) -> str:
        return self.key
