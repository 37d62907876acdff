"""Random stratified programs: declarations, clauses and what events may declare in their place.

Programs are text, as people write them, so the parser takes part. Derived predicates are drawn one
component after the other; a clause reads what stands below it, and its own component plainly only.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from scenarios.datalog.errors import ProgramError
from scenarios.datalog.loading import load_program, program_in_force
from scenarios.datalog.syntax import Decl, Program, Reading, Shape
from tests.factories.random_bodies import write_body
from tests.factories.random_clauses import BodyWriter, Names
from tests.factories.random_recursions import recursion
from tests.factories.random_schema import ENTITIES, SCALARS, Schema, decl_text, draw_schema


@dataclass(frozen=True)
class DrawnProgram:
    """A program that loads, with the clauses that events may declare for its rule keys."""

    text: str
    schema: Schema
    declared: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def loaded(self) -> Program:
        return load_program(self.text)


@dataclass
class Refusals:
    """How many drafts validation refused, by kind of fault, and how many it took."""

    accepted: int = 0
    refused: int = 0
    kinds: dict[str, int] = field(default_factory=dict)

    def note(self, error: ProgramError) -> None:
        self.refused += 1
        for code in {fault.code for fault in error.faults}:
            self.kinds[code] = self.kinds.get(code, 0) + 1


def draw_program(
    rng: random.Random, refusals: Refusals | None = None, *, plain: bool = False
) -> DrawnProgram:
    """A program that validation accepts; refused drafts are counted and drawn anew."""
    refusals = refusals if refusals is not None else Refusals()
    while True:
        draft = _Draft(rng, draw_schema(rng, plain=plain))
        draft.draw()
        try:
            program = load_program(draft.text)
        except ProgramError as error:
            refusals.note(error)
            continue
        refusals.accepted += 1
        return DrawnProgram(draft.text, draft.schema, _acceptable(program, draft.declared))


def _acceptable(program: Program, declared: dict[str, list[str]]) -> dict[str, tuple[str, ...]]:
    """The declared clauses that the program takes in alone."""
    found: dict[str, tuple[str, ...]] = {}
    for key, clauses in declared.items():
        found[key] = tuple(text for text in clauses if _taken(program, {key: text}))
    return {key: clauses for key, clauses in found.items() if clauses}


def _taken(program: Program, rules: dict[str, str]) -> bool:
    try:
        program_in_force(program, rules)
    except ProgramError:
        return False
    return True


class _Draft:
    """A program being drawn."""

    def __init__(self, rng: random.Random, schema: Schema) -> None:
        self.rng, self.schema = rng, schema
        self.derived: list[Decl] = []
        self.clauses: list[str] = []
        self.declared: dict[str, list[str]] = {}

    @property
    def text(self) -> str:
        lines = [decl_text(decl) for decl in (*self.schema.decls.values(), *self.derived)]
        lines += [f"assume complete({pred})." for pred in self.schema.assumed]
        return "\n".join([*lines, *self.clauses, ""])

    def draw(self) -> None:
        for _ in range(self.rng.randint(2, 5)):
            if self.rng.random() < 0.3:
                recursion(self)
            else:
                self._plain()

    def readable(self) -> list[Decl]:
        """What stands below the next component; derived predicates are read more often than recorded."""
        return [*self.schema.decls.values(), *self.derived, *self.derived]

    def declare(self, reading: Reading | None = None) -> Decl:
        """A new derived predicate of a random shape."""
        rng, name = self.rng, f"d{len(self.derived)}"
        reading = reading or rng.choice((Reading.VALUE, Reading.VALUE, Reading.MEMBERS, Reading.TRUTH))
        count = rng.choice([0, 1, 1, 1, 1, 2, 3])
        keys = tuple(rng.choice(ENTITIES if rng.random() < 0.85 else SCALARS) for _ in range(count))
        decl = Decl(Shape.DERIVED, name, keys)
        if reading is Reading.MEMBERS:
            decl = replace(decl, member_type=rng.choice((*ENTITIES, *ENTITIES, *SCALARS)))
        elif reading is Reading.VALUE:
            decl = replace(decl, value_type=rng.choice((*ENTITIES, *[t for t in SCALARS if t != "bool"])))
        else:
            decl = replace(decl, value_type="bool")
        return decl

    def _plain(self) -> None:
        """A predicate without recursion, one to three clauses; some of them may be replaced by events."""
        decl, below = self.declare(), self.readable()
        count = self.rng.choice([1, 1, 2, 3])
        for _ in range(count):
            self.clauses.append(self._notes(decl) + self.clause(decl, below, below))
        if self.rng.random() < 0.25:
            self._rule(decl, below)
        self.derived.append(decl)

    def _notes(self, decl: Decl) -> str:
        return "@inline " if self.rng.random() < 0.05 else ""

    def _rule(self, decl: Decl, below: Sequence[Decl]) -> None:
        """A rule key, with or without a base clause, and two clauses that events declare for it."""
        key = f"rule_{decl.pred}"
        if self.rng.random() < 0.7:
            self.clauses[-1] = f"@rule({key}) {self.clauses[-1]}"
        self.declared[key] = [self.clause(decl, below, below) for _ in range(2)]

    def clause(
        self, decl: Decl, positive: Sequence[Decl], lower: Sequence[Decl], *, computes: bool = True
    ) -> str:
        """One clause for ``decl``: its head's keys are bound, the rest of the head is found in the body."""
        writer = BodyWriter(self.rng, self.schema, positive, lower, Names(), computes=computes)
        head = [self._head_key(writer, type_name) for type_name in decl.key_types]
        write_body(writer, self.rng.choice([1, 1, 2, 2, 3, 4]))
        last = decl.member_type or (decl.value_type if decl.reading is Reading.VALUE else None)
        if last is not None:
            head.append(self._output(writer, last, frozenset(head)))
        while not writer.literals:
            write_body(writer, 1)
        self.rng.shuffle(writer.literals)
        notes = self._set_note(decl, head)
        return f"{notes}{decl.pred}({','.join(head)}) :- {', '.join(writer.literals)}."

    def _head_key(self, writer: BodyWriter, type_name: str) -> str:
        """A new variable; rarely a constant, or a variable written twice."""
        chance = self.rng.random()
        if chance < 0.06:
            return writer.key_term(type_name)
        if chance < 0.12:
            return writer.variable_of(type_name) or writer.bind(type_name)
        return writer.bind(type_name)

    def _output(self, writer: BodyWriter, type_name: str, inputs: frozenset[str]) -> str:
        if self.rng.random() < 0.08:
            return self.schema.constant(self.rng, type_name)
        return writer.need(type_name, fresh=inputs)

    def _set_note(self, decl: Decl, head: list[str]) -> str:
        keys = head[: len(decl.key_types)]
        plain = all(key[0] == "V" and key[1:].isdigit() for key in keys)
        if decl.reading is Reading.MEMBERS and plain and self.rng.random() < 0.5:
            return f"@set({','.join(keys)}) "
        return ""
