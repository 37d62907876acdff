"""Other ways to read a session, each with a name: what an audit tries before it says "disagree". PURE."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from scenarios.importers.structmemeval.options import Options

OPENING_TWICE = "what came before the first checkpoint counted twice"
#: More changes at once would explain nearly anything.
MOST_CHANGES = 2


@dataclass(frozen=True, slots=True)
class Change:
    """One departure from the chosen options: an option, its other value, and what that means in words."""

    option: str
    value: str | int
    words: str


_CHANGES = (
    Change("owing", "named-only", '"owe me" means those named alone'),
    Change("owing", "as-worded", '"owe me" means those named alone unless shares are spoken of'),
    Change("owing", "payer-shares", '"owe me" means that the payer shares too'),
    Change("self_debtor", "whole-group", "a payer among his own debtors means everybody"),
    Change("self_debtor", "as-named", "a payer among his own debtors means those named"),
    Change("shift", 0, "asked where the checkpoint says"),
    Change("shift", 1, "asked one message later"),
    Change("shift", 2, "asked two messages later"),
    Change("shift", 3, "asked three messages later"),
    Change("cancellations", "ignore", "cancellations ignored"),
    Change("cancellations", "apply", "cancellations applied"),
    Change("announced", "ignore", "announced costs ignored"),
    Change("announced", "count", "announced costs counted"),
    Change("each", "total", '"each" names the total'),
    Change("each", "per-person", '"each" names the share of one'),
    Change("repeats", "once", "repeated messages counted once"),
    Change("repeats", "count", "repeated messages counted each time"),
)


@dataclass(frozen=True, slots=True)
class Variant:
    """A reading that differs from the chosen options in ``words``; ``opening_twice`` see OPENING_TWICE."""

    words: tuple[str, ...]
    options: Options
    opening_twice: bool = False


def variants(options: Options) -> Iterator[Variant]:
    """Other readings, those with the fewest changes first, at most ``MOST_CHANGES`` at once."""
    changes = [change for change in _CHANGES if getattr(options, change.option) != change.value]
    for size in range(MOST_CHANGES + 1):
        for picked in itertools.combinations(changes, size):
            if len({change.option for change in picked}) < size:
                continue
            changed = dataclasses.replace(options, **{change.option: change.value for change in picked})  # type: ignore[arg-type]  # checked by Options
            words = tuple(change.words for change in picked)
            if size:
                yield Variant(words, changed)
            if size < MOST_CHANGES:
                yield Variant((*words, OPENING_TWICE), changed, opening_twice=True)
