"""An ingest variant: a system with its configuration, a hint level and a repetition (overview 4.7)."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class HintLevel(models.TextChoices):
    """How much the system is told about the organisation of memory (spec 11.4)."""

    NONE = "none", _("no hint")
    SMALL = "small", _("names the task")
    FULL = "full", _("describes the structure")


class IngestVariant(models.Model):
    """What has stores of its own: hints act at ingest, so each level walks the timeline by itself.

    ``config``, ``k``, ``adapter``, ``adapter_version`` and ``knows`` are copies taken at launch.
    ``id_salt`` makes the event ids that this variant sees opaque.
    """

    run = models.ForeignKey("benchmark.Run", on_delete=models.CASCADE, related_name="variants")
    system = models.ForeignKey(
        "sut_adapters.SystemUnderTest", on_delete=models.PROTECT, related_name="variants"
    )
    adapter = models.CharField(max_length=100)
    adapter_version = models.CharField(max_length=40)
    config = models.JSONField(default=dict)
    knows = models.JSONField(default=list)
    hint = models.CharField(max_length=8, choices=HintLevel, default=HintLevel.NONE)
    repetition = models.PositiveSmallIntegerField(default=1)
    id_salt = models.CharField(max_length=64)

    class Meta:
        ordering = ["run_id", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["run", "system", "hint", "repetition"], name="variant_once_per_run"
            ),
            models.CheckConstraint(
                name="variant_hint_known", condition=Q(hint__in=[value for value, _ in HintLevel.choices])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.system_id} hint={self.hint} #{self.repetition}"
