"""Renderings: the words of an event or of a query, by version (spec 6)."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from scenarios.models.event import Event
from scenarios.models.query import Query


class Rendering(models.Model):
    """One version of the words of an event or a query. Other words are a new version: behind a model's words
    stand, no longer current, those of the template that it was given."""

    class Status(models.TextChoices):
        DRAFT = "draft", gettext_lazy("Draft")
        AUTO_FAILED = "auto_failed", gettext_lazy("Failed its checks")
        AUTO_PASSED = "auto_passed", gettext_lazy("Passed its checks")
        IN_REVIEW = "in_review", gettext_lazy("In review")
        AGREED = "agreed", gettext_lazy("Agreed")
        DISPUTED = "disputed", gettext_lazy("Disputed")
        ADJUDICATED = "adjudicated", gettext_lazy("Adjudicated")
        VERIFIED = "verified", gettext_lazy("Verified")
        REJECTED = "rejected", gettext_lazy("Rejected")

    class Renderer(models.TextChoices):
        TEMPLATE = "template", gettext_lazy("A template")
        LLM = "llm", gettext_lazy("A language model")
        FALLBACK = "template_fallback", gettext_lazy("A template, after a language model failed")
        GIVEN = "given", gettext_lazy("Came with it")
        EDITED = "edited", gettext_lazy("A person")

    event = models.ForeignKey(
        Event, null=True, blank=True, on_delete=models.CASCADE, related_name="renderings"
    )
    query = models.ForeignKey(
        Query, null=True, blank=True, on_delete=models.CASCADE, related_name="renderings"
    )
    version = models.PositiveIntegerField(default=1)
    text = models.TextField()
    renderer = models.CharField(max_length=40, choices=Renderer.choices, default=Renderer.TEMPLATE)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.DRAFT)
    checks = models.JSONField(default=dict, blank=True)
    is_current = models.BooleanField(default=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="Who had it worded anew or edited it, and so never judges it.",
    )

    class Meta:
        ordering = ["event_id", "query_id", "version"]
        constraints = [
            models.CheckConstraint(
                condition=Q(event__isnull=False, query__isnull=True)
                | Q(event__isnull=True, query__isnull=False),
                name="rendering_of_one_thing",
            ),
            models.UniqueConstraint(fields=["event", "version"], name="rendering_version_once_an_event"),
            models.UniqueConstraint(fields=["query", "version"], name="rendering_version_once_a_query"),
            models.UniqueConstraint(
                fields=["event"], condition=Q(is_current=True), name="rendering_one_current_an_event"
            ),
            models.UniqueConstraint(
                fields=["query"], condition=Q(is_current=True), name="rendering_one_current_a_query"
            ),
            models.CheckConstraint(
                condition=Q(
                    status__in=[
                        "draft",
                        "auto_failed",
                        "auto_passed",
                        "in_review",
                        "agreed",
                        "disputed",
                        "adjudicated",
                        "verified",
                        "rejected",
                    ]
                ),
                name="rendering_status_known",
            ),
            models.CheckConstraint(
                condition=Q(renderer__in=["template", "llm", "template_fallback", "given", "edited"]),
                name="rendering_renderer_known",
            ),
        ]

    def __str__(self) -> str:
        return self.text
