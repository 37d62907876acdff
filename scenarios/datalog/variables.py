"""Which variables a piece of syntax uses, and which of them are seen outside an aggregate (spec 1.7).

Variables of an aggregate are local to its braces unless they are used outside: in the head, in a
literal beside the aggregate, or as the result of an aggregate there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scenarios.datalog.syntax import (
    Aggregate,
    Atom,
    Binding,
    Call,
    Clause,
    Comparison,
    Decl,
    Expr,
    Literal,
    Var,
)


def expr_vars(expr: Expr) -> Iterator[Var]:
    """Variables of a term, an expression or the atom inside ``coalesce``, anonymous ones included."""
    if isinstance(expr, Var):
        yield expr
    elif isinstance(expr, (Call, Atom)):
        for arg in expr.args:
            yield from expr_vars(arg)


def needed_vars(expr: Expr) -> frozenset[str]:
    """Names that must be bound before ``expr`` has a value: all but ``_``."""
    return frozenset(var.name for var in expr_vars(expr) if not var.anonymous)


def own_vars(literal: Literal) -> Iterator[Var]:
    """Variables a literal shows outside of any braces; of an aggregate only its result."""
    if isinstance(literal, Atom):
        for arg in literal.args:
            yield from expr_vars(arg)
    elif isinstance(literal, Comparison):
        yield from expr_vars(literal.left)
        yield from expr_vars(literal.right)
    elif isinstance(literal, Binding):
        yield literal.var
        yield from expr_vars(literal.expr)
    else:
        yield literal.var


def all_vars(literal: Literal) -> Iterator[Var]:
    """Variables of a literal, those inside braces included."""
    yield from own_vars(literal)
    if isinstance(literal, Aggregate):
        yield from expr_vars(literal.term)
        if literal.at is not None:
            yield from expr_vars(literal.at)
        for inner in (*literal.body, *literal.condition):
            yield from all_vars(inner)


def names(variables: Iterable[Var]) -> frozenset[str]:
    return frozenset(var.name for var in variables)


def head_inputs(clause: Clause, decl: Decl) -> frozenset[str]:
    """Names that a call binds: the key or group arguments of the head."""
    return names(var for arg in clause.head.args[: len(decl.key_types)] for var in expr_vars(arg))


def outside_names(body: Iterable[Literal], inherited: frozenset[str]) -> frozenset[str]:
    """Names seen at this level: inherited ones (the head's, or an outer level's) and the literals' own."""
    return inherited | names(var for literal in body for var in own_vars(literal))


def shared_names(aggregate: Aggregate, outside: frozenset[str]) -> frozenset[str]:
    """Names inside the braces that belong to the level around them, so must be bound there."""
    inside: set[str] = set(names(expr_vars(aggregate.term)))
    if aggregate.at is not None:
        inside |= names(expr_vars(aggregate.at))
    for literal in (*aggregate.body, *aggregate.condition):
        inside |= names(all_vars(literal))
    return frozenset(inside & outside) - {aggregate.var.name}


def body_atoms(body: Iterable[Literal]) -> Iterator[tuple[Atom, bool]]:
    """Every atom of a body with a mark: does it stand under ``not``, in an aggregate or in coalesce."""
    for literal in body:
        if isinstance(literal, Atom):
            yield literal, literal.negated
        elif isinstance(literal, Aggregate):
            for atom, _ in body_atoms((*literal.body, *literal.condition)):
                yield atom, True
        else:
            exprs = (literal.left, literal.right) if isinstance(literal, Comparison) else (literal.expr,)
            for expr in exprs:
                yield from ((atom, True) for atom in expr_atoms(expr))


def expr_atoms(expr: Expr) -> Iterator[Atom]:
    """The atoms inside ``coalesce`` in an expression."""
    if isinstance(expr, Atom):
        yield expr
    elif isinstance(expr, Call):
        for arg in expr.args:
            yield from expr_atoms(arg)
