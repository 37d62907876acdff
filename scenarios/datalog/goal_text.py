"""Goals as one writes them: ``n_outside(Vera)``, ``trip(Vera; Anser)``, ``country("Grand Harbour")``. PURE.

::

    goal    := pred [ "@" version ] [ "(" [ arg { "," arg } ] [ ";" arg ] ")" ] [ "=" arg ] [ "." ]
    arg     := name | "quoted" | number | date | date(2026-07-01) | _
    version := date | "2026-07-01T12:00:00Z" | previous | later

Names need no quotes, whatever their first letter. The argument behind the keys asks for one member of a
collection, or says which value is expected; ``_``, or behind a comma one capital letter as in
``outside(Vera, X)``, leaves it free. After ``;`` a capital letter is a name. ``dest@2026-07-01(Grus)`` asks
for the value as of the end of a day or as of a time, ``dest@previous(Grus)`` for the one before the current,
``dest@later(Grus; Ibex)`` which of two was settled later (ADR 14); the keys stand around the ``;`` there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches

from scenarios.datalog.cutoffs import cutoff_text, parse_cutoff
from scenarios.datalog.derivation import LATER_MARK, MARK, PREVIOUS_MARK, NodeKey, NodeKind, unmarked
from scenarios.datalog.errors import Fault, GoalError
from scenarios.datalog.lexer import Token, tokenize
from scenarios.datalog.parser_state import ParseState, SyntaxFault
from scenarios.datalog.printing import quoted
from scenarios.datalog.syntax import Decl, Goal, Program, Reading, Span
from scenarios.datalog.values import NONE_TEXT, ValueTextError, canonical, parse_value
from scenarios.datalog.version_goals import PREVIOUS, answer_type_of, as_of, goal_of_mark, later_of, mark_of

_BARE = re.compile(r"[^\W\d]\w*|-?[0-9]+(\.[0-9]+)?|[0-9]{4}-[0-9]{2}-[0-9]{2}")
#: A mark that needs no quotes.
_MARK = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}|[a-z]+")
_FREE = re.compile(r"[A-Z][0-9]*", re.ASCII)
_QUOTE = 'a name with other signs than letters, digits and _ stands in quotes: "Grand Harbour"'
#: Names of predicates that a message lists.
_LISTED = 8


@dataclass(frozen=True, slots=True)
class AskedGoal:
    """A goal, and the value or truth that someone expects of it in its one text (None: none stated)."""

    goal: Goal
    expected: str | None = None


@dataclass(frozen=True, slots=True)
class _Arg:
    """One argument as written; ``behind`` is the mark before it."""

    token: Token
    text: str
    behind: str
    length: int

    @property
    def free(self) -> bool:
        if self.token.kind != "name":
            return False
        return self.text == "_" or (self.behind == "," and _FREE.fullmatch(self.text) is not None)


def parse_goal(program: Program, text: str) -> Goal:
    """The goal that ``text`` writes, its arguments in their one form.

    Raises ``GoalError`` with a caret under the fault and what to do; so also where a value is expected.
    """
    asked = parse_asked(program, text)
    if asked.expected is not None:
        keys = ", ".join(program.decls[asked.goal.pred].key_types)
        raise GoalError(
            f"{text.strip()!r} states the value {asked.expected!r}, and a goal asks for it: write "
            f"{asked.goal.pred}({keys}) alone"
        )
    return asked.goal


def parse_asked(program: Program, text: str) -> AskedGoal:
    """The goal that ``text`` writes with the value expected of it: ``country(Grus, Corvia)``,
    ``country(Grus) = Corvia``. Raises ``GoalError`` as ``parse_goal``."""
    return _Reader(program, text).read()


def goal_text(goal: Goal, program: Program | None = None) -> str:
    """A goal as ``parse_goal`` reads it (its ``temporal`` is not written). Numbers and dates need no
    quotes; with a ``program`` it is checked that the goal fits. Raises ``GoalError`` where it does not."""
    if program is not None and goal.pred not in program.decls:
        raise GoalError(_unknown(program, goal.pred))
    behind = () if goal.member is None else (goal.member,)
    if goal.version is None:
        return f"{goal.pred}({_listed(goal.key, behind)})"
    mark = mark_of(goal.version)
    name = f"{goal.pred}{MARK}{mark if _MARK.fullmatch(mark) else quoted(mark)}"
    return f"{name}({_listed(goal.key, goal.version.other or ())})"


def _listed(key: tuple[str, ...], behind: tuple[str, ...]) -> str:
    """Arguments as they are written, those ``behind`` the semicolon after it."""
    return "; ".join(", ".join(map(arg_text, texts)) for texts in (key, behind) if texts or texts is key)


def goal_of_node(program: Program, key: NodeKey) -> Goal | None:
    """The goal that asks for what a node of a derivation stands for; None for records, checks, rules that
    are clauses, and what is missing."""
    kind, pred, args = key
    if kind in (NodeKind.EVENT, NodeKind.CHECK, NodeKind.MISSING):
        return None
    if kind == NodeKind.SELECT:
        pred, args = args[0], args[1:]
    pred = pred.removeprefix("rule:")
    decl = program.decls.get(unmarked(pred))
    if decl is None:
        return None
    keys = len(decl.key_types)
    if pred != decl.pred:
        return goal_of_mark(pred, args, keys)
    if len(args) == keys:
        return Goal(decl.pred, args)
    return Goal(decl.pred, args[:-1], args[-1]) if len(args) == keys + 1 else None


def arg_text(text: str) -> str:
    """An argument as it is written in a goal, in quotes where it needs them."""
    return text if _BARE.fullmatch(text) and text != "_" else quoted(text)


def nearest(program: Program, pred: str) -> list[str]:
    """Names of predicates that a misspelt one may mean: close ones, else all of a small program."""
    known = sorted(program.decls)
    return get_close_matches(pred, known, n=4, cutoff=0.6) or (known if len(known) <= _LISTED else [])


def _unknown(program: Program, pred: str) -> str:
    return f"the program declares no {pred}"


class _Reader:
    """Reads one text; every fault of it ends in a ``GoalError`` that shows the place."""

    def __init__(self, program: Program, text: str) -> None:
        self.program, self.text = program, text
        tokens, faults = tokenize(text, "goal")
        if faults:
            raise GoalError(faults[0].shown(text), faults[0])
        self.state = ParseState(tokens, "goal")

    def read(self) -> AskedGoal:
        try:
            return self._asked()
        except SyntaxFault as found:
            raise GoalError(found.fault.shown(self.text), found.fault) from found

    def _asked(self) -> AskedGoal:
        state = self.state
        name = state.name("a goal such as n_outside(Vera)")
        decl = self.program.decls.get(name.text)
        if decl is None:
            raise self._refused(name.span, _unknown(self.program, name.text), self._meant(name.text))
        mark = self._mark() if state.accept(MARK) else None
        args = self._args() if state.accept("(") else []
        expected = self._arg("=") if state.accept("=") else None
        state.accept(".")
        if state.peek().kind != "end":
            hint = "ask for one goal; " + _QUOTE
            raise state.fault_of(state.peek(), f"expected the end, found {state.peek().shown}", hint)
        if mark is None:
            return self._fitted(decl, name, args, expected)
        return self._chosen(decl, name, mark, args, expected)

    def _mark(self) -> Token:
        token = self.state.next()
        if token.kind in ("date", "string") or token.is_word(PREVIOUS_MARK, LATER_MARK):
            return token
        hint = f"write {PREVIOUS_MARK}, {LATER_MARK}, or a date as in dest@2026-07-01(Grus)"
        raise self.state.fault_of(token, f"expected a date or a word, found {token.shown}", hint)

    def _meant(self, pred: str) -> str:
        found = nearest(self.program, pred)
        if not found:
            return f"it declares {len(self.program.decls)} predicates, none of a name like this one"
        return f"it declares {', '.join(found)}"

    def _args(self) -> list[_Arg]:
        state, found = self.state, list[_Arg]()
        if state.accept(")"):
            return found
        found.append(self._arg("("))
        while not state.accept(")"):
            mark = state.peek()
            if not mark.is_mark(",", ";"):
                raise state.fault_of(mark, f"expected ',' ';' or ')', found {mark.shown}", _QUOTE)
            found.append(self._arg(state.next().text))
        return found

    def _arg(self, behind: str) -> _Arg:
        state, first = self.state, self.state.peek()
        if first.is_word("date") and state.peek(1).is_mark("("):
            state.next(), state.next()
            text = state.value_text()
            last = state.expect(")")
        else:
            text = state.value_text()
            last = state.tokens[state.position - 1]
        return _Arg(first, text, behind, last.span.column + last.span.length - first.span.column)

    # ---------------------------------------------------------------- what fits the declaration
    def _fitted(self, decl: Decl, name: Token, args: list[_Arg], expected: _Arg | None) -> AskedGoal:
        keys = len(decl.key_types)
        last = args[keys] if len(args) > keys else None
        too_many = len(args) > decl.arity or (last is not None and expected is not None)
        if len(args) < keys or too_many:
            message = f"{decl.pred} is asked with {_counted(len(args))}"
            raise self._refused(name.span, message, f"write {_pattern(decl)}")
        self._check_marks(decl, args)
        goal = Goal(decl.pred, tuple(map(self._key, args, decl.key_types)))
        stated = last or expected
        if stated is None or stated.free:
            return AskedGoal(goal)
        if decl.reading is not Reading.MEMBERS:
            return AskedGoal(goal, self._expected(stated, decl.value_type or "bool"))
        if stated is expected:
            hint = f"ask for one member: write {_pattern(decl)}"
            raise self._fault(stated, "a collection has members and no value", hint)
        return AskedGoal(Goal(goal.pred, goal.key, self._typed(stated, decl.member_type or "text")))

    def _chosen(
        self, decl: Decl, name: Token, mark: Token, args: list[_Arg], expected: _Arg | None
    ) -> AskedGoal:
        """A goal that asks for a chosen version."""
        later, keys = mark.is_word(LATER_MARK), len(decl.key_types)
        wanted, places = (2 * keys, [keys]) if later else (keys, [])
        behind = [place for place, arg in enumerate(args) if arg.behind == ";"]
        if len(args) != wanted or behind != places:
            pattern = _pattern_of_mark(decl, mark.text)
            message = f"{decl.pred}{MARK}{mark.text} is asked with {_counted(len(args))}"
            raise self._refused(name.span, message, f"write {pattern}")
        texts = tuple(map(self._key, args, decl.key_types * 2))
        choice = later_of(*texts[keys:]) if later else PREVIOUS
        if mark.kind != "name":
            choice = as_of(self._date(mark))
        goal = Goal(decl.pred, texts[:keys], temporal=True, version=choice)
        if expected is None or expected.free:
            return AskedGoal(goal)
        return AskedGoal(goal, self._expected(expected, answer_type_of(decl, goal)))

    def _date(self, mark: Token) -> str:
        try:
            return cutoff_text(parse_cutoff(mark.text))
        except GoalError as error:
            raise self._refused(mark.span, str(error), "") from error

    def _check_marks(self, decl: Decl, args: list[_Arg]) -> None:
        """A ``;`` stands before the member of a collection alone."""
        for place, arg in enumerate(args):
            if arg.behind == ";" and (decl.reading is not Reading.MEMBERS or place != len(decl.key_types)):
                raise self._fault(arg, "no member stands here", f"write {_pattern(decl)}")

    def _key(self, arg: _Arg, type_name: str) -> str:
        if arg.token.kind == "name" and arg.text == "_":
            raise self._fault(arg, "a key cannot be left free", f"name one {type_name}")
        return self._typed(arg, type_name)

    def _expected(self, arg: _Arg, type_name: str) -> str:
        return arg.text if arg.text == NONE_TEXT else self._typed(arg, type_name)

    def _typed(self, arg: _Arg, type_name: str) -> str:
        try:
            return canonical(parse_value(arg.text, type_name))
        except ValueTextError as error:
            raise self._fault(arg, str(error), f"a {type_name} stands here") from error

    def _fault(self, arg: _Arg, message: str, hint: str) -> GoalError:
        return self._refused(Span(arg.token.span.line, arg.token.span.column, arg.length), message, hint)

    def _refused(self, span: Span, message: str, hint: str) -> GoalError:
        fault = Fault("goal", message, "goal", span.line, span.column, hint=hint, length=span.length)
        return GoalError(fault.shown(self.text), fault)


def _counted(args: int) -> str:
    return "no argument" if not args else "1 argument" if args == 1 else f"{args} arguments"


def _pattern_of_mark(decl: Decl, mark: str) -> str:
    keys = ", ".join(decl.key_types)
    asked = f"{keys}; {keys}" if mark == LATER_MARK else keys
    return f"{decl.pred}{MARK}{mark}({asked})"


def _pattern(decl: Decl) -> str:
    """How a goal on a predicate is written: ``outside(person)``, or with ``; trip`` for one member."""
    keys = ", ".join(decl.key_types)
    if decl.reading is Reading.MEMBERS:
        return f"{decl.pred}({keys}), or {decl.pred}({keys}; {decl.member_type})"
    return f"{decl.pred}({keys})"
