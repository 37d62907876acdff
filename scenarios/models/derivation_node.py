"""Nodes of gold derivation DAGs, shared by the queries of one (scenario, cutoff) (spec 2.1)."""

from __future__ import annotations

import hashlib

from django.db import models
from django.db.models import Q

from scenarios.datalog.derivation import NodeKind
from scenarios.datalog.history import UNIT_SEPARATOR
from scenarios.models.scenario import Scenario

#: Bytes of a node key that are stored as they are.
KEY_BYTES = 2_000


def node_key_text(kind: str, pred: str, args: tuple[str, ...] | list[str]) -> str:
    """The one text of a node key within its (scenario, cutoff); of a long one its beginning and hash, since
    an index row holds 2.7 kB (a missing leaf may name a tie of a hundred names)."""
    text = UNIT_SEPARATOR.join((str(kind), pred, *args))
    if len(text.encode()) <= KEY_BYTES:
        return text
    return f"{text[:200]}…{hashlib.sha256(text.encode()).hexdigest()}"


class DerivationNode(models.Model):
    """Something derived, read or checked, with its state at the cutoff. Never updated."""

    scenario = models.ForeignKey(Scenario, on_delete=models.CASCADE, related_name="derivation_nodes")
    cutoff = models.DateTimeField()
    kind = models.CharField(max_length=12, choices=[(kind.value, kind.value) for kind in NodeKind])
    pred = models.TextField(db_collation="C")
    args = models.JSONField(default=list)
    key_text = models.TextField(db_collation="C")
    state = models.JSONField(null=True, blank=True)
    meta = models.JSONField(default=dict, blank=True)
    obsolete_count = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["scenario_id", "cutoff", "key_text"]
        constraints = [
            models.UniqueConstraint(
                fields=["scenario", "cutoff", "key_text"], name="derivation_node_once_a_cutoff"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=[kind.value for kind in NodeKind]), name="derivation_node_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return self.node_label

    @property
    def node_label(self) -> str:
        """The id form of spec 2.1, for example ``country(Grus)`` or ``e10``."""
        return self.pred if self.kind == NodeKind.EVENT else f"{self.pred}({','.join(self.args)})"
