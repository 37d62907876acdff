"""Expressions as terms of two-valued rules: each way in which one gets a value, or stays unknown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scenarios.datalog.reference_values import coerce
from scenarios.datalog.syntax import Atom, Call, Const, Expr, Program, Term, Var
from tests.factories.two_valued import SCALE, UNK, Lit, Symbols, UnsupportedError, absent, atom, let, test

Way = tuple[Lit, ...]


def variable(var: Var) -> str:
    """The name of a variable in the rules; it meets no other name there."""
    return f"X{var.name}"


@dataclass(kw_only=True)
class Expressions:
    """Writes expressions of one predicate, whose name is ``tag``; ``today`` is the day of the cutoff."""

    program: Program
    symbols: Symbols
    today: int
    tag: str
    count: int = 0

    def number(self) -> str:
        """A suffix for the relations of one aggregate, or a name for one result."""
        self.count += 1
        return f"_{self.tag}_{self.count}"

    def check_key(self, term: Term, type_name: str) -> None:
        """Raise ``UnsupportedError`` where a key of ``coalesce`` may lie outside of its type's pool."""

    def term(self, term: Term, type_name: str) -> str:
        if isinstance(term, Const):
            return self.symbols.term(coerce(term, type_name))
        return variable(term)

    def expression(self, expr: Expr) -> list[tuple[Way, str]]:
        """How an expression gets a value: literals, and the term it is then; ``unk`` where it has none."""
        if isinstance(expr, Var):
            return [((), variable(expr))]
        if isinstance(expr, Const):
            return [((), self.symbols.term(expr.value))]
        assert isinstance(expr, Call)
        if expr.function == "cutoff":
            return [((), str(self.today))]
        if expr.function == "coalesce":
            return list(self._coalesce(expr))
        return list(self._operation(expr))

    def _coalesce(self, expr: Call) -> Iterator[tuple[Way, str]]:
        read, fallback = expr.args
        assert isinstance(read, Atom)
        decl = self.program.decls[read.pred]
        for term, type_name in zip(read.args, decl.key_types, strict=False):
            self.check_key(term, type_name)
        keys = [self.term(t, k) for t, k in zip(read.args, decl.key_types, strict=False)]
        found = f"C{self.number()}"
        yield (atom(f"p_{read.pred}", *keys, found),), found
        for way, term in self.expression(fallback):
            yield (absent(f"anyp_{read.pred}", *keys), *way), term

    def _operation(self, expr: Call) -> Iterator[tuple[Way, str]]:
        if expr.function in ("*", "/", "convert"):
            raise UnsupportedError(expr.function)
        for left_way, left in self.expression(expr.args[0]):
            for right_way, right in self.expression(expr.args[1]):
                before = left_way + right_way
                yield (*before, test(left, "=", UNK)), UNK
                yield (*before, test(left, "!=", UNK), test(right, "=", UNK)), UNK
                known = (*before, test(left, "!=", UNK), test(right, "!=", UNK))
                result = f"C{self.number()}"
                if expr.function in ("min", "max"):
                    first, second = ("<=", ">") if expr.function == "min" else (">=", "<")
                    yield (*known, test(left, first, right)), left
                    yield (*known, test(left, second, right)), right
                elif expr.function == "days":
                    yield (*known, let(result, f"({right} - {left}) * {SCALE}")), result
                else:
                    yield (*known, let(result, f"{left} {expr.function} {right}")), result
