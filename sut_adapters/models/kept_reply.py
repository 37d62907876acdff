"""A reply of a language model, kept so that the very same call is not paid twice."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class KeptReply(models.Model):
    """``key`` is the SHA-256 of all that the reply depends on: the model and its address, its settings, the
    turns of the prompt, the cutoff and the repetition. ``settings`` and ``repetition`` are copied beside it
    to be read; the prompt is not, its hash is in the key. Tokens and ``seconds`` are those of the one call.
    """

    key = models.CharField(max_length=64, unique=True, db_collation="C")
    model = models.CharField(max_length=200)
    settings = models.JSONField(default=dict)
    repetition = models.PositiveSmallIntegerField(default=1)
    raw = models.TextField(blank=True)
    replied_as = models.CharField(max_length=200, blank=True, default="")
    repaired = models.BooleanField(default=False)
    calls = models.PositiveSmallIntegerField(default=1)
    prompt_tokens = models.PositiveIntegerField(default=0)
    completion_tokens = models.PositiveIntegerField(default=0)
    seconds = models.FloatField(default=0.0)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "kept replies"
        constraints = [
            models.CheckConstraint(name="reply_keyed", condition=~Q(key="")),
            models.CheckConstraint(name="reply_seconds_not_negative", condition=Q(seconds__gte=0)),
        ]

    def __str__(self) -> str:
        return f"{self.model} {self.key[:12]}"
