"""Facts and small histories as text: for tests, notebooks and cases from the field. PURE.

::

    load_facts(program, "leg(t1, ashfell, corby). trip(t1).")

    load_history(program, '''
        e1 2026-01-01: city_in(Corby, Corvia).
        e2 2026-02-01T10:00:00Z: trip(Vera; Anser), trip(Vera; Grus), complete(trip, Vera).
        e3: revise dest(Grus, Corby) as of 2026-01-15.
        e4: cancel trip(Vera; Grus).
        e5: rule fee "fee(T,V) :- amount(T,V).".
    ''')

One event a line. Without a time an event stands at nine in the morning, one day after the line before.
``complete(pred, group…)`` takes the size current at its event unless one is written; members may be listed
behind the size. Names need no quotes, whatever their first letter: facts hold no variables.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta

from scenarios.datalog.errors import FactsError, Fault, HistoryError, fault_at, in_order
from scenarios.datalog.history import ActionRecord, History, Op
from scenarios.datalog.inference import place_types
from scenarios.datalog.resolution import resolve
from scenarios.datalog.statements import START, Statement, moment, one_day_later, read_statements
from scenarios.datalog.syntax import Program, Reading, Shape, Span
from scenarios.datalog.values import NONE_TEXT

__all__ = ["START", "Line", "history_of", "load_facts", "load_history", "moment", "on_day", "read_history"]

_LINE = re.compile(r"\s*(?P<id>\w+)(?:\s+(?P<time>[0-9]\S*))?\s*:\s*(?P<rest>.*)")


@dataclass(frozen=True, slots=True)
class Line:
    """One event as it stands in the text: where, when, and its statements with their places.

    Events are numbered by their lines: ``seq`` 1 is the first.
    """

    event: str
    t: datetime
    seq: int
    span: Span
    statements: tuple[Statement, ...]


def load_facts(program: Program, text: str, at: datetime = START) -> History:
    """A closed world: each atom is an event, and in the end every group of every collection is complete.

    The groups of a collection are those that the facts can speak of: every combination of the entities
    that occur in places of the group's types. Raises ``FactsError`` with the fact named.
    """
    actions: list[ActionRecord] = []
    statements, faults = read_statements(program, text, "facts")
    if faults:
        raise FactsError("\n".join(fault.shown(text) for fault in in_order(faults)))
    for number, statement in enumerate(statements, start=1):
        actions.append(replace(statement.action, event=f"e{number}", t=at, seq=number))
    entities = _entities(program, actions)
    resolved = resolve(History.of(actions), at)
    number = len(actions)
    for decl in program.decls.values():
        if decl.shape is Shape.SET:
            for group in itertools.product(*(entities.get(t, ()) for t in decl.key_types)):
                number += 1
                size = len(resolved.members(decl.pred, group))
                actions.append(
                    ActionRecord(f"e{number}", at, number, 0, Op.COMPLETE, decl.pred, group, size=size)
                )
    return History.of(actions)


def load_history(program: Program, text: str, filename: str = "history") -> History:
    """A history from lines ``id [time]: statement, …``. Raises ``HistoryError`` with every fault."""
    lines, faults = read_history(program, text, filename)
    if faults:
        raise HistoryError(faults, text)
    return history_of(lines)


def read_history(
    program: Program, text: str, filename: str = "history"
) -> tuple[tuple[Line, ...], list[Fault]]:
    """The events of a text as far as they can be read, and every fault; nothing is raised."""
    lines: list[Line] = []
    faults: list[Fault] = []
    t = START - timedelta(days=1)
    for row, line in enumerate(text.split("\n"), start=1):
        if not re.split("[#%]", line, maxsplit=1)[0].strip():
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            span = Span(row, len(line) - len(line.lstrip()) + 1, len(line.strip()))
            message = f"expected 'id [time]: statements', found {line.strip()[:60]!r}"
            faults.append(fault_at("history", message, file=filename, span=span))
            continue
        try:
            t = moment(match["time"]) if match["time"] else one_day_later(t)
        except FactsError as error:
            begin = match.start("time" if match["time"] else "id")
            span = Span(row, begin + 1, len(match["time"] or match["id"]))
            faults.append(fault_at("history", str(error), file=filename, span=span))
        statements, found = read_statements(
            program, match["rest"], filename, Span(row, match.start("rest") + 1)
        )
        faults += found
        span = Span(row, match.start("id") + 1, len(match["id"]))
        lines.append(Line(match["id"], t, len(lines) + 1, span, tuple(statements)))
    return tuple(lines), faults


def history_of(lines: Iterable[Line]) -> History:
    """The history of events read from text. A completeness without a size takes the size at its line."""
    actions: list[ActionRecord] = []
    for line in lines:
        for pos, statement in enumerate(line.statements):
            action = replace(statement.action, event=line.event, t=line.t, seq=line.seq, pos=pos)
            if statement.sized_here:
                members = resolve(History.of(actions), line.t).members(action.pred, action.key)
                action = replace(action, size=len({*members, *action.members}))
            actions.append(action)
    return History.of(actions)


def _entities(program: Program, actions: list[ActionRecord]) -> dict[str, tuple[str, ...]]:
    """Entities by type, sorted, as the places of the facts show them."""
    found: dict[str, set[str]] = {}
    for action in actions:
        decl = program.decls[action.pred]
        last = action.member if decl.reading is Reading.MEMBERS else action.value
        for text, type_name in zip((*action.key, last), place_types(decl), strict=True):
            if text is not None and text != NONE_TEXT:
                found.setdefault(type_name, set()).add(text)
    return {type_name: tuple(sorted(texts)) for type_name, texts in found.items()}


def on_day(day: date) -> datetime:
    """The last moment of a day in UTC, as a cutoff."""
    return datetime.combine(day, time.max, tzinfo=UTC)
