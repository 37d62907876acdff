"""One call of a language or embedding model, with what it cost."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class CallKind(models.TextChoices):
    """Which endpoint was called."""

    CHAT = "chat", "chat"
    EMBEDDING = "embedding", "embedding"


class CallOutcome(models.TextChoices):
    """How it ended; ``refused`` is a rate limit or a spent budget."""

    OK = "ok", "answered"
    REFUSED = "refused", "refused"
    FAILED = "failed", "failed"


class MeteredCall(models.Model):
    """``scope`` names whom the call was made for (a run, a store), ``phase`` what for (ingest, query,
    answer). Facts are copied and there are no foreign keys: the row outlives what it tells about."""

    scope = models.CharField(max_length=120, db_collation="C")
    phase = models.CharField(max_length=20)
    kind = models.CharField(max_length=12, choices=CallKind)
    model = models.CharField(max_length=200)
    outcome = models.CharField(max_length=8, choices=CallOutcome)
    prompt_tokens = models.PositiveIntegerField(default=0)
    completion_tokens = models.PositiveIntegerField(default=0)
    seconds = models.FloatField(default=0.0)
    from_cache = models.BooleanField(default=False)
    message = models.TextField(blank=True, default="")
    called_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["scope", "phase"], name="call_by_scope")]
        constraints = [
            models.CheckConstraint(
                name="call_kind_known", condition=Q(kind__in=[value for value, _ in CallKind.choices])
            ),
            models.CheckConstraint(
                name="call_outcome_known",
                condition=Q(outcome__in=[value for value, _ in CallOutcome.choices]),
            ),
            models.CheckConstraint(name="call_seconds_not_negative", condition=Q(seconds__gte=0)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.model} {self.outcome}"
