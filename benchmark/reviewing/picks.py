"""Which things a question may be taken to speak of: the true ones among others of their type (spec 6.5).

Names in the question are told by its target; a phrase that stands for a name is resolved by the target too
(spec 4.7), and is asked about once the records are seen.
"""

from __future__ import annotations

import os.path
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scenarios.models import Query
from scenarios.rendering.references import ReferenceKind

OFFERED: Final = 5
MOST: Final = 6
#: What is picked where a phrase fits nothing, or nothing that is known.
NONE: Final = "-"


@dataclass(frozen=True, slots=True)
class Pick:
    """The names to pick from, shuffled; those that are ``true`` (all of them are to be picked), and whether a
    phrase has to be resolved. ``true`` is ``[NONE]`` where the phrase fits nothing known."""

    names: tuple[str, ...]
    true: tuple[str, ...]
    indirect: bool

    def as_json(self) -> dict[str, Any]:
        return {"names": list(self.names), "true": list(self.true), "indirect": self.indirect}


def pick_of(
    query: Query, question: str, types: Mapping[str, str], by_type: Mapping[str, Sequence[str]], seed: str
) -> Pick | None:
    """What to pick from for a query; None where it names nothing that the scenario knows.

    ``types`` has the type of each entity of the scenario by name, ``by_type`` the names of each type, sorted.
    """
    phrase = _phrase(query.target)
    true = names_of(query, types)
    indirect = phrase is not None
    if not true and not indirect:
        return None
    rng = random.Random(seed)
    wanted = {types[name] for name in true} or {_type_meant(query, types)}
    pool = [name for kind in sorted(wanted) for name in by_type.get(kind, ()) if name not in true]
    pool = [name for name in pool if name not in question]
    rng.shuffle(pool)
    near = sorted(pool, key=lambda name: -max((likeness(name, one) for one in true), default=0))
    room = max(2, (MOST if len(true) > 1 else OFFERED) - len(true))
    names = [*true, *near[:room]]
    rng.shuffle(names)
    return Pick(tuple(names), tuple(true) or (NONE,), indirect)


def names_of(query: Query, types: Mapping[str, str]) -> list[str]:
    """What a question is about, of what the scenario knows: what its phrase means, else the names in it."""
    phrase = _phrase(query.target)
    return [name for name in (_named(query) if phrase is None else [phrase]) if name in types]


def likeness(one: str, other: str) -> int:
    """How easily a hasty reader takes one name for the other: words in common, then a common beginning."""
    words = len(set(one.split()) & set(other.split()))
    return 100 * words + len(os.path.commonprefix([one, other]))


def _phrase(target: Mapping[str, Any]) -> str | None:
    """What the phrase of a question means; empty where that is not known, None where there is no phrase."""
    for means in _refs(target):
        if means.get("kind", ReferenceKind.ID.value) != ReferenceKind.ID.value:
            return str(means.get("entity") or "")
    return None


def _refs(target: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    refs = target.get("refs")
    return [one for one in refs.values() if isinstance(one, dict)] if isinstance(refs, dict) else []


def _named(query: Query) -> list[str]:
    """The names that a question holds, in the order of its target."""
    args = query.target.get("args")
    values = list(args.values()) if isinstance(args, dict) else [*query.goal_key, query.goal_member]
    return list(dict.fromkeys(value for value in values if isinstance(value, str)))[:3]


def _type_meant(query: Query, types: Mapping[str, str]) -> str:
    """Of a phrase that fits nothing: the type of what it might have meant, by the slot's name."""
    refs = query.target.get("refs", {})
    known = set(types.values())
    return next((slot for slot, one in refs.items() if slot in known and one.get("kind") != "id"), "")
