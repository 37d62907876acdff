"""Reviewers: how much a person judges on a suite, and what of it."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from scenarios.models.scenario import Scenario
from scenarios.models.suite import Suite


class Reviewer(models.Model):
    """A person's settings on a suite. ``quota`` is the most items they judge (null: no limit), ``kinds`` the
    slugs of subjects they get (empty: all), ``scenario`` the one that they sit with (null: any)."""

    suite = models.ForeignKey(Suite, on_delete=models.CASCADE, related_name="reviewers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    quota = models.PositiveIntegerField(null=True, blank=True)
    kinds = models.JSONField(default=list, blank=True)
    scenario = models.ForeignKey(Scenario, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    paused = models.BooleanField(default=False)

    class Meta:
        ordering = ["suite_id", "user_id"]
        constraints = [models.UniqueConstraint(fields=["suite", "user"], name="reviewer_once_a_suite")]

    def __str__(self) -> str:
        return f"{self.user} on {self.suite}"
