"""Which queue messages are under way, so that one bell is not rung twice."""

from __future__ import annotations

from django.db import models


class Bell(models.Model):
    """One row a key: when it was last rung and when a worker last took the message.

    Rung and not yet taken means that a message waits; ringing again adds none.
    """

    key = models.CharField(max_length=200, unique=True)
    rung_at = models.DateTimeField()
    taken_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["key"]

    def __str__(self) -> str:
        return self.key
