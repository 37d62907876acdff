"""A question about one node of a derivation, with its gold (spec 7.2)."""

from __future__ import annotations

from django.db import models

from scenarios.datalog.derivation import NodeKind


class StateProbe(models.Model):
    """``position`` counts the probes of a plan breadth first, from 1. ``subject`` is what is asked and its
    gold, as JSON of ``benchmark.scoring.subjects.Subject``; the flags are those of ``ProbedNode``."""

    plan = models.ForeignKey("probes.ProbePlan", on_delete=models.CASCADE, related_name="probes")
    node = models.ForeignKey("scenarios.DerivationNode", on_delete=models.CASCADE, related_name="probes")
    position = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=12, choices=[(kind.value, kind.value) for kind in NodeKind])
    text = models.TextField()
    subject = models.JSONField()
    inputs_unprobed = models.BooleanField(default=False)
    children_sampled = models.BooleanField(default=False)

    class Meta:
        ordering = ["plan_id", "position"]
        constraints = [
            models.UniqueConstraint(fields=["plan", "node"], name="probe_once_a_node"),
            models.UniqueConstraint(fields=["plan", "position"], name="probe_position_once"),
        ]

    def __str__(self) -> str:
        return f"probe {self.position} of plan {self.plan_id}"
