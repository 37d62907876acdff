"""What a program holds, counted: declarations, rules, strata, and recursions by class (spec 1.7). PURE."""

from __future__ import annotations

import enum
from collections import Counter
from dataclasses import dataclass

from scenarios.datalog.stratification import recursive_components, strata
from scenarios.datalog.syntax import Program, Shape
from scenarios.datalog.variables import body_atoms


class RecursionClass(enum.StrEnum):
    """How predicates reach themselves."""

    LINEAR = "linear"
    MUTUAL = "mutual"
    NON_LINEAR = "non-linear"


@dataclass(frozen=True, slots=True)
class Recursion:
    """Predicates that reach one another. Mutual where there are several; non-linear where some rule reads
    more than one of them."""

    preds: tuple[str, ...]
    classes: tuple[RecursionClass, ...]

    def __str__(self) -> str:
        return f"{', '.join(self.preds)} ({', '.join(self.classes)})"


@dataclass(frozen=True, slots=True)
class ProgramSummary:
    """Counts of a program. ``strata``: its levels of ``not`` and aggregates, the recorded one included."""

    declarations: dict[Shape, int]
    rules: int
    rule_keys: tuple[str, ...]
    strata: int
    recursions: tuple[Recursion, ...]

    def lines(self) -> list[str]:
        """The counts in words."""
        shapes = ", ".join(f"{count} {shape.value}" for shape, count in self.declarations.items())
        total = sum(self.declarations.values())
        keys = f", {len(self.rule_keys)} of them replaceable by key: {', '.join(self.rule_keys)}"
        return [
            f"{total} declaration{'s' * (total != 1)}{f': {shapes}' if shapes else ''}",
            f"{self.rules} rule{'s' * (self.rules != 1)}{keys if self.rule_keys else ''}",
            f"{self.strata} strat{'a' if self.strata != 1 else 'um'}",
            "recursion: " + ("; ".join(str(found) for found in self.recursions) or "none"),
        ]


def summarize(program: Program) -> ProgramSummary:
    """The counts of a loaded program."""
    counted = Counter(decl.shape for decl in program.decls.values())
    return ProgramSummary(
        declarations={shape: counted[shape] for shape in Shape if counted[shape]},
        rules=len(program.clauses),
        rule_keys=tuple(sorted({clause.rule_key for clause in program.clauses if clause.rule_key})),
        strata=max(strata(program).values(), default=-1) + 1,
        recursions=tuple(_recursion(program, group) for group in recursive_components(program)),
    )


def _recursion(program: Program, group: tuple[str, ...]) -> Recursion:
    clauses = [clause for clause in program.clauses if clause.head.pred in group]
    reads = [sum(atom.pred in group for atom, _ in body_atoms(clause.body)) for clause in clauses]
    classes = []
    if len(group) > 1:
        classes.append(RecursionClass.MUTUAL)
    classes.append(RecursionClass.NON_LINEAR if max(reads) > 1 else RecursionClass.LINEAR)
    return Recursion(group, tuple(classes))
