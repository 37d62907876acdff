"""A node of the failure frontier (spec 7.4)."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class FailureClass(models.TextChoices):
    """How a node failed whose inputs were right."""

    UNGATHERED = "ungathered", "ungathered"
    UNRETRIEVABLE = "unretrievable", "unretrievable"
    MISDERIVED = "misderived", "misderived"


class Dimension(models.TextChoices):
    """Which of the workload's difficulties the failure shows (spec 7.4)."""

    EVOLUTION = "evolution", _("Evolution")
    ACCESS = "access", _("Access")
    COMPOSITION = "composition", _("Composition")
    OTHER = "other", _("Other")


class FrontierNode(models.Model):
    """``probe`` is null for the root. ``via`` holds the ids of the parents' probes whose edge to it is wrong,
    null for the root among them. ``misleading`` are labels of the events that gave the wrong state: those
    of the obsolete version that was answered, or cited for it; empty where nothing misled."""

    diagnosis = models.ForeignKey("probes.Diagnosis", on_delete=models.CASCADE, related_name="frontier")
    probe = models.ForeignKey(
        "probes.StateProbe", on_delete=models.PROTECT, null=True, blank=True, related_name="frontier_nodes"
    )
    kind = models.CharField(max_length=12)
    failure = models.CharField(max_length=13, choices=FailureClass)
    dimension = models.CharField(max_length=11, choices=Dimension)
    unverified = models.BooleanField(default=False)
    load_bearing = models.BooleanField(default=False)
    depth = models.PositiveSmallIntegerField()
    position = models.PositiveSmallIntegerField()
    via = models.JSONField(default=list)
    misleading = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["diagnosis_id", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["diagnosis", "probe"], nulls_distinct=False, name="frontier_node_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.failure} at probe {self.probe_id or 'root'}"
