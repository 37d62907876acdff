"""Random clause bodies: joins, negation, comparisons, arithmetic, dates, aggregates, shared variables.

A body is written from left to right with what is bound so far in hand, so nearly every clause is safe and
well typed; then its literals are shuffled, for their order must not matter.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from scenarios.datalog.inference import category
from scenarios.datalog.syntax import Decl, Reading
from tests.factories.random_schema import Schema, constant_text

Bound = dict[str, str]
ORDERED = ("number", "date")
NUMBERS = ("int", "decimal", "money")


@dataclass
class Names:
    """Hands out the variables of one clause, each name once."""

    count: int = 0

    def fresh(self) -> str:
        self.count += 1
        return f"V{self.count}"


@dataclass
class BodyWriter:
    """Writes the literals of one level of a clause.

    ``positive`` are the predicates that may be read plainly (those of the own recursion too), ``lower``
    those that may stand under ``not``, in an aggregate or in coalesce. ``computes`` allows arithmetic.
    """

    rng: random.Random
    schema: Schema
    positive: Sequence[Decl]
    lower: Sequence[Decl]
    names: Names = field(default_factory=Names)
    bound: Bound = field(default_factory=dict)
    literals: list[str] = field(default_factory=list)
    depth: int = 0
    computes: bool = True
    outer: frozenset[str] = frozenset()

    # ---------------------------------------------------------------- terms
    def variable_of(self, type_name: str) -> str | None:
        """A bound variable that can stand in a place of the type; rarely one of a like type."""
        loose = self.rng.random() < 0.04
        fits = [
            name
            for name, found in self.bound.items()
            if found == type_name or (loose and category(found) == category(type_name))
        ]
        return self.rng.choice(fits) if fits else None

    def key_term(self, type_name: str) -> str:
        """A bound variable where there is one, mostly; else a constant."""
        found = self.variable_of(type_name)
        if found is not None and self.rng.random() < 0.9:
            return found
        text = self.schema.name(self.rng, type_name)
        return constant_text(text, type_name)

    def bind(self, type_name: str) -> str:
        """A new variable of the type, bound from now on."""
        name = self.names.fresh()
        self.bound[name] = type_name
        return name

    # ---------------------------------------------------------------- atoms
    def pick(self, decls: Sequence[Decl]) -> Decl:
        """One of the predicates, mostly one whose keys are all bound: what is read should hang together."""
        kinds = set(self.bound.values())
        weights = [8 if decl.key_types and set(decl.key_types) <= kinds else 1 for decl in decls]
        return self.rng.choices(list(decls), weights)[0]

    def keys(self, decl: Decl) -> list[str]:
        return [self.key_term(type_name) for type_name in decl.key_types]

    def read(self, decl: Decl, *, new: bool = False) -> None:
        """A plain atom; its last argument is new, bound, a constant or ``_``."""
        args = self.keys(decl)
        if decl.reading is Reading.TRUTH:
            self.literals.append(_atom(decl, args))
            return
        last = decl.member_type or decl.value_type or "text"
        chance = 0.0 if new else self.rng.random()
        known = self.variable_of(last)
        if chance < 0.6:
            term = self.bind(last)
        elif chance < 0.85 and known is not None:
            term = known
        elif chance < 0.93:
            term = self.key_term(last)
        else:
            term = "_"
        self.literals.append(_atom(decl, [*args, term]))

    def negated(self) -> None:
        """An atom under ``not``: all of it bound, or its last argument ``_``."""
        decl = self.pick(self.lower)
        args = self.keys(decl)
        if decl.reading is not Reading.TRUTH:
            last = decl.member_type or decl.value_type or "text"
            args.append("_" if self.rng.random() < 0.35 else self.key_term(last))
        self.literals.append(f"not {_atom(decl, args)}")

    def source_of(self, type_name: str, *, members: bool = False) -> Decl | None:
        """A predicate whose member or value is of the type."""
        fits = [
            decl
            for decl in self.positive
            if (decl.member_type == type_name)
            or (not members and decl.reading is Reading.VALUE and decl.value_type == type_name)
        ]
        return self.pick(fits) if fits else None

    def need(self, type_name: str, *, fresh: frozenset[str] = frozenset()) -> str:
        """A bound variable of the type, none of ``fresh`` if there are others; read if there is none yet;
        else a constant."""
        found = self.variable_of(type_name)
        if found is not None and self.rng.random() < (0.15 if found in fresh else 0.8):
            return found
        source = self.source_of(type_name)
        if source is not None:
            before = set(self.bound)
            self.read(source, new=True)
            return next(name for name in self.bound if name not in before)
        return found or self.schema.constant(self.rng, type_name)

    # ---------------------------------------------------------------- tests and arithmetic
    def comparison(self) -> None:
        """Two bound terms of one category; order only where there is one."""
        pairs = [(name, found) for name, found in self.bound.items()]
        if not pairs:
            return
        left, kind = self.rng.choice(pairs)
        others = [name for name, found in pairs if category(found) == category(kind) and name != left]
        use = bool(others) and self.rng.random() < 0.6
        right = self.rng.choice(others) if use else self.schema.constant(self.rng, kind)
        ops = ["=", "!=", "!="]
        if category(kind) in ORDERED:
            ops += ["<", "<=", ">", ">="]
        sides = (right, left) if self.rng.random() < 0.2 else (left, right)
        self.literals.append(f"{sides[0]} {self.rng.choice(ops)} {sides[1]}")

    def binding(self) -> None:
        """``VAR = expr``, now and then a test of a variable that is bound already."""
        if self.rng.random() < 0.75:
            self.need(self.rng.choice((*NUMBERS, "date", "date")))
        text, type_name = self.expression()
        same = [name for name, found in self.bound.items() if category(found) == category(type_name)]
        if same and self.rng.random() < 0.15:
            self.literals.append(f"{self.rng.choice(same)} = {text}")
        elif self.computes:
            self.literals.append(f"{self.bind(type_name)} = {text}")

    def expression(self) -> tuple[str, str]:
        """An expression over what is bound, and its type."""
        rng = self.rng
        dates = [name for name, found in self.bound.items() if found == "date"]
        numbers = [(name, found) for name, found in self.bound.items() if found in NUMBERS]
        chance = rng.random()
        if dates and chance < 0.35:
            other = rng.choice([*dates, "date(cutoff)", self.schema.constant(rng, "date")])
            return f"days({rng.choice(dates)}, {other})", "int"
        if dates and chance < 0.5:
            word = rng.choice(("min", "max"))
            return f"{word}({rng.choice(dates)}, date(cutoff))", "date"
        if chance > 0.88 or not numbers:
            return self._coalesce()
        (left, kind), (right, other) = rng.choice(numbers), rng.choice(numbers)
        if rng.random() < 0.5:
            other = rng.choice(NUMBERS)
            right = self.schema.constant(rng, other)
        both = kind if kind == other else ("money" if "money" in (kind, other) else "decimal")
        op = rng.choice(["+", "-", "*", "/", "/", "min", "max", "convert", "-()"])
        if op == "convert":
            return f"convert({left}, {right})", "money"
        if op in ("min", "max"):
            return f"{op}({left}, {right})", both
        if op == "-()":
            return f"-({left} - {right} * 2) + 1", both
        if op == "/":
            return f"{left} / {right}", "money" if kind == "money" and other != "money" else "decimal"
        return f"{left} {op} {right}", both

    def _coalesce(self) -> tuple[str, str]:
        values = [decl for decl in self.lower if decl.reading is Reading.VALUE]
        decl = self.pick(values)
        type_name = decl.value_type or "text"
        fallback = self.variable_of(type_name) or self.schema.constant(self.rng, type_name)
        return f"coalesce({_atom(decl, [*self.keys(decl), '_'])}, {fallback})", type_name

    def inside(self) -> BodyWriter:
        """A writer for the inside of an aggregate: sees what is bound here, binds for itself."""
        return BodyWriter(
            self.rng,
            self.schema,
            self.lower,
            self.lower,
            self.names,
            dict(self.bound),
            depth=self.depth + 1,
            outer=frozenset(self.bound),
        )


def _atom(decl: Decl, args: Sequence[str]) -> str:
    return f"{decl.pred}({','.join(args)})"
