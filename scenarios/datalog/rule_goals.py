"""Goals that stand for declared clauses: what is asked where a rule's node is asked about (spec 7.2). PURE.

A clause that fixes every key of its head is asked by that head: "blocklist(Boots)" is true, or has a value,
as far as the clause says so at the cutoff. A clause with keys of its own speaks of no one thing; its goal is
``rule:KEY`` without arguments, whose answer is the word for the clause in force. No evaluator takes it: the
clauses in force are read from the resolved history.
"""

from __future__ import annotations

from collections.abc import Mapping

from scenarios.datalog.derivation import Answerability, Gold
from scenarios.datalog.loading import declared_clause
from scenarios.datalog.syntax import Binding, Clause, Const, Goal, Program, Shape
from scenarios.datalog.values import Value, canonical

RULE = "rule:"


def is_rule_goal(goal: Goal) -> bool:
    """Whether a goal asks which clause is declared under a key."""
    return goal.pred.startswith(RULE)


def goal_of_rule(program: Program, rule_key: str, text: str) -> Goal:
    """The goal that asks for the clause ``text`` declared under a key.

    Raises ``ProgramError`` for a text that is no clause of this program.
    """
    clause = declared_clause(program, rule_key, text)
    keys = len(program.decls[clause.head.pred].key_types)
    fixed = tuple(_fixed(clause, place) for place in range(keys))
    key = tuple(canonical(value) for value in fixed if value is not None)
    return Goal(clause.head.pred, key) if len(key) == keys else Goal(f"{RULE}{rule_key}", ())


def _fixed(clause: Clause, place: int) -> Value | None:
    """The one value that an argument of the head can have; None where the body leaves it free."""
    term = clause.head.args[place]
    if isinstance(term, Const):
        return term.value
    for literal in clause.body:
        if isinstance(literal, Binding) and literal.var.name == term.name and isinstance(literal.expr, Const):
            return literal.expr.value
    return None


def is_parameter(program: Program, rule_key: str) -> bool:
    """Whether a rule node with this key stands for a parameter, not for a clause."""
    decl = program.decls.get(rule_key)
    return decl is not None and decl.shape is Shape.PARAM


def gold_of_rule(text: str | None, options: Mapping[str, str]) -> Gold:
    """Label and answer of a rule goal from the clause in force: the word for it, itself where it has none.
    None: no clause is in force."""
    if text is None:
        return Gold(Answerability.UNKNOWN, None)
    return Gold(Answerability.ANSWERABLE, options.get(text, text))
