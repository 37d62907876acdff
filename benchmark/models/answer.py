"""An answer read from a context, with its score (spec 12)."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from benchmark.models.reading_item import Condition


class AnswerStatus(models.TextChoices):
    """``system_failed`` counts as wrong; ``infrastructure`` and ``unread`` stay unscored, shown apart."""

    OK = "ok", _("scored")
    SYSTEM_FAILED = "system_failed", _("the system failed")
    INFRASTRUCTURE = "infrastructure", _("infrastructure failed")
    UNREAD = "unread", _("needs a language model")


class Answer(models.Model):
    """One row per (context, question, condition, repetition); never changed once written. ``question`` is
    that of the context, but for an inherited answer, which is that of a probe on its parent's context.
    Citations of probes and tracked queries are kept and not scored.

    ``citations`` are labels of ours; ids that name no record stay as they were cited. ``precision``
    is null where nothing was cited, ``recall`` null where gold is unknown. Where the gold's witnesses
    are not all listed, ``exact`` is false and ``precision``/``recall`` up to ``precision_high``/
    ``recall_high`` are bounds. ``gathered`` of ``support_size`` events of the support were in the cut
    context, null where the system does not name its events or gold is unknown; where the support itself is
    only bounded, these count its lower bound and ``gathered_high`` of ``support_size_high`` its upper
    one, null where they are the same. ``items_used`` of the
    context's items fitted the budget, ``tokens`` in all; ``items_read`` of them the reader could read
    (null: not said). ``replayed`` is the key of the kept reply that this answer repeats, empty where the
    model was called: then no tokens are counted here, and ``KeptReply`` has what the one call cost.
    """

    context = models.ForeignKey("benchmark.SutContext", on_delete=models.CASCADE, related_name="answers")
    question = models.ForeignKey("benchmark.Question", on_delete=models.CASCADE, related_name="answers")
    condition = models.CharField(max_length=20, choices=Condition, default=Condition.ALONE)
    repetition = models.PositiveSmallIntegerField(default=1)
    status = models.CharField(max_length=16, choices=AnswerStatus)
    message = models.TextField(blank=True, default="")
    raw = models.TextField(blank=True, default="")
    model = models.CharField(max_length=200, blank=True, default="")
    label = models.CharField(max_length=16, blank=True, default="")
    answer = models.JSONField(null=True, blank=True)
    citations = models.JSONField(default=list)
    format_error = models.TextField(blank=True, default="")
    correct = models.BooleanField(null=True)
    label_correct = models.BooleanField(null=True)
    precision = models.FloatField(null=True, blank=True)
    precision_high = models.FloatField(null=True, blank=True)
    recall = models.FloatField(null=True, blank=True)
    recall_high = models.FloatField(null=True, blank=True)
    exact = models.BooleanField(default=True)
    invalid_citations = models.PositiveIntegerField(default=0)
    gathered = models.PositiveIntegerField(null=True, blank=True)
    support_size = models.PositiveIntegerField(default=0)
    gathered_high = models.PositiveIntegerField(null=True, blank=True)
    support_size_high = models.PositiveIntegerField(null=True, blank=True)
    items_used = models.PositiveIntegerField(default=0)
    items_read = models.PositiveIntegerField(null=True, blank=True)
    tokens = models.PositiveIntegerField(default=0)
    replayed = models.CharField(max_length=64, blank=True, default="", db_collation="C")
    prompt_tokens = models.PositiveIntegerField(default=0)
    completion_tokens = models.PositiveIntegerField(default=0)
    tries = models.PositiveSmallIntegerField(default=1)
    seconds = models.FloatField(default=0.0)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["question_id", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["context", "question", "condition", "repetition"], name="answer_once"
            ),
            models.CheckConstraint(
                name="answer_scored_as_its_status_says",
                condition=Q(status=AnswerStatus.OK, correct__isnull=False, label_correct__isnull=False)
                | Q(status=AnswerStatus.SYSTEM_FAILED, correct=False, label_correct=False)
                | Q(
                    status__in=[AnswerStatus.INFRASTRUCTURE, AnswerStatus.UNREAD],
                    correct__isnull=True,
                    label_correct__isnull=True,
                ),
            ),
            models.CheckConstraint(
                name="answer_items_read_within_used",
                condition=Q(items_read__isnull=True) | Q(items_read__lte=models.F("items_used")),
            ),
        ]

    def __str__(self) -> str:
        return f"answer to question {self.question_id} on context {self.context_id}"
