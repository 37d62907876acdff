"""Slots: one place for one judge of an item, made beforehand and claimed under a lease (spec 6.5)."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from scenarios.models.review_item import ReviewItem
from scenarios.models.suite import Suite


class SlotStatus(models.TextChoices):
    """``closed``: nobody is wanted here any more (the item was settled or withdrawn)."""

    FREE = "free", gettext_lazy("free")
    LEASED = "leased", gettext_lazy("at work")
    DONE = "done", gettext_lazy("judged")
    CLOSED = "closed", gettext_lazy("closed")


class Slot(models.Model):
    """The ``n``-th judge of an item. Claimed by an update over ``FOR UPDATE SKIP LOCKED``, so that k is never
    exceeded; unique per (item, person), so that nobody judges twice. ``suite``, ``kind`` and ``place`` repeat
    those of the item for the claim. A higher ``priority`` goes first."""

    item = models.ForeignKey(ReviewItem, on_delete=models.CASCADE, related_name="slots")
    n = models.PositiveSmallIntegerField()
    suite = models.ForeignKey(Suite, on_delete=models.CASCADE, related_name="review_slots")
    kind = models.CharField(max_length=40)
    place = models.PositiveIntegerField(default=0)
    priority = models.IntegerField(default=0)
    status = models.CharField(max_length=8, choices=SlotStatus, default=SlotStatus.FREE)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="review_slots"
    )
    reserved_for = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    token = models.UUIDField(null=True, blank=True)
    leased_at = models.DateTimeField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["suite_id", "-priority", "place", "n", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["item", "n"], name="slot_once_a_number"),
            models.UniqueConstraint(
                fields=["item", "person"], condition=Q(person__isnull=False), name="slot_once_a_person"
            ),
            models.CheckConstraint(condition=Q(status__in=SlotStatus.values), name="slot_status_known"),
            models.CheckConstraint(
                condition=Q(
                    status="leased",
                    person__isnull=False,
                    token__isnull=False,
                    leased_at__isnull=False,
                    lease_until__isnull=False,
                )
                | (
                    ~Q(status="leased")
                    & Q(token__isnull=True, leased_at__isnull=True, lease_until__isnull=True)
                ),
                name="slot_lease_while_at_work",
            ),
            models.CheckConstraint(
                condition=~Q(status="done") | Q(person__isnull=False), name="slot_done_by_somebody"
            ),
            models.CheckConstraint(
                condition=~Q(status="free") | Q(person__isnull=True), name="slot_free_of_anybody"
            ),
        ]
        indexes = [
            models.Index(fields=["suite", "status", "-priority", "place", "n"], name="slot_in_queue_order"),
            models.Index(fields=["person", "status"], name="slot_by_person"),
        ]

    def __str__(self) -> str:
        return f"{self.item} ({self.n})"
