"""A reading item: a batch of stored contexts to be answered and scored, independent of all others."""

from __future__ import annotations

from django.db import models

from benchmark.models.leased import LeasedWork, lease_constraints


class Condition(models.TextChoices):
    """Under which form a context is read. The wrapped forms of spec 10 join when they are built."""

    ALONE = "alone", "alone"


class ReadingItem(LeasedWork):
    """The contexts of one store with ``first_step`` <= step < ``end_step``, under one condition."""

    run = models.ForeignKey("benchmark.Run", on_delete=models.CASCADE, related_name="reading_items")
    store = models.ForeignKey("benchmark.Store", on_delete=models.CASCADE, related_name="reading_items")
    condition = models.CharField(max_length=20, choices=Condition, default=Condition.ALONE)
    repetition = models.PositiveSmallIntegerField(default=1)
    first_step = models.PositiveIntegerField()
    end_step = models.PositiveIntegerField()

    class Meta:
        ordering = ["run_id", "pk"]
        indexes = [models.Index(fields=["status", "run"], name="reading_by_status")]
        constraints = [
            *lease_constraints("reading"),
            models.UniqueConstraint(
                fields=["store", "first_step", "condition", "repetition"], name="reading_batch_once"
            ),
        ]

    def __str__(self) -> str:
        return f"steps {self.first_step} to {self.end_step} of store {self.store_id}"
