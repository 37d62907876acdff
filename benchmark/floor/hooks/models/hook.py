"""An address outside that is told what happened."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models


class HookRows(models.QuerySet["Hook"]):
    """Reads of hooks."""

    def listening(self, *, kind: str, suite: str) -> HookRows:
        """Active hooks that want to hear of this kind on this suite, whether or not their owners may."""
        of_suite = models.Q(suite=suite) | models.Q(suite="")
        return self.filter(of_suite, active=True, kinds__contains=[kind])


class Hook(models.Model):
    """Whom to tell what (ADR 27). ``suite`` is a slug, empty for every suite that its owner may see;
    ``kinds`` are names of ``hooks.kinds``. ``note`` says why it was switched off, if not by its owner.

    The slug is kept as text, for the floor knows no suites.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="hooks")
    suite = models.CharField(max_length=80, blank=True, default="")
    url = models.CharField(max_length=500)
    kinds = models.JSONField(default=list)
    active = models.BooleanField(default=True)
    note = models.CharField(max_length=300, blank=True, default="")
    created_at = models.DateTimeField()

    objects = HookRows.as_manager()

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["suite"], condition=models.Q(active=True), name="hook_active_by_suite")
        ]

    def __str__(self) -> str:
        return f"hook {self.pk} to {self.host}"

    @property
    def host(self) -> str:
        """The part of the address that may be shown everywhere: paths and queries may hold keys."""
        return self.url.partition("://")[2].partition("/")[0].partition("?")[0]

    def signing_secrets(self, now: datetime) -> list[str]:
        """The secrets that sign at ``now``, the newest first."""
        return [one.secret for one in self.secrets.all() if one.until is None or one.until > now]
