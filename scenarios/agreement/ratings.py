"""What several people said of the same items, as a table with gaps (spec 6.5). PURE."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

#: Stands in a table where somebody did not judge an item.
GAP: Final = -1


class Judgment(NamedTuple):
    """One person's answer to one field of one item."""

    item: Hashable
    rater: Hashable
    value: str


class TwiceJudgedError(ValueError):
    """A person counts once for an item."""


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """Items by raters. ``codes`` has shape (n, raters): places in ``categories``, ``GAP`` where there is no
    judgment. ``counts`` says of each item how many gave each answer, shape (n, categories). Only items that
    at least two people judged are in it: the others say nothing of agreement.
    """

    codes: Ints
    categories: tuple[str, ...]
    counts: Ints = field(init=False)

    def __post_init__(self) -> None:
        said = self.codes[:, :, np.newaxis] == np.arange(len(self.categories))
        object.__setattr__(self, "counts", said.sum(axis=1))

    @classmethod
    def of(cls, judgments: Iterable[Judgment], categories: Sequence[str] = ()) -> Ratings:
        """The table of judgments. ``categories`` are the answers that could be given; those that were given
        besides are added. Raises ``TwiceJudgedError`` for a second judgment of an item by the same person.
        """
        rows: dict[Hashable, dict[Hashable, str]] = {}
        for item, rater, value in judgments:
            row = rows.get(item)
            if row is None:
                rows[item] = {rater: value}
            elif rater in row:
                raise TwiceJudgedError(f"{rater!r} judged {item!r} twice")
            else:
                row[rater] = value
        kept = [row for row in rows.values() if len(row) > 1]
        given = {value for row in kept for value in row.values()}
        known = (*dict.fromkeys(categories), *sorted(given.difference(categories)))
        code = {value: place for place, value in enumerate(known)}
        # In an order of their own, so that drawn intervals do not depend on how the judgments came.
        raters = sorted({rater for row in kept for rater in row}, key=str)
        column = {rater: place for place, rater in enumerate(raters)}
        codes = np.full((len(kept), len(column)), GAP, dtype=np.int64)
        cells = [
            (n, column[rater], code[value]) for n, row in enumerate(kept) for rater, value in row.items()
        ]
        if cells:
            at, of, said = np.array(cells, dtype=np.int64).T
            codes[at, of] = said
        return cls(codes, known)

    @classmethod
    def of_table(cls, table: Sequence[Sequence[int]], categories: Sequence[str] = ()) -> Ratings:
        """Two raters, from a square table of counts: rows are what the first said, columns the second. For
        (a, b, c, d) of spec 6.5 give ``[[a, b], [c, d]]``. Raises ``ValueError`` where it is not square."""
        known = tuple(categories) or tuple(str(place) for place in range(len(table)))
        if any(len(row) != len(known) for row in table) or len(table) != len(known):
            raise ValueError(f"a table of {len(known)} categories has as many rows and columns")
        pairs = [(i, j) for i, row in enumerate(table) for j, count in enumerate(row) for _ in range(count)]
        return cls(np.array(pairs, dtype=np.int64).reshape(-1, 2), known)

    @property
    def n(self) -> int:
        """Items that at least two people judged."""
        return int(self.codes.shape[0])

    @property
    def raters(self) -> int:
        """People who judged them."""
        return int(self.codes.shape[1])

    @property
    def totals(self) -> dict[str, int]:
        """How often each answer was given over all items."""
        if not self.categories:
            return {}
        return dict(zip(self.categories, map(int, self.counts.sum(axis=0)), strict=True))
