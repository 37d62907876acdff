"""What a question asks, in plain words, and which of them can be told apart (spec 3.2, 6.5).

A judge picks one of six; the wrong ones never read so alike that a careful reader might choose either.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_noop

WORDS: Final[Mapping[str, str]] = {
    "T1": gettext_noop("the value that holds at the cutoff"),
    "T2": gettext_noop("the value that held on an earlier day, which the question names"),
    "T3": gettext_noop("the value before the latest change"),
    "T4": gettext_noop("which of two things was settled later"),
    "S1": gettext_noop("what one thing belongs to, or where it leads"),
    "S2": gettext_noop("what one thing belongs to, or where it leads, by way of another"),
    "S3": gettext_noop("whether two things agree in something"),
    "S4": gettext_noop("which members of a group are of a certain sort"),
    "S5": gettext_noop("how many members of a group are of a certain sort"),
    "C1": gettext_noop("everything above or before one thing, step after step"),
    "C2": gettext_noop("whether one thing stands above or before another, directly or through others"),
    "C3": gettext_noop("how many steps or levels lie between two things, or above one"),
    "C4": gettext_noop("what stands at the very top, or at the beginning, of a chain"),
    "R1": gettext_noop("whether the rules allow or grant something"),
    "R2": gettext_noop("whether something is beyond a limit"),
    "R3": gettext_noop("what is still lacking of what is required"),
    "R4": gettext_noop("which members of a group lack something, or are not something"),
    "R5": gettext_noop("whether a rule applies, exceptions considered"),
    "R6": gettext_noop("how much counts, or may be had, under the rules"),
    "Q1": gettext_noop("how many there are"),
    "Q2": gettext_noop("a total, or a mean, over a group"),
    "Q3": gettext_noop("which member of a group comes first in size, time or the like"),
    "Q4": gettext_noop("whether all, or any, members of a group are something"),
    "Q5": gettext_noop("how much is left, or still short, of a given amount"),
    "Q6": gettext_noop("what occurs most often in a group"),
    "settlement": gettext_noop("who has to pay whom until everybody is even"),
    "reachable": gettext_noop("whether there is a way from one thing to another"),
    "shortest_path": gettext_noop("the shortest way from one thing to another"),
}
"""Each operator as a judge reads it."""

#: What kind of answer each operator has: the wrong ones are drawn among those of the same kind first.
_KINDS: Final = (
    ("S3", "C2", "R1", "R2", "R5", "Q4"),
    ("S4", "C1", "R3", "R4", "C4"),
    ("S5", "Q1", "C3", "R6", "Q2", "Q5"),
    ("T4", "S1", "S2", "Q3", "Q6", "T1", "T2", "T3"),
)
#: Operators of one group are never offered together.
_ALIKE: Final = tuple(
    frozenset(group.split())
    for group in (
        "T1 S1 S2 R6",
        "S3 R1 R2 R5",
        "R2 Q4",
        "S3 Q4",
        "S4 R4 R3",
        "S5 Q1 C3",
        "C1 R3",
        "C1 Q1",
        "C3 C1",
        "Q2 R6 Q5",
        "Q3 C4",
        "C2 reachable",
        "C1 shortest_path",
        "C3 shortest_path",
        "Q2 settlement",
        "Q5 settlement",
        "R6 settlement",
    )
)
#: Those of imported suites are offered where they are right, never as wrong ones.
_IMPORTED: Final = frozenset({"settlement", "reachable", "shortest_path"})
OFFERED: Final = 6
_OF_THE_KIND: Final = 3


def alike(one: str, other: str) -> bool:
    """Whether a careful reader might take one operator for the other."""
    return any(one in group and other in group for group in _ALIKE)


def offered(operator: str, rng: random.Random) -> list[str]:
    """The operators to pick from, shuffled, the true one among them; none for one that has no words."""
    if operator not in WORDS:
        return []
    others = [one for one in WORDS if one != operator and one not in _IMPORTED and not alike(one, operator)]
    kind = next((kind for kind in _KINDS if operator in kind), ())
    near = [one for one in others if one in kind]
    rng.shuffle(near)
    near = near[:_OF_THE_KIND]
    far = [one for one in others if one not in near]
    rng.shuffle(far)
    found = [operator, *near, *far][:OFFERED]
    rng.shuffle(found)
    return found
