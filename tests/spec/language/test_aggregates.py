"""Aggregates (spec 1.7): known iff every member is decided and every value known."""

from __future__ import annotations

import pytest

from tests.spec.engines import Engine
from tests.spec.manual import check, evaluate, shown, world

PROGRAM = """
set trip(person ; trip)
func cost(trip) -> money
func dest(trip) -> city
func day(trip) -> date
derived n(person) -> int
derived total(person) -> money
derived mean(person) -> money
derived least(person) -> money
derived most(person) -> money
derived first(person) -> date
derived dearest(person) -> trip
derived cheapest(person) -> trip
derived usual(person) -> city
derived some_dear(person) -> bool
derived all_dear(person) -> bool
derived n_cities(person) -> int
n(P,K)       :- K = count{ T : trip(P,T) }.
total(P,S)   :- S = sum{ C @ T : trip(P,T), cost(T,C) }.
mean(P,S)    :- S = avg{ C @ T : trip(P,T), cost(T,C) }.
least(P,S)   :- S = min{ C @ T : trip(P,T), cost(T,C) }.
most(P,S)    :- S = max{ C @ T : trip(P,T), cost(T,C) }.
first(P,D)   :- D = min{ X @ T : trip(P,T), day(T,X) }.
dearest(P,T) :- T = argmax{ X @ C : trip(P,X), cost(X,C) }.
cheapest(P,T):- T = argmin{ X @ C : trip(P,X), cost(X,C) }.
usual(P,C)   :- C = mode{ D @ T : trip(P,T), dest(T,D) }.
some_dear(P) :- X = any{ T : trip(P,T), cost(T,C), C > 10 }, X = true.
all_dear(P)  :- X = all{ T : trip(P,T) | cost(T,C), C > 10 }, X = true.
n_cities(P,K):- K = count{ D : trip(P,T), dest(T,D) }.
"""
TRIPS = "trip(V; a), trip(V; b), trip(V; c), complete(trip, V, 3)"
COSTS = "cost(a, 5), cost(b, 12), cost(c, 12.5)"
DESTS = "dest(a, Ash), dest(b, Cor), dest(c, Ash)"
DAYS = "day(a, 2026-03-01), day(b, 2026-02-01), day(c, 2026-04-01)"
ALL = f"e1: {TRIPS}.\ne2: {COSTS}.\ne3: {DESTS}.\ne4: {DAYS}."


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("n(V)", "3"),
        ("total(V)", "29.5"),
        ("mean(V)", "9.83"),
        ("least(V)", "5"),
        ("most(V)", "12.5"),
        ("first(V)", "2026-02-01"),
        ("dearest(V)", "c"),
        ("cheapest(V)", "a"),
        ("usual(V)", "Ash"),
        ("some_dear(V)", "true"),
        ("all_dear(V)", "false"),
        ("n_cities(V)", "2"),
    ],
)
def test_each_aggregate(engine: Engine, asked: str, answer: str) -> None:
    assert shown(evaluate(engine, world(PROGRAM, ALL), asked).gold) == answer


def test_over_an_open_collection_nothing_is_known_but_what_one_member_decides(engine: Engine) -> None:
    history = "e1: trip(V; a), trip(V; b).\ne2: cost(a, 5), cost(b, 12)."
    check(
        engine,
        world(PROGRAM, history),
        """
        | at  | n(V)    | total(V) | least(V) | dearest(V) | some_dear(V) | all_dear(V) |
        | end | unknown | unknown  | unknown  | unknown    | true         | false       |
        """,
    )


def test_over_a_closed_empty_collection(engine: Engine) -> None:
    """Case D03: count and sum are 0; an extreme has no value, never 0."""
    check(
        engine,
        world(PROGRAM, "e1: complete(trip, V, 0)."),
        """
        | at         | n(V)    | total(V) | mean(V)   | least(V)  | dearest(V) | usual(V)  |
        | 2025-12-31 | unknown | unknown  | unknown   | unknown   | unknown    | unknown   |
        | end        | zero 0  | zero 0   | zero none | zero none | zero none  | zero none |
        """,
    )
    check(
        engine,
        world(PROGRAM, "e1: complete(trip, V, 0)."),
        "| at | some_dear(V) | all_dear(V) |\n| end | false | true |",
    )


def test_one_missing_value_makes_a_total_unknown(engine: Engine) -> None:
    history = f"e1: {TRIPS}.\ne2: cost(a, 5), cost(b, 12)."
    known = world(PROGRAM, history)
    check(engine, known, "| at | total(V) | most(V) | n(V) |\n| end | unknown | unknown | 3 |")
    assert evaluate(engine, known, "total(V)").gold.missing == ("missing(cost(c))",)


def test_a_sum_that_cancels_out_is_a_justified_zero(engine: Engine) -> None:
    history = "e1: trip(V; a), trip(V; b), complete(trip, V, 2).\ne2: cost(a, -4), cost(b, 4)."
    assert shown(evaluate(engine, world(PROGRAM, history), "total(V)").gold) == "zero 0"


def test_equal_values_of_different_members_both_count(engine: Engine) -> None:
    history = "e1: trip(V; a), trip(V; b), complete(trip, V, 2).\ne2: cost(a, 4), cost(b, 4)."
    assert shown(evaluate(engine, world(PROGRAM, history), "total(V)").gold) == "8"


def test_a_tie_is_answered_by_the_set_of_the_tied(engine: Engine) -> None:
    history = """
    e1: trip(V; a), trip(V; b), complete(trip, V, 2).
    e2: cost(a, 4), cost(b, 4), dest(a, x), dest(b, y).
    """
    check(
        engine,
        world(PROGRAM, history),
        "| at | dearest(V) | cheapest(V) | usual(V) |\n| end | {a, b} | {a, b} | {x, y} |",
    )


def test_a_tied_key_feeds_no_lookup(engine: Engine) -> None:
    program = PROGRAM + "derived goes(person) -> city\ngoes(P,C) :- dearest(P,T), dest(T,C)."
    history = """
    e1: trip(V; a), trip(V; b), complete(trip, V, 2).
    e2: cost(a, 4), cost(b, 4), dest(a, x), dest(b, x).
    """
    found = evaluate(engine, world(program, history), "goes(V)")
    assert shown(found.gold) == "unknown"
    assert found.gold.missing == ("undefined(dest({a, b}))",)


def test_two_values_of_one_key_are_a_conflict(engine: Engine) -> None:
    program = """
    set bill(person ; bill)
    func low(bill) -> int
    func high(bill) -> int
    derived rate(bill ; int)
    derived pays(person) -> decimal
    rate(B,R) :- low(B,R).
    rate(B,R) :- high(B,R).
    pays(P,S) :- S = sum{ V @ B : bill(P,B), rate(B,V) }.
    """
    history = "e1: bill(V; x), complete(bill, V, 1), low(x, 1), high(x, 2)."
    found = evaluate(engine, world(program, history), "pays(V)")
    assert shown(found.gold) == "unknown"
    assert found.gold.missing == ("conflict(x)",)


def test_an_aggregate_rests_on_every_member_and_value(engine: Engine) -> None:
    history = """
    e1: trip(V; a).
    e2: trip(V; b).
    e3: complete(trip, V, 2).
    e4: cost(a, 5).
    e5: cost(b, 12).
    e6: dest(a, Ash).
    """
    known = world(PROGRAM, history)
    assert evaluate(engine, known, "total(V)").witnesses.witnesses == (("e1", "e2", "e3", "e4", "e5"),)
    assert evaluate(engine, known, "n(V)").witnesses.witnesses == (("e1", "e2", "e3"),)
    assert evaluate(engine, known, "some_dear(V)").witnesses.witnesses == (("e2", "e5"),)
    assert evaluate(engine, known, "all_dear(V)").witnesses.witnesses == (("e1", "e4"),)


def test_variables_inside_braces_are_local(engine: Engine) -> None:
    program = """
    set trip(person ; trip)
    func cost(trip) -> money
    derived spread(person) -> money
    derived near(person) -> int
    func home(person) -> city
    func dest(trip) -> city
    spread(P,V) :- H = max{ C @ T : trip(P,T), cost(T,C) },
                   L = min{ C @ T : trip(P,T), cost(T,C) }, V = H - L.
    near(P,K)   :- home(P,D), K = count{ T : trip(P,T), dest(T,D) }.
    """
    history = f"e1: {TRIPS}.\ne2: {COSTS}.\ne3: {DESTS}, home(V, Ash)."
    check(engine, world(program, history), "| at | spread(V) | near(V) |\n| end | 7.5 | 2 |")


EARLY = (
    PROGRAM
    + """
derived two_dear(person) -> bool
derived two_later(person) -> bool
derived n_dear(person) -> int
two_dear(P)  :- K = count{ T : trip(P,T), cost(T,C), C > 10 }, K >= 2.
n_dear(P,K)  :- K = count{ T : trip(P,T), cost(T,C), C > 10 }.
two_later(P) :- n_dear(P,K), K >= 2.
"""
)


def test_enough_certain_members_decide_a_count_early(engine: Engine) -> None:
    """Only ``K = count{…}, K >= k`` in one clause; elsewhere an unknown count stays unknown."""
    history = """
    e1: trip(V; a), trip(V; b).
    e2: cost(a, 11).
    e3: cost(b, 12).
    """
    known = world(EARLY, history)
    check(
        engine,
        known,
        """
        | at         | two_dear(V) | two_later(V) |
        | 2026-01-02 | unknown     | unknown      |
        | 2026-01-03 | true        | unknown      |
        """,
    )
    assert evaluate(engine, known, "two_dear(V)").witnesses.witnesses == (("e1", "e2", "e3"),)


def test_too_few_possible_members_decide_it_too(engine: Engine) -> None:
    history = "e1: trip(V; a), trip(V; b), complete(trip, V, 2).\ne2: cost(a, 4)."
    known = world(EARLY, history)
    check(
        engine,
        known,
        """
        | at         | two_dear(V) | two_later(V) |
        | 2026-01-01 | unknown     | unknown      |
        | end        | false       | unknown      |
        """,
    )
    assert evaluate(engine, known, "two_dear(V)").witnesses.witnesses == (("e1", "e2"),)


def test_only_at_least_is_decided_before_a_count_is_known(engine: Engine) -> None:
    program = """
    set trip(person ; trip)
    derived two(person) -> bool
    derived more(person) -> bool
    derived other(person) -> bool
    two(P)   :- K = count{ T : trip(P,T) }, K >= 2.
    more(P)  :- K = count{ T : trip(P,T) }, K > 1.
    other(P) :- K = count{ T : trip(P,T) }, K != 1.
    """
    check(
        engine,
        world(program, "e1: trip(V; a), trip(V; b), trip(V; c).\ne2: complete(trip, V)."),
        """
        | at         | two(V) | more(V) | other(V) |
        | 2026-01-01 | true   | unknown | unknown  |
        | 2026-01-02 | true   | true    | true     |
        """,
    )
