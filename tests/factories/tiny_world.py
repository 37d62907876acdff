"""A world of two people, two trips and two courses: so small that every sub-history can be tried.

Histories have a handful of events with up to three actions each, some late, so that brute force over all
their subsets says what the minimal witnesses are.
"""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from functools import cache

from scenarios.datalog.history import ActionRecord, History, Op
from scenarios.datalog.loading import load_program
from scenarios.datalog.resolution import resolve
from scenarios.datalog.syntax import Goal, Program

PROGRAM = """
func dest(trip) -> city on_cancel absent
func home(person) -> city
func cost(trip) -> money
func boss(person) -> person on_cancel absent
set trip(person ; trip)
set signed(person ; trip)
set next(course ; course)
inverse owner(trip) -> person of trip

derived abroad(person ; trip)
derived n_abroad(person) -> int
derived any_abroad(person) -> bool
derived all_signed(person) -> bool
derived two(person) -> bool
derived unsigned(person ; trip)
derived abroad_unsigned(person ; trip)
derived n_unsigned(person) -> int
derived both(person ; trip)
derived n_both(person) -> int
derived total(person) -> money
derived dear(person) -> trip
derived far(course ; course)
derived n_far(course) -> int
derived reaches(course, course) -> bool
derived above(person ; person)
derived lone(person) -> bool
derived places(person ; city)
derived n_places(person) -> int
derived same(trip, trip) -> bool
derived grade(trip) -> text
derived odd(course, course) -> bool
derived even(course, course) -> bool

@set(P) abroad(P,T) :- trip(P,T), dest(T,C), home(P,H), C != H.
n_abroad(P,K)  :- K = count{ T : abroad(P,T) }.
any_abroad(P)  :- abroad(P,_).
all_signed(P)  :- X = all{ T : trip(P,T) | signed(P,T) }, X = true.
two(P)         :- K = count{ T : trip(P,T), dest(T,C), C != elsewhere }, K >= 2.
@set(P) unsigned(P,T) :- trip(P,T), not signed(P,T).
@set(P) abroad_unsigned(P,T) :- abroad(P,T), not signed(P,T).
n_unsigned(P,K):- K = count{ T : abroad_unsigned(P,T) }.
@set(P) both(P,T) :- trip(P,T), signed(P,T).
n_both(P,K)    :- K = count{ T : both(P,T), dest(T,C), home(P,C) }.
total(P,S)     :- S = sum{ V @ T : trip(P,T), cost(T,V) }.
dear(P,T)      :- T = argmax{ X @ V : trip(P,X), cost(X,V) }.
@recursive far(X,Y) :- next(X,Y).
@recursive far(X,Z) :- far(X,Y), next(Y,Z).
n_far(X,K)     :- K = count{ Y : far(X,Y) }.
reaches(X,Y)   :- far(X,Y).
@recursive above(P,Q) :- boss(P,Q).
@recursive above(P,R) :- boss(P,Q), above(Q,R).
lone(P)        :- not abroad(P,_), not boss(P,_).
@set(P) places(P,C) :- trip(P,T), dest(T,C).
n_places(P,K)  :- K = count{ C : places(P,C) }.
same(T,U)      :- dest(T,C), dest(U,C).
grade(T,"far") :- owner(T,P), home(P,H), dest(T,C), C != H.
grade(T,"near"):- owner(T,P), home(P,H), dest(T,C), C = H.
@recursive odd(X,Y)  :- next(X,Y).
@recursive odd(X,Y)  :- next(X,Z), even(Z,Y).
@recursive even(X,Y) :- next(X,Z), odd(Z,Y).
"""

PEOPLE, TRIPS, CITIES, COURSES = ("ana", "bo"), ("t1", "t2"), ("c1", "c2"), ("k1", "k2", "k3")
NAMES = {"person": PEOPLE, "trip": TRIPS, "city": CITIES, "course": COURSES}
START = datetime(2026, 1, 1, 9, tzinfo=UTC)
END = START + timedelta(days=100)


@cache
def program() -> Program:
    """The loaded program of this world."""
    return load_program(PROGRAM, "tiny_world.dl")


def goals() -> list[Goal]:
    """One goal on each derived predicate, about the people, trips and courses that histories speak of."""
    found = []
    for decl in program().decls.values():
        counts: dict[str, int] = {}
        key = []
        for type_name in decl.key_types:
            key.append(NAMES[type_name][counts.get(type_name, 0)])
            counts[type_name] = counts.get(type_name, 0) + 1
        found.append(Goal(decl.pred, tuple(key)))
        if decl.member_type is not None:
            found.append(Goal(decl.pred, tuple(key), member=NAMES[decl.member_type][1]))
    return found


def _one_action(rng: random.Random, sizes: dict[tuple[str, str], int]) -> dict[str, object]:
    """One action by chance, biased towards what makes answers known."""
    chance = rng.random()
    if chance < 0.3:
        pred, types, values = rng.choice(
            [
                ("dest", "trip", CITIES),
                ("home", "person", CITIES),
                ("cost", "trip", ("5", "7")),
                ("boss", "person", ("bo", "none")),
            ]
        )
        op = rng.choice([Op.ASSERT, Op.ASSERT, Op.ASSERT, Op.REVISE, Op.CANCEL])
        value = None if op is Op.CANCEL else rng.choice(values)
        return {"op": op, "pred": pred, "key": (rng.choice(NAMES[types]),), "value": value}
    pred, types, members = rng.choice(
        [("trip", "person", TRIPS), ("signed", "person", TRIPS), ("next", "course", COURSES)]
    )
    group = rng.choice(NAMES[types][:1] if rng.random() < 0.6 else NAMES[types])
    if chance < 0.6:
        op = Op.CANCEL if rng.random() < 0.15 else Op.MEMBER
        return {"op": op, "pred": pred, "key": (group,), "member": rng.choice(members)}
    size = sizes.get((pred, group), 0) if rng.random() < 0.9 else rng.randint(0, 2)
    listed = tuple(m for m in members if rng.random() < 0.25)
    return {"op": Op.COMPLETE, "pred": pred, "key": (group,), "size": size, "members": listed}


def history(rng: random.Random, events: int) -> History:
    """A history of so many events; completenesses mostly state the true size."""
    actions: list[ActionRecord] = []
    for number in range(1, events + 1):
        t = START + timedelta(days=number)
        resolved = resolve(History.of(actions), t)
        sizes = {
            (p, g): len(resolved.members(p, (g,))) for p in ("trip", "signed", "next") for g in _groups(p)
        }
        late = rng.random() < 0.15
        as_of = START + timedelta(days=rng.randint(0, number)) if late else None
        seen = set()
        for pos in range(rng.choice([1, 1, 2, 3])):
            fields = _one_action(rng, sizes)
            record = ActionRecord(f"e{number:02}", t, number, pos, as_of=as_of, **fields)  # type: ignore[arg-type]
            members = {(record.pred, record.key, m) for m in record.members}
            if record.version_key in seen or members & seen:
                continue
            seen |= {record.version_key, *members}
            actions.append(record)
    return History.of(actions)


def agreeing_history(rng: random.Random, events: int) -> History:
    """A history in which no completeness stands that its collection disagrees with: else a sub-history may
    look closed that never was, and give an answer by accident."""
    while True:
        found = history(rng, events)
        resolved = resolve(found, END)
        groups = [resolved.group(p, g) for p in ("trip", "signed", "next") for g in resolved.groups(p)]
        if all(group.closed for group in groups if group.mark is not None):
            return found


def _groups(pred: str) -> tuple[str, ...]:
    return COURSES if pred == "next" else PEOPLE
