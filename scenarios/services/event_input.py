"""Reads an event as people write it: a JSON object, or the fields of a form (spec 16, overview 4.11).

``actions`` is a list of objects as in actions.jsonl, or text in the form of statements: ``dest(Grus, Corby),
complete(trip, Vera) as of 2026-01-15``. A completeness without a size takes the size that the collection has
at the event.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from scenarios.bundle import EventSpec
from scenarios.datalog.errors import FactsError, HistoryError, in_order
from scenarios.datalog.history import ActionRecord, History, Op
from scenarios.datalog.resolution import resolve
from scenarios.datalog.statements import moment, read_statements
from scenarios.datalog.syntax import Program
from scenarios.exceptions import EditRefusedError
from scenarios.models import Scenario
from scenarios.selectors import histories, programs
from scenarios.services.edited_specs import AddEvent

#: What an event object may hold.
EVENT_FIELDS = ("id", "t", "seq", "text", "kind", "speaker", "session", "distractor_kind", "actions")
#: What an action object may hold; ``pos`` is its place in the list.
ACTION_FIELDS = ("op", "pred", "key", "member", "value", "as_of", "size", "members", "clause")
_LAST = 2**31 - 1  # behind all others of its time, until it has its number


def addition_of(scenario: Scenario, data: Mapping[str, Any]) -> AddEvent:
    """The addition of the event that an object describes. Without ``seq`` it comes last among those of its
    time; without ``kind`` it is a record where it has actions, else a filler.

    Raises ``EditRefusedError`` naming each field that cannot be read, or each fault of actions given as text
    with its line and a caret.
    """
    faults = [f"{name}: there is no such field" for name in sorted(set(data) - set(EVENT_FIELDS))]
    faults += [f"{name}: is missing" for name in ("id", "t", "text") if data.get(name) in (None, "")]
    for name in ("id", "t", "text", "kind", "speaker", "session", "distractor_kind"):
        if data.get(name) is not None and not isinstance(data[name], str):
            faults.append(f"{name}: must be text")
    seq = data.get("seq")
    if seq is not None and (isinstance(seq, bool) or not isinstance(seq, int)):
        faults.append("seq: must be a whole number")
    t = _moment("t", data.get("t"), faults)
    _refuse(faults)
    assert t is not None
    event = EventSpec(
        id=data["id"],
        t=t,
        seq=_LAST if seq is None else seq,
        text=data["text"],
        kind=data.get("kind") or ("record" if data.get("actions") else "filler"),
        speaker=data.get("speaker") or None,
        session=data.get("session") or None,
        distractor_kind=data.get("distractor_kind") or None,
    )
    actions = actions_of(scenario, event, data.get("actions") or "")
    return AddEvent(dataclasses.replace(event, actions=actions), last=seq is None)


def actions_of(scenario: Scenario, event: EventSpec, given: Any) -> tuple[ActionRecord, ...]:
    """The actions of ``event`` from a list of objects or from text. Raises as ``addition_of``."""
    if isinstance(given, str):
        return _from_text(scenario, event, given)
    if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
        raise EditRefusedError("actions: must be text or a list of objects. Nothing was stored.")
    faults: list[str] = []
    found = [_from_object(event, pos, one, faults) for pos, one in enumerate(given)]
    _refuse(faults)
    return tuple(action for action in found if action is not None)


def _from_text(scenario: Scenario, event: EventSpec, text: str) -> tuple[ActionRecord, ...]:
    program: Program = programs.load(scenario)
    statements, faults = read_statements(program, text, "actions")
    if faults:
        raise EditRefusedError(str(HistoryError(in_order(faults), text)).replace("history", "actions", 1))
    actions: list[ActionRecord] = []
    for pos, statement in enumerate(statements):
        action = dataclasses.replace(statement.action, event=event.id, t=event.t, seq=event.seq, pos=pos)
        actions.append(action)
    if any(statement.sized_here for statement in statements):
        known = histories.load(scenario, cutoff=event.t).actions
        others = [action for action in known if action.event != event.id]
        resolved = resolve(History.of([*others, *(a for a in actions if a.op is not Op.COMPLETE)]), event.t)
        for pos, statement in enumerate(statements):
            if statement.sized_here:
                action = actions[pos]
                members = {*resolved.members(action.pred, action.key), *action.members}
                actions[pos] = dataclasses.replace(action, size=len(members))
    return tuple(actions)


def _from_object(
    event: EventSpec, pos: int, data: Mapping[str, Any], faults: list[str]
) -> ActionRecord | None:
    where = f"actions[{pos}]"
    before = len(faults)
    faults += [f"{where}.{name}: there is no such field" for name in sorted(set(data) - set(ACTION_FIELDS))]
    if data.get("op") not in set(Op):
        faults.append(f"{where}.op: must be one of {', '.join(Op)}")
    if not isinstance(data.get("pred"), str):
        faults.append(f"{where}.pred: must be text")
    for name in ("member", "value", "clause"):
        if data.get(name) is not None and not isinstance(data[name], str):
            faults.append(f"{where}.{name}: must be text")
    for name in ("key", "members"):
        if not _are_texts(data.get(name, [])):
            faults.append(f"{where}.{name}: must be a list of texts")
    size = data.get("size")
    if size is not None and (isinstance(size, bool) or not isinstance(size, int)):
        faults.append(f"{where}.size: must be a whole number")
    as_of = _moment(f"{where}.as_of", data.get("as_of"), faults)
    if len(faults) > before:
        return None
    return ActionRecord(
        event=event.id,
        t=event.t,
        seq=event.seq,
        pos=pos,
        op=Op(data["op"]),
        pred=data["pred"],
        key=tuple(data.get("key", ())),
        member=data.get("member"),
        value=data.get("value"),
        as_of=as_of,
        size=size,
        members=tuple(data.get("members", ())),
        clause=data.get("clause"),
    )


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _moment(name: str, text: Any, faults: list[str]) -> datetime | None:
    """An aware time in UTC, or None with the fault told."""
    if text in (None, "") or not isinstance(text, str):
        return None
    if len(text) <= len("2026-01-15"):
        faults.append(f"{name}: {text!r} is no time; write it with its zone, as in 2026-01-15T09:00:00Z")
        return None
    try:
        return moment(text)
    except FactsError as error:
        faults.append(f"{name}: {error}")
    return None


def _refuse(faults: Sequence[str]) -> None:
    if faults:
        raise EditRefusedError("\n".join(["The event cannot be read; nothing was stored.", *faults]))
