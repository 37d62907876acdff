"""A walk item: one segment of one timeline, claimed only when the segment before it is done."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from benchmark.models.leased import ItemStatus, LeasedWork, lease_constraints


class WalkItem(LeasedWork):
    """Steps ``first_step`` up to, not including, ``end_step`` of the timeline of its store.

    ``next_step`` is the first step not yet done: what a worker goes on with after a crash.
    ``events`` and ``questions`` count what the segment holds.
    """

    run = models.ForeignKey("benchmark.Run", on_delete=models.CASCADE, related_name="walk_items")
    store = models.ForeignKey("benchmark.Store", on_delete=models.CASCADE, related_name="walk_items")
    ordinal = models.PositiveIntegerField()
    first_step = models.PositiveIntegerField()
    end_step = models.PositiveIntegerField()
    next_step = models.PositiveIntegerField()
    events = models.PositiveIntegerField()
    questions = models.PositiveIntegerField()

    class Meta:
        ordering = ["run_id", "store_id", "ordinal"]
        indexes = [models.Index(fields=["status", "run", "ordinal"], name="walk_by_status")]
        constraints = [
            *lease_constraints("walk"),
            models.UniqueConstraint(fields=["store", "ordinal"], name="walk_segment_once"),
            models.UniqueConstraint(
                fields=["store"],
                condition=Q(status=ItemStatus.LEASED),
                name="walk_one_at_a_time_on_a_store",
            ),
            models.CheckConstraint(
                name="walk_steps_in_order",
                condition=Q(first_step__lte=F("next_step")) & Q(next_step__lte=F("end_step")),
            ),
        ]

    def __str__(self) -> str:
        return f"segment {self.ordinal} of store {self.store_id}"
