"""State probes in words: one fixed sentence for each predicate, without any model (spec 7.2). PURE.

A probe asks for the state of one node of a derivation now, with entities by their names, and ends as every
question does: with the cutoff sentence and the hint at the form of the answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from string import Formatter

from scenarios.datalog.goal_text import arg_text
from scenarios.datalog.syntax import Decl, Reading, Shape
from scenarios.rendering.questions import ending
from scenarios.rendering.slots import date_words

_ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True, slots=True)
class ProbeWords:
    """How one predicate is asked about.

    ``text`` holds the key arguments as ``{0}``, ``{1}``. ``member`` asks whether one thing is in the
    collection; it follows the keys, so of a collection with one key it is ``{1}``. ``hint`` stands where
    the form of the answer is another than its type's. ``options`` are for a declared rule that is a clause
    and has no key of its own: the word that names each of the clauses it can be.
    """

    text: str
    hint: str = ""
    member: str = ""
    options: Mapping[str, str] = field(default_factory=dict)


def slots_of(text: str) -> frozenset[int]:
    """The places of the arguments that a text names."""
    return frozenset(int(name) for _, name, _, _ in Formatter().parse(text) if name is not None)


def probe_text(text: str, args: Sequence[str], cutoff: datetime, hint: str) -> str:
    """The whole probe: the sentence with its arguments, the cutoff, the hint. Dates are written out.

    Raises ``IndexError`` for a text with more slots than arguments.
    """
    words = [date_words(arg) if _ISO_DATE.fullmatch(arg) else arg for arg in args]
    return f"{text.format(*words)} {ending(cutoff.astimezone(UTC), hint)}"


def plain_words(decl: Decl) -> ProbeWords:
    """The words for a predicate that its domain has none for: its name and its arguments."""
    name, keys = decl.pred.replace("_", " "), range(len(decl.key_types))
    of = f" of {', '.join(f'{{{place}}}' for place in keys)}" if keys else ""
    if decl.reading is Reading.MEMBERS:
        behind = "" if decl.shape is Shape.DERIVED else ", and is the list complete"
        member = f"Does {{{len(keys)}}} count among the {name}{of} now?"
        return ProbeWords(
            f"Which {decl.member_type} entries count among the {name}{of} now{behind}?", member=member
        )
    if decl.reading is Reading.TRUTH:
        return ProbeWords(f"Does {name}{of.replace(' of ', ' hold of ', 1) or ' hold'} now?")
    return ProbeWords(f"What is the {name}{of} now?")


def plain_args(args: Sequence[str]) -> list[str]:
    """Arguments as they stand in ``plain_words``: in quotes where they are more than one word."""
    return [arg_text(arg) for arg in args]
