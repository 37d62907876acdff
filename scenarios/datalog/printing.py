"""The syntax tree as program text again: for errors, checks and tables.

``clause_text`` parses back to an equal clause (anonymous variables are written ``_``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from fractions import Fraction

from scenarios.datalog.syntax import (
    Aggregate,
    Atom,
    Binding,
    Call,
    Clause,
    Comparison,
    Const,
    Expr,
    Literal,
    Var,
)
from scenarios.datalog.values import canonical

_BARE = re.compile(r"[a-z][a-z0-9_]*")
_WORDS = frozenset({"true", "false", "not", "date"})
_INFIX = frozenset("+-*/")


def quoted(text: str) -> str:
    """A text constant as the parser reads it."""
    for char, escape in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t"), ("\r", "\\r")):
        text = text.replace(char, escape)
    return f'"{text}"'


def const_text(value: str | Fraction | date | bool) -> str:
    """A constant as the parser reads it."""
    if isinstance(value, str):
        return value if _BARE.fullmatch(value) and value not in _WORDS else quoted(value)
    if isinstance(value, date):
        return f"date({value.isoformat()})"
    return canonical(value)


def expr_text(expr: Expr) -> str:
    """A term, expression or the atom inside ``coalesce``."""
    if isinstance(expr, Var):
        return "_" if expr.anonymous else expr.name
    if isinstance(expr, Const):
        return const_text(expr.value)
    if isinstance(expr, Atom):
        return atom_text(expr)
    if expr.function == "cutoff":
        return "date(cutoff)"
    if expr.function in _INFIX:
        left, right = (_operand(arg) for arg in expr.args)
        return f"{left} {expr.function} {right}"
    return call_text(expr, [expr_text(arg) for arg in expr.args])


def call_text(call: Call, args: Sequence[str]) -> str:
    """A function with the texts of its arguments, and the currency that ``convert`` names."""
    return f"{call.function}({', '.join([*args, *filter(None, (call.currency,))])})"


def _operand(expr: Expr) -> str:
    text = expr_text(expr)
    return f"({text})" if isinstance(expr, Call) and expr.function in _INFIX else text


def atom_text(atom: Atom) -> str:
    text = f"{atom.pred}({','.join(expr_text(arg) for arg in atom.args)})"
    return f"not {text}" if atom.negated else text


def literal_text(literal: Literal) -> str:
    """One body literal."""
    if isinstance(literal, Atom):
        return atom_text(literal)
    if isinstance(literal, Comparison):
        return f"{expr_text(literal.left)} {literal.op} {expr_text(literal.right)}"
    if isinstance(literal, Binding):
        return f"{expr_text(literal.var)} = {expr_text(literal.expr)}"
    return aggregate_text(literal)


def aggregate_text(literal: Aggregate) -> str:
    at = f" @ {expr_text(literal.at)}" if literal.at is not None else ""
    condition = f" | {body_text(literal.condition)}" if literal.condition else ""
    inside = f"{expr_text(literal.term)}{at} : {body_text(literal.body)}{condition}"
    return f"{expr_text(literal.var)} = {literal.function}{{ {inside} }}"


def body_text(body: tuple[Literal, ...]) -> str:
    return ", ".join(literal_text(literal) for literal in body)


def clause_text(clause: Clause) -> str:
    """The clause with its annotations, on one line."""
    notes = []
    if clause.set_keys is not None:
        notes.append(f"@set({','.join(clause.set_keys)})")
    if clause.recursive:
        notes.append("@recursive")
    if clause.inline:
        notes.append("@inline")
    if clause.family is not None:
        notes.append(f"@family({clause.family})")
    if clause.rule_key is not None:
        notes.append(f"@rule({clause.rule_key})")
    return " ".join([*notes, f"{atom_text(clause.head)} :- {body_text(clause.body)}."])
