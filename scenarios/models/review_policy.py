"""How a suite is reviewed: how many judges, how often blind, how often checked (spec 6.5)."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from scenarios.models.suite import Suite


class ReviewPolicy(models.Model):
    """A lead's settings for one suite. Shares are percentages of items, drawn by the suite's own seed.
    ``weights`` maps ``kind:<slug>`` and ``scenario:<slug>`` to whole numbers that are added to the priority
    of their slots. ``paused`` hands out nothing new."""

    suite = models.OneToOneField(Suite, on_delete=models.CASCADE, related_name="review_policy")
    record_judges = models.PositiveSmallIntegerField(default=1)
    second_share = models.PositiveSmallIntegerField(default=20)
    question_judges = models.PositiveSmallIntegerField(default=2)
    blind_share = models.PositiveSmallIntegerField(default=10)
    check_every = models.PositiveSmallIntegerField(
        default=20, help_text="One check item in so many; 0: none."
    )
    lease_minutes = models.PositiveSmallIntegerField(default=15)
    weights = models.JSONField(default=dict, blank=True)
    paused = models.BooleanField(default=False)

    class Meta:
        ordering = ["suite_id"]
        verbose_name_plural = "review policies"
        constraints = [
            models.CheckConstraint(
                condition=Q(record_judges__range=(1, 9), question_judges__range=(1, 9)),
                name="review_policy_judges",
            ),
            models.CheckConstraint(
                condition=Q(second_share__lte=100, blind_share__lte=100), name="review_policy_shares"
            ),
            models.CheckConstraint(condition=Q(lease_minutes__range=(1, 120)), name="review_policy_lease"),
        ]

    def __str__(self) -> str:
        return f"Review of {self.suite}"
