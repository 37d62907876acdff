"""Clause bodies: atoms, comparisons, expressions and aggregates (spec 1.7).

::

    lit   := atom | "not" atom | expr cmp expr | VAR "=" expr | VAR "=" aggregate
    agg   := AGG "{" term [ "@" term ] ":" lit { "," lit } [ "|" lit { "," lit } ] "}"
    expr  := terms under + - * / min(a,b) max(a,b) days(a,b) coalesce(f(K,_),c)
             convert(m,rate) convert(m,rate,currency)
    term  := VAR | _ | "quoted" | number | date(2026-07-01) | date(cutoff) | entity id

``date(cutoff)`` is the day of the query's cutoff in UTC, read as ``Call("cutoff", ())``; it stands in
expressions only.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from fractions import Fraction

from scenarios.datalog.lexer import Token
from scenarios.datalog.parser_state import ParseState
from scenarios.datalog.syntax import (
    AGGREGATES,
    Aggregate,
    Atom,
    Binding,
    Call,
    Comparison,
    Const,
    Expr,
    Literal,
    Term,
    Var,
)
from scenarios.datalog.values import MAX_DIGITS

#: Brackets, signs and braces that may stand in each other, and operators that one literal may have.
MAX_LEVELS, MAX_OPERATIONS = 25, 100
FUNCTIONS = {"min": 2, "max": 2, "days": 2, "convert": 2, "coalesce": 2}
_COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
_TRUTHS = {"true": True, "false": False}


class BodyParser:
    """Reads the atoms and literals of one clause; numbers its anonymous variables ``_1``, ``_2``, …"""

    def __init__(self, state: ParseState) -> None:
        self.state = state
        self.anonymous = 0
        self.level = 0
        self.operations = 0

    def literals(self) -> tuple[Literal, ...]:
        found = [self.literal()]
        while self.state.accept(","):
            found.append(self.literal())
        return tuple(found)

    @contextmanager
    def _deeper(self, token: Token) -> Iterator[None]:
        """One level further in. Raises ``SyntaxFault`` beyond ``MAX_LEVELS``."""
        self.level += 1
        if self.level > MAX_LEVELS:
            message = f"more than {MAX_LEVELS} levels stand in each other"
            raise self.state.fault_of(token, message, "give a part a predicate of its own")
        yield
        self.level -= 1

    def _operation(self, function: str, args: tuple[Expr, ...], token: Token, currency: str = "") -> Call:
        self.operations += 1
        if self.operations > MAX_OPERATIONS:
            message = f"one literal has more than {MAX_OPERATIONS} operations"
            raise self.state.fault_of(token, message, "give a part a predicate of its own")
        return Call(function, args, currency, span=token.span)

    def literal(self) -> Literal:
        state = self.state
        if not self.level:
            self.operations = 0
        token = state.peek()
        if token.is_word("not") and not state.peek(1).is_mark("("):
            state.next()
            atom = self.atom()
            return Atom(atom.pred, atom.args, True, atom.span)
        if self._starts_atom(token):
            return self.atom()
        left = self.expression()
        operator = state.next()
        if not operator.is_mark(*_COMPARISONS):
            hint = "a condition compares two terms with = != < <= > >="
            raise state.fault_of(operator, f"expected a comparison, found {operator.shown}", hint)
        if operator.text == "=" and isinstance(left, Var):
            return self._binding(left)
        return Comparison(operator.text, left, self.expression(), operator.span)

    def _starts_atom(self, token: Token) -> bool:
        return (
            token.kind == "name"
            and self.state.peek(1).is_mark("(")
            and token.text not in FUNCTIONS
            and token.text != "date"
        )

    def _binding(self, variable: Var) -> Literal:
        state = self.state
        token = state.peek()
        if token.kind == "name" and state.peek(1).is_mark("{"):
            return self._aggregate(variable)
        return Binding(variable, self.expression(), variable.span)

    def _aggregate(self, variable: Var) -> Aggregate:
        state = self.state
        function = state.next()
        if function.text not in AGGREGATES:
            hint = f"known are {', '.join(AGGREGATES)}"
            raise state.fault_of(function, f"unknown aggregate {function.text}", hint)
        state.expect("{")
        term = self.term()
        at = self.term() if state.accept("@") else None
        state.expect(":")
        with self._deeper(function):
            body = self.literals()
            condition = self.literals() if state.accept("|") else ()
        state.expect("}")
        return Aggregate(variable, function.text, term, at, body, condition, function.span)

    def atom(self) -> Atom:
        state = self.state
        name = state.name("a predicate")
        if name.text[0].isupper() or name.text[0] == "_":
            raise state.fault_of(
                name, f"{name.text} cannot name a predicate", "predicates start in lower case"
            )
        state.expect("(")
        args: list[Term] = []
        if not state.peek().is_mark(")"):
            args.append(self.term())
            while state.accept(",") or state.accept(";"):
                args.append(self.term())
        hint = "arguments are terms; compute values with VAR = expr in the body"
        state.expect(")", hint)
        return Atom(name.text, tuple(args), span=name.span)

    # ---------------------------------------------------------------- terms and expressions
    def term(self) -> Term:
        """A variable or a constant."""
        state = self.state
        token = state.next()
        if token.is_mark("-") and state.peek().kind == "number":
            return Const(-self._number(state.next()), token.span)
        if token.kind == "number":
            return Const(self._number(token), token.span)
        if token.kind == "string":
            return Const(token.text, token.span)
        if token.kind == "date":
            return Const(self._date(token), token.span)
        if token.kind == "name":
            return self._named_term(token)
        raise state.fault_of(token, f"expected a variable or a value, found {token.shown}")

    def _number(self, token: Token) -> Fraction:
        if len(token.text) > MAX_DIGITS:
            raise self.state.fault_of(token, f"a number has at most {MAX_DIGITS:,} digits")
        return Fraction(token.text)

    def _named_term(self, token: Token) -> Term:
        if token.text == "_":
            self.anonymous += 1
            return Var(f"_{self.anonymous}", token.span)
        if token.text[0] == "_":
            hint = "a variable starts in upper case; _ alone stands for any value"
            raise self.state.fault_of(token, f"{token.text} is neither a variable nor a name", hint)
        if token.text[0].isupper():
            return Var(token.text, token.span)
        if token.text == "date" and self.state.peek().is_mark("("):
            return self._date_literal(token)
        if token.text in _TRUTHS:
            return Const(_TRUTHS[token.text], token.span)
        return Const(token.text, token.span)

    def _date_literal(self, word: Token) -> Const:
        state = self.state
        state.expect("(")
        token = state.next()
        if token.kind not in ("date", "string"):
            raise state.fault_of(token, f"expected a date, found {token.shown}", "write date(2026-07-01)")
        value = self._date(token)
        state.expect(")")
        return Const(value, word.span)

    def _date(self, token: Token) -> date:
        try:
            return date.fromisoformat(token.text)
        except ValueError as error:
            raise self.state.fault_of(token, f"{token.text} is not a date") from error

    def expression(self) -> Expr:
        left = self._product()
        while self.state.peek().is_mark("+", "-"):
            operator = self.state.next()
            left = self._operation(operator.text, (left, self._product()), operator)
        return left

    def _product(self) -> Expr:
        left = self._primary()
        while self.state.peek().is_mark("*", "/"):
            operator = self.state.next()
            left = self._operation(operator.text, (left, self._primary()), operator)
        return left

    def _primary(self) -> Expr:
        state = self.state
        token = state.peek()
        if state.accept("("):
            with self._deeper(token):
                inner = self.expression()
            state.expect(")")
            return inner
        if token.is_mark("-") and state.peek(1).kind != "number":
            state.next()
            with self._deeper(token):
                return self._operation("-", (Const(Fraction(0), token.span), self._primary()), token)
        if token.kind == "name" and state.peek(1).is_mark("("):
            if token.text in FUNCTIONS:
                return self._call(token)
            if token.text == "date" and state.peek(2).is_word("cutoff", "τ"):
                return self._cutoff(token)
            if token.text != "date":
                hint = "known functions are min, max, days, convert, coalesce and date"
                raise state.fault_of(token, f"unknown function {token.text}", hint)
        return self.term()

    def _cutoff(self, word: Token) -> Call:
        state = self.state
        state.next(), state.expect("("), state.next(), state.expect(")")
        return Call("cutoff", (), span=word.span)

    def _call(self, name: Token) -> Call:
        state = self.state
        state.next(), state.expect("(")
        with self._deeper(name):
            args: list[Expr] = [self.atom() if name.text == "coalesce" else self.expression()]
            currency = ""
            while state.accept(","):
                if name.text == "convert" and len(args) == 2 and not currency:
                    currency = state.currency()
                else:
                    args.append(self.expression())
        state.expect(")")
        if len(args) != FUNCTIONS[name.text]:
            raise state.fault_of(name, f"{name.text} takes {FUNCTIONS[name.text]} arguments, not {len(args)}")
        return self._operation(name.text, tuple(args), name, currency)
