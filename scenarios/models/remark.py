"""Remarks: an item that a person skipped or flagged, with the reason."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from scenarios.models.review_item import ReviewItem


class Remark(models.Model):
    """A skip keeps the item from coming back to the person; a flag asks a lead to look at it."""

    class What(models.TextChoices):
        SKIP = "skip", gettext_lazy("skipped")
        FLAG = "flag", gettext_lazy("flagged")

    item = models.ForeignKey(ReviewItem, on_delete=models.CASCADE, related_name="remarks")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    what = models.CharField(max_length=4, choices=What)
    reason = models.TextField(blank=True)
    at = models.DateTimeField()
    resolved_at = models.DateTimeField(null=True, blank=True)
    resolved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["item_id", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(what__in=["skip", "flag"]), name="remark_known"),
            models.CheckConstraint(condition=Q(what="skip") | ~Q(reason=""), name="remark_flag_with_reason"),
        ]
        indexes = [models.Index(fields=["person", "what", "item"], name="remark_by_person")]

    def __str__(self) -> str:
        return f"{self.what}: {self.item}"
