"""Counts that are decided early (spec 1.7): ``K = count{…}, K >= k`` whose K is used nowhere else. PURE."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scenarios.datalog.syntax import Aggregate, Comparison, Expr, Literal, Var
from scenarios.datalog.variables import all_vars, expr_vars, names


def early_counts(body: Sequence[Literal], used: frozenset[str]) -> Iterator[tuple[int, tuple[int, Expr]]]:
    """For each such count its place in the body, the place of its comparison, and k.

    ``used`` are the names that the head, or an aggregate around the body, uses.
    """
    for index, literal in enumerate(body):
        if not isinstance(literal, Aggregate) or literal.function != "count":
            continue
        name = literal.var.name
        users = [i for i, other in enumerate(body) if name in names(all_vars(other)) and i != index]
        if name in used or len(users) != 1:
            continue
        other = body[users[0]]
        if (
            isinstance(other, Comparison)
            and other.op == ">="
            and isinstance(other.left, Var)
            and other.left.name == name
            and name not in names(expr_vars(other.right))
        ):
            yield index, (users[0], other.right)
