"""What walk items and reading items share: a state, a lease, and the count of attempts (overview 4.6)."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class ItemStatus(models.TextChoices):
    """Where a piece of work stands. ``failed`` is final until a person resumes the run."""

    PENDING = "pending", _("waiting")
    LEASED = "leased", _("at work")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")
    CANCELLED = "cancelled", _("cancelled")


OPEN_ITEMS = (ItemStatus.PENDING, ItemStatus.LEASED)


class LeasedWork(models.Model):
    """A piece of work that one worker at a time holds by a lease.

    ``lease_token`` names the holder; whoever writes without holding it is told so and writes nothing.
    ``attempts`` counts claims that ended without the worker handing the item back, since the item last got
    on: what a worker did before it was killed by chance is no sign that the item kills (ADR 34).
    ``not_before`` keeps an item back after a rate limit.
    """

    got_on_at: float | None = None
    """When, on this process's own clock, the holder last wrote that it got on; no column."""
    interrupted: str = ""
    """Why it was handed back or lost before it was claimed, until it gets on; no column."""

    status = models.CharField(max_length=12, choices=ItemStatus, default=ItemStatus.PENDING)
    lease_token = models.UUIDField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    worker = models.CharField(max_length=200, blank=True, default="")
    attempts = models.PositiveSmallIntegerField(default=0)
    not_before = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    message = models.TextField(blank=True, default="")

    class Meta:
        abstract = True


def lease_constraints(prefix: str) -> list[models.CheckConstraint]:
    """The invariants of a leased row: known state; a lease exactly while at work; an end once ended."""
    leased = Q(status=ItemStatus.LEASED)
    ended = Q(status__in=[ItemStatus.DONE, ItemStatus.FAILED, ItemStatus.CANCELLED])
    return [
        models.CheckConstraint(
            name=f"{prefix}_status_known", condition=Q(status__in=[value for value, _ in ItemStatus.choices])
        ),
        models.CheckConstraint(
            name=f"{prefix}_lease_while_at_work",
            condition=(leased & Q(lease_token__isnull=False, lease_until__isnull=False))
            | (~leased & Q(lease_token__isnull=True, lease_until__isnull=True)),
        ),
        models.CheckConstraint(
            name=f"{prefix}_end_once_ended",
            condition=(ended & Q(finished_at__isnull=False)) | (~ended & Q(finished_at__isnull=True)),
        ),
    ]
