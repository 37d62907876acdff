"""Checks of the actions of one event against the program's declarations (spec 1.2, 1.3)."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator

from scenarios.bundle import EventSpec
from scenarios.datalog.errors import ProgramError
from scenarios.datalog.history import UNIT_SEPARATOR, ActionRecord, Op
from scenarios.datalog.loading import declared_clause
from scenarios.datalog.syntax import Decl, Program, Shape
from scenarios.datalog.validation_declarations import MAX_NAME
from scenarios.datalog.values import NONE_TEXT, ValueTextError, canonical, parse_value
from scenarios.exceptions import Problem
from scenarios.services.storable_text import text_problems

MAX_KEYS = 3  # the version table has three key columns
MAX_KEY_LENGTH = 200
MAX_VALUE_LENGTH = 500
MAX_ROW_BYTES = 2_000  # its index rows must stay under Postgres' limit of 2.7 kB, whatever the script
MAX_CLAUSE_LENGTH = 4000

_RULE_KEY = re.compile(r"[^\W\d]\w*")
_FUNC_OPS = frozenset({Op.ASSERT, Op.REVISE})
_SET_OPS = frozenset({Op.MEMBER, Op.COMPLETE, Op.REOPEN})


class ActionChecker:
    """Checks actions against one program and gives them back with canonical values."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def check(self, where: str, event: EventSpec) -> tuple[tuple[ActionRecord, ...], list[Problem]]:
        """The event's actions in canonical form, and every problem found in them."""
        problems: list[Problem] = []
        actions: list[ActionRecord] = []
        for action in event.actions:
            place = f"{where} action {action.pos} ({action.op} {action.pred})"
            problems += _frame_problems(place, event, action)
            checked, faults = self._check_action(place, action)
            problems += faults
            actions.append(checked)
        problems += _clashes(where, actions)
        return tuple(sorted(actions, key=lambda action: action.pos)), problems

    def _check_action(self, place: str, action: ActionRecord) -> tuple[ActionRecord, list[Problem]]:
        if action.op in (Op.RULE, Op.UNRULE):
            return action, list(self._rule_problems(place, action))
        decl = self._program.decls.get(action.pred)
        if decl is None:
            known = ", ".join(sorted(self._program.decls))
            return action, [Problem("undeclared", place, "the predicate is not declared", f"known: {known}")]
        if decl.shape in (Shape.DERIVED, Shape.INVERSE):
            return action, [
                Problem(
                    "derived-asserted",
                    place,
                    f"{action.pred} is {decl.shape}; no record states a derived state",
                    "record the facts that it is derived from",
                )
            ]
        problems = list(_shape_problems(place, action, decl))
        if problems:
            return action, problems
        return _canonical(place, action, decl)

    def _rule_problems(self, place: str, action: ActionRecord) -> Iterator[Problem]:
        if not _RULE_KEY.fullmatch(action.pred) or len(action.pred) > MAX_NAME:
            hint = f"up to {MAX_NAME} letters, digits and _, as in @rule(key)"
            yield Problem("rule-key", place, f"{action.pred[:40]!r} is no rule key", hint)
            return
        if action.key or action.members or (action.member, action.value, action.size) != (None, None, None):
            yield Problem("rule-frame", place, f"an action {action.op} takes no key, member, value or size")
        if action.op is Op.UNRULE:
            if action.clause is not None:
                yield Problem("clause", place, "an unrule action has a clause")
            return
        if not action.clause:
            yield Problem("clause", place, "a rule action needs its clause text")
            return
        if len(action.clause) > MAX_CLAUSE_LENGTH:
            yield Problem("clause", place, f"the clause is longer than {MAX_CLAUSE_LENGTH} characters")
            return
        try:
            declared_clause(self._program, action.pred, action.clause)
        except ProgramError as error:
            yield Problem("clause", place, str(error))


def _frame_problems(place: str, event: EventSpec, action: ActionRecord) -> Iterator[Problem]:
    if (action.event, action.t, action.seq) != (event.id, event.t, event.seq):
        yield Problem("frame", place, "its event id, time or seq is not that of its event")
    if not 0 <= action.pos < 2**31:
        yield Problem("pos", place, f"pos {action.pos} is not between 0 and 2147483647")
    if action.as_of is None:
        return
    if action.as_of.utcoffset() is None:
        yield Problem(
            "naive-time",
            place,
            f"as_of = {action.as_of.isoformat()} has no time zone",
            "write it with its offset; no zone is guessed",
        )
    elif action.as_of > event.t:
        yield Problem(
            "as-of-later",
            place,
            f"as_of {action.as_of.isoformat()} is later than the event's time {event.t.isoformat()}",
            "validity that begins later is an argument of the predicate",
        )


def _shape_problems(place: str, action: ActionRecord, decl: Decl) -> Iterator[Problem]:
    is_set = decl.shape is Shape.SET
    if action.op in _FUNC_OPS and is_set:
        yield Problem("op", place, f"{action.pred} is a set", "use member, cancel, complete or reopen")
    if action.op in _SET_OPS and not is_set:
        yield Problem("op", place, f"{action.pred} is a {decl.shape}", "use assert, revise or cancel")
    if len(action.key) != len(decl.key_types):
        yield Problem(
            "arity",
            place,
            f"it has {len(action.key)} key argument(s), the declaration has {len(decl.key_types)}",
        )
    if len(decl.key_types) > MAX_KEYS:
        yield Problem("arity", place, f"more than {MAX_KEYS} key arguments cannot be stored")
    wants_member = action.op is Op.MEMBER or (action.op is Op.CANCEL and is_set)
    if wants_member != (action.member is not None):
        yield Problem("member", place, "it needs a member" if wants_member else "it takes no member")
    if action.clause is not None:
        yield Problem("clause", place, "only a rule has a clause")
    if (action.op in _FUNC_OPS) != (action.value is not None):
        yield Problem("value", place, "it needs a value" if action.op in _FUNC_OPS else "it takes no value")
    yield from _complete_problems(place, action)


def _complete_problems(place: str, action: ActionRecord) -> Iterator[Problem]:
    if action.op is not Op.COMPLETE:
        if action.size is not None or action.members:
            yield Problem("size", place, "only complete takes a size and members")
        return
    if action.size is None:
        yield Problem("size", place, "complete must carry its size", "the number of members current then")
    elif not 0 <= action.size < 2**31:
        yield Problem("size", place, f"the size {action.size} is out of range")
    elif len(set(action.members)) > action.size:
        yield Problem("size", place, f"it lists {len(action.members)} members but its size is {action.size}")


def _canonical(place: str, action: ActionRecord, decl: Decl) -> tuple[ActionRecord, list[Problem]]:
    problems: list[Problem] = []

    def read(name: str, text: str, type_name: str, limit: int, *, empty: bool = False) -> str:
        faults = list(text_problems(place, name, text))
        if UNIT_SEPARATOR in text or len(text) > limit or not (empty or text.strip()):
            shown = f"{name} {text[:40]!r} is empty, longer than {limit} characters or has a unit separator"
            faults.append(Problem("text", place, shown))
        if faults:
            problems.extend(faults)
            return text
        try:
            return canonical(parse_value(text, type_name))
        except ValueTextError as error:
            problems.append(Problem("type", place, f"{name}: {error}", f"declared as {type_name}"))
            return text

    key = tuple(
        read(f"key argument {index + 1}", text, type_name, MAX_KEY_LENGTH)
        for index, (text, type_name) in enumerate(zip(action.key, decl.key_types, strict=True))
    )
    member_type = decl.member_type or "text"
    member = action.member and read("the member", action.member, member_type, MAX_KEY_LENGTH)
    members = tuple(read("a member", text, member_type, MAX_KEY_LENGTH) for text in action.members)
    value = action.value
    if value is not None and value != NONE_TEXT:
        empty = decl.value_type == "text"  # an empty text is a value, no name is
        value = read("the value", value, decl.value_type or "text", MAX_VALUE_LENGTH, empty=empty)
    longest = max((len(text.encode(errors="replace")) for text in (member or "", *members)), default=0)
    taken = longest + sum(len(text.encode(errors="replace")) for text in (*key, value or ""))
    if taken > MAX_ROW_BYTES:
        shown = f"key, member and value take {taken} bytes together"
        problems.append(Problem("text", place, shown, f"at most {MAX_ROW_BYTES}"))
    checked = dataclasses.replace(action, key=key, member=member, members=members, value=value)
    return checked, problems


def _clashes(where: str, actions: list[ActionRecord]) -> Iterator[Problem]:
    """Two actions of one event at one pos or on one version key, listed members included (spec 1.3)."""
    positions = [action.pos for action in actions]
    if len(set(positions)) != len(positions):
        yield Problem("pos-twice", where, "two actions have the same pos")
    seen: dict[tuple[str, tuple[str, ...], str | None], int] = {}
    for action in actions:
        for version_key in version_keys(action):
            if version_key in seen:
                pred, key, member = version_key
                shown = f"{pred}({', '.join([*key, *([member] if member is not None else [])])})"
                yield Problem(
                    "key-twice",
                    where,
                    f"actions {seen[version_key]} and {action.pos} both state {shown}",
                    "one event states one thing about one key",
                )
            seen[version_key] = action.pos


def version_keys(action: ActionRecord) -> Iterator[tuple[str, tuple[str, ...], str | None]]:
    """The version keys an action writes: its own and, for ``complete``, those of the listed members."""
    yield action.version_key
    for member in action.members:
        yield (action.pred, action.key, member)
