"""One thing that was done."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Now


class AuditRecord(models.Model):
    """Who did what to which subject. Facts are copied, nothing is referenced, so a record outlives its
    subject and its actor. The database refuses changes (a trigger of the first migration). ``by_service``:
    the actor was an account for a program."""

    at = models.DateTimeField(db_default=Now(), editable=False)
    action = models.CharField(max_length=64)
    subject = models.CharField(max_length=200)
    actor = models.CharField(max_length=150, blank=True)
    actor_role = models.CharField(max_length=16, blank=True)
    by_service = models.BooleanField(default=False)
    details = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["-at", "-id"]
        indexes = [
            models.Index(fields=["subject", "-at"], name="audit_by_subject"),
            models.Index(fields=["action", "-at"], name="audit_by_action"),
            models.Index(fields=["actor", "-at"], name="audit_by_actor"),
        ]

    def __str__(self) -> str:
        mark = " (service account)" if self.by_service else ""
        return f"{self.actor or 'the system'}{mark}: {self.action} {self.subject}"
