"""A state as a recovery rebuilt it (spec 7.5)."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class RecoveryKind(models.TextChoices):
    """What stands at the stopping nodes: the system's own targeted answers, or gold where these are wrong."""

    SELF = "self", _("self-evidence")
    GOLD = "gold", _("gold-evidence")


class Source(models.TextChoices):
    """Where a state of a recovery comes from."""

    TARGETED = "targeted", _("the system's targeted answer")
    GOLD = "gold", _("gold")
    COMBINED = "combined", _("combined from its inputs")


class Recovery(models.Model):
    """One node of a recovery; ``position`` is the order in which it was computed. ``probe`` is null for the
    root, whose ``correct`` says whether the recovery repaired the answer. ``state`` is ``{"label",
    "answer"}``. Tokens are those of the answer model, 0 where rules combined it."""

    diagnosis = models.ForeignKey("probes.Diagnosis", on_delete=models.CASCADE, related_name="recoveries")
    kind = models.CharField(max_length=4, choices=RecoveryKind)
    probe = models.ForeignKey(
        "probes.StateProbe", on_delete=models.PROTECT, null=True, blank=True, related_name="recoveries"
    )
    position = models.PositiveSmallIntegerField()
    source = models.CharField(max_length=8, choices=Source)
    state = models.JSONField()
    correct = models.BooleanField()
    raw = models.TextField(blank=True, default="")
    prompt_tokens = models.PositiveIntegerField(default=0)
    completion_tokens = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["diagnosis_id", "kind", "position"]
        verbose_name_plural = "recoveries"
        constraints = [
            models.UniqueConstraint(
                fields=["diagnosis", "kind", "probe"], nulls_distinct=False, name="recovery_once_a_node"
            ),
            models.UniqueConstraint(fields=["diagnosis", "kind", "position"], name="recovery_position_once"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} recovery of probe {self.probe_id or 'root'}"
