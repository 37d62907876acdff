"""What people may attach to a record: the predicates of a program with their arguments (spec 1.2)."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop

from scenarios.datalog.history import Op
from scenarios.datalog.inference import place_types
from scenarios.datalog.syntax import Decl, Program, Shape

#: No record states these (spec 1.2, AC-1.3).
UNSTATED = frozenset({Shape.DERIVED, Shape.INVERSE})
#: How a row says that it is about a declared rule.
RULE_PRED = "rule"

_OPS = {
    Shape.FUNC: (Op.ASSERT, Op.REVISE, Op.CANCEL),
    Shape.PARAM: (Op.ASSERT, Op.REVISE, Op.CANCEL),
    Shape.SET: (Op.MEMBER, Op.CANCEL, Op.COMPLETE, Op.REOPEN),
}
OP_WORDS = {
    Op.ASSERT: gettext_noop("is"),
    Op.REVISE: gettext_noop("changes to"),
    Op.CANCEL: gettext_noop("no longer holds"),
    Op.MEMBER: gettext_noop("has the member"),
    Op.COMPLETE: gettext_noop("is complete, with so many in all"),
    Op.REOPEN: gettext_noop("is no longer complete"),
    Op.RULE: gettext_noop("is in force"),
    Op.UNRULE: gettext_noop("is withdrawn"),
}


@dataclass(frozen=True, slots=True)
class ArgumentChoice:
    """An argument of a row: the name of its entry (``a1``), its type, and what it is (key, value, member)."""

    name: str
    type: str
    role: str


@dataclass(frozen=True, slots=True)
class PredicateChoice:
    """Something a record may speak of: ``words`` for people, ``formal`` as it is declared."""

    pred: str
    words: str
    formal: str
    ops: tuple[tuple[str, str], ...]
    arguments: tuple[ArgumentChoice, ...]


def ops_of(decl: Decl | None) -> tuple[Op, ...]:
    """The operations that go with a predicate, the usual one first; None for a declared rule."""
    return (Op.RULE, Op.UNRULE) if decl is None else _OPS[decl.shape]


def choices(program: Program) -> list[PredicateChoice]:
    """Every predicate that a record may state, in the order of the program, and last the declared rules where
    the program has clauses."""
    stated = [decl for decl in program.decls.values() if decl.shape not in UNSTATED]
    found = [_choice(decl) for decl in stated]
    if program.clauses:
        found.append(
            PredicateChoice(
                RULE_PRED,
                gettext("a rule, by its key"),
                "rule key",
                _worded(ops_of(None)),
                (_argument(1, "key", "key"),),
            )
        )
    return found


def words_of(decl: Decl) -> str:
    """``room price of a hotel``; of a collection ``trips: trip of a person, year``."""
    name = decl.pred.replace("_", " ")
    of = ", ".join(kind.replace("_", " ") for kind in decl.key_types)
    return f"{name} of {of}" if of else name


def _choice(decl: Decl) -> PredicateChoice:
    types, keys = place_types(decl), len(decl.key_types)
    last = "member" if decl.shape is Shape.SET else "value"
    arguments = tuple(
        _argument(n, kind, "key" if n <= keys else last) for n, kind in enumerate(types, start=1)
    )
    mark = " ;" if decl.shape is Shape.SET else " ->"
    formal = f"{decl.pred}({', '.join(types[:keys])}{f'{mark} {types[-1]}' if mark == ' ;' else ''})"
    formal += f" -> {types[-1]}" if mark == " ->" else ""
    return PredicateChoice(decl.pred, words_of(decl), formal, _worded(ops_of(decl)), arguments)


def _argument(n: int, kind: str, role: str) -> ArgumentChoice:
    return ArgumentChoice(f"a{n}", kind, role)


def _worded(ops: tuple[Op, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((op.value, gettext(OP_WORDS[op])) for op in ops)
