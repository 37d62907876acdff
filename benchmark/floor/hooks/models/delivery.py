"""One thing that one hook is told."""

from __future__ import annotations

import json

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from benchmark.floor.hooks.models.hook import Hook


class DeliveryState(models.TextChoices):
    """``dead``: given up; its owner may have it sent again."""

    PENDING = "pending", _("pending")
    DELIVERED = "delivered", _("delivered")
    DEAD = "dead", _("dead")


class Delivery(models.Model):
    """A message to a hook, written in the transaction of what it tells (outbox, ADR 27).

    ``message_id`` is the ``webhook-id``: the same at every attempt. ``verb`` is what the owner must be
    allowed on ``suite`` (a slug, empty for a test) when it is sent. ``next_at`` is when a pending one is due;
    while a sender holds it, when that sender's lease ends, and ``lease`` is its mark.
    ``attempts`` counts claims. ``last_status`` is the HTTP status of the last reply, null where none came.
    """

    hook = models.ForeignKey(Hook, on_delete=models.CASCADE, related_name="deliveries")
    message_id = models.CharField(max_length=64)
    kind = models.CharField(max_length=40)
    suite = models.CharField(max_length=80, blank=True, default="")
    verb = models.CharField(max_length=40, blank=True, default="")
    body = models.JSONField()
    state = models.CharField(max_length=9, choices=DeliveryState, default=DeliveryState.PENDING)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField()
    lease = models.UUIDField(null=True, blank=True)
    last_status = models.PositiveSmallIntegerField(null=True, blank=True)
    last_error = models.CharField(max_length=300, blank=True, default="")
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "deliveries"
        indexes = [
            models.Index(fields=["next_at"], condition=Q(state="pending"), name="delivery_due"),
            models.Index(fields=["hook", "-id"], name="delivery_of_hook"),
            models.Index(fields=["ended_at"], name="delivery_ended"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["hook", "message_id"], name="delivery_once_a_hook"),
            models.CheckConstraint(
                name="delivery_ended_with_time",
                condition=Q(state="pending", ended_at__isnull=True)
                | Q(state__in=["delivered", "dead"], ended_at__isnull=False, lease__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.message_id}"

    @property
    def shown_body(self) -> str:
        """The body, indented for people; what is sent has no blanks."""
        return json.dumps(self.body, indent=2, sort_keys=True, ensure_ascii=False)
