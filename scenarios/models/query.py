"""Queries: q = (target, cutoff) (spec 1.1, 3.1)."""

from __future__ import annotations

from django.db import models
from django.db.models import OuterRef, Q, Subquery

from scenarios.datalog.syntax import Goal
from scenarios.datalog.version_goals import choice_of_object
from scenarios.models.scenario import Scenario

ANSWER_TYPES = ("count", "number", "money", "bool", "entity", "date", "set", "path", "settlement")


class QueryQuerySet(models.QuerySet["Query"]):
    """Reads over many queries."""

    def with_question(self) -> QueryQuerySet:
        """Adds ``question``, the current words of each query, and ``renderer``, who worded it."""
        from scenarios.models.rendering import Rendering  # the models of one app refer to each other

        current = Rendering.objects.filter(query=OuterRef("pk"), is_current=True)
        return self.annotate(  # type: ignore[no-redef]  # declared on the model for its readers
            question=Subquery(current.values("text")[:1]), renderer=Subquery(current.values("renderer")[:1])
        )


class Query(models.Model):
    """What is asked and as of when; its words are a ``Rendering``, its gold a ``GoldAnswer``."""

    question: str
    renderer: str
    """The current words, and who worded them; only on rows read by ``with_question``."""

    scenario = models.ForeignKey(Scenario, on_delete=models.CASCADE, related_name="queries")
    label = models.CharField(max_length=60, db_collation="C")
    goal_pred = models.CharField(max_length=120)
    goal_key = models.JSONField(default=list)
    goal_member = models.TextField(null=True, blank=True)  # noqa: DJ001 (null: not stated)
    goal_temporal = models.BooleanField(default=False)
    goal_version = models.JSONField(
        null=True,
        blank=True,
        help_text="The version that is asked for where it is not the current one (ADR 14).",
    )
    cutoff = models.DateTimeField()
    family = models.CharField(max_length=40)
    operator = models.CharField(max_length=60)
    answer_type = models.CharField(max_length=12, choices=[(name, name) for name in ANSWER_TYPES])
    unit = models.CharField(max_length=20, blank=True)
    tolerance = models.CharField(max_length=20, default="0")
    target = models.JSONField(default=dict, blank=True)
    checkpoint = models.CharField(max_length=200, blank=True)
    stated = models.JSONField(
        null=True, blank=True, help_text="The answer that an imported file states; never used as gold."
    )

    objects = QueryQuerySet.as_manager()

    class Meta:
        ordering = ["scenario_id", "label"]
        verbose_name_plural = "queries"
        constraints = [
            models.UniqueConstraint(fields=["scenario", "label"], name="query_label_once_a_scenario"),
            models.CheckConstraint(
                condition=Q(answer_type__in=list(ANSWER_TYPES)), name="query_answer_type_known"
            ),
        ]
        indexes = [models.Index(fields=["scenario", "cutoff"], name="query_by_cutoff")]

    def __str__(self) -> str:
        return self.label

    @property
    def goal(self) -> Goal:
        """The goal as the evaluators take it."""
        version = choice_of_object(self.goal_version)
        return Goal(self.goal_pred, tuple(self.goal_key), self.goal_member, self.goal_temporal, version)
