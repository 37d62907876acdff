"""What no event may say, found in a history that is written as text (spec 1.3, 1.4, 1.7). PURE.

Reading finds what has no form; this finds what has one and still cannot be: one event told twice, two
actions of one event on one key, an ``as of`` after the event, and declared rules that do not fit the
program and the rules in force with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from scenarios.datalog.errors import Fault, fault_at
from scenarios.datalog.facts import Line
from scenarios.datalog.history import BEGIN_OF_TIME, END_OF_TIME, ActionRecord, History, Op
from scenarios.datalog.rule_timeline import refused_rules
from scenarios.datalog.syntax import Program, Span


def history_faults(program: Program, lines: Sequence[Line], filename: str = "history") -> list[Fault]:
    """Every fault of the events of a history, each at its place."""
    found = [*_events_twice(lines), *_times(lines), *_sizes(lines), *_keys_twice(lines)]
    found += _rules(program, lines)
    return [replace(fault, file=filename) for fault in found]


def _fault(message: str, span: Span, hint: str = "") -> Fault:
    return fault_at("history", message, file="", span=span, hint=hint)


def _events_twice(lines: Iterable[Line]) -> Iterator[Fault]:
    seen: dict[str, int] = {}
    for line in lines:
        if line.event in seen:
            message = f"event {line.event} stands in line {seen[line.event]} already"
            yield _fault(message, line.span, "give each event an id of its own")
        else:
            seen[line.event] = line.span.line


def _times(lines: Iterable[Line]) -> Iterator[Fault]:
    for line in lines:
        if not BEGIN_OF_TIME <= line.t < END_OF_TIME:
            message = f"the time of {line.event} is not within the years 1 to {END_OF_TIME.year - 1}"
            yield _fault(message, line.span)
        for statement in line.statements:
            as_of = statement.action.as_of
            if as_of is not None and as_of > line.t:
                message = f"as of {as_of.isoformat()} is later than its event, {line.t.isoformat()}"
                yield _fault(message, statement.span, "validity that begins later is an argument")


def _sizes(lines: Iterable[Line]) -> Iterator[Fault]:
    for line in lines:
        for statement in line.statements:
            size, members = statement.action.size, set(statement.action.members)
            if size is not None and (size < 0 or len(members) > size):
                listed = f" and lists {len(members)} members" if members else ""
                yield _fault(f"the size {size} of {statement.action.pred} cannot be{listed}", statement.span)


def _keys_twice(lines: Iterable[Line]) -> Iterator[Fault]:
    for line in lines:
        seen: set[object] = set()
        for statement in line.statements:
            for key in _version_keys(statement.action):
                if key in seen:
                    message = f"{line.event} says two things about {_key_text(*key)}"
                    yield _fault(message, statement.span, "one event states one thing about one key")
                seen.add(key)


def _version_keys(action: ActionRecord) -> Iterator[tuple[str, tuple[str, ...], str | None]]:
    yield action.version_key
    for member in dict.fromkeys(action.members):
        yield (action.pred, action.key, member)


def _key_text(pred: str, key: tuple[str, ...], member: str | None) -> str:
    return f"{pred}({', '.join(key)}{'' if member is None else f'; {member}'})"


def _rules(program: Program, lines: Sequence[Line]) -> Iterator[Fault]:
    """Declared rules that do not fit the program and the rules in force with them, each at its event."""
    places = {(line.seq, pos): statement for line in lines for pos, statement in enumerate(line.statements)}
    for refused in refused_rules(program, _rule_actions(lines)):
        action = refused.action
        beside = ", ".join(key for key, _ in refused.beside)
        where = f" beside {beside}" if beside else ""
        for fault in refused.error.faults:
            message = f"{action.op} {action.pred} is refused here{where}: {fault.message}"
            found = _fault(message, places[action.seq, action.pos].span, fault.hint)
            yield replace(found, rule=fault.rule, variable=fault.variable)


def _rule_actions(lines: Iterable[Line]) -> History:
    """The rules that events declare and withdraw, and nothing else."""
    return History.of(
        replace(statement.action, event=line.event, t=line.t, seq=line.seq, pos=pos)
        for line in lines
        for pos, statement in enumerate(line.statements)
        if statement.action.op in (Op.RULE, Op.UNRULE)
    )
