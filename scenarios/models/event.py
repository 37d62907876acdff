"""Events: e = (t, r, A), one record of a history (spec 1.1)."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.db.models import Case, OuterRef, Q, Subquery, Value, When
from django.utils.translation import gettext_lazy as _

from scenarios.models.scenario import Scenario


class EventQuerySet(models.QuerySet["Event"]):
    """Reads over many events."""

    def observed_by(self, cutoff: datetime) -> EventQuerySet:
        """Events visible at ``cutoff``, which is inclusive (spec 1.4)."""
        return self.filter(observed_at__lte=cutoff)

    def with_text(self) -> EventQuerySet:
        """Adds ``text``, the current record text of each event."""
        from scenarios.models.rendering import Rendering  # the models of one app refer to each other

        current = Rendering.objects.filter(event=OuterRef("pk"), is_current=True)
        words = Subquery(current.values("text")[:1])
        return self.annotate(text=words)  # type: ignore[no-redef]  # declared on the model for its readers

    def with_words(self) -> EventQuerySet:
        """Adds ``text``, ``renderer``, who worded it, and ``template_text``, its template's own words where
        a model or a person worded it (spec 6.4, 6.5)."""
        from scenarios.models.rendering import Rendering  # as above

        of_event = Rendering.objects.filter(event=OuterRef("pk"))
        kinds = Rendering.Renderer
        written, free = (kinds.TEMPLATE, kinds.FALLBACK), (kinds.LLM, kinds.EDITED)
        given = of_event.filter(is_current=False, renderer__in=written).order_by("-version")
        return self.with_text().annotate(  # type: ignore[no-redef]  # as above
            renderer=Subquery(of_event.filter(is_current=True).values("renderer")[:1]),
            template_text=Case(
                When(~Q(template=""), renderer__in=free, then=Subquery(given.values("text")[:1])),
                default=Value(""),
                output_field=models.TextField(),
            ),
        )


class Event(models.Model):
    """One record of a history, as observed at ``observed_at``; its words are a ``Rendering``."""

    text: str
    """The current words; only on rows read by ``with_text`` and ``with_words``."""
    renderer: str
    template_text: str
    """Who worded them, and the template's words behind a model's; only on rows read by ``with_words``."""

    class Kind(models.TextChoices):
        RECORD = "record", _("Record")
        DISTRACTOR = "distractor", _("Distractor")
        FILLER = "filler", _("Filler")
        UNANNOTATED = "unannotated", _("Unannotated")

    scenario = models.ForeignKey(Scenario, on_delete=models.CASCADE, related_name="events")
    label = models.CharField(max_length=60, db_collation="C")
    observed_at = models.DateTimeField()
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=Kind.choices, default=Kind.RECORD)
    speaker = models.TextField(null=True, blank=True)  # noqa: DJ001 (null: not stated)
    session = models.TextField(null=True, blank=True)  # noqa: DJ001 (null: not stated)
    distractor_kind = models.CharField(max_length=40, null=True, blank=True)  # noqa: DJ001 (null: not stated)
    synthetic_time = models.BooleanField(default=False)
    template = models.CharField(max_length=120, blank=True)

    objects = EventQuerySet.as_manager()

    class Meta:
        ordering = ["observed_at", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["scenario", "label"], name="event_label_once_a_scenario"),
            models.UniqueConstraint(fields=["scenario", "seq"], name="event_seq_once_a_scenario"),
            models.CheckConstraint(
                condition=Q(kind__in=["record", "distractor", "filler", "unannotated"]),
                name="event_kind_known",
            ),
            models.CheckConstraint(
                condition=Q(distractor_kind__isnull=True) | Q(kind="distractor"),
                name="event_distractor_kind_of_distractor",
            ),
        ]
        indexes = [
            models.Index(fields=["scenario", "observed_at", "seq"], name="event_in_observation_order"),
        ]

    def __str__(self) -> str:
        return self.label
