"""Makes a failing case small by deletion: of goals, cutoffs, events, actions, clauses and literals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from scenarios.datalog.errors import DatalogError
from scenarios.datalog.history import History
from scenarios.datalog.loading import load_program
from scenarios.datalog.printing import clause_text
from scenarios.datalog.syntax import Aggregate, Clause, Literal, Program
from tests.factories.random_cases import Case
from tests.factories.random_schema import decl_text

Item = TypeVar("Item")
Fails = Callable[[Case], bool]


def shrink(case: Case, fails: Fails, *, most: int = 2_000) -> Case:
    """A case that still fails and from which nothing can be deleted without it passing; gives up looking
    for a smaller one after ``most`` tries."""
    tries, before = 0, None
    while before is not case and tries < most:
        before = case
        for smaller in _smaller(case):
            tries += 1
            if tries > most:
                break
            if _still(smaller, fails):
                case = smaller
                break
    return case


def _still(case: Case, fails: Fails) -> bool:
    """Whether a smaller case fails in the same way; one that is no case any more does not."""
    try:
        return fails(case)
    except DatalogError:
        return False


def _smaller(case: Case) -> Iterator[Case]:
    """Cases with something deleted, large pieces first."""
    for goals in _without_some(case.goals):
        if goals:
            yield replace(case, goals=goals)
    for cutoffs in _without_some(case.cutoffs):
        if cutoffs:
            yield replace(case, cutoffs=cutoffs)
    events = tuple(dict.fromkeys(action.event for action in case.history.actions))
    for kept in _without_some(events):
        yield replace(case, history=case.history.restricted_to(kept))
    for actions in _without_some(case.history.actions, largest=1):
        yield replace(case, history=History(actions))
    yield from _smaller_programs(case)


def _without_some(items: tuple[Item, ...], largest: int | None = None) -> Iterator[tuple[Item, ...]]:
    """The items without a run of them: halves, quarters, …, each one alone."""
    size = largest or max(1, len(items) // 2)
    while size and items:
        for start in range(0, len(items), size):
            yield items[:start] + items[start + size :]
        size //= 2


# -------------------------------------------------------------------- programs
def _smaller_programs(case: Case) -> Iterator[Case]:
    program = case.program
    needed = {action.pred for action in case.history.actions} | {goal.pred for goal in case.goals}
    for clauses in _without_some(program.clauses):
        yield from _loaded(case, replace(program, clauses=clauses))
    for pred in program.decls:
        if pred not in needed:
            decls = {name: decl for name, decl in program.decls.items() if name != pred}
            assumed = program.assumed_complete - {pred}
            yield from _loaded(case, replace(program, decls=decls, assumed_complete=assumed))
    for place, clause in enumerate(program.clauses):
        for smaller in _smaller_clauses(clause):
            clauses = (*program.clauses[:place], smaller, *program.clauses[place + 1 :])
            yield from _loaded(case, replace(program, clauses=clauses))


def _smaller_clauses(clause: Clause) -> Iterator[Clause]:
    for body in _smaller_bodies(clause.body):
        if body:
            yield replace(clause, body=body)


def _smaller_bodies(body: tuple[Literal, ...]) -> Iterator[tuple[Literal, ...]]:
    for place, literal in enumerate(body):
        yield body[:place] + body[place + 1 :]
        if isinstance(literal, Aggregate):
            for inner in _smaller_bodies(literal.body):
                if inner:
                    yield (*body[:place], replace(literal, body=inner), *body[place + 1 :])


def _loaded(case: Case, program: Program) -> Iterator[Case]:
    """The case with another program, where that is one."""
    try:
        loaded = load_program(program_text(program))
    except DatalogError:
        return
    yield replace(case, program=loaded)


def program_text(program: Program) -> str:
    """A program as text that loads to an equal one."""
    lines = [decl_text(decl) for decl in program.decls.values()]
    lines += [f"assume complete({pred})." for pred in sorted(program.assumed_complete)]
    lines += [clause_text(clause) for clause in program.clauses]
    return "\n".join([*lines, ""])
