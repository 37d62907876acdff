"""Faults of heads, annotations, arities and aggregates (spec 1.7)."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from scenarios.datalog.errors import Fault, fault_at
from scenarios.datalog.printing import atom_text
from scenarios.datalog.stratification import recursive_components
from scenarios.datalog.syntax import Aggregate, Atom, Call, Clause, Literal, Program, Reading, Shape, Span
from scenarios.datalog.variables import body_atoms, expr_vars, names


def clause_fault(
    program: Program,
    clause: Clause,
    code: str,
    message: str,
    span: Span,
    *,
    variable: str = "",
    hint: str = "",
) -> Fault:
    """A fault inside ``clause``."""
    rule = atom_text(clause.head)
    return fault_at(code, message, file=program.filename, span=span, rule=rule, variable=variable, hint=hint)


def _no_predicate(program: Program, clause: Clause, atom: Atom) -> Fault:
    close = difflib.get_close_matches(atom.pred, sorted(program.decls), n=1)
    hint = f"did you mean {close[0]}?" if close else f"declare {atom.pred} first"
    message = f"predicate {atom.pred} is not declared"
    return clause_fault(program, clause, "undeclared-predicate", message, atom.span, hint=hint)


def check_arity(program: Program) -> Iterator[Fault]:
    """Every atom names a declared predicate and has as many arguments as its declaration."""
    for clause in program.clauses:
        for atom in (clause.head, *(atom for atom, _ in body_atoms(clause.body))):
            decl = program.decls.get(atom.pred)
            if decl is None:
                yield _no_predicate(program, clause, atom)
            elif len(atom.args) != decl.arity:
                message = f"{atom.pred} has {decl.arity} arguments, here {len(atom.args)}"
                yield clause_fault(program, clause, "arity", message, atom.span)


def check_heads(program: Program) -> Iterator[Fault]:
    """Only derived predicates have clauses: what is recorded comes from events alone (AC-1.3)."""
    for clause in program.clauses:
        decl = program.decls.get(clause.head.pred)
        if decl is not None and decl.shape is not Shape.DERIVED:
            message = f"{clause.head.pred} is declared {decl.shape}, so no clause may derive it"
            hint = f"declare it 'derived {clause.head.pred}(…)' or give the rule another head"
            yield clause_fault(program, clause, "recorded-head", message, clause.head.span, hint=hint)


def check_annotations(program: Program) -> Iterator[Fault]:
    """Annotations say what is so: @set names the group, @recursive stands on recursive predicates."""
    recursive = {pred for component in recursive_components(program) for pred in component}
    for clause in program.clauses:
        decl = program.decls.get(clause.head.pred)
        if decl is None:
            continue
        pred = clause.head.pred
        if clause.set_keys is not None:
            group = tuple(getattr(arg, "name", "") for arg in clause.head.args[: len(decl.key_types)])
            if decl.reading is not Reading.MEMBERS:
                message = f"@set stands on a collection, {pred} is none"
                yield clause_fault(program, clause, "annotation", message, clause.span)
            elif clause.set_keys != group:
                message = f"@set({','.join(clause.set_keys)}) does not name the group of {pred}"
                hint = f"the group is @set({','.join(group)})"
                yield clause_fault(program, clause, "annotation", message, clause.span, hint=hint)
        if clause.recursive and pred not in recursive:
            message = f"{pred} is marked @recursive but does not reach itself"
            yield clause_fault(program, clause, "annotation", message, clause.span)
        if clause.inline and pred in recursive:
            message = f"the recursive predicate {pred} cannot be @inline"
            yield clause_fault(program, clause, "annotation", message, clause.span)


def check_aggregates(program: Program) -> Iterator[Fault]:
    """``@`` stands where an aggregate needs it, ``|`` in ``all`` alone, atoms in coalesce read one value."""
    for clause in program.clauses:
        for literal in _aggregates(clause.body):
            yield from _check_aggregate(program, clause, literal)
        for atom, call in _coalesced(clause.body):
            decl = program.decls.get(atom.pred)
            if decl is None or len(atom.args) != decl.arity:
                continue
            free = names(expr_vars(atom.args[-1])) if atom.args else frozenset()
            if decl.reading is not Reading.VALUE or not all(name.startswith("_") for name in free or {"X"}):
                message = "coalesce takes a functional atom whose value is _"
                hint = "coalesce(f(K,_), c)"
                yield clause_fault(program, clause, "coalesce", message, call.span, hint=hint)


def _check_aggregate(program: Program, clause: Clause, literal: Aggregate) -> Iterator[Fault]:
    function, at = literal.function, literal.at
    if at is None and function in ("sum", "avg", "argmax", "argmin"):
        form = (
            f"{function}{{ V @ K : … }}" if function in ("sum", "avg") else f"{function}{{ K @ SCORE : … }}"
        )
        message = f"{function} needs the term after @"
        yield clause_fault(program, clause, "aggregate", message, literal.span, hint=f"write {form}")
    if at is not None and function in ("count", "any", "all"):
        message = f"{function} takes no term after @"
        yield clause_fault(program, clause, "aggregate", message, literal.span)
    if literal.condition and function != "all":
        message = f"only all{{ T : domain | condition }} has a condition, not {function}"
        yield clause_fault(program, clause, "aggregate", message, literal.span)
    if function == "all" and not literal.condition:
        message = "all needs a condition"
        hint = "write all{ T : domain | condition }"
        yield clause_fault(program, clause, "aggregate", message, literal.span, hint=hint)


def _aggregates(body: tuple[Literal, ...]) -> Iterator[Aggregate]:
    for literal in body:
        if isinstance(literal, Aggregate):
            yield literal
            yield from _aggregates((*literal.body, *literal.condition))


def _coalesced(body: tuple[Literal, ...]) -> Iterator[tuple[Atom, Call]]:
    """Atoms inside ``coalesce``, with the call around them."""
    pending: list[object] = list(body)
    while pending:
        piece = pending.pop()
        if isinstance(piece, Call):
            first = piece.args[0] if piece.args else None
            if piece.function == "coalesce" and isinstance(first, Atom):
                yield first, piece
            pending.extend(piece.args)
        elif isinstance(piece, Aggregate):
            pending.extend((*piece.body, *piece.condition))
        elif not isinstance(piece, Atom):
            pending.extend(getattr(piece, name) for name in ("left", "right", "expr") if hasattr(piece, name))
