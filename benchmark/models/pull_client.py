"""The client that walks a store from outside: who it is, and when it last called (ADR 26)."""

from __future__ import annotations

from django.db import models


class PullClient(models.Model):
    """The last client of a store whose system calls us.

    ``name`` is what the client calls itself, ``account`` whose token it came with. ``lease`` is the last
    lease that it was given, also where that has ended since. ``given_at`` is when the items that it has not
    answered or acknowledged yet were first given; null while it has none.
    """

    store = models.OneToOneField("benchmark.Store", on_delete=models.CASCADE, related_name="client")
    name = models.CharField(max_length=80)
    account = models.CharField(max_length=150)
    lease = models.UUIDField(unique=True)
    claimed_at = models.DateTimeField()
    called_at = models.DateTimeField()
    given_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["store_id"]
        constraints = [
            models.CheckConstraint(
                name="pull_client_calls_once_it_has_claimed",
                condition=models.Q(called_at__gte=models.F("claimed_at")),
            )
        ]

    def __str__(self) -> str:
        return f"client {self.name} of store {self.store_id}"
