"""Choosing the published queries by their figures: exact quotas, smallest loss (spec 5.4). PURE."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from scenarios.generators.derive.loss import Aims, Loss
from scenarios.generators.derive.measured import Measured
from scenarios.generators.derive.targets import Cell

#: Swaps that are tried at most: more than the 20,000 of spec 5.4, since a whole round over the pairs of a
#: derive scenario is longer than that, and takes a second.
TRIALS = 200_000
#: A swap must gain more than what rounding may pretend.
_GAIN = 1e-9


class ShortCellsError(RuntimeError):
    """Too few sound candidates; ``short`` holds (family, label, wanted, found) and what else is missing."""

    def __init__(self, short: Sequence[str]) -> None:
        super().__init__("short cells: " + "; ".join(short))
        self.short = tuple(short)

    def __reduce__(self) -> tuple[type[ShortCellsError], tuple[tuple[str, ...]]]:
        """It comes out of worker processes as it was."""
        return (type(self), (self.short,))


@dataclass(frozen=True, slots=True)
class Choice:
    """The chosen queries in the order of the candidates, their loss and what it was before swaps."""

    chosen: tuple[Measured, ...]
    loss: float
    filled_loss: float
    trials: int


def choose(
    candidates: Sequence[Measured],
    *,
    quotas: Mapping[Cell, int],
    aims: Aims,
    rng: random.Random,
    planned: Collection[str] = (),
    trials: int = TRIALS,
) -> Choice:
    """Fill every cell with exactly its quota: greedily by the smallest loss, scarce cells first, then by
    swaps inside a cell until none helps or ``trials`` were made. Ties go by an order that ``rng`` draws.

    The candidates with the keys in ``planned`` (the query with the giant witness) are always chosen.

    Raises ``ShortCellsError`` naming each cell with too few candidates, and ``ValueError`` for planned keys
    that no candidate has or that a cell has no room for.
    """
    board = _Board(candidates, quotas, aims, rng, planned)
    board.fill()
    filled = board.loss.value
    made = board.swap(trials)
    return Choice(board.result(candidates), board.loss.value, filled, made)


def refill(
    candidates: Sequence[Measured],
    *,
    quotas: Mapping[Cell, int],
    aims: Aims,
    rng: random.Random,
    chosen: Collection[str],
    refused: Collection[str],
) -> Choice:
    """A choice again, after checks refused some of the chosen: the rest stays, its cells are filled up with
    candidates that were not refused. Raises as ``choose`` does."""
    left = [one for one in candidates if one.key not in refused]
    stays = [key for key in chosen if key not in refused]
    return choose(left, quotas=quotas, aims=aims, rng=rng, planned=stays, trials=0)


class _Board:
    """Who is in and who is out, cell by cell."""

    def __init__(
        self,
        candidates: Sequence[Measured],
        quotas: Mapping[Cell, int],
        aims: Aims,
        rng: random.Random,
        planned: Collection[str],
    ) -> None:
        self.quotas, self.loss, self.rng = quotas, Loss(aims), rng
        self.fixed: dict[Cell, list[Measured]] = {cell: [] for cell in quotas}
        self.inside: dict[Cell, list[Measured]] = {cell: [] for cell in quotas}
        self.outside: dict[Cell, list[Measured]] = {cell: [] for cell in quotas}
        for one in rng.sample(candidates, len(candidates)):
            if one.cell in quotas:
                (self.fixed if one.key in planned else self.outside)[one.cell].append(one)
        self._refuse_unfit(candidates, planned)
        for kept in self.fixed.values():
            for one in kept:
                self.loss.change(None, one)

    def _refuse_unfit(self, candidates: Sequence[Measured], planned: Collection[str]) -> None:
        keys = Counter(one.key for one in candidates)
        if repeated := sorted(key for key, count in keys.items() if count > 1):
            raise ValueError(f"candidates share a key: {', '.join(repeated[:5])}")
        held = {one.key for kept in self.fixed.values() for one in kept}
        if lost := sorted(set(planned) - held):
            raise ValueError(f"planned queries that no cell of the quotas holds: {', '.join(lost)}")
        crowded = [cell for cell, kept in self.fixed.items() if len(kept) > self.quotas[cell]]
        if crowded:
            raise ValueError(f"more planned queries than the quota of {_named(crowded)}")
        short = [
            f"{_named([cell])} wants {wanted}, found {found}"
            for cell, wanted in self.quotas.items()
            if (found := len(self.fixed[cell]) + len(self.outside[cell])) < wanted
        ]
        if short:
            raise ShortCellsError(short)

    def fill(self) -> None:
        """Take the candidate that leaves the smallest loss, one after the other, scarce cells first."""
        for cell in sorted(self.quotas, key=lambda cell: (self._spare(cell), cell)):
            outside, inside = self.outside[cell], self.inside[cell]
            for _ in range(self._wanted(cell)):
                best = min(range(len(outside)), key=lambda place: self.loss.growth(None, outside[place]))
                self.loss.change(None, outside[best])
                inside.append(outside.pop(best))

    def _wanted(self, cell: Cell) -> int:
        return self.quotas[cell] - len(self.fixed[cell])

    def _spare(self, cell: Cell) -> int:
        return len(self.outside[cell]) - self._wanted(cell)

    def swap(self, trials: int) -> int:
        """Exchange one that is in for one that is out while that helps; returns how many were tried.

        Pairs of places go round in a drawn order. A whole round without a gain has tried every pair.
        """
        pairs = [
            (cell, inside, outside)
            for cell in self.quotas
            for inside in range(len(self.inside[cell]))
            for outside in range(len(self.outside[cell]))
        ]
        self.rng.shuffle(pairs)
        made = without_gain = 0
        while made < trials and without_gain < len(pairs):
            without_gain = 0 if self._exchange(*pairs[made % len(pairs)]) else without_gain + 1
            made += 1
        return made

    def _exchange(self, cell: Cell, place: int, other: int) -> bool:
        """Exchange two of a cell if that lowers the loss."""
        leaves, comes = self.inside[cell][place], self.outside[cell][other]
        if self.loss.growth(leaves, comes) > -_GAIN:
            return False
        self.loss.change(leaves, comes)
        self.inside[cell][place], self.outside[cell][other] = comes, leaves
        return True

    def result(self, candidates: Sequence[Measured]) -> tuple[Measured, ...]:
        """Those that are in, in the order of the candidates."""
        taken = {one.key for cell in self.quotas for one in (*self.fixed[cell], *self.inside[cell])}
        return tuple(one for one in candidates if one.key in taken)


def _named(cells: Sequence[Cell]) -> str:
    return ", ".join(f"{family}/{label}" for family, label in cells)
