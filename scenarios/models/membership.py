"""Who works on which suite, and as what."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from scenarios.models.suite import Suite


class Membership(models.Model):
    """A person's role on one suite. On that suite it holds in place of the person's role elsewhere."""

    class Role(models.TextChoices):
        ANNOTATOR = "annotator", gettext_lazy("Annotator")
        ADJUDICATOR = "adjudicator", gettext_lazy("Adjudicator")
        VIEWER = "viewer", gettext_lazy("Viewer")
        RESEARCHER = "researcher", gettext_lazy("Researcher")
        LEAD = "lead", gettext_lazy("Lead")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="suite_memberships"
    )
    suite = models.ForeignKey(Suite, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=12, choices=Role.choices)

    class Meta:
        ordering = ["suite_id", "user_id"]
        constraints = [
            models.UniqueConstraint(fields=["user", "suite"], name="membership_once_a_suite"),
            models.CheckConstraint(
                condition=Q(role__in=["annotator", "adjudicator", "viewer", "researcher", "lead"]),
                name="membership_role_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} is {self.role} of {self.suite}"
