"""Two-valued rules as a Datalog program, solved by Nemo."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import nmo_python

from tests.factories.three_valued import Found
from tests.factories.two_valued import Lit, Rule, derived

_VARIABLE = re.compile(r"\b[A-Z]\w*\b")


def program_text(rules: Sequence[Rule], asked: Iterable[str]) -> str:
    """The rules as Nemo reads them, with an output for each predicate asked for."""
    known = derived(rules)
    lines = [f"{_ALWAYS} .", *(_rule(rule) for rule in rules)]
    lines += [f"@export {pred} :- csv{{}} ." for pred in dict.fromkeys(asked) if pred in known]
    return "\n".join(lines)


#: A rule needs a literal that is not under ``not``: this fact is always there.
_ALWAYS = "always(unit)"


def _rule(rule: Rule) -> str:
    literals = [_literal(lit) for lit in rule.body]
    if literals and all(lit.kind != "pos" for lit in rule.body):
        literals.insert(0, _ALWAYS)
    body = ", ".join(literals)
    if not rule.fold:
        return f"{_atom(rule.pred, rule.args)} :- {body} ." if body else f"{_atom(rule.pred, rule.args)} ."
    *_, key, value = rule.body[0].args
    folded = _term(key) if rule.fold == "count" else f"{_term(value)}, {_term(key)}"
    if rule.fold in ("min", "max"):
        folded = _term(value)
    return f"{_atom(rule.pred, (*rule.args, f'#{rule.fold}({folded})'))} :- {body} ."


def _term(text: str) -> str:
    return text if text.startswith("#") else _VARIABLE.sub(lambda match: f"?{match.group()}", text)


def _atom(pred: str, args: Sequence[str]) -> str:
    return f"{pred}({', '.join(_term(arg) for arg in args) or 'unit'})"


def _literal(lit: Lit) -> str:
    if lit.kind == "cmp":
        left, op, right = lit.args
        return f"{_term(left)} {op} {_term(right)}"
    if lit.kind == "let":
        return f"{_term(lit.args[0])} = {_term(lit.args[1])}"
    return f"{'~' if lit.kind == 'neg' else ''}{_atom(lit.pred, lit.args)}"


def solve(rules: Sequence[Rule], asked: Sequence[str]) -> Found:
    """The rows of the predicates asked for."""
    known = derived(rules)
    engine = nmo_python.NemoEngine(nmo_python.load_string(program_text(rules, asked)))
    engine.reason()
    found: Found = {pred: set() for pred in asked}
    for pred in asked:
        if pred in known:
            rows = engine.result(pred)
            found[pred] = {tuple(_plain(value) for value in row) for row in rows}
            if not known[pred]:
                found[pred] = {() for _ in found[pred]}
    return found


def _plain(value: object) -> str:
    return str(value).strip("<>")
