"""A registered system under test: an adapter with its configuration (overview 4.8)."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q


class SystemUnderTest(models.Model):
    """What a run can be launched on. A run copies ``adapter``, ``config``, ``k`` and ``budget``, so an
    edit never changes what a finished run says about itself.

    ``k`` bounds the items of a context and ``budget`` its tokens (``sut_adapters.tokens``); null: no
    bound of its own. ``knows`` names what an oracle knows (gold, actions, templates); empty for a real
    system. Oracles are marked beside every number and never ranked. ``registered_by`` looks after it, with
    the administrators; null for what ships, for commands, and for people who left.
    """

    name = models.CharField(max_length=60, unique=True, db_collation="C")
    adapter = models.CharField(max_length=60, help_text="A name that `sut list` shows.")
    config = models.JSONField(default=dict, blank=True)
    k = models.PositiveIntegerField(null=True, blank=True)
    budget = models.PositiveIntegerField(null=True, blank=True)
    knows = models.JSONField(default=list, blank=True)
    description = models.TextField(blank=True, default="")
    enabled = models.BooleanField(default=True)
    registered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="systems",
    )

    class Meta:
        ordering = ["name"]
        verbose_name = "system under test"
        verbose_name_plural = "systems under test"
        constraints = [
            models.CheckConstraint(name="system_k_positive", condition=Q(k__isnull=True) | Q(k__gte=1)),
            models.CheckConstraint(
                name="system_budget_positive", condition=Q(budget__isnull=True) | Q(budget__gte=1)
            ),
            models.CheckConstraint(name="system_named", condition=~Q(name="") & ~Q(adapter="")),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_oracle(self) -> bool:
        """True if it knows what no system may know."""
        return bool(self.knows)

    @property
    def full_config(self) -> dict[str, object]:
        """The configuration as its adapter takes it: ``config`` with ``k`` and ``budget`` in it."""
        bounds = {"k": self.k, "budget": self.budget}
        return {**self.config, **{key: value for key, value in bounds.items() if value is not None}}
