"""The part of the bench's workload that clingo answers: joins, count and closures, three-valued (overview 7).

clingo is given the facts in force at one cutoff and derives what is certain for the goals asked at it; that
the rest is unknown is part of the rules here, so its answers must be those of the other evaluators.
"""

from __future__ import annotations

import importlib
import json
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scenarios.datalog.derivation import Answerability, Gold
from scenarios.datalog.resolution import Resolved
from scenarios.datalog.syntax import Goal

#: Predicates of goals that the rules below answer.
ANSWERED = frozenset({"country", "n_outside", "above", "linked"})

RULES = """\
wanted(T) :- ask_country(T).
wanted(T) :- ask_n_outside(P), trip(P,T).
country(T,N) :- wanted(T), dest(T,C), city_in(C,N).
home(P,N) :- ask_n_outside(P), based_in(P,C), city_in(C,N).

outside(P,T)  :- ask_n_outside(P), trip(P,T), purpose(T,"business"), country(T,N), home(P,M), N != M.
rejected(P,T) :- ask_n_outside(P), trip(P,T), purpose(T,X), X != "business".
rejected(P,T) :- ask_n_outside(P), trip(P,T), country(T,N), home(P,N).
undecided(P)  :- ask_n_outside(P), trip(P,T), not outside(P,T), not rejected(P,T).
n_outside(P,K) :- ask_n_outside(P), closed_trip(P), not undecided(P), K = #count{ T : outside(P,T) }.

visited_above(P,P) :- ask_above(P).
visited_above(P,Q) :- above(P,Q).
above(P,R) :- visited_above(P,Q), reports_to(Q,R).
has_boss(Q) :- reports_to(Q,R).
open_above(P) :- visited_above(P,Q), not has_boss(Q), not top(Q).

visited_linked(A,A) :- ask_linked(A).
visited_linked(A,B) :- linked(A,B).
linked(A,C) :- visited_linked(A,B), road(B,C).
open_linked(A) :- visited_linked(A,B), not closed_road(B).

#show country/2. #show n_outside/2. #show above/2. #show linked/2.
#show open_above/1. #show open_linked/1.
"""
_FUNCTIONS = frozenset({"city_in", "based_in", "reports_to", "dest", "purpose"})
_COLLECTIONS = ("trip", "road")


@dataclass
class Times:
    """Seconds spent loading facts, grounding the rules with what is asked, and solving with reading out."""

    load: float = 0.0
    ground: float = 0.0
    solve: float = 0.0


def installed() -> Any | None:
    """The clingo module, None where it is not installed."""
    try:
        return importlib.import_module("clingo")
    except ModuleNotFoundError:
        return None


def facts(resolved: Resolved) -> str:
    """What is current at a cutoff, as clingo's facts, with the collections that are closed."""
    return "\n".join(_facts(resolved))


def _facts(resolved: Resolved) -> Iterator[str]:
    for (pred, key, member), versions in resolved.by_key.items():
        current = versions[-1]
        if current.cancelled:
            continue
        if pred in _FUNCTIONS and current.value == "none":
            yield f"top({_name(key[0])})."
        elif pred in _FUNCTIONS:
            yield f"{pred}({_name(key[0])},{_name(current.value or '')})."
        elif pred in _COLLECTIONS and member is not None:
            yield f"{pred}({_name(key[0])},{_name(member)})."
    for pred in _COLLECTIONS:
        for group in resolved.groups(pred):
            if resolved.group(pred, group).closed:
                yield f"closed_{pred}({_name(group[0])})."


def _name(text: str) -> str:
    return json.dumps(text)


def answer(clingo: Any, loaded: str, goals: Sequence[Goal], times: Times) -> list[Gold]:
    """The goals' answers over one set of facts; adds to ``times``."""
    control = clingo.Control(["--warn=none"])
    began = time.perf_counter()
    control.add("base", [], loaded)
    control.ground([("base", [])])
    times.load += time.perf_counter() - began
    began = time.perf_counter()
    asked = dict.fromkeys(f"ask_{goal.pred}({_name(goal.key[0])})." for goal in goals)
    control.add("asked", [], RULES + "\n".join(asked))
    control.ground([("asked", [])])
    times.ground += time.perf_counter() - began
    began = time.perf_counter()
    with control.solve(yield_=True) as models:
        found = _read(next(iter(models)).symbols(shown=True))
    answers = [_gold(goal, found) for goal in goals]
    times.solve += time.perf_counter() - began
    return answers


_Found = dict[tuple[str, str], list[Any]]


def _read(symbols: Iterable[Any]) -> _Found:
    found: _Found = {}
    for symbol in symbols:
        first, *rest = symbol.arguments
        found.setdefault((symbol.name, first.string), []).extend(rest)
    return found


def _gold(goal: Goal, found: _Found) -> Gold:
    values = found.get((goal.pred, goal.key[0]), [])
    unknown = Gold(Answerability.UNKNOWN, None)
    if goal.pred == "country":
        return Gold(Answerability.ANSWERABLE, values[0].string) if values else unknown
    if goal.pred == "n_outside":
        return _counted(values[0].number) if values else unknown
    names = sorted(value.string for value in values)
    is_open = (f"open_{goal.pred}", goal.key[0]) in found
    if goal.member is not None:
        held = goal.member in names
        return unknown if is_open and not held else Gold(Answerability.ANSWERABLE, held)
    if is_open:
        return unknown
    return Gold(Answerability.ANSWERABLE if names else Answerability.JUSTIFIED_ZERO, names)


def _counted(count: int) -> Gold:
    return Gold(Answerability.ANSWERABLE if count else Answerability.JUSTIFIED_ZERO, count)
