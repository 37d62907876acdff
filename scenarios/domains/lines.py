"""Records with several lines of a kind: how slots are named and phrases joined (spec 6.1). PURE."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scenarios.rendering.slots import Slot

#: The slots of a line end with these; those of the first have no ending.
ENDINGS = ("", "_b", "_c", "_d")


def listed(form: str, count: int, between: str) -> str:
    """One phrase for each of ``count`` lines; ``#`` stands for the ending of a slot."""
    return between.join(form.replace("#", ending) for ending in ENDINGS[:count])


def of_lines(kinds: Mapping[str, Slot], slots: Iterable[str]) -> dict[str, Slot]:
    """The kinds of the slots of further lines."""
    return {f"{slot}{ending}": kinds[slot] for slot in slots for ending in ENDINGS[1:]}


def plain_slot(slot: str) -> str:
    """The slot of the first line that one of any line is like."""
    return next((slot.removesuffix(ending) for ending in ENDINGS[1:] if slot.endswith(ending)), slot)
