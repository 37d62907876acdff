"""Findings: what an importer or the store noticed and did not guess about."""

from __future__ import annotations

from django.db import models

from scenarios.models.suite import Suite


class Finding(models.Model):
    """Something noticed on the way in: where it stands and what was seen."""

    suite = models.ForeignKey(Suite, on_delete=models.CASCADE, related_name="findings")
    position = models.PositiveIntegerField(default=0)
    code = models.CharField(max_length=60)
    file = models.TextField(blank=True)
    session = models.TextField(blank=True)
    message = models.TextField(blank=True)
    detail = models.TextField(blank=True)

    class Meta:
        ordering = ["suite_id", "position", "pk"]
        indexes = [models.Index(fields=["suite", "code"], name="finding_by_code")]

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}"
