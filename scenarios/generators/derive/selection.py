"""Choosing the published queries: exact quotas, wide spread (spec 5.4). PURE."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from scenarios.datalog.derivation import Answerability
from scenarios.generators.derive.candidates import Candidate

Cell = tuple[str, Answerability]
Quotas = Mapping[Cell, int]


class ShortCellsError(RuntimeError):
    """Too few sound candidates; ``short`` holds (family, label, wanted, found) and what else is missing."""

    def __init__(self, short: Sequence[str]) -> None:
        super().__init__("short cells: " + "; ".join(short))
        self.short = tuple(short)


@dataclass
class Picked:
    """What has been chosen so far, counted in the ways that the next choice looks at."""

    chosen: list[Candidate] = field(default_factory=list)
    operators: Counter[str] = field(default_factory=Counter)
    forms: Counter[str] = field(default_factory=Counter)
    sizes: Counter[int] = field(default_factory=Counter)
    names: Counter[str] = field(default_factory=Counter)
    truths: Counter[bool] = field(default_factory=Counter)
    types: Counter[str] = field(default_factory=Counter)
    obsolete: Counter[bool] = field(default_factory=Counter)
    goals: set[object] = field(default_factory=set)
    supply: Counter[str] = field(default_factory=Counter)

    def add(self, candidate: Candidate) -> None:
        self.chosen.append(candidate)
        self.operators[candidate.template.operator] += 1
        self.forms[candidate.template.slug] += 1
        self.sizes[candidate.witness_size] += 1
        self.names.update(candidate.args.values())
        self.types[candidate.template.answer_type] += 1
        self.obsolete[candidate.evaluation.derivation.obs_flag] += 1
        self.goals.add(candidate.template.goal(candidate.args))
        answer = candidate.evaluation.gold.answer
        if isinstance(answer, bool):
            self.truths[answer] += 1

    def merit(self, candidate: Candidate) -> float:
        """How much the candidate adds: operators (rare ones first), forms, answer types, witness sizes,
        truths and names not yet seen, and a balance of gold with and without obsolete versions."""
        answer = candidate.evaluation.gold.answer
        operator = candidate.template.operator
        worth = 8.0 / (1 + 3 * self.operators[operator])
        if not self.operators[operator]:
            worth += 8.0 / (1 + self.supply[operator])
        worth += 2.0 / (1 + self.forms[candidate.template.slug])
        worth += 2.0 / (1 + self.sizes[candidate.witness_size])
        worth += min(candidate.witness_size, 10) * 0.1
        worth += 2.0 / (1 + self.types[candidate.template.answer_type])
        flag = candidate.evaluation.derivation.obs_flag
        worth += 1.5 if self.obsolete[flag] <= self.obsolete[not flag] else 0.0
        if isinstance(answer, bool):
            surplus = max(0, self.truths[answer] - self.truths[not answer])
            worth += -2.0 * surplus if self.truths[answer] else 4.0
        return worth - 0.4 * max((self.names[name] for name in candidate.args.values()), default=0)


def select(
    candidates: Sequence[Candidate], quotas: Quotas, is_sound: Callable[[Candidate], bool]
) -> list[Candidate]:
    """Fill every cell exactly, scarce cells first, by largest merit; ties by the candidates' order.

    ``is_sound`` runs the checks of spec 2.4 on a candidate just before it is taken; one that fails is
    passed over. No goal is asked twice. Raises ``ShortCellsError`` listing every cell left short.
    """
    by_cell: dict[Cell, list[Candidate]] = {}
    for candidate in candidates:
        by_cell.setdefault(candidate.cell, []).append(candidate)
    picked = Picked(supply=Counter(one.template.operator for one in candidates if one.cell in quotas))
    short: list[str] = []
    for cell in sorted(quotas, key=lambda cell: (len(by_cell.get(cell, ())) - quotas[cell], cell)):
        found = _fill(by_cell.get(cell, []), quotas[cell], picked, is_sound)
        if found < quotas[cell]:
            short.append(f"{cell[0]}/{cell[1]} wants {quotas[cell]}, found {found}")
    if short:
        raise ShortCellsError(short)
    return picked.chosen


def _fill(pool: list[Candidate], wanted: int, picked: Picked, is_sound: Callable[[Candidate], bool]) -> int:
    taken = 0
    while pool and taken < wanted:
        best = max(pool, key=picked.merit)
        pool.remove(best)
        if best.template.goal(best.args) not in picked.goals and is_sound(best):
            picked.add(best)
            taken += 1
    return taken
