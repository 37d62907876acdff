"""The store of the dense system: one vector per record, in Postgres (pgvector)."""

from __future__ import annotations

from django.db import models
from pgvector.django import HnswIndex, VectorField

#: Of all-MiniLM-L6-v2, the packaged embedding model; an encoder of another size is refused.
DIMENSIONS = 384


class StoreVector(models.Model):
    """``store_key`` names the timeline, ``record_id`` is the opaque id that the system was given, and
    ``position`` the place in the order of arrival. The unique key makes ingest idempotent."""

    store_key = models.CharField(max_length=120, db_collation="C")
    record_id = models.CharField(max_length=120, db_collation="C")
    position = models.PositiveIntegerField()
    text = models.TextField(help_text="The prefixed record, as contexts carry it.")
    t = models.DateTimeField()
    embedding = VectorField(dimensions=DIMENSIONS)

    class Meta:
        ordering = ["store_key", "position"]
        constraints = [
            models.UniqueConstraint(fields=["store_key", "record_id"], name="vector_once_per_record"),
            models.UniqueConstraint(fields=["store_key", "position"], name="vector_once_per_position"),
        ]
        indexes = [
            HnswIndex(
                name="vector_by_cosine",
                fields=["embedding"],
                m=16,
                ef_construction=64,
                opclasses=["vector_cosine_ops"],
            )
        ]

    def __str__(self) -> str:
        return f"{self.store_key}/{self.record_id}"
