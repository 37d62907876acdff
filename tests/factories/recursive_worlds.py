"""Random components of recursive predicates over a few nodes, and histories with cycles and open ends.

Components mix collections, functional predicates and truths in any form of recursion; what stands around
them reads through lookups, so keys may be unknown.
"""

from __future__ import annotations

import random
from datetime import datetime

from scenarios.datalog.errors import ProgramError
from scenarios.datalog.history import History, Op
from scenarios.datalog.loading import load_program
from scenarios.datalog.syntax import Goal, Program
from tests.factories.small_histories import HistoryWriter

NODES = "abcde"

DECLARED = """set next(node ; node)
set doubt(node ; node) on_cancel unknown
func up(node) -> node on_cancel absent
func side(node) -> node
func size(node) -> int
"""

#: Kinds of component predicates and how each is declared.
KINDS = {
    "members": "derived {}(node ; node)",
    "value": "derived {}(node) -> node",
    "number": "derived {}(node) -> int",
    "truth": "derived {}(node) -> bool",
    "pair": "derived {}(node, node) -> bool",
}


class _Body:
    """Literals that walk from node to node, starting at the head's keys."""

    def __init__(self, rng: random.Random, component: dict[str, str], keys: list[str]) -> None:
        self.rng, self.component = rng, component
        self.nodes, self.numbers = list(keys), list[str]()
        self.literals: list[str] = []

    def node(self) -> str:
        return self.rng.choice(self.nodes[-2:] if self.rng.random() < 0.7 else self.nodes)

    def add(self, pred: str, kind: str) -> None:
        """An atom of a predicate; its answer is a new variable, or one that is bound already."""
        key, rng = self.node(), self.rng
        if kind == "truth":
            self.literals.append(f"{pred}({key})")
        elif kind == "pair":
            self.literals.append(f"{pred}({key},{self.node()})")
        elif kind == "number":
            name = f"N{len(self.numbers)}"
            self.numbers.append(name)
            self.literals.append(f"{pred}({key},{name})")
        elif rng.random() < 0.12:
            self.literals.append(f"{pred}({key},{rng.choice([self.node(), '_', rng.choice(NODES)])})")
        else:
            name = f"V{len(self.nodes)}"
            self.nodes.append(name)
            self.literals.append(f"{pred}({key},{name})")

    def step(self) -> None:
        """A recorded atom or a test."""
        rng = self.rng
        chance = rng.random()
        if chance < 0.75:
            pred = rng.choice(["next", "next", "up", "up", "side", "doubt"])
            self.add(pred, "members" if pred in ("next", "doubt") else "value")
        elif chance < 0.85:
            self.literals.append(f"{self.node()} != {self.node()}")
        elif chance < 0.93:
            self.literals.append(f"not {rng.choice(['next', 'up', 'side'])}({self.node()},_)")
        else:
            self.literals.append(f"size({self.node()},S{len(self.literals)}), S{len(self.literals)} > 1")

    def recur(self) -> None:
        """An atom of the component."""
        pred = self.rng.choice(sorted(self.component))
        self.add(pred, self.component[pred])


def _clause(rng: random.Random, component: dict[str, str], pred: str, *, recursive: bool) -> str:
    kind = component[pred]
    keys = ["X", "Y"] if kind == "pair" else ["X"]
    body = _Body(rng, component, keys)
    steps = [body.step] * rng.choice([0, 1, 1, 2] if recursive else [1, 1, 2])
    steps += [body.recur] * (rng.choice([1, 1, 1, 2]) if recursive else 0)
    rng.shuffle(steps)
    for step in steps:
        step()
    answer = body.nodes[-1] if rng.random() < 0.8 else rng.choice([*body.nodes, rng.choice(NODES)])
    head = f"{pred}({','.join(keys)})"
    if kind in ("members", "value"):
        head = f"{pred}(X,{answer})"
    elif kind == "number":
        number = f"{body.numbers[-1]} + 1" if body.numbers and rng.random() < 0.8 else rng.choice("017")
        bound = f", {body.numbers[-1]} < 4" if body.numbers and rng.random() < 0.8 else ""
        body.literals.append(f"R = {number}{bound}")
        head = f"{pred}(X,R)"
    return f"{head} :- {', '.join(body.literals)}."


def draw_program(rng: random.Random) -> tuple[Program, dict[str, str]]:
    """A program that loads, with one random component, and the kinds of its predicates."""
    while True:
        names = ["p", "q", "r"][: rng.choice([1, 1, 2, 2, 3])]
        component = {name: rng.choice(sorted(KINDS)) for name in names}
        lines = [KINDS[kind].format(name) for name, kind in component.items()]
        for name in component:
            lines += [_clause(rng, component, name, recursive=False) for _ in range(rng.choice([0, 1, 1, 2]))]
            lines += [_clause(rng, component, name, recursive=True) for _ in range(rng.choice([1, 1, 2]))]
        for name, kind in component.items():
            if kind == "members":
                lines += [
                    f"derived n_{name}(node) -> int",
                    f"n_{name}(X,K) :- K = count{{ Y : {name}(X,Y) }}.",
                    f"derived over_{name}(node ; node)",
                    f"over_{name}(X,Y) :- side(X,Z), {name}(Z,Y), not {name}(Y,X).",
                ]
            elif kind in ("value", "number"):
                lines += [f"derived at_{name}(node) -> bool", f"at_{name}(X) :- side(X,Z), {name}(Z,_)."]
        try:
            return load_program(DECLARED + "\n".join(lines) + "\n"), component
        except ProgramError:
            continue


def draw_history(rng: random.Random) -> HistoryWriter:
    """Edges, often in cycles, groups that are closed and opened again, cancelled and confirmed."""
    writer = HistoryWriter(rng)
    for _ in range(rng.randint(4, 26)):
        chance, late, node = rng.random(), rng.random() < 0.15, rng.choice(NODES)
        if chance < 0.35:
            pred = rng.choice(["next", "next", "doubt"])
            op = Op.CANCEL if rng.random() < 0.12 else Op.MEMBER
            writer.add(op, pred, (node,), late=late, member=rng.choice(NODES))
        elif chance < 0.6:
            pred = rng.choice(["next", "next", "doubt"])
            if rng.random() < 0.08:
                writer.add(Op.REOPEN, pred, (node,), late=late)
            else:
                writer.add(Op.COMPLETE, pred, (node,), size=writer.size_now(pred, (node,)))
        else:
            pred = rng.choice(["up", "up", "side", "size"])
            cancelled = rng.random() < 0.1
            value = rng.choice("0123") if pred == "size" else rng.choice([*NODES, "none"])
            op = Op.CANCEL if cancelled else Op.ASSERT
            writer.add(op, pred, (node,), late=late, value=None if cancelled else value)
    return writer


def draw_goals(rng: random.Random, program: Program) -> list[Goal]:
    """Every derived predicate under two keys, and one member of each collection."""
    goals: dict[Goal, None] = {}
    for decl in program.decls.values():
        if decl.pred in DECLARED or not program.clauses_of(decl.pred):
            continue
        for _ in range(2):
            key = tuple(rng.choice(NODES) for _ in decl.key_types)
            goals[Goal(decl.pred, key)] = None
            if decl.member_type is not None:
                goals[Goal(decl.pred, key, rng.choice(NODES))] = None
    return list(goals)


def draw(seed: int) -> tuple[Program, History, list[datetime], list[Goal]]:
    """A program, a history, three cutoffs and goals."""
    rng = random.Random(f"recursion/{seed}")
    program, _ = draw_program(rng)
    writer = draw_history(rng)
    return program, History.of(writer.records), writer.cutoffs(3), draw_goals(rng, program)
