"""Transitions: every change of state of a reviewed subject (spec 6.5)."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from scenarios.models.rendering import Rendering
from scenarios.models.review_item import ReviewItem


class Transition(models.Model):
    """Who moved what from which state to which, when, and why. Names are copied, so that it outlives its
    people; ``by`` is empty for the system itself. Never updated, but that a person who leaves takes their
    name with them (``review.services.people``)."""

    item = models.ForeignKey(
        ReviewItem, null=True, blank=True, on_delete=models.CASCADE, related_name="transitions"
    )
    rendering = models.ForeignKey(
        Rendering, null=True, blank=True, on_delete=models.CASCADE, related_name="transitions"
    )
    at = models.DateTimeField()
    by = models.CharField(max_length=150, blank=True)
    before = models.CharField(max_length=12)
    after = models.CharField(max_length=12)
    note = models.TextField(blank=True)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(item__isnull=False) | Q(rendering__isnull=False), name="transition_of_something"
            )
        ]

    def __str__(self) -> str:
        return f"{self.before} → {self.after}"
