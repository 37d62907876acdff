"""``none``, a tie and an undecided member as operands of rules (spec 1.7): false, unknown, undecided."""

from __future__ import annotations

from tests.spec.engines import Engine
from tests.spec.manual import check, evaluate, world

PROGRAM = """
set trip(person ; trip)
set team(team ; person)
set waived(trip ; person) on_cancel unknown
func cost(trip) -> money
param quota(person) -> int
derived enough(person) -> bool
derived total(person) -> money
derived usual(person) -> money
derived all_usual(team) -> money
derived n_usual(team) -> int
derived unwaived(person ; trip)
derived renamed(trip) -> money
derived spare(trip) -> money
enough(P)      :- quota(P,L), K = count{ T : trip(P,T) }, K >= L.
total(P,S)     :- S = sum{ C @ T : trip(P,T), cost(T,C) }.
usual(P,C)     :- C = mode{ D @ T : trip(P,T), cost(T,D) }.
all_usual(G,S) :- S = sum{ C @ P : team(G,P), usual(P,C) }.
n_usual(G,K)   :- K = count{ C : team(G,P), usual(P,C) }.
unwaived(P,T)  :- trip(P,T), not waived(T,P).
renamed(T,D)   :- cost(T,C), D = C.
spare(T,D)     :- cost(T,C), D = 10 - C.
"""
TRIPS = "trip(V; a), trip(V; b), complete(trip, V)"


def test_no_number_reaches_a_quota_that_is_none(engine: Engine) -> None:
    check(
        engine,
        world(PROGRAM, f"e1: {TRIPS}.\ne2: quota(V, none).\ne3: quota(V, 2).\ne4: quota(V, 3)."),
        """
        | at         | enough(V) |
        | 2026-01-01 | unknown   |
        | 2026-01-02 | false     |
        | 2026-01-03 | true      |
        | 2026-01-04 | false     |
        """,
    )


def test_a_value_that_is_none_enters_no_sum_and_no_term(engine: Engine) -> None:
    known = world(PROGRAM, f"e1: {TRIPS}, cost(a, 4).\ne2: cost(b, none).")
    check(
        engine,
        known,
        """
        | at         | total(V) | renamed(a) | spare(a) | renamed(b) | spare(b)  |
        | 2026-01-01 | unknown  | 4          | 6        | unknown    | unknown   |
        | 2026-01-02 | 4        | 4          | 6        | zero none  | zero none |
        """,
    )
    assert evaluate(engine, known, "spare(b)").witnesses.witnesses == (("e2",),)


def test_a_tie_is_no_number_to_add_but_one_thing_to_count(engine: Engine) -> None:
    history = """
    e1: team(G; V), team(G; O), complete(team, G), trip(V; a), trip(V; b), complete(trip, V).
    e2: trip(O; c), complete(trip, O), cost(a, 4), cost(b, 5), cost(c, 6).
    e3: cost(b, 4).
    """
    check(
        engine,
        world(PROGRAM, history),
        """
        | at         | usual(V) | usual(O) | all_usual(G) | n_usual(G) |
        | 2026-01-02 | {4, 5}   | 6        | unknown      | 2          |
        | 2026-01-03 | 4        | 6        | 10           | 2          |
        """,
    )


def test_nothing_proves_absent_what_is_left_undecided(engine: Engine) -> None:
    history = f"""
    e1: {TRIPS}, waived(a; V), complete(waived, a), complete(waived, b, 0).
    e2: cancel waived(a; V).
    e3: complete(waived, a).
    """
    known = world(PROGRAM, history)
    check(
        engine,
        known,
        """
        | at         | unwaived(V) | unwaived(V) has a | unwaived(V) has b |
        | 2026-01-01 | {b}         | false             | true              |
        | 2026-01-03 | unknown     | unknown           | true              |
        """,
    )
    assert evaluate(engine, known, "unwaived(V)").gold.missing == ("cancelled(waived(a,V))",)


def test_a_tie_is_handed_on_whole_and_never_compared(engine: Engine) -> None:
    program = """
    set trip(person ; trip)
    func dest(trip) -> city
    derived usual(person) -> city
    derived again(person) -> city
    derived fall(person) -> city
    derived is_x(person) -> bool
    usual(P,C) :- C = mode{ D @ T : trip(P,T), dest(T,D) }.
    again(P,C) :- usual(P,D), C = D.
    fall(P,C)  :- C = coalesce(usual(P,_), home).
    is_x(P)    :- usual(P,C), C = x.
    """
    check(
        engine,
        world(program, f"e1: {TRIPS}, dest(a, x), dest(b, y), complete(trip, O, 0)."),
        """
        | at  | usual(V) | again(V) | fall(V) | is_x(V) | usual(O)  | again(O)  | fall(O) |
        | end | {x, y}   | {x, y}   | {x, y}  | unknown | zero none | zero none | home    |
        """,
    )


def test_a_tie_may_be_any_member_but_none_of_an_empty_collection(engine: Engine) -> None:
    program = """
    set trip(person ; trip)
    set visited(person ; city)
    func dest(trip) -> city
    derived been(person) -> bool
    derived new(person) -> bool
    been(P) :- C = mode{ D : trip(P,T), dest(T,D) }, visited(P,C).
    new(P)  :- C = mode{ D : trip(P,T), dest(T,D) }, not visited(P,C).
    """
    history = f"""
    e1: {TRIPS}, dest(a, x), dest(b, y), complete(visited, V, 0).
    e2: visited(V; z), complete(visited, V).
    e3: cancel visited(V; z), visited(V; x), complete(visited, V, 1).
    e4: dest(b, x).
    """
    check(
        engine,
        world(program, history),
        """
        | at         | been(V) | new(V)  |
        | 2026-01-01 | false   | true    |
        | 2026-01-02 | unknown | unknown |
        | 2026-01-03 | unknown | unknown |
        | 2026-01-04 | true    | false   |
        """,
    )


def test_a_key_that_is_not_known_names_no_member(engine: Engine) -> None:
    program = """
    func flag(node) -> bool
    set next(node ; node)
    derived itself(node ; node)
    derived reached(node ; node)
    itself(X,X) :- flag(c,true).
    itself(X,Y) :- next(c,Y), flag(q,true).
    reached(X,Z) :- next(X,Y), itself(Y,Z).
    """
    history = "e1: flag(c, true), next(a, b), next(c, b)."
    check(
        engine,
        world(program, history),
        """
        | at  | reached(a) | reached(a) has b | reached(a) has c | itself(a) |
        | end | unknown    | true             | unknown          | unknown   |
        """,
    )
