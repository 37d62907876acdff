"""Verdicts: what one person said of one item, in versions (spec 6.5)."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from scenarios.models.guideline import Guideline
from scenarios.models.review_item import ReviewItem
from scenarios.models.slot import Slot


class Outcome(models.TextChoices):
    """What a verdict or an adjudication makes of its subject."""

    VERIFIED = "verified", gettext_lazy("verified")
    REJECTED = "rejected", gettext_lazy("rejected")


class Verdict(models.Model):
    """One submission of one person. A later one of the same person on the same item is its next version; one
    that was taken back (by the person, or by a lead) stays as a row with ``withdrawn_at``.

    ``fields`` are the judged fields, compared between people; ``given`` is all that was entered (spans,
    comments, typed answers, the re-entered actions). ``key`` is the form's: a second submission with it is
    the first again. ``active_ms`` counts visible time with input in the last 60 s, ``length`` the characters
    there were to read (0: not known). ``score`` says of a check item, or of an answer that can be compared,
    whether it is right.
    """

    item = models.ForeignKey(ReviewItem, on_delete=models.CASCADE, related_name="verdicts")
    slot = models.ForeignKey(Slot, on_delete=models.CASCADE, related_name="verdicts")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="verdicts")
    version = models.PositiveSmallIntegerField(default=1)
    is_current = models.BooleanField(default=True)
    form = models.CharField(max_length=20)
    fields = models.JSONField(default=dict)
    given = models.JSONField(default=dict, blank=True)
    outcome = models.CharField(max_length=8, choices=Outcome)
    score = models.JSONField(default=dict, blank=True)
    guideline = models.ForeignKey(
        Guideline, null=True, blank=True, on_delete=models.PROTECT, related_name="verdicts"
    )
    key = models.UUIDField()
    started_at = models.DateTimeField()
    submitted_at = models.DateTimeField()
    active_ms = models.PositiveIntegerField(default=0)
    length = models.PositiveIntegerField(default=0, db_default=0)
    too_fast = models.BooleanField(default=False)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["item_id", "person_id", "version"]
        constraints = [
            models.UniqueConstraint(fields=["item", "person", "version"], name="verdict_once_a_version"),
            models.UniqueConstraint(
                fields=["item", "person"], condition=Q(is_current=True), name="verdict_one_current_a_person"
            ),
            models.UniqueConstraint(fields=["person", "key"], name="verdict_once_a_form"),
            models.CheckConstraint(condition=Q(outcome__in=Outcome.values), name="verdict_outcome_known"),
            models.CheckConstraint(
                condition=Q(is_current=False) | Q(withdrawn_at__isnull=True), name="verdict_current_stands"
            ),
        ]
        indexes = [models.Index(fields=["person", "-submitted_at"], name="verdict_by_person")]

    def __str__(self) -> str:
        return f"{self.item}: {self.outcome} (version {self.version})"
