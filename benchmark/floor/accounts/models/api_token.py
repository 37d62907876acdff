"""A named key for the API, stored only as a hash."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models.functions import Now


class ApiToken(models.Model):
    """A token of one person. The secret is shown once, when it is made; ``prefix`` tells tokens apart.

    ``scopes`` lists the scopes (``accounts.scopes``) or single verbs it may use, empty for all that its owner
    may do; ``suite``, a slug, is the one suite it reaches, empty for all. After a rotation ``old_digest`` is
    the secret before, which works until ``old_until``.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=80)
    prefix = models.CharField(max_length=12, unique=True)
    digest = models.CharField(max_length=64, unique=True)
    old_digest = models.CharField(max_length=64, unique=True, null=True, blank=True)
    old_until = models.DateTimeField(null=True, blank=True)
    scopes = models.JSONField(default=list, blank=True)
    suite = models.CharField(max_length=80, default="", blank=True)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    last_used_address = models.GenericIPAddressField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(fields=["user", "name"], name="token_name_once_a_person"),
            models.CheckConstraint(
                condition=models.Q(expires_at__isnull=True) | models.Q(expires_at__gt=models.F("created_at")),
                name="token_expires_after_it_was_made",
            ),
            models.CheckConstraint(
                condition=models.Q(old_digest__isnull=True, old_until__isnull=True)
                | models.Q(old_digest__isnull=False, old_until__isnull=False),
                name="token_old_secret_has_an_end",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"

    def expired(self, now: datetime) -> bool:
        """Whether it had run out at ``now``."""
        return self.expires_at is not None and self.expires_at <= now
