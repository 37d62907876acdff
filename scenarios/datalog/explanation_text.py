"""Tests as they are shown beside a node: bound values and outcome: ``1 < 3: true`` (spec 2.1). PURE."""

from __future__ import annotations

from collections.abc import Mapping

from scenarios.datalog.plans import Bind, Compare, Read
from scenarios.datalog.printing import call_text, expr_text
from scenarios.datalog.reference_values import State, Truth, state_text
from scenarios.datalog.syntax import Atom, Call, Const, Expr, Var
from scenarios.datalog.values import canonical
from scenarios.sentences import Sentence

Env = Mapping[str, State]


def truth_text(truth: Truth) -> str:
    """true, false or unknown."""
    return Sentence("unknown") if truth is None else Sentence("true") if truth else Sentence("false")


def bound_text(expr: Expr, env: Env) -> str:
    """An expression with the values of its variables."""
    if isinstance(expr, Var):
        return state_text(env[expr.name]) if expr.name in env else "_"
    if isinstance(expr, Const):
        return canonical(expr.value)
    if isinstance(expr, Atom):
        return f"{expr.pred}({','.join(bound_text(arg, env) for arg in expr.args)})"
    if expr.function == "cutoff":
        return expr_text(expr)
    parts = [bound_text(arg, env) for arg in expr.args]
    if expr.function in "+-*/":
        nested = [
            f"({text})" if isinstance(arg, Call) and arg.function in "+-*/" else text
            for arg, text in zip(expr.args, parts, strict=True)
        ]
        return f" {expr.function} ".join(nested)
    return call_text(expr, parts)


def comparison_check(step: Compare, env: Env, truth: Truth) -> str:
    return f"{bound_text(step.left, env)} {step.op} {bound_text(step.right, env)}: {truth_text(truth)}"


def atom_check(step: Read, env: Env, truth: Truth) -> str:
    """A literal under ``not``."""
    return f"not {bound_text(step.atom, env)}: {truth_text(truth)}"


def binding_check(step: Bind, env: Env, state: State) -> tuple[str, ...]:
    """A computed value; plain renamings say nothing."""
    if not isinstance(step.expr, Call):
        return ()
    return (f"{bound_text(step.expr, env)} = {state_text(state)}",)
