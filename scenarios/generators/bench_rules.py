"""The bench's program for engines of two values: what is certain, and whether more is possible. PURE.

An answer of three values is two of two (spec 1.7): ``outside`` holds the trips that are certain, and
``maybe_outside`` says that there may be another. Every rule starts from what is asked, and everything carries
the number of its place (history and cutoff) first, so that one run answers all places.

``RULES`` reads the same to clingo and, by ``as_nemo``, to Nemo; only the aggregates differ.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from scenarios.datalog.derivation import Answerability, Gold
from scenarios.datalog.resolution import Resolved
from scenarios.datalog.syntax import Goal

RULES = """\
wanted(C,T) :- ask_country(C,T).
wanted(C,T) :- candidate(C,P,T).
country(C,T,N) :- wanted(C,T), dest(C,T,X), city_in(C,X,N).
wanted_home(C,P) :- ask_home(C,P).
wanted_home(C,P) :- visited_outside(C,P).
home(C,P,N) :- wanted_home(C,P), based_in(C,P,X), city_in(C,X,N).

visited_outside(C,P) :- ask_outside(C,P).
visited_outside(C,P) :- ask_n_outside(C,P).
candidate(C,P,T) :- visited_outside(C,P), trip(C,P,T).
outside(C,P,T)  :- candidate(C,P,T), purpose(C,T,"business"), country(C,T,N), home(C,P,M), N != M.
rejected(C,P,T) :- candidate(C,P,T), purpose(C,T,X), X != "business".
rejected(C,P,T) :- candidate(C,P,T), country(C,T,N), home(C,P,N).
maybe_outside(C,P) :- candidate(C,P,T), not outside(C,P,T), not rejected(C,P,T).
maybe_outside(C,P) :- visited_outside(C,P), not closed_trip(C,P).

priced(C,E) :- amount(C,E,A).
maybe_spent(C,T) :- ask_spent(C,T), not closed_expense(C,T).
maybe_spent(C,T) :- ask_spent(C,T), expense(C,T,E), not priced(C,E).

approved(C,T) :- approval(C,T,Q).
unapproved(C,P,T) :- ask_unapproved(C,P), trip(C,P,T), closed_approval(C,T), not approved(C,T).
maybe_unapproved(C,P) :- ask_unapproved(C,P), trip(C,P,T), not closed_approval(C,T), not approved(C,T).
maybe_unapproved(C,P) :- ask_unapproved(C,P), not closed_trip(C,P).

visited_above(C,P,P) :- ask_above(C,P).
visited_above(C,P,Q) :- above(C,P,Q).
above(C,P,R) :- visited_above(C,P,Q), reports_to(C,Q,R).
has_boss(C,Q) :- reports_to(C,Q,R).
maybe_above(C,P) :- visited_above(C,P,Q), not has_boss(C,Q), not top(C,Q).

visited_linked(C,A,A) :- ask_linked(C,A).
visited_linked(C,A,B) :- linked(C,A,B).
linked(C,A,D) :- visited_linked(C,A,B), road(C,B,D).
maybe_linked(C,A) :- visited_linked(C,A,B), not closed_road(C,B).
"""

#: The harder family, run apart.
HARDER_RULES = """\
visited(C,A) :- ask_around(C,A).
visited(C,B) :- visited(C,A), around(C,A,B).
around(C,A,B) :- visited(C,A), road(C,A,B).
around(C,A,D) :- around(C,A,B), around(C,B,D), A != D.
maybe_around(C,A) :- ask_around(C,A), not closed_road(C,A).
maybe_around(C,A) :- ask_around(C,A), around(C,A,B), not closed_road(C,B).

even_visited(C,A,A) :- ask_odd_away(C,A).
even_visited(C,A,B) :- even_away(C,A,B).
odd_away(C,A,D) :- even_visited(C,A,B), road(C,B,D).
even_away(C,A,D) :- odd_away(C,A,B), road(C,B,D).
maybe_odd_away(C,A) :- even_visited(C,A,B), not closed_road(C,B).
maybe_odd_away(C,A) :- odd_away(C,A,B), not closed_road(C,B).
"""

CLINGO_AGGREGATES = """\
n_outside(C,P,K) :- ask_n_outside(C,P), K = #count{ T : outside(C,P,T) }.
spent(C,T,S) :- ask_spent(C,T), S = #sum{ A,E : expense(C,T,E), amount(C,E,A) }.
"""
NEMO_AGGREGATES = """\
n_outside(?C,?P,#count(?T)) :- ask_n_outside(?C,?P), outside(?C,?P,?T).
spent(?C,?T,#sum(?A,?E)) :- ask_spent(?C,?T), expense(?C,?T,?E), amount(?C,?E,?A).
"""

#: Predicates that answers are read from; those of two arguments say that more is possible.
ANSWERS = ("country", "home", "outside", "n_outside", "spent", "unapproved", "above", "linked")
MAYBE = ("maybe_outside", "maybe_spent", "maybe_unapproved", "maybe_above", "maybe_linked")
HARDER_ANSWERS = ("around", "odd_away")
HARDER_MAYBE = ("maybe_around", "maybe_odd_away")

#: What facts there are: a number or a name for each argument.
_FUNCTIONS = ("city_in", "based_in", "reports_to", "dest", "purpose", "amount")
_COLLECTIONS = ("trip", "road", "expense", "approval")
SIGNATURES: dict[str, tuple[type, ...]] = {
    **dict.fromkeys((*_FUNCTIONS, *_COLLECTIONS), (int, str, str)),
    "amount": (int, str, int),
    "top": (int, str),
    **{f"closed_{name}": (int, str) for name in _COLLECTIONS},
    **{f"ask_{name}": (int, str) for name in (*ANSWERS, *HARDER_ANSWERS)},
}

Fact = tuple[str, tuple[int | str, ...]]
#: What an engine found: rows by predicate, place and key.
Found = Mapping[tuple[str, int, str], list[int | str]]


def as_nemo(rules: str) -> str:
    """The rules as Nemo writes them: ``?X`` for variables and ``~`` for ``not``."""
    return re.sub(r"\b([A-Z])\b", r"?\1", re.sub(r"\bnot\s+", "~", rules))


def as_clingo(facts: Iterator[Fact]) -> str:
    """Facts as clingo reads them."""
    lines = (f"{name}({','.join(json.dumps(part) for part in parts)})." for name, parts in facts)
    return "\n".join(lines)


def facts(place: int, resolved: Resolved) -> Iterator[Fact]:
    """What is current at the cutoff of a place, and which collections are closed there."""
    for (pred, key, member), versions in resolved.by_key.items():
        current = versions[-1]
        if current.cancelled:
            continue
        if member is not None:
            yield pred, (place, key[0], member)
        elif pred == "amount":
            yield pred, (place, key[0], int(current.value or ""))
        elif pred == "reports_to" and current.value == "none":
            yield "top", (place, key[0])
        elif pred in _FUNCTIONS:
            yield pred, (place, key[0], current.value or "")
    for pred in _COLLECTIONS:
        for group in resolved.groups(pred):
            if resolved.group(pred, group).closed:
                yield f"closed_{pred}", (place, group[0])


def asks(place: int, goals: Iterator[Goal]) -> Iterator[Fact]:
    """What is asked at a place, each once."""
    for pred, key in dict.fromkeys((goal.pred, goal.key[0]) for goal in goals):
        yield f"ask_{pred}", (place, key)


def gold_of(place: int, goal: Goal, found: Found) -> Gold:
    """The answer of a goal in what an engine found."""
    key = goal.key[0]
    rows = found.get((goal.pred, place, key), [])
    is_open = (f"maybe_{goal.pred}", place, key) in found
    if goal.pred in ("country", "home"):
        return Gold(Answerability.ANSWERABLE, rows[0]) if rows else _unknown()
    if goal.pred == "n_outside":
        return _unknown() if ("maybe_outside", place, key) in found else _number(rows)
    if goal.pred == "spent":
        return _unknown() if is_open else _number(rows)
    names = sorted(str(row) for row in rows)
    if goal.member is not None:
        held = goal.member in names
        return _unknown() if is_open and not held else Gold(Answerability.ANSWERABLE, held)
    if is_open:
        return _unknown()
    return Gold(Answerability.ANSWERABLE if names else Answerability.JUSTIFIED_ZERO, names)


def _unknown() -> Gold:
    return Gold(Answerability.UNKNOWN, None)


def _number(rows: list[int | str]) -> Gold:
    """A count or sum; a group without members has no row in some engines, and is 0."""
    value = rows[0] if rows else 0
    return Gold(Answerability.ANSWERABLE if value else Answerability.JUSTIFIED_ZERO, value)
