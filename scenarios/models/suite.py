"""Suites: named, versioned sets of scenarios with their gold (GLOSSARY: suite)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

SLUG = RegexValidator(
    r"\A[a-z0-9][a-z0-9-]*\Z", "Use lower-case letters, digits and hyphens; do not start with a hyphen."
)


class SuiteQuerySet(models.QuerySet["Suite"]):
    """Reads over many suites."""

    def visible_to(self, user: User | Any) -> SuiteQuerySet:
        """Suites a person may know of: open ones, and those they are a member of; all for admins.

        Anonymous and switched-off people see none. Whoever asks for any other suite gets 404.
        """
        if not (user.is_authenticated and user.is_active):
            return self.none()
        if user.is_superuser or user.role == "admin":
            return self.all()
        return self.filter(Q(is_open=True) | Q(pk__in=user.suite_memberships.values("suite_id")))


class Suite(models.Model):
    """A set of scenarios that is released as one and pinned by runs as (slug, version, content hash)."""

    class Kind(models.TextChoices):
        DERIVE = "derive", "Derive"
        DRIFT = "drift", "Drift"
        STRUCTURE = "structure", "Structure"
        IMPORTED = "imported", "Imported"

    class Status(models.TextChoices):
        DRAFT = "draft", "Draft"
        RELEASED = "released", "Released"

    class Verification(models.TextChoices):
        NONE = "none", "Not verified by people"
        SAMPLED = "sampled", "A sample verified by people"
        FULL = "full", "Verified by people in full"

    slug = models.CharField(max_length=80, unique=True, validators=[SLUG])
    title = models.CharField(max_length=200)
    kind = models.CharField(max_length=12, choices=Kind.choices)
    version = models.PositiveIntegerField(default=1)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.DRAFT)
    content_hash = models.CharField(max_length=64, blank=True)
    verification = models.CharField(max_length=10, choices=Verification.choices, default=Verification.NONE)
    is_open = models.BooleanField(default=False, help_text="Any signed-in person may view it.")
    held_out = models.BooleanField(default=False, help_text="Shows aggregates only.")
    config = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    released_at = models.DateTimeField(null=True, blank=True)
    released_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    objects = SuiteQuerySet.as_manager()

    class Meta:
        ordering = ["slug"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["derive", "drift", "structure", "imported"]), name="suite_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(verification__in=["none", "sampled", "full"]), name="suite_verification_known"
            ),
            models.CheckConstraint(
                condition=Q(status="draft", released_at__isnull=True, released_by__isnull=True)
                | Q(status="released", released_at__isnull=False),
                name="suite_released_with_time",
            ),
            models.CheckConstraint(
                condition=Q(status="draft") | ~Q(content_hash=""), name="suite_released_with_hash"
            ),
            models.CheckConstraint(
                condition=Q(released_at__isnull=True) | Q(released_at__gte=F("created_at")),
                name="suite_released_after_created",
            ),
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def is_released(self) -> bool:
        """Released suites, their gold included, never change."""
        return self.status == self.Status.RELEASED
