"""Reads histories for the evaluators."""

from __future__ import annotations

from datetime import datetime

from scenarios.datalog.history import ActionRecord, History, Op
from scenarios.models import Action, Scenario

_FIELDS = (
    "event__label",
    "event__observed_at",
    "event__seq",
    "pos",
    "op",
    "pred",
    "key",
    "member",
    "value",
    "as_of",
    "size",
    "members",
    "clause",
    "ineffective",
)


def load(scenario: Scenario, *, cutoff: datetime | None = None) -> History:
    """All actions of a scenario, or those of events observed by ``cutoff`` (inclusive). One query."""
    actions = Action.objects.filter(event__scenario=scenario)
    if cutoff is not None:
        actions = actions.filter(event__observed_at__lte=cutoff)
    rows = actions.order_by("event__observed_at", "event__seq", "pos").values_list(*_FIELDS)
    return History(tuple(_record(*row) for row in rows.iterator(chunk_size=5000)))


def _record(
    event: str,
    t: datetime,
    seq: int,
    pos: int,
    op: str,
    pred: str,
    key: list[str],
    member: str | None,
    value: str | None,
    as_of: datetime,
    size: int | None,
    members: list[str],
    clause: str | None,
    ineffective: bool,
) -> ActionRecord:
    return ActionRecord(
        event=event,
        t=t,
        seq=seq,
        pos=pos,
        op=Op(op),
        pred=pred,
        key=tuple(key),
        member=member,
        value=value,
        as_of=None if as_of == t else as_of,
        size=size,
        members=tuple(members),
        clause=clause,
        ineffective=ineffective,
    )
