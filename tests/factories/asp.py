"""Two-valued rules as an answer set program, solved by clingo."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import clingo

from tests.factories.three_valued import Found
from tests.factories.two_valued import Lit, Rule


def program_text(rules: Iterable[Rule]) -> str:
    """The rules as clingo reads them."""
    return "\n".join(_rule(rule) for rule in rules)


def _rule(rule: Rule) -> str:
    body = ", ".join(_literal(lit) for lit in rule.body)
    if not rule.fold:
        return f"{_atom(rule.pred, rule.args)} :- {body}." if body else f"{_atom(rule.pred, rule.args)}."
    *_, key, value = rule.body[0].args
    folded = key if rule.fold == "count" else f"{value},{key}"
    aggregate = f"R = #{rule.fold}{{ {folded} : {body} }}"
    some = _literal(Lit("pos", rule.body[0].pred, (*rule.args, "_", "_")))
    return f"{_atom(rule.pred, (*rule.args, 'R'))} :- {some}, {aggregate}."


def _atom(pred: str, args: Sequence[str]) -> str:
    return f"{pred}({','.join(args)})" if args else pred


def _literal(lit: Lit) -> str:
    if lit.kind == "cmp":
        return " ".join(lit.args)
    if lit.kind == "let":
        return f"{lit.args[0]} = {lit.args[1]}"
    return f"{'not ' if lit.kind == 'neg' else ''}{_atom(lit.pred, lit.args)}"


def solve(rules: Sequence[Rule], asked: Sequence[str]) -> Found:
    """The rows of the predicates asked for in the one answer set."""
    control = clingo.Control(["--warn=none"])
    control.add("base", [], program_text(rules))
    control.ground([("base", [])])
    wanted, found = set(asked), {pred: set() for pred in asked}
    with control.solve(yield_=True) as models:
        for symbol in next(iter(models)).symbols(atoms=True):
            if symbol.name in wanted:
                found[symbol.name].add(tuple(str(argument) for argument in symbol.arguments))
    return found
