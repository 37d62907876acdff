"""What signs the deliveries of a hook."""

from __future__ import annotations

from django.db import models

from benchmark.floor.hooks.models.hook import Hook


class HookSecret(models.Model):
    """A shared secret. The current one has no ``until``; one from before a rotation signs along until then.

    It is stored as it is: a hash cannot sign. No page, answer or log shows it after it was made.
    """

    hook = models.ForeignKey(Hook, on_delete=models.CASCADE, related_name="secrets")
    secret = models.CharField(max_length=120)
    made_at = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["hook"], condition=models.Q(until__isnull=True), name="hook_has_one_current_secret"
            ),
        ]

    def __str__(self) -> str:
        return f"secret {self.pk} of hook {self.hook_id}"
