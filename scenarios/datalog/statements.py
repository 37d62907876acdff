"""Typed state operations as text: ``trip(Vera; Anser)``, ``revise dest(Grus, Corby) as of 2026-01-15``. PURE.

Names need no quotes, whatever their first letter: statements hold no variables. Statements are parted by
``,`` or ``.``, or stand on a line each. Every fault has its place; after one the reader goes on with the
next statement, so that one slip does not hide the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta

from scenarios.datalog.errors import FactsError, Fault, fault_at
from scenarios.datalog.history import ActionRecord, Op
from scenarios.datalog.inference import place_types
from scenarios.datalog.lexer import START as TEXT_START
from scenarios.datalog.lexer import Token, tokenize
from scenarios.datalog.parser_bodies import BodyParser
from scenarios.datalog.parser_state import ParseState, SyntaxFault
from scenarios.datalog.syntax import Atom, Const, Decl, Program, Reading, Shape, Span, Term
from scenarios.datalog.values import NONE_TEXT, ValueTextError, canonical, parse_value

START = datetime(2026, 1, 1, 9, tzinfo=UTC)
_OPS = tuple(op.value for op in Op)


def moment(text: str) -> datetime:
    """An ISO date (nine in the morning UTC) or an ISO time with its zone, as UTC. Raises ``FactsError``;
    a time without a zone, or one that is outside the years 1 to 9999 in UTC, is refused."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError as error:
        raise FactsError(f"{text!r} is not a date or a time") from error
    if len(text) == len("2026-01-01"):
        return start_of(found.date())
    if found.tzinfo is None:
        raise FactsError(f"{text!r} has no time zone: write it as {text}Z or with its offset")
    try:
        return found.astimezone(UTC)
    except OverflowError as error:
        raise FactsError(f"{text!r} lies outside the years 1 to 9999 in UTC") from error


def start_of(day: date) -> datetime:
    """The moment that a date alone stands for: nine in the morning, UTC."""
    return datetime.combine(day, time(9), tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Statement:
    """An action without its event, and where it stands; ``sized_here`` where a completeness states no
    size: it takes the size current at its event."""

    action: ActionRecord
    span: Span
    sized_here: bool = False


def read_statements(
    program: Program, text: str, filename: str, at: Span = TEXT_START
) -> tuple[list[Statement], list[Fault]]:
    """The statements of a text and every fault. ``at``: where the text begins."""
    tokens, faults = tokenize(text, filename, at)
    reader = _Reader(program, ParseState(tokens, filename))
    found = list(reader.read())
    return found, faults + reader.faults


class _Reader:
    """Reads the statements of one text; collects faults."""

    def __init__(self, program: Program, state: ParseState) -> None:
        self.program, self.state = program, state
        self.faults: list[Fault] = []

    def read(self) -> Iterator[Statement]:
        state = self.state
        while state.peek().kind != "end":
            start = state.position
            try:
                statement = self._statement()
                self._expect_end()
            except SyntaxFault as found:
                self.faults.append(found.fault)
                self._skip(start)
            else:
                yield statement

    def _expect_end(self) -> None:
        state = self.state
        if not (state.accept(".") or state.accept(",") or state.peek().leads):
            raise state.fault_of(state.peek(), f"expected '.' or ',' before {state.peek().shown}")

    def _skip(self, start: int) -> None:
        """Go on behind the next ``,`` or ``.`` that stands in no bracket, or on the next line."""
        state, depth = self.state, 0
        end, state.position = max(state.position, start), start
        while state.peek().kind != "end":
            token = state.next()
            depth += token.is_mark("(") - token.is_mark(")")
            marked = token.is_mark(",", ".") and state.position > end
            if depth <= 0 and (marked or (state.peek().leads and state.position >= end)):
                return

    # ---------------------------------------------------------------- one statement
    def _statement(self) -> Statement:
        state, first = self.state, self.state.peek()
        op: Op | None = None
        if first.is_word(*_OPS) and not state.peek(1).is_mark("("):
            op = Op(state.next().text)
        if op in (Op.RULE, Op.UNRULE):
            statement = self._rule(op, first)
        else:
            atom = BodyParser(state).atom()
            if atom.pred in ("complete", "reopen"):
                statement = self._completeness(Op(atom.pred), atom)
            else:
                statement = Statement(self._fact(op, atom), first.span)
        if state.peek().is_word("as") and state.peek(1).is_word("of"):
            state.next(), state.next()
            return replace(statement, action=replace(statement.action, as_of=self._moment()))
        return statement

    def _moment(self) -> datetime:
        """The date, or the time as its tokens write it."""
        state, text = self.state, ""
        first = state.peek()
        while not state.peek().leads and not state.peek().is_mark(",", "."):
            text += state.next().text
        try:
            return moment(text)
        except FactsError as error:
            raise self._fault(first.span, str(error)) from error

    def _rule(self, op: Op, first: Token) -> Statement:
        state = self.state
        key = state.name("a rule key").text
        if op is Op.UNRULE:
            return Statement(blank(op, key), first.span)
        token = state.next()
        if token.kind != "string":
            raise state.fault_of(token, f"expected the clause in quotes, found {token.shown}")
        return Statement(replace(blank(op, key), clause=token.text), token.span)

    def _decl(self, pred: str, span: Span) -> Decl:
        decl = self.program.decls.get(pred)
        if decl is None or decl.shape in (Shape.DERIVED, Shape.INVERSE):
            why = "is not declared" if decl is None else f"is {decl.shape}: no record states it"
            raise self._fault(span, f"{pred} {why}")
        return decl

    def _texts(self, terms: tuple[Term, ...], types: tuple[str, ...], pred: str) -> tuple[str, ...]:
        """Arguments as canonical texts of their types."""
        found = []
        for term, type_name in zip(terms, types, strict=False):
            raw = canonical(term.value) if isinstance(term, Const) else term.name
            try:
                found.append(canonical(parse_value(raw, type_name)) if raw != NONE_TEXT else raw)
            except ValueTextError as error:
                raise self._fault(term.span, f"{pred}: {error}") from error
        return tuple(found)

    def _fact(self, op: Op | None, atom: Atom) -> ActionRecord:
        decl = self._decl(atom.pred, atom.span)
        given, keys = len(atom.args), len(decl.key_types)
        members = decl.reading is Reading.MEMBERS
        wanted = keys if op is Op.CANCEL and not members else keys + 1
        if given != wanted:
            raise self._fault(atom.span, f"{atom.pred} takes {wanted} arguments here, not {given}")
        texts = self._texts(atom.args, place_types(decl), atom.pred)
        if members:
            return replace(blank(op or Op.MEMBER, atom.pred, texts[:keys]), member=texts[keys])
        value = texts[keys] if len(texts) > keys else None
        return replace(blank(op or Op.ASSERT, atom.pred, texts[:keys]), value=value)

    def _completeness(self, op: Op, atom: Atom) -> Statement:
        if not atom.args:
            raise self._fault(atom.span, f"{op}(…) names a collection and its group")
        first, *rest = atom.args
        pred = first.value if isinstance(first, Const) else first.name
        decl = self._decl(str(pred), first.span)
        keys = len(decl.key_types)
        if decl.shape is not Shape.SET or len(rest) < keys:
            message = f"{op}({pred}, …) takes a collection and its {keys} group arguments"
            raise self._fault(atom.span, message)
        action = blank(op, decl.pred, self._texts(tuple(rest[:keys]), decl.key_types, decl.pred))
        if len(rest) == keys:
            return Statement(action, atom.span, sized_here=op is Op.COMPLETE)
        size = self._texts((rest[keys],), ("int",), decl.pred)[0]
        listed = tuple(rest[keys + 1 :])
        members = self._texts(listed, (decl.member_type or "text",) * len(listed), decl.pred)
        return Statement(replace(action, size=int(size), members=members), atom.span)

    def _fault(self, span: Span, message: str) -> SyntaxFault:
        return SyntaxFault(fault_at("history", message, file=self.state.filename, span=span))


def blank(op: Op, pred: str, key: tuple[str, ...] = ()) -> ActionRecord:
    """An action whose event is filled in by the caller."""
    return ActionRecord("", START, 0, 0, op, pred, key)


def one_day_later(t: datetime) -> datetime:
    """When a line without a time stands. Raises ``FactsError`` at the end of time."""
    try:
        return t + timedelta(days=1)
    except OverflowError as error:
        raise FactsError("there is no day after the line before: write a time") from error
