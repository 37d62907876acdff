"""Interval rows: when each action asserts the current version of its key (engine notes, spec 1.4)."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from scenarios.datalog.history import END_OF_TIME
from scenarios.models.action import Action
from scenarios.models.event import Event
from scenarios.models.scenario import Scenario

#: ``valid_until`` of a row that nothing breaks: later than any cutoff, and still a Python datetime.
FAR_FUTURE = END_OF_TIME


class FactVersion(models.Model):
    """The interval of observation time in which one action asserts the current version of its key.

    The row holds at cutoff τ iff ``observed_at <= τ < valid_until``. ``predicate`` is ``trip`` for facts
    and members, ``complete:trip`` for completeness, ``rule:cap`` for rules; ``a0`` to ``a2`` are the key
    or group, empty text where there is none. ``value`` is ``true`` for members and the md5 of the
    clause text for rules. A ``complete`` that lists members has a member row for each of them beside its own.
    Ineffective actions have no row; a row that something broke before it arrived holds at no cutoff.
    Written by ``services.versions`` alone.

    Every read of the engine binds the whole key or group, or a member alone (inverse reads): one index for
    each, and no other that begins with the scenario: plans made without statistics would take it, and scan
    the whole history for every read. What does not bind is no key column of theirs: Postgres 18 would price
    the first as a search for every member there is, and take any other index instead.
    """

    scenario = models.ForeignKey(
        Scenario, on_delete=models.CASCADE, related_name="fact_versions", db_index=False
    )
    action = models.ForeignKey(Action, on_delete=models.CASCADE, related_name="fact_versions")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="fact_versions")
    predicate = models.TextField(db_collation="C")
    a0 = models.TextField(db_collation="C", default="", blank=True)
    a1 = models.TextField(db_collation="C", default="", blank=True)
    a2 = models.TextField(db_collation="C", default="", blank=True)
    member = models.TextField(db_collation="C", default="", blank=True)
    op = models.CharField(max_length=10, db_collation="C")
    value = models.TextField(null=True, blank=True, db_collation="C")  # noqa: DJ001 (null: not stated)
    size = models.PositiveIntegerField(null=True, blank=True)
    observed_at = models.DateTimeField()
    as_of = models.DateTimeField()
    seq = models.PositiveIntegerField()
    pos = models.PositiveIntegerField()
    valid_until = models.DateTimeField(default=FAR_FUTURE)

    class Meta:
        ordering = ["scenario_id", "predicate", "a0", "a1", "a2", "member", "as_of", "observed_at", "seq"]
        constraints = [
            models.UniqueConstraint(
                fields=["action", "predicate", "member"], name="fact_version_once_an_action"
            ),
            models.CheckConstraint(
                condition=Q(as_of__lte=F("observed_at")), name="fact_version_as_of_not_later"
            ),
            models.CheckConstraint(
                condition=Q(observed_at__lte=F("valid_until")), name="fact_version_interval_in_order"
            ),
        ]
        indexes = [
            models.Index(
                fields=["scenario", "predicate", "a0", "a1", "a2", "member"],
                include=["observed_at", "valid_until", "op", "value", "size", "event", "as_of", "seq", "pos"],
                name="fact_version_by_whole_key",
            ),
            models.Index(
                fields=["scenario", "predicate", "member", "observed_at"],
                include=["a0", "a1", "a2", "valid_until", "op", "event", "as_of", "seq", "pos"],
                name="fact_version_by_member",
                condition=~Q(member=""),
            ),
        ]

    def __str__(self) -> str:
        parts = [part for part in (self.a0, self.a1, self.a2, self.member) if part]
        return f"{self.predicate}({', '.join(parts)}) = {self.value}"
