"""A query whose target is asked again at every checkpoint (spec 8.1)."""

from __future__ import annotations

from django.db import models


class TrackedQuery(models.Model):
    """``position`` orders the tracked queries of a scenario, from 1."""

    query = models.OneToOneField("scenarios.Query", on_delete=models.CASCADE, related_name="tracked")
    position = models.PositiveSmallIntegerField()
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["query__scenario_id", "position"]
        verbose_name_plural = "tracked queries"

    def __str__(self) -> str:
        return f"tracked query {self.query_id}"
