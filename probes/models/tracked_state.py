"""The gold of a tracked query at one checkpoint, and how it came to change (spec 8.1, 8.3)."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class ChangeClass(models.TextChoices):
    """Whether a new record states the new value, or the change comes by way of what it rests on."""

    NONE = "", "unchanged"
    EXPLICIT = "explicit", "explicit"
    IMPLICIT = "implicit", "implicit"


class TrackedState(models.Model):
    """z(q_j) with the words of the question at that checkpoint. Never updated.

    ``number`` counts checkpoints from 1. ``subject`` is what is asked and its gold, as JSON of
    ``benchmark.scoring.subjects.Subject``. ``change`` is empty where the gold is that of the checkpoint
    before, and at the first. ``changed_by`` are the labels of the events that changed it: none where a
    date alone did.
    """

    tracked = models.ForeignKey("probes.TrackedQuery", on_delete=models.CASCADE, related_name="states")
    number = models.PositiveSmallIntegerField()
    cutoff = models.DateTimeField()
    text = models.TextField()
    subject = models.JSONField()
    change = models.CharField(max_length=8, choices=ChangeClass, blank=True, default=ChangeClass.NONE)
    changed_by = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["tracked_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tracked", "number"], name="tracked_state_once_a_checkpoint"),
            models.CheckConstraint(
                name="tracked_change_known",
                condition=Q(change__in=[value for value, _ in ChangeClass.choices]),
            ),
            models.CheckConstraint(
                name="tracked_first_unchanged",
                condition=Q(number__gt=1) | Q(number=1, change=ChangeClass.NONE),
            ),
        ]

    def __str__(self) -> str:
        return f"checkpoint {self.number} of tracked query {self.tracked_id}"
