"""Invented names: nothing a reader knows can help to guess a mapping (spec 4.4). PURE.

A name is drawn from (seed, type, index) and an attempt number; an attempt is passed over when the name
is a known word, stands too close to a name drawn before, contains one or is contained in one. So the
same draws in the same order give the same names, whatever the hash seed of the process.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from scenarios.rendering.fiction import is_fictional

_ONSETS = (
    "br cor dr fen gal hal jor kel lun mor nor ost pel quor ros sel tam ul ver wen yl zor "
    "bel cad dov el far gri hol is kar lor mel nev or pra rud sav tor"
)
ONSETS = tuple(_ONSETS.split())
NUCLEI = ("a", "e", "i", "o", "u", "ae", "ei", "ou")
CODAS = ("l", "n", "r", "s", "th", "nd", "rn", "sk", "m", "lt")
GIVEN_ENDS = ("a", "e", "is", "on", "iel", "une", "ara", "ith")

#: The last syllable of a name tells its type to the eye; the reader's mapping stays invented.
SUFFIXES: dict[str, tuple[str, ...]] = {
    "city": ("fell", "wick", "mar", "stead", "low", "ford"),
    "country": ("ia", "eth", "ane", "osse"),
    "region": ("ara", "una", "oth"),
    "hotel": ("orne", "abel", "ette", "ock"),
    "group": ("um", "yx", "ax"),
    "carrier": ("tra", "vex", "co"),
    "currency": ("el", "ot", "ant"),
    "trip": ("ix", "ur", "im", "esk"),
    "customer": ("er", "en", "ow", "ick"),
    "product": ("ola", "ino", "ett"),
    "maker": ("sen", "ard", "uk"),
    "category": ("age", "ery", "ode"),
    "plan": ("iva", "eon", "aut"),
    "address": ("gate", "yard", "lane"),
    "town": ("by", "holm", "ness"),
    "course": ("ics", "istry", "ology"),
    "programme": ("orate", "ade", "ence"),
    "term": ("mas", "tide"),
    "dept": ("hall", "court"),
    "faculty": ("ory", "arch"),
}
FAMILY_SUFFIXES = ("er", "en", "ow", "ick")
CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
CODE_TYPES = frozenset({"expense", "order", "item", "hold"})
PERSON_TYPES = frozenset({"person", "student", "teacher"})
#: A course is a topic and its level: ``Tornistry 240``. Levels may be shared, topics may not.
LEVEL_TYPES = frozenset({"course"})

#: What a letter or digit of a planned near name may become: another of its kind.
KINDS = ("aeiou", "bcdfghjklmnpqrstvwxyz", "123456789")
#: So many letters at the end of a word stay as they are, for they tell the type.
KEPT_ENDING = 3

MAX_LETTERS = 12
MAX_ATTEMPTS = 400

#: Names of the paper's worked example, kept for its fixture alone.
RESERVED = (
    "Corby",
    "Vera",
    "Ashfell",
    "Lunmar",
    "Halewick",
    "Corvia",
    "Meleth",
    "Drossel",
    "Anser",
    "Grus",
    "Ibex",
)


class NamesExhaustedError(RuntimeError):
    """No acceptable name was found within the attempts."""


class NameFormError(LookupError):
    """There is no form for the names of a type; says which types have one."""


def candidate(seed: int, type_name: str, index: int, attempt: int = 0, *, form: str = "") -> str:
    """The name that (seed, type, index) yields at an attempt, not yet checked against others.

    ``form`` is the type whose names it looks like, that of the name itself where none is given. Raises
    ``NameFormError`` for a type without a form.
    """
    rng = random.Random(f"{seed}/{type_name}/{index}/{attempt}")
    form = form or type_name
    if form in CODE_TYPES:
        letters = rng.choice(CODE_LETTERS) + rng.choice(CODE_LETTERS)
        return f"{letters}-{rng.randrange(1000, 9999)}"
    if form in PERSON_TYPES:
        given = rng.choice(ONSETS) + rng.choice(NUCLEI) + rng.choice(CODAS[:4]) + rng.choice(GIVEN_ENDS)
        return f"{given.capitalize()} {_word(rng, FAMILY_SUFFIXES)}"
    if form not in SUFFIXES:
        known = ", ".join(sorted({*SUFFIXES, *CODE_TYPES, *PERSON_TYPES}))
        raise NameFormError(
            f"names of type {type_name!r} have no form: let names_like of the domain say which of {known}"
            " they are like"
        )
    word = _word(rng, SUFFIXES[form])
    return f"{word} {rng.randrange(11, 70)}0" if form in LEVEL_TYPES else word


def _word(rng: random.Random, suffixes: tuple[str, ...]) -> str:
    stem = rng.choice(ONSETS) + rng.choice(NUCLEI) + rng.choice(CODAS)
    return (stem + rng.choice(suffixes)).capitalize()


@dataclass
class NameBook:
    """Draws the names of one scenario so that no two can be mistaken for each other. ``like`` maps types
    without a form of their own to those whose names theirs look like."""

    seed: int
    reserved: tuple[str, ...] = RESERVED
    like: Mapping[str, str] = field(default_factory=dict)
    _taken: list[str] = field(default_factory=list)
    _count: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._taken.extend(name.casefold() for name in self.reserved)

    def draw(self, type_name: str, count: int) -> list[str]:
        """``count`` new names of a type. Raises ``NamesExhaustedError``."""
        return [self._one(type_name) for _ in range(count)]

    def near(self, name: str) -> str:
        """A planned near name (distractor D2): ``name`` with one letter replaced, of a code one digit, and
        apart from all names but ``name``. Raises ``NamesExhaustedError``."""
        own = set(_words(name))
        found = near_names(name)
        random.Random(f"{self.seed}/near/{name}").shuffle(found)
        for near in found:
            changed = [word for word in _words(near) if word not in own]
            others = [word for word in self._taken if word not in own]
            if is_fictional(near) and not any(too_close(word, other) for word in changed for other in others):
                self._taken.extend(changed)
                return near
        raise NamesExhaustedError(f"every name near to {name} stands too close to another")

    def _one(self, type_name: str) -> str:
        index = self._count.get(type_name, 0)
        self._count[type_name] = index + 1
        for attempt in range(MAX_ATTEMPTS):
            name = candidate(self.seed, type_name, index, attempt, form=self.like.get(type_name, ""))
            parts = _words(name)
            if (
                all(len(part) <= MAX_LETTERS for part in parts)
                and is_fictional(name)
                and not self._clashes(parts)
            ):
                self._taken.extend(parts)
                return name
        raise NamesExhaustedError(
            f"no free {type_name} name number {index} for seed {self.seed} in {MAX_ATTEMPTS} attempts;"
            " widen the grammar in scenarios/rendering/virtualization.py"
        )

    def _clashes(self, parts: Iterable[str]) -> bool:
        return any(too_close(part, other) for part in parts for other in self._taken)


def _words(name: str) -> list[str]:
    """The words of a name without case; a level is no word."""
    return [part for part in name.casefold().split() if not part.isdigit()]


def near_names(name: str) -> list[str]:
    """Every name that one letter of its first word makes of ``name``, one digit if it is a code: never the
    first letter, nor the ending that tells the type. A person so keeps the family name and gets another
    first name, by which people are known too."""
    ending = f"(?=[a-z]{{{KEPT_ENDING}}})"
    places = [match.start() for match in re.finditer(rf"[a-z]{ending}", name.partition(" ")[0])]
    places = places or [match.start() for match in re.finditer(r"\d", name)]
    return [
        name[:place] + other + name[place + 1 :]
        for place in places
        for kind in KINDS
        if name[place] in kind
        for other in kind
        if other != name[place]
    ]


def too_close(one: str, other: str) -> bool:
    """Whether two words are within edit distance 1, or one contains the other. Case does not matter."""
    one, other = one.casefold(), other.casefold()
    return one in other or other in one or within_one_edit(one, other)


def within_one_edit(one: str, other: str) -> bool:
    """Whether one insertion, deletion or replacement at most turns ``one`` into ``other``."""
    if len(one) > len(other):
        one, other = other, one
    if len(other) - len(one) > 1:
        return False
    same = next((place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(one))
    if len(one) == len(other):
        return one[same + 1 :] == other[same + 1 :]
    return one[same:] == other[same + 1 :]
