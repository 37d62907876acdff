"""Rewritings of a program that must not change an answer: other orders, other names of variables."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from scenarios.datalog.syntax import (
    Aggregate,
    Atom,
    Binding,
    Call,
    Clause,
    Comparison,
    Expr,
    Literal,
    Program,
    Var,
)
from scenarios.datalog.variables import all_vars, expr_vars

Rename = Callable[[str], str]


def shuffled_body(rng: random.Random, body: tuple[Literal, ...]) -> tuple[Literal, ...]:
    """The literals in another order, those in braces too."""
    literals = [
        replace(x, body=shuffled_body(rng, x.body), condition=shuffled_body(rng, x.condition))
        if isinstance(x, Aggregate)
        else x
        for x in body
    ]
    rng.shuffle(literals)
    return tuple(literals)


def shuffled(rng: random.Random, program: Program) -> Program:
    """The program with literals and clauses in another order."""
    clauses: list[Clause] = [replace(c, body=shuffled_body(rng, c.body)) for c in program.clauses]
    rng.shuffle(clauses)
    return replace(program, clauses=tuple(clauses))


def renamed(rng: random.Random, program: Program) -> Program:
    """The program with other names for the variables of each clause, in the same alphabetical order: where
    two lookups give one variable and only one of them is known, the first by its text gives the value that
    later comparisons see, so another order may turn false into unknown. ``_`` stays.
    """
    return replace(program, clauses=tuple(_renamed_clause(rng, clause) for clause in program.clauses))


def _renamed_clause(rng: random.Random, clause: Clause) -> Clause:
    variables = [var for arg in clause.head.args for var in expr_vars(arg)]
    variables += [var for literal in clause.body for var in all_vars(literal)]
    names = sorted({var.name for var in variables if not var.anonymous})
    letter = rng.choice("AKQZ")
    fresh = [f"{letter}{number:02}" for number in range(len(names))]
    table = dict(zip(names, fresh, strict=True))

    def rename(name: str) -> str:
        return table.get(name, name)

    keys = None if clause.set_keys is None else tuple(rename(name) for name in clause.set_keys)
    head, body = _expr(clause.head, rename), _body(clause.body, rename)
    assert isinstance(head, Atom)
    return replace(clause, head=head, body=body, set_keys=keys)


def _body(body: tuple[Literal, ...], rename: Rename) -> tuple[Literal, ...]:
    return tuple(_literal(literal, rename) for literal in body)


def _literal(literal: Literal, rename: Rename) -> Literal:
    if isinstance(literal, Comparison):
        return replace(literal, left=_expr(literal.left, rename), right=_expr(literal.right, rename))
    if isinstance(literal, Binding):
        return replace(literal, var=_expr(literal.var, rename), expr=_expr(literal.expr, rename))
    if isinstance(literal, Aggregate):
        return replace(
            literal,
            var=_expr(literal.var, rename),
            term=_expr(literal.term, rename),
            at=None if literal.at is None else _expr(literal.at, rename),
            body=_body(literal.body, rename),
            condition=_body(literal.condition, rename),
        )
    return _expr(literal, rename)


def _expr(expr: Expr, rename: Rename) -> Expr:  # the same kind of expression comes back
    if isinstance(expr, Var):
        return replace(expr, name=rename(expr.name))
    if isinstance(expr, (Call, Atom)):
        return replace(expr, args=tuple(_expr(arg, rename) for arg in expr.args))
    return expr
