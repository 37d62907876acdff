"""Reads the actions that people attach to a record: rows of a form, or statements (spec 1.3, 6.5).

A row holds ``pred``, ``op`` and the arguments of the predicate in the order of its declaration as ``a1``,
``a2``, … (the value or the member last), with ``size`` and ``members`` for a completeness, ``clause`` for a
rule and ``as_of`` where the record speaks of an earlier time. In a ``given`` they stand as ``rows.0.pred``.
Both ways end in the same check as an import, and in the spelling that the scenario has for its names.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from django.utils.translation import gettext

from scenarios.bundle import EventSpec
from scenarios.datalog.errors import FactsError, HistoryError, in_order
from scenarios.datalog.history import ActionRecord, Op
from scenarios.datalog.inference import category, place_types
from scenarios.datalog.statements import moment, read_statements, start_of
from scenarios.datalog.syntax import Decl, Program, Shape
from scenarios.datalog.values import ValueTextError
from scenarios.exceptions import Problem
from scenarios.rendering.action_texts import in_one_order
from scenarios.rendering.entered_values import NO_NAMES, Names, read_value, tidy
from scenarios.review.exceptions import FormRefusedError
from scenarios.review.services.entry_choices import RULE_PRED, UNSTATED, PredicateChoice, choices, ops_of
from scenarios.sentences import in_language
from scenarios.services.action_checks import ActionChecker

__all__ = ["EventLike", "PredicateChoice", "choices", "is_empty", "read_rows", "read_text", "rows_of"]

Row = Mapping[str, str]
_ROW = re.compile(r"rows\.(\d{1,3})\.(\w+)")
_POS = re.compile(r" action (\d+) ")
#: Rows that one record may have.
MAX_ROWS = 40


class EventLike(Protocol):
    """What is needed of an event: an ``EventSpec`` has it."""

    @property
    def id(self) -> str: ...
    @property
    def t(self) -> datetime: ...
    @property
    def seq(self) -> int: ...


def rows_of(given: Mapping[str, Any]) -> list[dict[str, str]]:
    """The rows of the entries of a form, in the order of their numbers, those left empty too (so that row
    ``n`` of a refusal is the n-th of these). Raises ``FormRefusedError`` above ``MAX_ROWS``."""
    found: dict[int, dict[str, str]] = {}
    for name, text in given.items():
        if match := _ROW.fullmatch(name):
            plain = ", ".join(map(str, text)) if isinstance(text, list) else str(text)
            found.setdefault(int(match[1]), {})[match[2]] = plain
    if max(found, default=0) >= MAX_ROWS:
        raise FormRefusedError(
            {"rows": gettext("A record has at most %(max_rows)s actions.") % {"max_rows": MAX_ROWS}}
        )
    return [found.get(n, {}) for n in range(max(found, default=-1) + 1)]


def is_empty(row: Row) -> bool:
    """Whether nothing was entered in a row: an operation alone says nothing."""
    return not any(text.strip() for name, text in row.items() if name != "op")


def read_rows(
    program: Program, event: EventLike, rows: Sequence[Row], names: Names = NO_NAMES
) -> tuple[ActionRecord, ...]:
    """The actions of the rows, empty rows left out, in one order whatever that of the rows.

    Raises ``FormRefusedError`` naming ``rows.<n>.<argument>`` for all that is missing or cannot be read.
    """
    faults: dict[str, str] = {}
    found: list[tuple[int, ActionRecord]] = []
    for number, row in enumerate(rows):
        if not is_empty(row):
            action = _RowReader(program, event, row, f"rows.{number}", names, faults).read()
            if action is not None:
                found.append((number, dataclasses.replace(action, pos=len(found))))
    if faults:
        raise FormRefusedError(faults)
    sized = _sized([action for _, action in found], [f"rows.{number}.size" for number, _ in found])
    return _checked(program, event, sized, [f"rows.{number}.pred" for number, _ in found])


def read_text(
    program: Program, event: EventLike, text: str, names: Names = NO_NAMES, *, field: str = "text"
) -> tuple[ActionRecord, ...]:
    """The actions that statements write, in one order. Raises ``FormRefusedError`` for ``field`` with every
    fault, its line and a caret."""
    statements, faults = read_statements(program, text, field)
    if faults:
        shown = str(HistoryError(in_order(faults), text)).replace("the history", "what is written", 1)
        raise FormRefusedError({field: shown})
    actions = [
        dataclasses.replace(
            _named(program, one.action, names), event=event.id, t=event.t, seq=event.seq, pos=n
        )
        for n, one in enumerate(statements)
    ]
    return _checked(program, event, _sized(actions, [field] * len(actions)), [field] * len(actions))


def _named(program: Program, action: ActionRecord, names: Names) -> ActionRecord:
    """The action with its names spelled as the scenario does; one that fits several stays as it is."""
    decl = program.decls.get(action.pred)
    if decl is None or action.op in (Op.RULE, Op.UNRULE):
        return action

    def named(text: str, kind: str) -> str:
        try:
            return read_value(text, kind, names) if category(kind) == "text" and text.strip() else text
        except ValueTextError:
            return text

    member = decl.member_type or "text"
    return dataclasses.replace(
        action,
        key=tuple(named(text, kind) for text, kind in zip(action.key, decl.key_types, strict=False)),
        member=None if action.member is None else named(action.member, member),
        members=tuple(named(text, member) for text in action.members),
        value=None if action.value is None else named(action.value, decl.value_type or "text"),
    )


def _sized(actions: Sequence[ActionRecord], fields: Sequence[str]) -> list[ActionRecord]:
    """A completeness without a size has the members that it lists and that the record names beside it.
    Raises ``FormRefusedError`` where there are none: then the size has to be said."""
    found = []
    for action, field in zip(actions, fields, strict=True):
        if action.op is Op.COMPLETE and action.size is None:
            beside = (
                one for one in actions if (one.op, one.pred, one.key) == (Op.MEMBER, action.pred, action.key)
            )
            members = {*action.members, *(one.member for one in beside)}
            if not members:
                what = f"{action.pred}({', '.join(action.key)})"
                raise FormRefusedError(
                    {
                        field: gettext("Say how many %(what)s has in all; 0 where it has none.")
                        % {"what": what}
                    }
                )
            action = dataclasses.replace(action, size=len(members))
        found.append(action)
    return found


def _checked(
    program: Program, event: EventLike, actions: Sequence[ActionRecord], fields: Sequence[str]
) -> tuple[ActionRecord, ...]:
    """The actions as an import would take them, in one order. Raises ``FormRefusedError``."""
    spec = EventSpec(event.id, event.t, event.seq, "", actions=tuple(actions))
    checked, problems = ActionChecker(program).check(event.id, spec)
    faults: dict[str, str] = {}
    for problem in problems:
        place = _POS.search(problem.where + " ")
        field = fields[int(place[1])] if place else fields[0].partition(".")[0]
        faults[field] = f"{faults[field]}; {_said(problem)}" if field in faults else _said(problem)
    if faults:
        raise FormRefusedError(faults)
    return in_one_order(program, checked)


def _said(problem: Problem) -> str:
    return f"{problem.what}{f' ({problem.hint})' if problem.hint else ''}"


class _RowReader:
    """Reads one row; what is wrong goes to ``faults`` under the name of its entry."""

    def __init__(
        self, program: Program, event: EventLike, row: Row, at: str, names: Names, faults: dict[str, str]
    ) -> None:
        self.program, self.event, self.names = program, event, names
        self.row, self.at, self.faults = row, at, faults

    def read(self) -> ActionRecord | None:
        """The action, None where the row has faults."""
        before, pred = len(self.faults), self._entry("pred")
        if pred == RULE_PRED:
            action = self._rule()
        else:
            decl = self.program.decls.get(pred)
            if decl is None or decl.shape in UNSTATED:
                why = (
                    gettext("Pick what the record speaks of.")
                    if not pred
                    else gettext("No record states %(pred)s.") % {"pred": repr(pred[:60])}
                )
                self._fault("pred", why)
                return None
            action = self._fact(decl)
        action = dataclasses.replace(action, as_of=self._as_of())
        return action if len(self.faults) == before else None

    def _entry(self, name: str) -> str:
        return tidy(self.row.get(name, ""))

    def _fault(self, name: str, message: str) -> None:
        self.faults[f"{self.at}.{name}"] = message

    def _op(self, allowed: Sequence[Op]) -> Op:
        given = self._entry("op")
        if given and given not in allowed:
            self._fault(
                "op",
                gettext("%(given)s does not go with it: %(allowed)s do.")
                % {"given": repr(given[:20]), "allowed": ", ".join(allowed)},
            )
        return Op(given) if given in allowed else allowed[0]

    def _rule(self) -> ActionRecord:
        op = self._op(ops_of(None))
        key, clause = self._entry("a1"), self.row.get("clause", "").strip()
        if not key:
            self._fault("a1", gettext("Write the key of the rule."))
        if op is Op.UNRULE and clause:
            self._fault("clause", gettext("A rule that is withdrawn has no clause: leave this empty."))
        return self._action(op, key, clause=clause or None)

    def _fact(self, decl: Decl) -> ActionRecord:
        op = self._op(ops_of(decl))
        types, keys = place_types(decl), len(decl.key_types)
        key = tuple(self._value(f"a{n}", kind) for n, kind in enumerate(types[:keys], 1))
        self._left_empty(f"a{len(types) + 1}", gettext("It has no such argument: leave this empty."))
        last, member_type = f"a{keys + 1}", decl.member_type or "text"
        if op in (Op.COMPLETE, Op.REOPEN):
            self._left_empty(
                last,
                gettext("To say that it is %(op)s takes no single member: leave this empty.") % {"op": op},
            )
            if op is Op.REOPEN:
                return self._action(op, decl.pred, key)
            return self._action(op, decl.pred, key, size=self._size(), members=self._members(member_type))
        self._left_empty("size", gettext("Only a completeness has a number in all: leave this empty."))
        self._left_empty("members", gettext("Only a completeness lists members: leave this empty."))
        if decl.shape is Shape.SET:
            return self._action(op, decl.pred, key, member=self._value(last, member_type))
        if op is Op.CANCEL:
            self._left_empty(last, gettext("What is cancelled has no value: leave this empty."))
            return self._action(op, decl.pred, key)
        value = self._value(last, decl.value_type or "text", absent=True)
        return self._action(op, decl.pred, key, value=value)

    def _action(self, op: Op, pred: str, key: tuple[str, ...] = (), **more: Any) -> ActionRecord:
        return ActionRecord(self.event.id, self.event.t, self.event.seq, 0, op, pred, key, **more)

    def _value(self, name: str, kind: str, *, absent: bool = False) -> str:
        try:
            return read_value(self.row.get(name, ""), kind, self.names, absent=absent)
        except ValueTextError as error:
            self._fault(name, f"{in_language(error.args[0], gettext)}.".replace("..", "."))
            return ""

    def _left_empty(self, name: str, message: str) -> None:
        if self._entry(name):
            self._fault(name, message)

    def _size(self) -> int | None:
        return int(self._value("size", "int")) if self._entry("size") else None

    def _members(self, kind: str) -> tuple[str, ...]:
        parts = [part for part in re.split(r"[,;\n]", self.row.get("members", "")) if part.strip()]
        try:
            return tuple(sorted({read_value(part, kind, self.names) for part in parts}))
        except ValueTextError as error:
            self._fault("members", f"{in_language(error.args[0], gettext)}.")
            return ()

    def _as_of(self) -> datetime | None:
        """None where nothing was entered; a date alone is nine in the morning UTC, as in statements, or the
        record's own time where that is earlier on the day."""
        text = self._entry("as_of")
        if not text:
            return None
        try:
            found = moment(text if "T" in text else read_value(text, "date"))
        except (FactsError, ValueTextError) as error:
            self._fault("as_of", f"{in_language(error.args[0], gettext)}.")
            return None
        same_day = found == start_of(self.event.t.date())
        return min(found, self.event.t) if same_day else found
