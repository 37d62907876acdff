"""Gold: z(q) = (label, y) with the figures of its derivation (spec 1.8, 2)."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from scenarios.datalog.derivation import Answerability
from scenarios.models.derivation_node import DerivationNode
from scenarios.models.query import Query


class GoldAnswer(models.Model):
    """The gold of one query. Never updated: another gold is another release.

    ``answer`` is null exactly for unknown. ``support`` is S(q) where ``exact``; else it and
    ``support_high`` bound S(q). ``unlisted`` counts the minimal witnesses that the list leaves out,
    null where they are only bounded; ``choices`` then says what all of them are made of, as JSON of
    ``witness_choices.Choices``, null where nothing is known of them. ``aliases`` maps each name an answer
    may use to its other names.
    ``checks`` holds C1 to C4 (spec 2.4); those that an imported query fails are kept as marks.
    """

    query = models.OneToOneField(Query, on_delete=models.CASCADE, related_name="gold")
    label = models.CharField(max_length=16, choices=[(label.value, label.value) for label in Answerability])
    answer = models.JSONField(null=True, blank=True)
    aliases = models.JSONField(default=dict, blank=True)
    missing = models.JSONField(default=list, blank=True)
    height = models.PositiveIntegerField()
    width = models.PositiveIntegerField()
    degree = models.PositiveIntegerField(default=1)
    obs_flag = models.BooleanField(default=False)
    exact = models.BooleanField(default=True)
    unlisted = models.PositiveIntegerField(null=True, blank=True, default=0)
    support = models.JSONField(default=list, blank=True)
    support_high = models.JSONField(default=list, blank=True)
    choices = models.JSONField(null=True, blank=True)
    context_events = models.JSONField(default=list, blank=True)
    measures = models.JSONField(default=dict, blank=True)
    checks = models.JSONField(default=dict, blank=True)
    root = models.ForeignKey(DerivationNode, on_delete=models.CASCADE, related_name="gold_answers")
    evaluator = models.CharField(max_length=20, default="postgres")

    class Meta:
        ordering = ["query_id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(label__in=[label.value for label in Answerability]), name="gold_label_known"
            ),
            models.CheckConstraint(
                condition=Q(label="unknown", answer__isnull=True)
                | (~Q(label="unknown") & Q(answer__isnull=False)),
                name="gold_answer_null_iff_unknown",
            ),
            models.CheckConstraint(
                condition=~Q(label="unknown") | ~Q(missing=[]), name="gold_unknown_names_what_is_missing"
            ),
            models.CheckConstraint(
                condition=Q(exact=False) | Q(unlisted__isnull=False, unlisted=0),
                name="gold_exact_lists_all_witnesses",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.label}: {self.answer}"

    @property
    def violated(self) -> list[str]:
        """The checks of spec 2.4 that this gold fails, in words of the table of checks."""
        failed = [name.upper() for name in ("c1", "c2", "c3", "c4") if self.checks.get(name) is False]
        return failed + (["empty context"] if self.checks.get("empty_unknown") is False else [])
