"""Edges of gold derivation DAGs: parent to each input used (spec 2.1)."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from scenarios.models.derivation_node import DerivationNode


class DerivationEdge(models.Model):
    """From a node to one of its inputs, in reading order. Never updated."""

    parent = models.ForeignKey(DerivationNode, on_delete=models.CASCADE, related_name="child_edges")
    child = models.ForeignKey(DerivationNode, on_delete=models.CASCADE, related_name="parent_edges")
    position = models.PositiveIntegerField()

    class Meta:
        ordering = ["parent_id", "position"]
        constraints = [
            models.UniqueConstraint(fields=["parent", "child"], name="derivation_edge_once"),
            models.UniqueConstraint(fields=["parent", "position"], name="derivation_edge_position_once"),
            models.CheckConstraint(condition=~Q(parent=F("child")), name="derivation_edge_no_loop"),
        ]

    def __str__(self) -> str:
        return f"{self.parent_id} → {self.child_id}"
