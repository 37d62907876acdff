"""Review items: what people are asked to judge, one for each subject (spec 6.5)."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from scenarios.models.rendering import Rendering
from scenarios.models.scenario import Scenario
from scenarios.models.suite import Suite


class ReviewStatus(models.TextChoices):
    """Where an item stands (``review.states`` says what may follow what)."""

    OPEN = "open", gettext_lazy("waiting")
    IN_REVIEW = "in_review", gettext_lazy("in review")
    AGREED = "agreed", gettext_lazy("agreed")
    DISPUTED = "disputed", gettext_lazy("disputed")
    ADJUDICATED = "adjudicated", gettext_lazy("adjudicated")
    VERIFIED = "verified", gettext_lazy("verified")
    REJECTED = "rejected", gettext_lazy("rejected")
    WITHDRAWN = "withdrawn", gettext_lazy("withdrawn")


class ReviewItem(models.Model):
    """A subject put to people, in the form that ``form`` names, to be judged by ``wanted`` of them.

    ``kind`` is the slug of a registered subject (``review.subjects``), ``subject_id`` the row it is about;
    items of records and questions also hold the ``rendering``, so that they go with it. ``content`` is what
    was prepared for the form (the lists of actions, say): it holds the truth and is never sent as it is.
    A *check item* is made for one ``person`` out of a verified record, with a known verdict in ``known``;
    it counts in no progress and changes no text. ``author`` worded the subject and never judges it.
    """

    suite = models.ForeignKey(Suite, on_delete=models.CASCADE, related_name="review_items")
    scenario = models.ForeignKey(Scenario, on_delete=models.CASCADE, related_name="review_items")
    kind = models.CharField(max_length=40)
    subject_id = models.BigIntegerField()
    rendering = models.ForeignKey(
        Rendering, null=True, blank=True, on_delete=models.CASCADE, related_name="review_items"
    )
    label = models.CharField(max_length=200, db_collation="C")
    place = models.PositiveIntegerField(default=0, help_text="Its place in the order (scenario, time).")
    form = models.CharField(max_length=20)
    wanted = models.PositiveSmallIntegerField(default=1, help_text="How many people judge it.")
    status = models.CharField(max_length=12, choices=ReviewStatus, default=ReviewStatus.OPEN)
    content = models.JSONField(default=dict, blank=True)
    is_check = models.BooleanField(default=False)
    known = models.JSONField(default=dict, blank=True)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["suite_id", "place", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "subject_id"], condition=Q(is_check=False), name="review_item_once_a_subject"
            ),
            models.CheckConstraint(
                condition=Q(status__in=ReviewStatus.values), name="review_item_status_known"
            ),
            models.CheckConstraint(condition=Q(wanted__gte=1), name="review_item_wants_somebody"),
            models.CheckConstraint(
                condition=Q(is_check=True, person__isnull=False) | Q(is_check=False, person__isnull=True),
                name="review_item_checks_one_person",
            ),
        ]
        indexes = [models.Index(fields=["suite", "kind", "status"], name="review_item_by_status")]

    def __str__(self) -> str:
        return f"{self.kind} {self.label}"
