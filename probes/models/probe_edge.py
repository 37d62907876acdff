"""What a probed node is an input of, in a diagnostic DAG (spec 7.1)."""

from __future__ import annotations

from django.db import models


class ProbeEdge(models.Model):
    """From a probe, or from the root where ``parent`` is null, to the probe of one of its inputs;
    ``position`` keeps the reading order of the plan's edges."""

    plan = models.ForeignKey("probes.ProbePlan", on_delete=models.CASCADE, related_name="edges")
    parent = models.ForeignKey(
        "probes.StateProbe", on_delete=models.CASCADE, null=True, blank=True, related_name="child_edges"
    )
    child = models.ForeignKey("probes.StateProbe", on_delete=models.CASCADE, related_name="parent_edges")
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["plan_id", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["plan", "parent", "child"], nulls_distinct=False, name="probe_edge_once"
            ),
            models.UniqueConstraint(fields=["plan", "position"], name="probe_edge_position_once"),
            models.CheckConstraint(
                name="probe_edge_no_loop",
                condition=models.Q(parent__isnull=True) | ~models.Q(parent=models.F("child")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.parent_id or 'root'} → {self.child_id}"
