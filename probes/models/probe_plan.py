"""Which nodes of a query's derivation are asked about (spec 7.1)."""

from __future__ import annotations

from django.db import models


class ProbePlan(models.Model):
    """The diagnostic DAG D_q of a query that is diagnosed; follows from gold alone, so it is never updated.

    ``inputs_unprobed`` and ``children_sampled`` are those of the root (``diagnosis.dag.ProbedNode``).
    """

    query = models.OneToOneField("scenarios.Query", on_delete=models.CASCADE, related_name="probe_plan")
    inputs_unprobed = models.BooleanField(default=False)
    children_sampled = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["query_id"]

    def __str__(self) -> str:
        return f"probes of query {self.query_id}"
