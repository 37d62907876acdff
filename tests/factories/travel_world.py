"""A small travel world in which every construct of the language occurs, with histories drawn by chance.

Histories are biased so that labels mix: most keys get values and most groups a truthful completeness;
then come late arrivals, confirmations, cancellations, re-additions, rules and late completeness.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

from scenarios.datalog.history import History, Op
from scenarios.datalog.loading import load_program
from scenarios.datalog.syntax import Goal, Program, Reading, Shape
from tests.factories.small_histories import HistoryWriter

PROGRAM = """
func dest(trip) -> city
func city_in(city) -> country
func based_in(person) -> city
func amount(trip) -> money on_cancel absent
func nights(trip) -> int on_cancel default:1
func starts(trip) -> date
func boss(person) -> person on_cancel absent
func vip(person) -> bool
set trip(person ; trip)
set approved(person ; trip)
set visited(person, country ; city) on_cancel unknown
set prereq(course ; course)
set passed(person ; course)
set watched( ; country)
param cap(country) -> money
param floor() -> money default 2
param rate(person, country, course) -> decimal
inverse traveller(trip) -> person of trip
assume complete(watched).

derived country(trip) -> country
derived home(person) -> country
derived outside(person ; trip)
derived n_outside(person) -> int
derived total(person) -> money
derived total_out(person) -> money
derived unapproved(person ; trip)
derived n_unapproved(person) -> int
derived any_out(person) -> bool
derived all_out(person) -> bool
derived all_approved(person) -> bool
derived over(trip) -> bool
derived over_trips(person ; trip)
derived pay(trip) -> money
derived pay_total(person) -> money
derived fee(trip) -> money
derived needs(course ; course)
derived n_needs(course) -> int
derived reach(course, course) -> bool
derived above(person ; person)
derived under_boss(person, person) -> bool
derived top(person) -> person
derived gap(person, course ; course)
derived may_take(person, course) -> bool
derived dearest(person) -> trip
derived cheapest(person) -> trip
derived longest(person) -> int
derived common_price(person) -> money
derived max_amount(person) -> money
derived avg_amount(person) -> money
derived avg_nights(person) -> decimal
derived first_start(person) -> date
derived top_country(person) -> country
derived two_out(person) -> bool
derived two_trips(person) -> bool
derived share(person) -> decimal
derived mates(person ; trip)
derived lone(person ; trip)
derived booked(person ; city)
derived n_booked(person) -> int
derived all_priced(person) -> bool
derived homebird(person) -> bool
derived boss_trips(person ; trip)
derived shared(person, person ; trip)
derived both(person ; trip)
derived spread(person) -> money
derived total_fee(person) -> money
derived cycle(course) -> bool
derived dearest_country(person) -> country
derived same(person) -> int
derived lead(person) -> person
derived mine(trip) -> person
derived lasts(trip) -> int
derived grade(trip) -> text
derived seen(person, country) -> bool
derived watch_out(person ; trip)
derived bonus(person, course) -> decimal
derived star(person) -> bool
derived chain(course, course) -> bool
derived cut(trip) -> money
derived loops(person) -> bool
derived extra(trip) -> money
derived hint(trip) -> decimal

country(T,N)    :- dest(T,C), city_in(C,N).
home(P,N)       :- based_in(P,C), city_in(C,N).
@set(P) outside(P,T) :- trip(P,T), country(T,N), home(P,M), N != M.
n_outside(P,K)  :- K = count{ T : outside(P,T) }.
total(P,S)      :- S = sum{ A @ T : trip(P,T), amount(T,A) }.
total_out(P,S)  :- S = sum{ A @ T : outside(P,T), amount(T,A) }.
@set(P) unapproved(P,T) :- trip(P,T), not approved(P,T).
n_unapproved(P,K) :- K = count{ T : unapproved(P,T) }.
any_out(P)      :- outside(P,_).
all_out(P)      :- X = all{ T : trip(P,T) | outside(P,T) }, X = true.
all_approved(P) :- X = all{ T : trip(P,T) | approved(P,T) }, X = true.
over(T)         :- amount(T,A), country(T,N), cap(N,L), A > L.
@set(P) over_trips(P,T) :- trip(P,T), over(T).
pay(T,V)        :- over(T), country(T,N), cap(N,V).
pay(T,V)        :- amount(T,V), not over(T).
pay_total(P,S)  :- S = sum{ V @ T : trip(P,T), pay(T,V) }.
@rule(fee_rule) fee(T,V) :- amount(T,A), floor(F), V = max(A, F).
@recursive needs(X,Y) :- prereq(X,Y).
@recursive needs(X,Z) :- needs(X,Y), prereq(Y,Z).
n_needs(X,K)    :- K = count{ Y : needs(X,Y) }.
reach(X,Y)      :- needs(X,Y).
@recursive above(P,Q) :- boss(P,Q).
@recursive above(P,R) :- above(P,Q), boss(Q,R).
under_boss(P,Q) :- above(P,Q).
@recursive top(P,P) :- not boss(P,_).
@recursive top(P,R) :- boss(P,Q), top(Q,R).
@set(S,C) gap(S,C,D) :- needs(C,D), not passed(S,D).
may_take(S,C)   :- X = any{ D : gap(S,C,D) }, X = false.
dearest(P,T)    :- T = argmax{ X @ A : trip(P,X), amount(X,A) }.
cheapest(P,T)   :- T = argmin{ X @ A : trip(P,X), amount(X,A) }.
longest(P,D)    :- D = max{ E @ T : trip(P,T), nights(T,E) }.
common_price(P,V) :- V = mode{ A @ T : trip(P,T), amount(T,A) }.
max_amount(P,V) :- V = max{ A @ T : trip(P,T), amount(T,A) }.
avg_amount(P,V) :- V = avg{ A @ T : trip(P,T), amount(T,A) }.
avg_nights(P,V) :- V = avg{ A @ T : trip(P,T), nights(T,A) }.
first_start(P,D) :- D = min{ A @ T : trip(P,T), starts(T,A) }.
top_country(P,N):- N = mode{ M @ T : trip(P,T), country(T,M) }.
two_out(P)      :- n_outside(P,K), K >= 2.
two_trips(P)    :- K = count{ T : trip(P,T), amount(T,A), A > 0 }, K >= 2.
share(P,V)      :- total_out(P,A), total(P,B), V = A / B.
@set(P) mates(P,T) :- above(P,Q), trip(Q,T).
@set(P) lone(P,T) :- trip(P,T), not approved(P,_).
@set(P) booked(P,C) :- trip(P,T), dest(T,C).
n_booked(P,K)   :- K = count{ C : booked(P,C) }.
all_priced(P)   :- X = all{ T : trip(P,T), not approved(P,T) | amount(T,A), A > 2 }, X = true.
homebird(P)     :- not outside(P,_), trip(P,_).
@set(P) boss_trips(P,T) :- boss(P,Q), trip(Q,T), amount(T,A), A >= 3.
@set(P,Q) shared(P,Q,T) :- trip(P,T), trip(Q,T), country(T,N), not home(P,N).
@set(P) both(P,T) :- trip(P,T), approved(P,T), amount(T,A), A != 5.
spread(P,V)     :- H = max{ A @ T : trip(P,T), amount(T,A) },
                   L = min{ A @ T : trip(P,T), amount(T,A) }, V = H - L.
total_fee(P,S)  :- S = sum{ V @ T : trip(P,T), fee(T,V) }.
cycle(X)        :- needs(X,X).
dearest_country(P,N) :- dearest(P,T), country(T,N).
same(P,K)       :- home(P,N), K = count{ T : trip(P,T), country(T,N) }.
lead(P,Q)       :- Q = coalesce(boss(P,_), "nobody").
mine(T,P)       :- traveller(T,P), approved(P,T).
lasts(T,D)      :- starts(T,A), nights(T,N), D = days(A, date(cutoff)) - N.
grade(T,"big")  :- amount(T,A), A >= 5.
grade(T,"small") :- amount(T,A), A < 5.
seen(P,N)       :- based_in(P,C), visited(P,N,C).
@set(P) watch_out(P,T) :- trip(P,T), country(T,N), watched(N).
bonus(P,X,V)    :- home(P,N), rate(P,N,X,R), V = R / 3.
star(P)         :- vip(P,true), not loops(P).
@recursive chain(X,X) :- prereq(X,_).
@recursive chain(X,Z) :- prereq(X,Y), chain(Y,Z).
cut(T,V)        :- pay(T,A), nights(T,N), V = A / N.
loops(P)        :- above(P,P).
@rule(extra_rule) extra(T,V) :- nights(T,N), V = N * 0.5, N > 2.
hint(T,V)       :- nights(T,V).
hint(T,V)       :- amount(T,V), V > 2.
"""

#: Clauses that events declare for the rule keys of the program; ``ghost_rule`` has no base clause.
DECLARED = {
    "fee_rule": [
        "fee(T,V) :- amount(T,A), floor(F), V = A + F.",
        "fee(T,V) :- amount(T,A), country(T,N), cap(N,L), V = min(A, L) / 2.",
    ],
    "extra_rule": ["extra(T,V) :- amount(T,V), not over(T).", 'extra(T,7) :- grade(T,"big").'],
    "ghost_rule": ["pay(T,V) :- nights(T,N), N > 4, V = N * 2."],
}

PEOPLE, TRIPS, CITIES = ("p1", "p2"), ("t1", "t2", "t3", "t4"), ("c1", "c2", "c3")
COUNTRIES, COURSES = ("n1", "n2"), ("k1", "k2", "k3", "k4")
ARGUMENTS = {"person": PEOPLE, "trip": TRIPS, "course": COURSES, "country": COUNTRIES, "city": CITIES}


@cache
def program() -> Program:
    """The loaded program of this world."""
    return load_program(PROGRAM, "travel_world.dl")


class _World(HistoryWriter):
    """Gathers what is to be told, so that it can be shuffled before it is told."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self.waiting: list[Callable[[], None]] = []
        self.endings: list[Callable[[], None]] = []

    def fact(self, pred: str, key: tuple[str, ...], values: list[str], share: float) -> None:
        rng = self.rng
        if rng.random() < share:
            self.waiting.append(lambda: self.add(Op.ASSERT, pred, key, value=rng.choice(values)))
        if rng.random() < 0.25:
            op = rng.choice([Op.ASSERT, Op.REVISE, Op.REVISE, Op.CANCEL])
            value = None if op is Op.CANCEL else rng.choice([*values, "none"])
            late = rng.random() < 0.3
            self.waiting.append(lambda: self.add(op, pred, key, late=late, value=value))

    def group(
        self, pred: str, key: tuple[str, ...], names: tuple[str, ...], share: float, closing: float
    ) -> None:
        rng = self.rng
        for name in names:
            if rng.random() < share:
                late = rng.random() < 0.1
                self.waiting.append(
                    lambda name=name, late=late: self.add(Op.MEMBER, pred, key, late=late, member=name)
                )
            if rng.random() < 0.08:
                self.waiting.append(lambda name=name: self.add(Op.CANCEL, pred, key, member=name))
        if rng.random() < closing:
            self.endings.append(lambda: self.close(pred, key, names))

    def close(self, pred: str, key: tuple[str, ...], names: tuple[str, ...]) -> None:
        """A completeness, mostly with the true size, now and then listing members."""
        truthful = self.rng.random() < 0.93
        size = self.size_now(pred, key) if truthful else self.rng.randint(0, 3)
        listed: tuple[str, ...] = ()
        if self.rng.random() < 0.15:
            listed = tuple(name for name in names if self.rng.random() < 0.3)
        self.add(Op.COMPLETE, pred, key, size=size, members=listed)


def history(rng: random.Random) -> HistoryWriter:
    """A history of this world, as long as some seventy events."""
    world = _World(rng)
    dense = min(1.0, 0.8 + 0.4 * rng.random())
    for trip in TRIPS:
        world.fact("dest", (trip,), list(CITIES), dense)
        world.fact("amount", (trip,), ["0", "3", "5", "5", "9", "-3", "2.5"], dense)
        world.fact("nights", (trip,), ["0", "1", "3", "5"], dense)
        world.fact("starts", (trip,), ["2026-02-03", "2026-03-04", "2025-12-31"], dense)
    for city in CITIES:
        world.fact("city_in", (city,), list(COUNTRIES), dense)
    for country in COUNTRIES:
        world.fact("cap", (country,), ["4", "6.25"], 0.8)
    world.fact("floor", (), ["2", "4", "0"], 0.5)
    for person in PEOPLE:
        world.fact("based_in", (person,), list(CITIES), 0.85)
        world.fact("vip", (person,), ["true", "true", "false"], 0.7)
        world.group("trip", (person,), TRIPS, 0.45, 0.95)
        world.group("approved", (person,), TRIPS, 0.35, 0.9)
        world.group("passed", (person,), COURSES, 0.3, 0.9)
        for country in COUNTRIES:
            world.group("visited", (person, country), CITIES, 0.4, 0.8)
            for course in COURSES[:2]:
                world.fact("rate", (person, country, course), ["1", "0.7", "2"], 0.6)
    for person in ("p1", "p2", "p3"):
        world.fact("boss", (person,), ["p1", "p2", "p3", "p4", "none"], 0.6)
    if rng.random() < 0.5:
        world.waiting.append(lambda: world.add(Op.CANCEL, "boss", ("p4",)))
    for course in COURSES:
        world.group("prereq", (course,), COURSES, 0.22, 0.97)
    world.group("watched", (), COUNTRIES, 0.5, 0.2)
    _tell(world)
    return world


def _tell(world: _World) -> None:
    """Tell everything in shuffled order, then the completenesses, then what happens late."""
    rng = world.rng
    for _ in range(rng.choice([0, 1, 1, 2])):
        world.waiting.append(lambda: _rule(world))
    rng.shuffle(world.waiting)
    rng.shuffle(world.endings)
    for tell in world.waiting:
        tell()
    late = [world.endings.pop() for _ in range(len(world.endings) // 4)]
    for tell in (*world.endings, *late):
        tell()
    for _ in range(rng.randint(0, 4)):
        _late_event(world)


def _rule(world: _World) -> None:
    key = world.rng.choice(sorted(DECLARED))
    if world.rng.random() < 0.25:
        world.add(Op.UNRULE, key, ())
    else:
        world.add(Op.RULE, key, (), clause=world.rng.choice(DECLARED[key]))


def _late_event(world: _World) -> None:
    rng, chance = world.rng, world.rng.random()
    person = (rng.choice(PEOPLE),)
    if chance < 0.3:
        world.add(Op.MEMBER, "trip", person, member=rng.choice(TRIPS))
    elif chance < 0.6:
        world.add(Op.CANCEL, "trip", person, member=rng.choice(TRIPS))
    elif chance < 0.65:
        world.add(Op.REOPEN, "trip", person)
    elif chance < 0.75:
        world.close("trip", person, TRIPS)
    elif chance < 0.85:
        world.add(Op.CANCEL, "prereq", (rng.choice(COURSES),), member=rng.choice(COURSES))
    else:
        world.add(Op.REVISE, "dest", (rng.choice(TRIPS),), value=rng.choice(CITIES))


def goals(rng: random.Random) -> list[Goal]:
    """A goal on every predicate of the program, and a member test on every collection."""
    found = []
    for pred, decl in program().decls.items():
        key = tuple(rng.choice(ARGUMENTS.get(type_name, TRIPS)) for type_name in decl.key_types)
        found.append(Goal(pred, key))
        if decl.reading is Reading.MEMBERS and (decl.shape is Shape.DERIVED or rng.random() < 0.5):
            found.append(Goal(pred, key, member=rng.choice(ARGUMENTS[decl.member_type or "trip"])))
    return found


def histories(seed: int, count: int) -> list[tuple[random.Random, History, HistoryWriter]]:
    """Histories of one seed, each with its own generator."""
    found = []
    for number in range(count):
        rng = random.Random(f"{seed}/{number}")
        writer = history(rng)
        found.append((rng, writer.history, writer))
    return found
