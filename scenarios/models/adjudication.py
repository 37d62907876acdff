"""Adjudications: who decided a dispute, how, and why (spec 6.5)."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from scenarios.models.review_item import ReviewItem
from scenarios.models.verdict import Outcome


class Adjudication(models.Model):
    """The decision of a dispute by somebody who is none of its judges, with a reason. A decision that is
    taken anew is the next version. ``fields`` has every judged field as decided; ``given`` what belongs to
    it (the actions that the record does not state, say)."""

    item = models.ForeignKey(ReviewItem, on_delete=models.CASCADE, related_name="adjudications")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="adjudications")
    version = models.PositiveSmallIntegerField(default=1)
    is_current = models.BooleanField(default=True)
    fields = models.JSONField(default=dict)
    given = models.JSONField(default=dict, blank=True)
    outcome = models.CharField(max_length=8, choices=Outcome)
    reason = models.TextField()
    key = models.UUIDField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["item_id", "version"]
        constraints = [
            models.UniqueConstraint(fields=["item", "version"], name="adjudication_once_a_version"),
            models.UniqueConstraint(
                fields=["item"], condition=Q(is_current=True), name="adjudication_one_current_an_item"
            ),
            models.UniqueConstraint(fields=["by", "key"], name="adjudication_once_a_form"),
            models.CheckConstraint(condition=~Q(reason=""), name="adjudication_with_reason"),
            models.CheckConstraint(
                condition=Q(outcome__in=Outcome.values), name="adjudication_outcome_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.item}: {self.outcome}"
