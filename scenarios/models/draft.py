"""Drafts: what a person has entered so far and not submitted."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from scenarios.models.slot import Slot


class Draft(models.Model):
    """The entries of one slot's holder. ``frozen`` has what was answered before each reveal, by step, and
    never changes afterwards; ``step`` is the step that is open. ``version`` grows with each save: who saves
    on an older one is shown both."""

    slot = models.OneToOneField(Slot, on_delete=models.CASCADE, related_name="draft")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    given = models.JSONField(default=dict, blank=True)
    frozen = models.JSONField(default=dict, blank=True)
    step = models.PositiveSmallIntegerField(default=1)
    version = models.PositiveIntegerField(default=1)
    saved_at = models.DateTimeField()

    class Meta:
        ordering = ["slot_id"]

    def __str__(self) -> str:
        return f"Draft of {self.slot}"
