"""Worked programs with their histories, to start from: in the playground and in a notebook. PURE."""

from __future__ import annotations

from dataclasses import dataclass

from scenarios.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Example:
    """A program, a history, and the goal and cutoff that show its point. ``about`` says what to look at."""

    slug: str
    title: str
    about: str
    program: str
    history: str
    goal: str
    cutoff: str


_TRIPS = """\
# recorded: what events say
func city_in(city) -> country
func based_in(person) -> city
func dest(trip) -> city
set  trip(person ; trip)

# computed
derived country(trip) -> country
derived home(person) -> country
derived outside(person ; trip)
derived n_outside(person) -> int

country(T,N)   :- dest(T,C), city_in(C,N).
home(P,N)      :- based_in(P,C), city_in(C,N).
@set(P) outside(P,T) :- trip(P,T), country(T,N), home(P,M), N != M.
n_outside(P,K) :- K = count{ T : outside(P,T) }.
"""

_TRIP_RECORDS = """\
e1 2026-01-01: city_in(Ashfell, Corvia).
e2 2026-01-02: city_in(Corby, Corvia).
e3 2026-01-03: city_in(Lunmar, Meleth).
e4 2026-01-04: city_in(Halewick, Drossel).
e5 2026-01-05: based_in(Vera, Ashfell).
e6 2026-02-01: dest(Anser, Lunmar).
e7 2026-03-01: dest(Grus, Halewick).
e8 2026-04-01: dest(Ibex, Halewick).
e9 2026-06-01: trip(Vera; Anser), trip(Vera; Grus), trip(Vera; Ibex), complete(trip, Vera).
e10 2026-07-01: revise dest(Grus, Corby).
e11 2026-08-01:
"""

WORKED = Example(
    "worked-example",
    Sentence("The worked example"),
    Sentence(
        "How many of Vera's trips led outside her home country? Trip Grus was moved in July, so e7 is "
        "obsolete and no witness holds it. Take a cutoff in June for the old answer, or in May for an "
        "unknown one."
    ),
    _TRIPS,
    _TRIP_RECORDS,
    "n_outside(Vera)",
    "2026-08-31",
)

UNKNOWN = Example(
    "unknown",
    Sentence("An unknown, and why"),
    Sentence(
        "Before e9 nothing says which trips Vera has, so the count is unknown rather than 0. The missing "
        "leaf names what would settle it."
    ),
    _TRIPS,
    _TRIP_RECORDS,
    "n_outside(Vera)",
    "2026-05-31",
)

COMPLETENESS = Example(
    "completeness",
    Sentence("Not, under completeness"),
    Sentence(
        "What does Ilka still lack? A requirement is lacking only where the list of passed courses is "
        "complete. e4 closes it, e5 adds a course and opens it again, e6 closes it anew: try a cutoff in "
        "between."
    ),
    """\
set requirement(programme ; course)
set passed(student ; course)
func programme_of(student) -> programme

derived lacks(student ; course)
derived done(student) -> bool

@set(S) lacks(S,C) :- programme_of(S,P), requirement(P,C), not passed(S,C).
done(S) :- N = count{ C : lacks(S,C) }, N = 0.
""",
    """\
e1 2026-02-01: requirement(Weaving; Loom1), requirement(Weaving; Dyes), complete(requirement, Weaving).
e2 2026-02-02: programme_of(Ilka, Weaving).
e3 2026-03-01: passed(Ilka; Loom1).
e4 2026-04-01: complete(passed, Ilka).
e5 2026-05-01: passed(Ilka; Knots).
e6 2026-06-01: complete(passed, Ilka).
""",
    "lacks(Ilka)",
    "2026-06-30",
)

MUTUAL = Example(
    "mutual-recursion",
    Sentence("Mutual recursion on a ring road"),
    Sentence(
        "Towns at an odd and at an even number of legs from Ashfell. The road is a ring of four, and the "
        "recursion ends all the same. Each town's list of roads has to be complete for the answer to be "
        "known."
    ),
    """\
set road(town ; town)

derived odd(town ; town)
derived even(town ; town)

odd(X,Y)  :- road(X,Y).
odd(X,Z)  :- even(X,Y), road(Y,Z).
even(X,Z) :- odd(X,Y), road(Y,Z).
""",
    """\
e1: road(Ashfell; Corby), complete(road, Ashfell).
e2: road(Corby; Lunmar), complete(road, Corby).
e3: road(Lunmar; Halewick), complete(road, Lunmar).
e4: road(Halewick; Ashfell), complete(road, Halewick).
""",
    "odd(Ashfell)",
    "2026-01-31",
)

NON_LINEAR = Example(
    "non-linear-recursion",
    Sentence("Non-linear recursion with two ways"),
    Sentence(
        "Which category does a shawl come under? reach joins itself. Two ways lead from shawl to goods, so "
        "the answer for goods has two witnesses: mark one, then the other."
    ),
    """\
set under(category ; category)

derived reach(category ; category)

reach(X,Y) :- under(X,Y).
reach(X,Z) :- reach(X,Y), reach(Y,Z).
""",
    """\
e1: under(shawl; wool), under(shawl; gifts), complete(under, shawl).
e2: under(wool; goods), complete(under, wool).
e3: under(gifts; goods), complete(under, gifts).
e4: complete(under, goods).
""",
    "reach(shawl; goods)",
    "2026-01-31",
)

WITHDRAWN = Example(
    "rule-withdrawn",
    Sentence("A rule declared, revised and withdrawn"),
    Sentence(
        "What may be paid back for bill Kestrel? e2 declares a rule that replaces the base rule of its key, "
        "e3 revises the cap it reads, e4 withdraws it. Step through January with the cutoff."
    ),
    """\
func amount(bill) -> money
param cap() -> money

derived payable(bill) -> money

@rule(payable) payable(B,V) :- amount(B,V).
""",
    """\
e1 2026-01-05: amount(Kestrel, 90), cap(60).
e2 2026-01-10: rule payable "payable(B,V) :- amount(B,A), cap(C), V = min(A,C).".
e3 2026-01-15: revise cap(75).
e4 2026-01-20: unrule payable.
""",
    "payable(Kestrel)",
    "2026-01-16",
)

RUNAWAY = Example(
    "runaway",
    Sentence("A runaway that is stopped"),
    Sentence(
        "This recursion makes a new number each round and would never end. It is stopped at the stated "
        "limit, and what it found so far is no answer. Bound it: write  M = N + 1, M < 10."
    ),
    """\
func first(counter) -> int

derived steps(counter ; int)

steps(C,N) :- first(C,N).
steps(C,M) :- steps(C,N), M = N + 1.
""",
    """\
e1: first(Mill, 0).
""",
    "steps(Mill)",
    "2026-01-31",
)

EXAMPLES = (WORKED, UNKNOWN, COMPLETENESS, MUTUAL, NON_LINEAR, WITHDRAWN, RUNAWAY)
BY_SLUG = {example.slug: example for example in EXAMPLES}
