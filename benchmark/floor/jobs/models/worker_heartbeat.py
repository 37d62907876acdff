"""When a worker process or the tick was last seen."""

from __future__ import annotations

from django.db import models


class WorkerHeartbeat(models.Model):
    """One row a process: overwritten by each beat. ``kind`` is worker or tick."""

    name = models.CharField(max_length=120, unique=True)
    host = models.CharField(max_length=100)
    pid = models.PositiveIntegerField()
    kind = models.CharField(max_length=16, choices=[("worker", "worker"), ("tick", "tick")])
    seen_at = models.DateTimeField()

    class Meta:
        ordering = ["-seen_at"]
        indexes = [models.Index(fields=["kind", "-seen_at"], name="heartbeat_by_kind")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind__in=["worker", "tick"]), name="heartbeat_kind_is_known"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"
