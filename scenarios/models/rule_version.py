"""Clause texts that events declare (spec 1.1, 1.7)."""

from __future__ import annotations

from django.db import models

from scenarios.models.action import Action
from scenarios.models.scenario import Scenario


class RuleVersion(models.Model):
    """The clause text of one ``rule`` action; which version is in force is a ``FactVersion`` row."""

    scenario = models.ForeignKey(Scenario, on_delete=models.CASCADE, related_name="rule_versions")
    action = models.OneToOneField(Action, on_delete=models.CASCADE, related_name="rule_version")
    rule_key = models.CharField(max_length=120, db_collation="C")
    clause_text = models.TextField()

    class Meta:
        ordering = ["scenario_id", "rule_key", "pk"]
        indexes = [models.Index(fields=["scenario", "rule_key"], name="rule_version_by_key")]

    def __str__(self) -> str:
        return f"rule:{self.rule_key}"
