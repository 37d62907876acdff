"""Action patterns: the typed actions that a kind of record stands for, with slots for what varies. PURE.

A pattern works both ways: ``expand`` fills slots into actions, ``bind`` finds the slots from actions.
``{trip}`` is a slot; anything else is itself. A pattern with ``each`` stands for one action per item of
a list slot, and inside it that slot's name means the item. Keys and clauses of declared rules may hold
several slots within a longer text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from functools import cache

from scenarios.datalog.history import ActionRecord, Op

SlotValue = str | tuple[str, ...]
_SLOT = re.compile(r"\{(\w+)\}")


class UnboundActionsError(ValueError):
    """The actions are not those of the template."""


@dataclass(frozen=True, slots=True)
class EventRef:
    """Where parsed actions belong: the event's id, its observation time (aware UTC) and its order."""

    id: str
    t: datetime
    seq: int = 0


@dataclass(frozen=True, slots=True)
class ActionPattern:
    """One action with slots. ``members`` names the list slot that a ``complete`` lists, its size being the
    list's length; without it a ``complete`` says that the collection is empty. ``as_of`` names the date
    slot of a backdated record, meant at the beginning of that day. ``clause`` is the text of a declared
    rule, whose key ``pred`` is then."""

    op: Op
    pred: str
    key: tuple[str, ...] = ()
    value: str | None = None
    member: str | None = None
    members: str | None = None
    as_of: str | None = None
    each: str | None = None
    clause: str | None = None


def asserts(
    pred: str, *key: str, value: str, each: str | None = None, as_of: str | None = None
) -> ActionPattern:
    return ActionPattern(Op.ASSERT, pred, key, value, each=each, as_of=as_of)


def revises(pred: str, *key: str, value: str) -> ActionPattern:
    return ActionPattern(Op.REVISE, pred, key, value)


def cancels(pred: str, *key: str, member: str | None = None) -> ActionPattern:
    return ActionPattern(Op.CANCEL, pred, key, member=member)


def adds(pred: str, *group: str, member: str) -> ActionPattern:
    return ActionPattern(Op.MEMBER, pred, group, member=member)


def completes(pred: str, *group: str, members: str | None = None) -> ActionPattern:
    return ActionPattern(Op.COMPLETE, pred, group, members=members)


def declares(rule_key: str, clause: str) -> ActionPattern:
    return ActionPattern(Op.RULE, rule_key, clause=clause)


def undeclares(rule_key: str) -> ActionPattern:
    return ActionPattern(Op.UNRULE, rule_key)


def slot_of(text: str | None) -> str | None:
    """The slot that a part of a pattern names, None for plain text."""
    match = _SLOT.fullmatch(text or "")
    return match[1] if match else None


def slots_in(text: str | None) -> frozenset[str]:
    """Every slot within a part of a pattern."""
    return frozenset(_SLOT.findall(text or ""))


def expand(
    patterns: Sequence[ActionPattern], values: Mapping[str, SlotValue], at: EventRef
) -> tuple[ActionRecord, ...]:
    """The actions of an event whose slots hold ``values``."""
    found: list[ActionRecord] = []
    for pattern in patterns:
        for item in _items(pattern, values):
            local = values if pattern.each is None else {**values, pattern.each: item}
            found.append(_action(pattern, local, at, len(found)))
    return tuple(found)


def _items(pattern: ActionPattern, values: Mapping[str, SlotValue]) -> Sequence[str]:
    if pattern.each is None:
        return ("",)
    items = values[pattern.each]
    return items if isinstance(items, tuple) else (items,)


def _action(pattern: ActionPattern, values: Mapping[str, SlotValue], at: EventRef, pos: int) -> ActionRecord:
    members = values[pattern.members] if pattern.members else ()
    listed = members if isinstance(members, tuple) else (members,)
    return ActionRecord(
        event=at.id,
        t=at.t,
        seq=at.seq,
        pos=pos,
        op=pattern.op,
        pred=_filled(pattern.pred, values),
        key=tuple(_filled(part, values) for part in pattern.key),
        member=None if pattern.member is None else _filled(pattern.member, values),
        value=None if pattern.value is None else _filled(pattern.value, values),
        as_of=None if pattern.as_of is None else day_start(_filled(f"{{{pattern.as_of}}}", values)),
        size=len(listed) if pattern.op is Op.COMPLETE else None,
        members=listed,
        clause=None if pattern.clause is None else _filled(pattern.clause, values),
    )


def _filled(text: str, values: Mapping[str, SlotValue]) -> str:
    return _SLOT.sub(lambda match: _one(match[1], values), text)


def _one(slot: str, values: Mapping[str, SlotValue]) -> str:
    value = values[slot]
    if not isinstance(value, str):
        raise UnboundActionsError(f"slot {slot} holds a list where one value belongs")
    return value


def day_start(iso: str) -> datetime:
    """The first instant of a day, UTC: the validity that a date in a backdated record stands for."""
    return datetime.combine(date.fromisoformat(iso), time(), UTC)


def bind(patterns: Sequence[ActionPattern], actions: Sequence[ActionRecord]) -> dict[str, SlotValue]:
    """The slot values under which ``patterns`` expand to ``actions``. Raises ``UnboundActionsError``."""
    values: dict[str, SlotValue] = {}
    rest = list(actions)
    for pattern in patterns:
        items: list[str] = []
        while rest and (pattern.each is not None or not items):
            local = dict(values)
            if pattern.each is not None:
                local.pop(pattern.each, None)
            if not _unify(pattern, rest[0], local):
                break
            item = local.pop(pattern.each) if pattern.each is not None else ""
            items.append(item if isinstance(item, str) else "")
            values.update(local)
            rest.pop(0)
        if not items:
            shown = f"{rest[0].op} {rest[0].pred}" if rest else "no more action"
            raise UnboundActionsError(f"expected {pattern.op} {pattern.pred}, found {shown}")
        if pattern.each is not None:
            _agree(values, pattern.each, tuple(items))
    if rest:
        raise UnboundActionsError(
            f"{len(rest)} more actions than the template has, first {rest[0].op} {rest[0].pred}"
        )
    return values


def _agree(values: dict[str, SlotValue], slot: str, value: SlotValue) -> None:
    if values.setdefault(slot, value) != value:
        raise UnboundActionsError(f"slot {slot} would hold both {values[slot]!r} and {value!r}")


def _unify(pattern: ActionPattern, action: ActionRecord, values: dict[str, SlotValue]) -> bool:
    """Whether the action is one of the pattern under ``values``, which take up its slots."""
    if (pattern.op, len(pattern.key)) != (action.op, len(action.key)):
        return False
    if action.size != (len(action.members) if pattern.op is Op.COMPLETE else None):
        return False
    backdated = action.as_of is not None and action.as_of != action.t
    if backdated != (pattern.as_of is not None) or bool(action.members) != (pattern.members is not None):
        return False
    pairs: list[tuple[str | None, SlotValue | None]] = [
        (pattern.pred, action.pred),
        (pattern.clause, action.clause),
        *zip(pattern.key, action.key, strict=True),
        (pattern.value, action.value),
        (pattern.member, action.member),
    ]
    if pattern.members is not None:
        pairs.append((f"{{{pattern.members}}}", action.members))
    if pattern.as_of is not None and action.as_of is not None:
        if action.as_of != day_start(action.as_of.date().isoformat()):
            return False
        pairs.append((f"{{{pattern.as_of}}}", action.as_of.date().isoformat()))
    return all(_take(text, value, values) for text, value in pairs)


def _take(text: str | None, value: SlotValue | None, values: dict[str, SlotValue]) -> bool:
    slot = slot_of(text)
    if slot is not None and value is not None:
        return values.setdefault(slot, value) == value
    if not isinstance(text, str) or not isinstance(value, str):
        return text == value
    match = _text_expression(text).fullmatch(value)
    return match is not None and all(
        values.setdefault(slot, part) == part for slot, part in match.groupdict().items()
    )


@cache
def _text_expression(text: str) -> re.Pattern[str]:
    """Reads the slots of a longer text back; one that stands twice must hold the same twice."""
    pattern, seen = "", set()
    for place, piece in enumerate(_SLOT.split(text)):
        if place % 2 == 0:
            pattern += re.escape(piece)
        else:
            pattern += f"(?P={piece})" if piece in seen else f"(?P<{piece}>.+?)"
            seen.add(piece)
    return re.compile(pattern)
