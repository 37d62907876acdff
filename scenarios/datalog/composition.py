"""The composition degree of a derivation: how many distinct constructs it went through (spec 3.1). PURE."""

from __future__ import annotations

from collections.abc import Sequence

from scenarios.datalog.derivation import Derivation, NodeKind
from scenarios.datalog.syntax import Aggregate, Atom, Clause, Literal, Program, Reading

#: The constructs in the order of spec 3.1, by the names they have in figures.
CONSTRUCTS = ("version", "mapping", "recursion", "rule", "aggregation", "completeness")


def degree_of(derivation: Derivation, program: Program) -> int:
    """1 to 6: version resolution with an obsolete version, mapping, recursion, negation or a rule,
    aggregation, completeness; what went through none of them counts as 1."""
    return max(1, len(constructs_of(derivation, program)))


def constructs_of(derivation: Derivation, program: Program) -> tuple[str, ...]:
    """Those of ``CONSTRUCTS`` that a derivation went through, in their order."""
    nodes = derivation.nodes.values()
    preds = {node.key[1] for node in nodes if node.kind not in (NodeKind.EVENT, NodeKind.MISSING)}
    clauses = [clause for clause in program.clauses if clause.head.pred in preds]
    met = (
        derivation.obs_flag,
        any(_maps(clause, program) for clause in clauses),
        any(clause.recursive for clause in clauses),
        any(_negates(clause.body) for clause in clauses) or any(node.kind is NodeKind.RULE for node in nodes),
        any(node.kind is NodeKind.AGGREGATE for node in nodes)
        or any(isinstance(literal, Aggregate) for clause in clauses for literal in clause.body),
        any(node.kind is NodeKind.COLLECTION for node in nodes),
    )
    return tuple(name for name, there in zip(CONSTRUCTS, met, strict=True) if there)


def _maps(clause: Clause, program: Program) -> bool:
    """The clause looks one functional value up by another."""
    read = [atom for atom in clause.body if isinstance(atom, Atom) and not atom.negated]
    lookups = [
        atom
        for atom in read
        if atom.pred in program.decls and program.decls[atom.pred].reading is Reading.VALUE
    ]
    values = {atom.args[-1] for atom in lookups if atom.args}
    return any(set(atom.args[:-1]) & values for atom in lookups)


def _negates(body: Sequence[Literal]) -> bool:
    return any(isinstance(literal, Atom) and literal.negated for literal in body)
