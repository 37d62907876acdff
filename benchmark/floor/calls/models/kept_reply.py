"""What a call that carried an ``Idempotency-Key`` was answered."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q


class KeptReply(models.Model):
    """The answer to the first call of a person with a key on a route, given again to every later one.

    Written in the transaction of the work itself: either both are there or neither. ``request_hash`` tells
    the same request from another that came with the same key by mistake.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="kept_replies")
    route = models.CharField(max_length=500)
    key = models.CharField(max_length=200)
    request_hash = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    body = models.TextField(blank=True, default="")
    at = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ["-at", "-pk"]
        verbose_name_plural = "kept replies"
        constraints = [
            models.UniqueConstraint(fields=["user", "route", "key"], name="reply_once_a_key"),
            models.CheckConstraint(name="reply_is_a_success", condition=Q(status__gte=200, status__lt=300)),
        ]

    def __str__(self) -> str:
        return f"{self.route} {self.key}"
