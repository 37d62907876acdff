"""Replies of language models, kept so that no prompt is paid for twice."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


class ModelReply(models.Model):
    """What a model replied to a prompt, kept by the hash of the prompt: a command that was ended in the
    middle goes on where it was."""

    model = models.CharField(max_length=200)
    prompt_hash = models.CharField(max_length=64)
    text = models.TextField(blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "model replies"
        constraints = [
            models.UniqueConstraint(fields=["model", "prompt_hash"], name="model_reply_once_a_prompt"),
        ]

    def __str__(self) -> str:
        return f"{self.model}: {self.text}"
