"""Suites: named, versioned sets of scenarios with their gold (GLOSSARY: suite)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Case, Count, F, IntegerField, OuterRef, Q, Subquery, When
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

SLUG = RegexValidator(
    r"\A[a-z0-9][a-z0-9-]*\Z", "Use lower-case letters, digits and hyphens; do not start with a hyphen."
)


def sees_all(user: User | Any) -> bool:
    """Whether every suite exists for a person who is signed in."""
    return bool(user.is_superuser or user.role == "admin")


class SuiteQuerySet(models.QuerySet["Suite"]):
    """Reads over many suites."""

    def visible_to(self, user: User | Any) -> SuiteQuerySet:
        """Suites a person may know of: open ones, and those they are a member of; all for admins.

        Anonymous and switched-off people see none; by a token for one suite that suite alone is seen. Whoever
        asks for any other suite gets 404.
        """
        if not (user.is_authenticated and user.is_active):
            return self.none()
        reached = self.filter(slug=user.token_suite) if getattr(user, "token_suite", "") else self.all()
        if sees_all(user):
            return reached
        return reached.filter(Q(is_open=True) | Q(pk__in=user.suite_memberships.values("suite_id")))

    def with_verified_texts(self) -> SuiteQuerySet:
        """Adds ``n_texts``, how many records and questions a suite has, and ``n_verified``, how many of them
        people verified; both None where it states that nobody did, so that nothing is counted there."""
        from scenarios.models.rendering import Rendering  # the models of one app refer to each other

        current = Rendering.objects.filter(is_current=True)
        return self.annotate(
            n_texts=_where_verified(current),
            n_verified=_where_verified(current.filter(status=Rendering.Status.VERIFIED)),
        )


def _where_verified(texts: models.QuerySet[Any]) -> Case:
    """A count of texts of suites that state a verification, those of records and of questions each in a
    subquery of its own."""

    def counted(of: str) -> Coalesce:
        rows = texts.filter(**{f"{of}__scenario__suite": OuterRef("pk")}).order_by()
        return Coalesce(
            Subquery(rows.values(f"{of}__scenario__suite").annotate(n=Count("pk")).values("n")), 0
        )

    return Case(
        When(~Q(verification="none"), then=counted("event") + counted("query")),
        output_field=IntegerField(null=True),
    )


class Suite(models.Model):
    """A set of scenarios that is released as one and pinned by runs as (slug, version, content hash).

    ``verification`` says how far people verified its texts; ``services.verification`` writes it, from the
    states of the texts.
    """

    n_texts: int | None
    n_verified: int | None
    """Only on rows read by ``with_verified_texts``."""

    class Kind(models.TextChoices):
        DERIVE = "derive", gettext_lazy("Derive")
        DRIFT = "drift", gettext_lazy("Drift")
        STRUCTURE = "structure", gettext_lazy("Structure")
        IMPORTED = "imported", gettext_lazy("Imported")

    class Status(models.TextChoices):
        DRAFT = "draft", gettext_lazy("Draft")
        RELEASED = "released", gettext_lazy("Released")

    class Verification(models.TextChoices):
        NONE = "none", gettext_lazy("Not verified by people")
        SAMPLED = "sampled", gettext_lazy("A sample verified by people")
        FULL = "full", gettext_lazy("Verified by people in full")

    class Standing(models.TextChoices):
        """Whom its gold is for (ADR 28): all who see it, those whose role allows it, its leads alone."""

        PRACTICE = "practice", gettext_lazy("Practice")
        OPEN = "open", gettext_lazy("Open")
        HELD_OUT = "held-out", gettext_lazy("Held out")

    slug = models.CharField(max_length=80, unique=True, validators=[SLUG])
    title = models.CharField(max_length=200)
    kind = models.CharField(max_length=12, choices=Kind.choices)
    version = models.PositiveIntegerField(default=1)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.DRAFT)
    content_hash = models.CharField(max_length=64, blank=True)
    verification = models.CharField(max_length=10, choices=Verification.choices, default=Verification.NONE)
    is_open = models.BooleanField(default=False, help_text="Any signed-in person may view it.")
    held_out = models.BooleanField(default=False, help_text="Shows aggregates only.")
    is_practice = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Serves its gold to whoever sees it; its runs are unranked.",
    )
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
            models.CheckConstraint(
                condition=Q(held_out=False) | Q(is_practice=False), name="suite_practice_not_held_out"
            ),
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def is_released(self) -> bool:
        """Released suites, their gold included, never change."""
        return self.status == self.Status.RELEASED

    @property
    def standing(self) -> Standing:
        """Whom its gold is for. Who may see that the suite is there is another matter (``is_open``)."""
        if self.is_practice:
            return self.Standing.PRACTICE
        return self.Standing.HELD_OUT if self.held_out else self.Standing.OPEN

    @standing.setter
    def standing(self, standing: str) -> None:
        self.is_practice = standing == self.Standing.PRACTICE
        self.held_out = standing == self.Standing.HELD_OUT

    @property
    def verification_text(self) -> str:
        """How far people verified its texts: none, a sample of n of N, all N, or all N in too little
        agreement. It stands wherever the suite is named with results (overview 4.16). Costs a query unless
        read by ``with_verified_texts``."""
        done, of = (0, 0) if self.verification == self.Verification.NONE else self.verified_texts
        if not done:
            return _("Not verified by people")
        if done < of:
            return _("A sample verified by people: %(done)s of %(of)s texts") % {
                "done": f"{done:,}",
                "of": f"{of:,}",
            }
        if self.verification != self.Verification.FULL:
            return _("Verified by people, who agree too little to say in full: %(done)s of %(of)s texts") % {
                "done": f"{done:,}",
                "of": f"{of:,}",
            }
        return _("In full verified by people: %(done)s of %(of)s texts") % {
            "done": f"{done:,}",
            "of": f"{of:,}",
        }

    @property
    def verified_texts(self) -> tuple[int, int]:
        """How many of its current texts people verified, and how many there are."""
        if "n_texts" not in self.__dict__:
            row = Suite.objects.with_verified_texts().get(pk=self.pk)
            self.n_texts, self.n_verified = row.n_texts, row.n_verified
        return self.n_verified or 0, self.n_texts or 0
