"""What it cost a system to take some records (spec 8.5)."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q


class IngestBatch(models.Model):
    """The events of a store's timeline from position ``first`` up to ``end``, as they were handed over.

    ``tokens`` counts their words as the system saw them; ``seconds`` is how long the system took;
    ``store_items`` and ``store_bytes`` are what its store held afterwards, null where it does not say.
    Calls of models on the way are ``MeteredCall`` rows of the store.
    """

    store = models.ForeignKey("benchmark.Store", on_delete=models.CASCADE, related_name="ingest_batches")
    first = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    tokens = models.PositiveIntegerField()
    seconds = models.FloatField()
    store_items = models.PositiveIntegerField(null=True, blank=True)
    store_bytes = models.PositiveBigIntegerField(null=True, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["store_id", "first"]
        constraints = [
            models.UniqueConstraint(fields=["store", "first"], name="ingest_batch_once"),
            models.CheckConstraint(name="ingest_batch_goes_on", condition=Q(end__gt=F("first"))),
        ]

    def __str__(self) -> str:
        return f"events {self.first} to {self.end} of store {self.store_id}"
