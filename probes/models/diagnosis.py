"""Where the answer of one system to one query left the gold derivation (spec 7.4, 7.5)."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class DiagnosisStatus(models.TextChoices):
    """``incomplete``: infrastructure kept a probe from being scored; it is diagnosed again on resuming."""

    DONE = "done", _("done")
    INCOMPLETE = "incomplete", _("incomplete")


class Diagnosis(models.Model):
    """One row per (answer to a query that is diagnosed): ``answer`` is the original one.

    ``correct`` repeats its verdict. ``self_recovered`` and ``gold_recovered`` say whether the answer rebuilt
    from the system's own targeted answers, and with gold in the place of the wrong ones among them, is
    right; null for right answers, where nothing can be recovered, and while incomplete. ``reason`` says in
    words why gold evidence did not repair it, empty where it did.
    """

    answer = models.OneToOneField("benchmark.Answer", on_delete=models.CASCADE, related_name="diagnosis")
    plan = models.ForeignKey("probes.ProbePlan", on_delete=models.PROTECT, related_name="diagnoses")
    status = models.CharField(max_length=10, choices=DiagnosisStatus)
    correct = models.BooleanField()
    self_recovered = models.BooleanField(null=True, blank=True)
    gold_recovered = models.BooleanField(null=True, blank=True)
    combiner = models.CharField(max_length=200, blank=True, default="")
    reason = models.CharField(max_length=200, blank=True, default="")
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["answer_id"]
        verbose_name_plural = "diagnoses"
        constraints = [
            models.CheckConstraint(
                name="diagnosis_recovers_wrong_answers_only",
                condition=Q(correct=False)
                | Q(correct=True, self_recovered__isnull=True, gold_recovered__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"diagnosis of answer {self.answer_id}"
