"""Actions as statements that can be read back: ``revise dest(Grus, Corby) as of 2026-01-15``. PURE.

``actions_text`` is the one text of a list of actions: the same for every order in which they were entered,
so that what two people attached to a record can be compared.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Sequence
from datetime import UTC

from scenarios.datalog.history import ActionRecord, Op
from scenarios.datalog.inference import category, place_types
from scenarios.datalog.printing import quoted
from scenarios.datalog.statements import start_of
from scenarios.datalog.syntax import Program

#: What a reader of statements takes for itself without quotes: words, and numbers in their one text.
_BARE = re.compile(r"[^\W\d_]\w*|0|[1-9][0-9]{0,8}")
#: Words that a reader of statements takes for something else than a name.
_WORDS = frozenset({"true", "false"})
_NO_SPEECH = frozenset({Op.ASSERT, Op.MEMBER})


def statement_text(program: Program, action: ActionRecord) -> str:
    """One action as ``datalog.statements`` reads it back against the same program."""
    return _body(program, action) + _validity(action)


def actions_text(program: Program, actions: Iterable[ActionRecord]) -> str:
    """A statement a line, sorted; parted by commas too, so that they can be read where lines are lost, in a
    field of one line say. Empty for no actions."""
    return ",\n".join(sorted(statement_text(program, action) for action in actions))


def in_one_order(program: Program, actions: Sequence[ActionRecord]) -> tuple[ActionRecord, ...]:
    """The actions in the order of their texts, with positions from 0 and listed members sorted."""
    listed = [dataclasses.replace(action, members=tuple(sorted(action.members))) for action in actions]
    ordered = sorted(listed, key=lambda action: statement_text(program, action))
    return tuple(dataclasses.replace(action, pos=pos) for pos, action in enumerate(ordered))


def _body(program: Program, action: ActionRecord) -> str:
    if action.op is Op.RULE:
        return f"rule {action.pred} {quoted(action.clause or '')}"
    if action.op is Op.UNRULE:
        return f"unrule {action.pred}"
    decl = program.decls[action.pred]
    types = place_types(decl)
    key = [_written(text, kind) for text, kind in zip(action.key, types, strict=False)]
    if action.op in (Op.COMPLETE, Op.REOPEN):
        members = [_written(text, decl.member_type or "text") for text in sorted(action.members)]
        size = [] if action.size is None else [str(action.size)]
        return f"{action.op}({', '.join([action.pred, *key, *size, *members])})"
    op = "" if action.op in _NO_SPEECH else f"{action.op} "
    if action.member is not None:
        return f"{op}{action.pred}({', '.join(key)}; {_written(action.member, types[-1])})"
    value = [] if action.value is None else [_written(action.value, types[-1])]
    return f"{op}{action.pred}({', '.join([*key, *value])})"


def _written(text: str, type_name: str) -> str:
    if category(type_name) != "text":
        return text
    return text if _BARE.fullmatch(text) and text not in _WORDS else quoted(text)


def _validity(action: ActionRecord) -> str:
    if action.as_of is None or action.as_of == action.t:
        return ""
    moment = action.as_of.astimezone(UTC)
    if moment == start_of(moment.date()):
        return f" as of {moment.date().isoformat()}"
    return f" as of {moment.isoformat().replace('+00:00', 'Z')}"
