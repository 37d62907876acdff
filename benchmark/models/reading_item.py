"""A reading item: a batch of stored contexts to be answered and scored, independent of all others."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from benchmark.models.leased import LeasedWork, lease_constraints


class Condition(models.TextChoices):
    """How a context is read, or what is made of the readings. The wrapped forms of spec 10 join later.

    ``alone``: the question that the context was returned for, at the run's budget. ``budget_*``: the same,
    the context cut to so many tokens (spec 12.5). ``inherited``: the probe of an input, on the context of
    what it is an input of (spec 7.3). ``split``: the question, on the joined contexts of its inputs.
    ``diagnosis``: no reading; the frontier and the recoveries of wrong answers (spec 7.4, 7.5).
    """

    ALONE = "alone", _("alone")
    BUDGET_512 = "budget_512", "512 tokens"
    BUDGET_1024 = "budget_1024", "1,024 tokens"
    BUDGET_2048 = "budget_2048", "2,048 tokens"
    BUDGET_4096 = "budget_4096", "4,096 tokens"
    BUDGET_8192 = "budget_8192", "8,192 tokens"
    INHERITED = "inherited", _("inherited")
    SPLIT = "split", _("split")
    DIAGNOSIS = "diagnosis", _("diagnosis")


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
