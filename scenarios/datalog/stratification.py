"""Stratification: no predicate depends on itself through ``not`` or an aggregate (spec 1.7)."""

from __future__ import annotations

from collections.abc import Iterator

from scenarios.datalog.errors import Fault, fault_at
from scenarios.datalog.printing import atom_text, clause_text
from scenarios.datalog.syntax import Program
from scenarios.datalog.variables import body_atoms

Edges = dict[str, set[str]]


def predicate_graph(program: Program) -> tuple[Edges, set[tuple[str, str]]]:
    """Edges head → predicate read, and those that run through ``not``, an aggregate or coalesce."""
    edges: Edges = {pred: set() for pred in program.decls}
    marked: set[tuple[str, str]] = set()
    for clause in program.clauses:
        reads = edges.setdefault(clause.head.pred, set())
        for atom, through in body_atoms(clause.body):
            reads.add(atom.pred)
            edges.setdefault(atom.pred, set())
            if through:
                marked.add((clause.head.pred, atom.pred))
    return edges, marked


def components(edges: Edges) -> list[tuple[str, ...]]:
    """Strongly connected components, lower ones first (Tarjan, without recursion); members sorted."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[tuple[str, ...]] = []
    for root in sorted(edges):
        if root in index:
            continue
        work: list[tuple[str, Iterator[str]]] = [(root, iter(sorted(edges[root])))]
        index[root] = low[root] = len(index)
        stack.append(root)
        while work:
            node, rest = work[-1]
            child = next(rest, None)
            if child is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    cut = stack.index(node)
                    found.append(tuple(sorted(stack[cut:])))
                    del stack[cut:]
            elif child not in index:
                index[child] = low[child] = len(index)
                stack.append(child)
                work.append((child, iter(sorted(edges[child]))))
            elif child in stack:
                low[node] = min(low[node], index[child])
    return found


def recursive_components(program: Program) -> list[tuple[str, ...]]:
    """Groups of predicates that reach themselves, lower ones first."""
    edges, _ = predicate_graph(program)
    return [group for group in components(edges) if len(group) > 1 or group[0] in edges[group[0]]]


def strata(program: Program) -> dict[str, int]:
    """Stratum of each predicate: 0 for recorded ones, and higher than what it reads through a mark."""
    edges, marked = predicate_graph(program)
    levels: dict[str, int] = {}
    for group in components(edges):
        reads = [(pred, read) for pred in group for read in edges[pred] if read not in group]
        level = max((levels[read] + ((pred, read) in marked) for pred, read in reads), default=0)
        levels.update(dict.fromkeys(group, level))
    return levels


#: Predicates that may stand on each other in one chain; both evaluators go down such a chain call by call.
MAX_CHAIN = 40


def check_chains(program: Program) -> Iterator[Fault]:
    """A fault where a chain of derived predicates first gets longer than ``MAX_CHAIN``."""
    edges, _ = predicate_graph(program)
    lengths: dict[str, int] = {}
    for group in components(edges):
        below = max((lengths[read] for pred in group for read in edges[pred] if read not in group), default=0)
        lengths.update(dict.fromkeys(group, below + any(edges[pred] for pred in group)))
    for pred, length in lengths.items():
        decl = program.decls.get(pred)
        if length == MAX_CHAIN + 1 and decl is not None:
            message = f"{pred} stands on a chain of more than {MAX_CHAIN} derived predicates"
            hint = "join rules that only hand a value on"
            span = decl.span
            yield fault_at("chain", message, file=program.filename, span=span, rule=pred, hint=hint)


def stratify(program: Program) -> Iterator[Fault]:
    """A fault for each recursive group with a marked edge inside, naming the shortest such cycle."""
    edges, marked = predicate_graph(program)
    for group in recursive_components(program):
        inside = set(group)
        bad = sorted((a, b) for a, b in marked if a in inside and b in inside)
        if not bad:
            continue
        cycle = min((_cycle(edges, inside, a, b) for a, b in bad), key=lambda path: (len(path), path))
        first, second = cycle[0], cycle[1]
        clause = next(
            clause
            for clause in sorted(program.clauses, key=clause_text)
            if clause.head.pred == first
            and any(atom.pred == second and through for atom, through in body_atoms(clause.body))
        )
        atom = next(a for a, through in body_atoms(clause.body) if a.pred == second and through)
        yield fault_at(
            "unstratified",
            f"{first} depends on itself through not or an aggregate: {' -> '.join(cycle)}",
            file=program.filename,
            span=atom.span,
            rule=atom_text(clause.head),
            hint=f"let {first} read {second} without not or an aggregate, or break the cycle",
        )


def _cycle(edges: Edges, inside: set[str], first: str, second: str) -> tuple[str, ...]:
    """first → second → … → first, as short as possible, smallest names first among equals."""
    paths: list[tuple[str, ...]] = [(first, second)]
    seen = {second}
    while paths and paths[0][-1] != first:
        longer: list[tuple[str, ...]] = []
        for path in paths:
            for step in sorted(edges[path[-1]] & inside):
                if step == first:
                    return (*path, step)
                if step not in seen:
                    seen.add(step)
                    longer.append((*path, step))
        paths = longer
    return paths[0]
