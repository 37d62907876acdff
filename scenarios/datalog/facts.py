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
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta

from scenarios.datalog.errors import FactsError
from scenarios.datalog.history import ActionRecord, History, Op
from scenarios.datalog.inference import place_types
from scenarios.datalog.lexer import tokenize
from scenarios.datalog.parser_bodies import BodyParser
from scenarios.datalog.parser_state import ParseState, SyntaxFault
from scenarios.datalog.resolution import resolve
from scenarios.datalog.syntax import Atom, Const, Decl, Program, Reading, Shape, Term
from scenarios.datalog.values import NONE_TEXT, ValueTextError, canonical, parse_value

START = datetime(2026, 1, 1, 9, tzinfo=UTC)
_LINE = re.compile(r"\s*(?P<id>\w+)(?:\s+(?P<time>[0-9]\S*))?\s*:\s*(?P<rest>.*)")


def moment(text: str) -> datetime:
    """An ISO date (nine in the morning UTC) or an ISO time with its zone, as UTC. Raises ``FactsError``;
    a time without a zone is refused."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError as error:
        raise FactsError(f"{text!r} is not a date or a time") from error
    if len(text) == len("2026-01-01"):
        return datetime.combine(found.date(), time(9), tzinfo=UTC)
    if found.tzinfo is None:
        raise FactsError(f"{text!r} has no time zone: write it as {text}Z or with its offset")
    return found.astimezone(UTC)


def load_facts(program: Program, text: str, at: datetime = START) -> History:
    """A closed world: each atom is an event, and in the end every group of every collection is complete.

    The groups of a collection are those that the facts can speak of: every combination of the entities
    that occur in places of the group's types. Raises ``FactsError`` with the fact named.
    """
    actions: list[ActionRecord] = []
    for number, statement in enumerate(_statements(program, text, "facts"), start=1):
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


def load_history(program: Program, text: str) -> History:
    """A history from lines ``id [time]: statement, …``. Raises ``FactsError`` with the line named."""
    actions: list[ActionRecord] = []
    t, seq = START - timedelta(days=1), 0
    for row, line in enumerate(text.splitlines(), start=1):
        if not line.split("#")[0].strip():
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            raise FactsError(f"line {row}: expected 'id [time]: statements', found {line.strip()!r}")
        seq += 1
        t = moment(match["time"]) if match["time"] else t + timedelta(days=1)
        for pos, statement in enumerate(_statements(program, match["rest"], f"line {row}")):
            action = replace(statement.action, event=match["id"], t=t, seq=seq, pos=pos)
            if statement.sized_here:
                members = resolve(History.of(actions), t).members(action.pred, action.key)
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


# -------------------------------------------------------------------- statements
@dataclass(frozen=True)
class _Statement:
    """An action without its event; ``sized_here`` where a completeness states no size."""

    action: ActionRecord
    sized_here: bool = False


def _statements(program: Program, text: str, where: str) -> Iterator[_Statement]:
    tokens, faults = tokenize(text, where)
    if faults:
        raise FactsError(f"{where}: {faults[0].message}")
    state = ParseState(tokens, where)
    try:
        while state.peek().kind != "end":
            yield _statement(program, state, where)
            if not (state.accept(".") or state.accept(",") or state.peek().kind == "end"):
                raise FactsError(f"{where}: expected '.' or ',' before {state.peek().shown}")
    except SyntaxFault as fault:
        raise FactsError(f"{where}: {fault.fault.message}") from fault


def _statement(program: Program, state: ParseState, where: str) -> _Statement:
    op: Op | None = None
    word = state.peek()
    if word.is_word(*(op.value for op in Op)) and not state.peek(1).is_mark("("):
        op = Op(state.next().text)
    if op in (Op.RULE, Op.UNRULE):
        statement = _rule(state, op)
    else:
        atom = BodyParser(state).atom()
        if atom.pred in ("complete", "reopen"):
            statement = _completeness(program, Op(atom.pred), atom, where)
        else:
            statement = _Statement(_fact(program, op, atom, where))
    if state.peek().is_word("as") and state.peek(1).is_word("of"):
        state.next(), state.next()
        as_of = moment(state.next().text)
        return replace(statement, action=replace(statement.action, as_of=as_of))
    return statement


def _blank(op: Op, pred: str, key: tuple[str, ...] = ()) -> ActionRecord:
    """An action whose event is filled in by the caller."""
    return ActionRecord("", START, 0, 0, op, pred, key)


def _rule(state: ParseState, op: Op) -> _Statement:
    key = state.name("a rule key").text
    if op is Op.UNRULE:
        return _Statement(_blank(op, key))
    token = state.next()
    if token.kind != "string":
        raise state.fault_of(token, f"expected the clause in quotes, found {token.shown}")
    return _Statement(replace(_blank(op, key), clause=token.text))


def _decl(program: Program, pred: str, where: str) -> Decl:
    decl = program.decls.get(pred)
    if decl is None or decl.shape in (Shape.DERIVED, Shape.INVERSE):
        why = "is not declared" if decl is None else f"is {decl.shape}: no record states it"
        raise FactsError(f"{where}: {pred} {why}")
    return decl


def _texts(terms: tuple[Term, ...], types: tuple[str, ...], pred: str, where: str) -> tuple[str, ...]:
    """Arguments as canonical texts of their types."""
    found = []
    for term, type_name in zip(terms, types, strict=False):
        raw = canonical(term.value) if isinstance(term, Const) else term.name
        try:
            found.append(canonical(parse_value(raw, type_name)) if raw != NONE_TEXT else raw)
        except ValueTextError as error:
            raise FactsError(f"{where}: {pred}: {error}") from error
    return tuple(found)


def _fact(program: Program, op: Op | None, atom: Atom, where: str) -> ActionRecord:
    decl = _decl(program, atom.pred, where)
    given, keys = len(atom.args), len(decl.key_types)
    members = decl.reading is Reading.MEMBERS
    wanted = keys if op is Op.CANCEL and not members else keys + 1
    if given != wanted:
        raise FactsError(f"{where}: {atom.pred} takes {wanted} arguments here, not {given}")
    texts = _texts(atom.args, place_types(decl), atom.pred, where)
    if members:
        return replace(_blank(op or Op.MEMBER, atom.pred, texts[:keys]), member=texts[keys])
    value = texts[keys] if len(texts) > keys else None
    return replace(_blank(op or Op.ASSERT, atom.pred, texts[:keys]), value=value)


def _completeness(program: Program, op: Op, atom: Atom, where: str) -> _Statement:
    first, *rest = atom.args
    pred = first.value if isinstance(first, Const) else first.name
    decl = _decl(program, str(pred), where)
    keys = len(decl.key_types)
    if decl.shape is not Shape.SET or len(rest) < keys:
        raise FactsError(f"{where}: {op}({pred}, …) takes a collection and its {keys} group arguments")
    group = _texts(tuple(rest[:keys]), decl.key_types, decl.pred, where)
    action = _blank(op, decl.pred, group)
    if len(rest) == keys:
        return _Statement(action, sized_here=op is Op.COMPLETE)
    size = _texts((rest[keys],), ("int",), decl.pred, where)[0]
    listed = tuple(rest[keys + 1 :])
    members = _texts(listed, (decl.member_type or "text",) * len(listed), decl.pred, where)
    return _Statement(replace(action, size=int(size), members=members))


def on_day(day: date) -> datetime:
    """The last moment of a day in UTC, as a cutoff."""
    return datetime.combine(day, time.max, tzinfo=UTC)
