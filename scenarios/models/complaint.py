"""Complaints: somebody says that a node of a gold derivation is wrong (spec 6.5)."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from scenarios.models.query import Query


class Complaint(models.Model):
    """A node of the gold DAG of a query that somebody calls wrong, with their words. Never updated; what
    became of it is the state of its review item. The node is copied, so that the complaint outlives a
    recomputed derivation."""

    query = models.ForeignKey(Query, on_delete=models.CASCADE, related_name="complaints")
    node_kind = models.CharField(max_length=12)
    node_label = models.TextField(db_collation="C")
    node_state = models.JSONField(null=True, blank=True)
    text = models.TextField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="complaints")
    at = models.DateTimeField()

    class Meta:
        ordering = ["query_id", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["query", "node_kind", "node_label", "by"], name="complaint_once_a_person"
            ),
            models.CheckConstraint(condition=~models.Q(text=""), name="complaint_with_words"),
        ]

    def __str__(self) -> str:
        return f"{self.query}: {self.node_label}"
