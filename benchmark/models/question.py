"""A question of a run: a query at its cutoff, a tracked query at a checkpoint, or a state probe."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class QuestionKind(models.TextChoices):
    """At one cutoff all queries and tracked queries are asked before any probe (overview 3)."""

    QUERY = "query", _("query")
    TRACKED = "tracked", _("tracked query")
    PROBE = "probe", _("state probe")


class Question(models.Model):
    """The words and the cutoff as they were when the run was launched; asked once per variant.

    ``text_version`` is the version of the rendering. ``seq`` orders questions of one kind and cutoff.
    ``subject`` is what a probe or a tracked query asks, with its gold, as JSON of ``scoring.subjects``;
    null for a query, which has both itself. ``checkpoint`` is the number of a tracked query's checkpoint.
    """

    run = models.ForeignKey("benchmark.Run", on_delete=models.CASCADE, related_name="questions")
    scenario = models.ForeignKey("scenarios.Scenario", on_delete=models.PROTECT, related_name="questions")
    kind = models.CharField(max_length=8, choices=QuestionKind, default=QuestionKind.QUERY)
    query = models.ForeignKey("scenarios.Query", on_delete=models.PROTECT, related_name="questions")
    node = models.ForeignKey(
        "scenarios.DerivationNode", on_delete=models.PROTECT, null=True, blank=True, related_name="questions"
    )
    checkpoint = models.CharField(max_length=200, blank=True, default="")
    seq = models.PositiveIntegerField()
    cutoff = models.DateTimeField()
    text = models.TextField()
    text_version = models.PositiveIntegerField(default=1)
    subject = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["scenario_id", "cutoff", "seq", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["run", "kind", "query", "node", "checkpoint"],
                nulls_distinct=False,
                name="question_once_per_run",
            ),
            models.CheckConstraint(
                name="question_kind_known",
                condition=Q(kind__in=[value for value, _ in QuestionKind.choices]),
            ),
            models.CheckConstraint(
                name="question_node_for_probes_only",
                condition=Q(kind=QuestionKind.PROBE, node__isnull=False)
                | (~Q(kind=QuestionKind.PROBE) & Q(node__isnull=True)),
            ),
            models.CheckConstraint(
                name="question_subject_of_its_own_unless_a_query",
                condition=Q(kind=QuestionKind.QUERY, subject__isnull=True)
                | (~Q(kind=QuestionKind.QUERY) & Q(subject__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.query_id} at {self.cutoff:%Y-%m-%d}"

    @property
    def answer_type(self) -> str:
        """What kind of answer is asked for."""
        return self.query.answer_type if self.subject is None else str(self.subject["answer_type"])
