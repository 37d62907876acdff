"""A person, or a system that calls the API."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from benchmark.floor.accounts.verbs import Role


class User(AbstractUser):
    """Django's user with one role. What a role may do stands in ``accounts.verbs``; memberships of suites,
    which narrow or widen it for one suite, live in the scenarios app.

    ``kind`` service is an account for a program: it has tokens and never signs in. ``purpose`` says what it
    is for, ``made_by`` who made it and looks after it.
    """

    class Kind(models.TextChoices):
        PERSON = "person", _("Person")
        SERVICE = "service", _("Service account")

    role = models.CharField(
        max_length=16,
        choices=[(role.value, role.value) for role in Role],
        default=Role.ANNOTATOR.value,
        help_text="What this person may do where no membership of a suite says otherwise.",
    )

    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.PERSON, editable=False)
    purpose = models.CharField(max_length=200, blank=True, default="", editable=False)
    made_by = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="service_accounts",
    )

    token_scopes: frozenset[str] | None = None
    """The verbs to which the API token of this request is limited; None: no limit. Never stored."""
    token_suite: str = ""
    """Slug of the one suite that the API token of this request reaches; empty: no limit. Never stored."""

    class Meta(AbstractUser.Meta):
        constraints = [
            models.CheckConstraint(
                condition=models.Q(role__in=[role.value for role in Role]), name="user_role_is_known"
            ),
            models.CheckConstraint(
                condition=models.Q(kind="person", purpose="", made_by__isnull=True)
                | (models.Q(kind="service") & ~models.Q(purpose="")),
                name="user_service_has_a_purpose",
            ),
            models.CheckConstraint(
                condition=~models.Q(kind="service")
                | (
                    models.Q(password__startswith="!", is_staff=False, is_superuser=False)
                    & ~models.Q(role=Role.ADMIN.value)
                ),
                name="user_service_never_signs_in",
            ),
        ]

    def __str__(self) -> str:
        return self.username

    @property
    def is_service(self) -> bool:
        """Whether it is an account for a program."""
        return self.kind == self.Kind.SERVICE
