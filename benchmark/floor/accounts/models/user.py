"""A person, or a system that calls the API."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models

from benchmark.floor.accounts.verbs import Role


class User(AbstractUser):
    """Django's user with one role. What a role may do stands in ``accounts.verbs``; memberships of suites,
    which narrow or widen it for one suite, live in the scenarios app."""

    role = models.CharField(
        max_length=16,
        choices=[(role.value, role.value) for role in Role],
        default=Role.ANNOTATOR.value,
        help_text="What this person may do where no membership of a suite says otherwise.",
    )

    token_scopes: frozenset[str] | None = None
    """The verbs to which the API token of this request is limited; None: no limit. Never stored."""
    token_suite: str = ""
    """Slug of the one suite that the API token of this request reaches; empty: no limit. Never stored."""

    class Meta(AbstractUser.Meta):
        constraints = [
            models.CheckConstraint(
                condition=models.Q(role__in=[role.value for role in Role]), name="user_role_is_known"
            )
        ]

    def __str__(self) -> str:
        return self.username
