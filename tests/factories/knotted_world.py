"""A small world of recursions and collections, one program for many random histories: where SQL goes wrong.

Every class of recursion occurs (either linear direction, several rules, mutual, non-linear, through values
and truths, with computed distances), over collections that are open, closed, cancelled and confirmed.
"""

from __future__ import annotations

import random
from functools import cache

from scenarios.datalog.history import History
from scenarios.datalog.loading import load_program
from scenarios.datalog.syntax import Goal, Program, Reading, Shape
from tests.factories.random_events import draw_history
from tests.factories.random_programs import DrawnProgram
from tests.factories.random_schema import Schema

PROGRAM = """
set next(course ; course)
set trips(person ; trip)
func boss(person) -> person on_cancel absent
func vice(person) -> person
func cost(trip) -> money
set fares(trip ; money)
derived all_fares(person) -> money
derived known_trips(person ; trip)
derived n_known(person) -> int
derived peak(person) -> person
derived clan(person ; person)
derived in_clan(person, person) -> bool
derived n_trips(person) -> int
derived has(person, trip) -> bool
derived total(person) -> money
derived left(course ; course)
derived right(course ; course)
derived twice(course ; course)
derived either(course ; course)
derived odd(course ; course)
derived even(course ; course)
derived n_even(course) -> int
derived reach(course, course) -> bool
derived top(person) -> person
derived head(person) -> person
derived crest(person) -> person
derived hops(course, course ; int)
derived chiefs(person ; person)
n_trips(P,K)  :- K = count{ T : trips(P,T) }.
has(P,T)      :- trips(P,T).
total(P,S)    :- S = sum{ C @ T : trips(P,T), cost(T,C) }.
left(X,Y)     :- next(X,Y).
left(X,Z)     :- left(X,Y), next(Y,Z).
right(X,Y)    :- next(X,Y).
right(X,Z)    :- next(X,Y), right(Y,Z), X != Z.
twice(X,Y)    :- next(X,Y).
twice(X,Z)    :- twice(X,Y), twice(Y,Z), X != Z.
either(X,Y)   :- next(X,Y).
either(X,Z)   :- either(X,Y), next(Y,Z).
either(X,Z)   :- next(X,Y), either(Y,Z).
odd(X,Y)      :- next(X,Y).
odd(X,Z)      :- even(X,Y), next(Y,Z).
even(X,Z)     :- odd(X,Y), next(Y,Z).
n_even(X,K)   :- K = count{ Y : even(X,Y) }.
reach(X,Y)    :- next(X,Y).
reach(X,Z)    :- next(X,Y), reach(Y,Z).
top(P,P)      :- not boss(P,_).
top(P,R)      :- boss(P,Q), top(Q,R).
head(P,P)     :- not boss(P,_).
head(P,R)     :- boss(P,Q), crest(Q,R).
crest(P,R)    :- head(P,R).
crest(P,R)    :- vice(P,R).
peak(P,R)     :- vice(P,R).
peak(P,R)     :- clan(P,R).
clan(P,R)     :- boss(P,Q), peak(Q,R).
in_clan(P,Q)  :- clan(P,Q).
all_fares(P,S) :- S = sum{ F @ T : trips(P,T), fares(T,F) }.
known_trips(P,T) :- trips(P,T).
known_trips(P,T) :- vice(P,Q), trips(Q,T).
n_known(P,K)  :- K = count{ T : known_trips(P,T) }.
hops(X,Y,1)   :- next(X,Y).
hops(X,Z,N)   :- next(X,Y), hops(Y,Z,M), M < 4, N = M + 1.
chiefs(P,Q)   :- boss(P,Q).
chiefs(P,R)   :- chiefs(P,Q), boss(Q,R).
"""
POOLS = {
    "course": ("k1", "k2", "k3", "k4"),
    "person": ("ana", "bo", "cy", "di"),
    "trip": ("t1", "t2", "t3"),
    "money": ("0", "5", "5", "-5", "7.25"),
    "int": ("1", "2", "3"),
}


@cache
def program() -> Program:
    """The loaded program of this world."""
    return load_program(PROGRAM, "knotted_world.dl")


def schema() -> Schema:
    """Its recorded predicates and names."""
    recorded = {p: decl for p, decl in program().decls.items() if decl.shape is not Shape.DERIVED}
    return Schema(POOLS, recorded)


def histories(seed: int, count: int) -> list[tuple[random.Random, History]]:
    """Random histories, each with its own generator."""
    drawn = DrawnProgram(PROGRAM, schema())
    generators = [random.Random(f"knots/{seed}/{number}") for number in range(count)]
    return [(rng, draw_history(rng, drawn)) for rng in generators]


def goals(rng: random.Random) -> list[Goal]:
    """A goal on every derived predicate, and a member test on every collection."""
    found, known = [], schema()
    for decl in program().decls.values():
        key = known.key(rng, decl)
        if decl.shape is Shape.DERIVED:
            found.append(Goal(decl.pred, key))
        if decl.reading is Reading.MEMBERS:
            found.append(Goal(decl.pred, key, member=known.name(rng, decl.member_type or "text")))
    return found
