"""Entities: the named things of a scenario."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from scenarios.models.scenario import Scenario


class Entity(models.Model):
    """A named thing. Its name is its id: facts, answers and DAGs hold it as text."""

    scenario = models.ForeignKey(Scenario, on_delete=models.CASCADE, related_name="entities")
    name = models.TextField(db_collation="C")
    type = models.CharField(max_length=60)
    aliases = models.JSONField(default=list, blank=True)
    attrs = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["scenario_id", "name"]
        verbose_name_plural = "entities"
        constraints = [
            models.UniqueConstraint(fields=["scenario", "name"], name="entity_name_once_a_scenario"),
            models.CheckConstraint(condition=~Q(name=""), name="entity_named"),
        ]

    def __str__(self) -> str:
        return self.name
