"""Clauses as questions: what a clause says of one key and one answer, as predicates of their own. PURE.

To say why a clause does not give an answer, its body is read with the answer already in it: ``country(T,N)
:- dest(T,C), city_in(C,N)`` asked for Corvia fails at ``city_in(Lunmar, Corvia)``. For this each clause
becomes a derived truth with the same body, over the keys of its head and, in a second form, its value or
member. Nothing reads these predicates, so a program widened by them answers all else as before.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

from scenarios.datalog.errors import ProgramError
from scenarios.datalog.loading import ByIdentity, declared_clause, program_in_force
from scenarios.datalog.resolution import Resolved
from scenarios.datalog.syntax import Atom, Clause, Decl, Program, Reading, Shape
from scenarios.sentences import Sentence

RULE = "rule:"


@dataclass(frozen=True, slots=True)
class Retired:
    """A declared clause that is not in force at a cutoff, and what ended it.

    ``by`` is the event that withdrew (``withdrawn``) or replaced it, observed at ``t``.
    """

    rule_key: str
    clause_text: str
    by: str
    t: datetime
    withdrawn: bool


@dataclass(frozen=True, slots=True)
class Probe:
    """A clause with the predicates that ask it: ``plain`` over the keys, ``answered`` over keys and answer.

    ``standing`` is empty for a clause in force, else it says since when and why it is not.
    """

    clause: Clause
    plain: str
    answered: str
    standing: str = ""


@dataclass(frozen=True)
class Widened:
    """A program with its probes by predicate; ``unreadable`` are retired texts that do not fit it."""

    program: Program
    probes: dict[str, tuple[Probe, ...]]
    unreadable: tuple[str, ...] = ()


def retired_rules(resolved: Resolved) -> tuple[Retired, ...]:
    """The declared clauses of a resolved history that are not in force, by rule key, the latest first."""
    found: list[Retired] = []
    for name in sorted(name for name, _, _ in resolved.by_key if name.startswith(RULE)):
        versions = resolved.versions((name, (), None))
        for version, ending in reversed(list(zip(versions, versions[1:], strict=False))):
            if not version.cancelled:
                first = ending.actions[0]
                key = name.removeprefix(RULE)
                found.append(Retired(key, version.value or "", first.event, first.t, ending.cancelled))
    return tuple(found)


def widen(base: Program, rules: tuple[tuple[str, str], ...], retired: tuple[Retired, ...]) -> Widened:
    """The program in force with a probe for each clause in force, and for those that were.

    ``rules`` are the declared clauses in force as (rule key, text). The result is kept, so that its
    compiled statements are.
    """
    return _widened(ByIdentity(base), rules, retired)


@lru_cache(maxsize=64)
def _widened(base: ByIdentity, rules: tuple[tuple[str, str], ...], retired: tuple[Retired, ...]) -> Widened:
    program = program_in_force(base.program, dict(rules))
    clauses: list[tuple[Clause, str]] = [(clause, "") for clause in program.clauses]
    clauses += _replaced(base.program, dict(rules))
    unreadable: list[str] = []
    known = {(key, text) for key, text in rules}
    for rule in retired:
        if (rule.rule_key, rule.clause_text) in known:
            continue
        known.add((rule.rule_key, rule.clause_text))
        try:
            clause = declared_clause(base.program, rule.rule_key, rule.clause_text)
        except ProgramError:
            unreadable.append(rule.clause_text)
            continue
        clauses.append((clause, _ended(rule)))
    prefix = "whynot"
    while any(name.startswith(prefix) for name in program.decls):
        prefix += "_"
    probes: dict[str, list[Probe]] = {}
    decls, added = dict(program.decls), list[Clause]()
    for place, (clause, standing) in enumerate(clauses):
        decl = program.decls[clause.head.pred]
        plain, answered = f"{prefix}_{place}", f"{prefix}_{place}_v"
        keys = len(decl.key_types)
        for name, args in ((plain, clause.head.args[:keys]), (answered, clause.head.args)):
            decls[name] = _truth(name, decl, len(args))
            added.append(_asking(clause, Atom(name, args, span=clause.head.span)))
        probes.setdefault(clause.head.pred, []).append(Probe(clause, plain, answered, standing))
    wide = replace(program, decls=decls, clauses=(*program.clauses, *added))
    return Widened(wide, {pred: tuple(found) for pred, found in probes.items()}, tuple(unreadable))


def _replaced(base: Program, rules: dict[str, str]) -> list[tuple[Clause, str]]:
    """Base clauses in whose place a declared one stands."""
    return [
        (
            clause,
            Sentence(
                "not in force: rule %(rule)s, which is declared, stands in its place", rule=clause.rule_key
            ),
        )
        for clause in base.clauses
        if clause.rule_key in rules
    ]


def _ended(rule: Retired) -> str:
    told = {"rule": rule.rule_key, "event": rule.by, "day": rule.t.date().isoformat()}
    if rule.withdrawn:
        return Sentence("not in force: rule %(rule)s was withdrawn by %(event)s on %(day)s", **told)
    return Sentence("not in force: rule %(rule)s was replaced by %(event)s on %(day)s", **told)


def _truth(name: str, decl: Decl, arity: int) -> Decl:
    types = decl.key_types
    if arity > len(types):
        types = (*types, decl.member_type or decl.value_type or "text")
    return Decl(Shape.DERIVED, name, types, value_type="bool", span=decl.span)


def _asking(clause: Clause, head: Atom) -> Clause:
    return replace(
        clause, head=head, id=head.pred, set_keys=None, recursive=False, inline=False, rule_key=None
    )


def probed(probe: Probe, decl: Decl, answer: bool) -> str:
    """The predicate to ask: with an answer only where the predicate has one."""
    return probe.answered if answer and decl.reading is not Reading.TRUTH else probe.plain
