"""Actions: the typed state operations of an event (spec 1.3)."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from scenarios.datalog.history import Op
from scenarios.models.event import Event


class Action(models.Model):
    """One typed state operation. Fields mean what ``datalog.history.ActionRecord`` says."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="actions")
    pos = models.PositiveIntegerField()
    op = models.CharField(max_length=10, choices=[(op.value, op.value) for op in Op])
    pred = models.CharField(max_length=120)
    key = models.JSONField(default=list)
    member = models.TextField(null=True, blank=True, db_collation="C")  # noqa: DJ001 (null: not stated)
    value = models.TextField(null=True, blank=True, db_collation="C")  # noqa: DJ001 (null: not stated)
    as_of = models.DateTimeField()
    size = models.PositiveIntegerField(null=True, blank=True)
    members = models.JSONField(default=list, blank=True)
    clause = models.TextField(null=True, blank=True)  # noqa: DJ001 (null: not stated)
    ineffective = models.BooleanField(default=False)
    meta = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["event_id", "pos"]
        constraints = [
            models.UniqueConstraint(fields=["event", "pos"], name="action_pos_once_an_event"),
            models.CheckConstraint(condition=Q(op__in=[op.value for op in Op]), name="action_op_known"),
            models.CheckConstraint(
                condition=Q(op__in=["assert", "revise"], value__isnull=False)
                | (~Q(op__in=["assert", "revise"]) & Q(value__isnull=True)),
                name="action_value_where_asserted",
            ),
            models.CheckConstraint(
                condition=Q(op="complete", size__isnull=False) | (~Q(op="complete") & Q(size__isnull=True)),
                name="action_size_where_complete",
            ),
            models.CheckConstraint(
                condition=Q(op="rule", clause__isnull=False) | (~Q(op="rule") & Q(clause__isnull=True)),
                name="action_clause_where_rule",
            ),
            models.CheckConstraint(
                condition=Q(op="member", member__isnull=False)
                | Q(op="cancel")
                | (~Q(op__in=["member", "cancel"]) & Q(member__isnull=True)),
                name="action_member_where_member",
            ),
            models.CheckConstraint(
                condition=Q(ineffective=False) | Q(op__in=["cancel", "reopen", "unrule"]),
                name="action_ineffective_only_tombstones",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.op} {self.pred}({', '.join(self.key)})"
