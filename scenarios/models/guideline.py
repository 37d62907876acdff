"""Guidelines: what judges are told to do, in versions that verdicts are pinned to (ux pain 23)."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from scenarios.models.suite import Suite


class Guideline(models.Model):
    """One version of the guideline for one kind of subject on one suite. Never updated."""

    suite = models.ForeignKey(Suite, on_delete=models.CASCADE, related_name="guidelines")
    kind = models.CharField(max_length=40)
    version = models.PositiveIntegerField()
    text = models.TextField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["suite_id", "kind", "version"]
        constraints = [
            models.UniqueConstraint(fields=["suite", "kind", "version"], name="guideline_once_a_version")
        ]

    def __str__(self) -> str:
        return f"{self.kind} v{self.version}"
