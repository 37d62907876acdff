"""What shortcuts score on a suite, as of one state of its rows (``benchmark.oracles.shortcuts``)."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from benchmark.oracles.shortcuts import Shortcut

SHORTCUTS = [(name.value, name.value.replace("_", " ")) for name in Shortcut]


class ShortcutCheck(models.Model):
    """The latest check of a suite; another one takes its place. ``content_hash`` is that of the rows it was
    made on: a draft that was edited since has another. ``k`` records are what BM25 hands over."""

    suite = models.OneToOneField("scenarios.Suite", on_delete=models.CASCADE, related_name="shortcut_check")
    content_hash = models.CharField(max_length=64)
    k = models.PositiveSmallIntegerField()
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["suite_id"]

    def __str__(self) -> str:
        return f"shortcuts on suite {self.suite_id}"


class ShortcutScore(models.Model):
    """How one shortcut answers one query. ``recall`` is that of its citations, null where gold is unknown.

    ``above_chance`` marks what question only answers right on a form on which it is right more often than
    chance allows.
    """

    check_made = models.ForeignKey(ShortcutCheck, on_delete=models.CASCADE, related_name="scores")
    query = models.ForeignKey("scenarios.Query", on_delete=models.CASCADE, related_name="shortcut_scores")
    shortcut = models.CharField(max_length=20, choices=SHORTCUTS)
    correct = models.BooleanField()
    label_correct = models.BooleanField()
    recall = models.FloatField(null=True, blank=True)
    above_chance = models.BooleanField(default=False)

    class Meta:
        ordering = ["query_id", "shortcut"]
        constraints = [
            models.UniqueConstraint(fields=["check_made", "query", "shortcut"], name="shortcut_score_once"),
            models.CheckConstraint(
                name="shortcut_known", condition=Q(shortcut__in=[name for name, _ in SHORTCUTS])
            ),
            models.CheckConstraint(
                name="shortcut_above_chance_is_right_by_question_only",
                condition=Q(above_chance=False) | Q(shortcut=Shortcut.QUESTION_ONLY.value, correct=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.shortcut} on query {self.query_id}"


class ShortcutForm(models.Model):
    """How often question only is right on one form of question, beside chance.

    ``options`` are how many answers the wording leaves open, 0 for an open question. ``p`` is how likely
    chance alone is right so often (exact, one-sided). A form that is ``above_chance`` is refused at a release
    unless the suite gives a ``reason`` for it.
    """

    check_made = models.ForeignKey(ShortcutCheck, on_delete=models.CASCADE, related_name="forms")
    domain = models.CharField(max_length=40)
    form = models.CharField(max_length=120)
    options = models.PositiveSmallIntegerField()
    queries = models.PositiveIntegerField()
    right = models.PositiveIntegerField()
    chance = models.FloatField()
    p = models.FloatField()
    above_chance = models.BooleanField()
    reason = models.TextField(blank=True, default="")

    class Meta:
        ordering = ["domain", "form"]
        constraints = [
            models.UniqueConstraint(fields=["check_made", "domain", "form"], name="shortcut_form_once"),
            models.CheckConstraint(
                name="shortcut_form_right_within_queries", condition=Q(right__lte=F("queries"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.domain}/{self.form}"
