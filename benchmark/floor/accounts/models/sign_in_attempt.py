"""Failed sign-ins, kept for a day to slow down guessing."""

from __future__ import annotations

from django.db import models


class SignInAttempt(models.Model):
    """One failed sign-in: the name that was tried (casefolded) and the address it came from."""

    username = models.CharField(max_length=150)
    address = models.CharField(max_length=45)
    failed_at = models.DateTimeField()

    class Meta:
        ordering = ["-failed_at"]
        indexes = [
            models.Index(fields=["username", "failed_at"], name="attempt_by_username"),
            models.Index(fields=["address", "failed_at"], name="attempt_by_address"),
        ]

    def __str__(self) -> str:
        return f"{self.username} from {self.address} at {self.failed_at:%Y-%m-%d %H:%M}"
