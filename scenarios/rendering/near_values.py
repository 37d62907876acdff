"""Values near a true one, as a slip of pen or eye makes them (spec 6.5, check items). PURE."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction
from typing import TypeVar

from scenarios.datalog.history import ActionRecord, Op
from scenarios.datalog.syntax import Decl
from scenarios.datalog.values import NONE_TEXT, NUMERIC_TYPES, ValueTextError, number_text

#: How many others of a type are offered at most.
_FEW = 8
_DAYS = (1, -1, 2, -2, 3, -3, 7, -7)
_STEPS = (1, -1, 2, -2, 3, -3, 5, -5, 10, -10)

_T = TypeVar("_T")

#: Values of a scenario by the type that its program declares; clauses under ``rule:`` and the rule key.
Known = Mapping[str, Sequence[str]]


def known_values(
    decls: Mapping[str, Decl],
    actions: Iterable[ActionRecord],
    entities: Iterable[tuple[str, str]] = (),
    clauses: Iterable[tuple[str, str]] = (),
) -> dict[str, tuple[str, ...]]:
    """What occurs in a scenario, by type, sorted. ``entities`` are (type, name); ``clauses`` are further
    (rule key, clause) that its domain can declare."""
    found: dict[str, set[str]] = {}
    for type_name, name in entities:
        found.setdefault(type_name, set()).add(name)
    for rule_key, clause in clauses:
        found.setdefault(f"rule:{rule_key}", set()).add(clause)
    for action in actions:
        if action.op is Op.RULE and action.clause:
            found.setdefault(f"rule:{action.pred}", set()).add(action.clause)
        for type_name, value in _typed(decls.get(action.pred), action):
            found.setdefault(type_name, set()).add(value)
    return {type_name: tuple(sorted(values)) for type_name, values in sorted(found.items())}


def _typed(decl: Decl | None, action: ActionRecord) -> Iterator[tuple[str, str]]:
    if decl is None:
        return
    yield from zip(decl.key_types, action.key, strict=False)
    if decl.value_type is not None and action.value not in (None, NONE_TEXT):
        yield decl.value_type, str(action.value)
    for member in (*filter(None, (action.member,)), *action.members):
        if decl.member_type is not None:
            yield decl.member_type, member


def others(type_name: str, value: str, known: Known, rng: random.Random) -> list[str]:
    """Values of the type other than ``value``, the likeliest slips first, in an order of ``rng``."""
    if type_name == "bool":
        return [text for text in ("true", "false") if text != value]
    if type_name in NUMERIC_TYPES and value != NONE_TEXT:
        return near_numbers(value, rng)
    if type_name == "date" and value != NONE_TEXT:
        return near_days(value, rng)
    same = [one for one in known.get(type_name, ()) if one != value]
    found = rng.sample(same, min(_FEW, len(same)))
    if len(found) < 2 and value.isdigit() and len(value) == 4:  # a year that the scenario has once
        found += [year for year in (str(int(value) - 1), str(int(value) + 1)) if year not in found]
    return found


def near_numbers(text: str, rng: random.Random) -> list[str]:
    """Numbers of the same sign and as many places: some steps off, or with two digits changed over."""
    try:
        number = Fraction(text)
    except ValueError:
        return []
    places = len(text.partition(".")[2])
    step = Fraction(1, 10**places)
    found = [number + step * steps for steps in _STEPS]
    found += [Fraction(swapped) for swapped in _swapped(text)]
    return _texts([one for one in found if (one > 0) == (number > 0) or number == 0], number, rng)


def _swapped(text: str) -> Iterator[str]:
    for place in range(len(text) - 1):
        pair = text[place : place + 2]
        if pair.isdigit() and pair[0] != pair[1] and not (place == 0 and pair[1] == "0"):
            yield text[:place] + pair[::-1] + text[place + 2 :]


def _texts(numbers: Iterable[Fraction], true: Fraction, rng: random.Random) -> list[str]:
    kept = sorted({one for one in numbers if one >= 0})
    above, below = [one for one in kept if one > true], [one for one in kept if one < true]
    found = []
    for one in _ranked(above, below, rng):
        try:
            found.append(number_text(one))
        except ValueTextError:
            continue  # too many digits to be read at all
    return found


def _ranked(above: list[_T], below: list[_T], rng: random.Random) -> list[_T]:
    """The values in an order in which the true one is the least, the middle and the greatest of itself and
    the first two equally often: else the middle one of three lists would be true."""
    rng.shuffle(above)
    rng.shuffle(below)
    ways: tuple[list[_T], ...] = (above[:2], [*above[:1], *below[:1]], below[:2])
    first = ways[rng.randrange(len(ways))]
    rest = [one for one in (*above, *below) if one not in first]
    rng.shuffle(rest)
    return [*first, *rest]


def near_days(iso: str, rng: random.Random) -> list[str]:
    """Days up to a week off."""
    try:
        day = date.fromisoformat(iso)
    except ValueError:
        return []
    found = []
    for shift in _DAYS:
        try:
            found.append((day + timedelta(days=shift)).isoformat())
        except OverflowError:
            continue  # the calendar ends there
    return _ranked([one for one in found if one > iso], [one for one in found if one < iso], rng)
