"""Negation (spec 1.7): ``not`` is true only where a closed collection or a tombstone says so."""

from __future__ import annotations

import itertools

from tests.spec.engines import Engine
from tests.spec.manual import check, evaluate, shown, world

PROGRAM = """
set trip(person ; trip)
set approved(person ; trip)
derived unapproved(person ; trip)
derived n(person) -> int
derived plain(person) -> bool
unapproved(P,T) :- trip(P,T), not approved(P,T).
n(P,K) :- K = count{ T : unapproved(P,T) }.
plain(P) :- not approved(P,_).
"""


def test_absence_is_not_falsehood_until_the_collection_is_closed(engine: Engine) -> None:
    history = """
    e1: trip(V; a), trip(V; b), complete(trip, V, 2).
    e2: approved(V; b).
    e3: complete(approved, V, 1).
    """
    check(
        engine,
        world(PROGRAM, history),
        """
        | at         | unapproved(V) | unapproved(V) has b | n(V)    | plain(V) |
        | 2026-01-01 | unknown       | unknown             | unknown | unknown  |
        | 2026-01-02 | unknown       | false               | unknown | false    |
        | 2026-01-03 | {a}           | false               | 1       | false    |
        """,
    )


def test_a_negation_rests_on_the_completeness_and_its_members(engine: Engine) -> None:
    history = """
    e1: trip(V; a), complete(trip, V, 1).
    e2: approved(V; b).
    e3: complete(approved, V, 1).
    """
    found = evaluate(engine, world(PROGRAM, history), "n(V)")
    assert found.witnesses.witnesses == (("e1", "e2", "e3"),)


def test_a_tombstone_alone_proves_absence_however_open_the_collection_is(engine: Engine) -> None:
    history = "e1: trip(V; a), complete(trip, V, 1).\ne2: approved(V; a).\ne3: cancel approved(V; a)."
    known = world(PROGRAM, history)
    check(
        engine,
        known,
        """
        | at         | n(V)   | approved(V) |
        | 2026-01-02 | zero 0 | unknown     |
        | 2026-01-03 | 1      | unknown     |
        """,
    )
    assert evaluate(engine, known, "n(V)").witnesses.witnesses == (("e1", "e3"),)


def test_none_at_all_is_written_with_an_anonymous_variable(engine: Engine) -> None:
    known = world(PROGRAM, "e1: complete(approved, V, 0).")
    check(engine, known, "| at | plain(V) |\n| 2025-12-31 | unknown |\n| end | true |")


def test_not_of_a_lookup(engine: Engine) -> None:
    program = """
    func boss(person) -> person
    derived top(person) -> bool
    derived outsider(person) -> bool
    top(P) :- not boss(P,_).
    outsider(P) :- not boss(P,"Vera").
    """
    known = world(program, "e1: boss(a, Vera).\ne2: boss(b, Oleg).\ne3: boss(c, none).")
    check(
        engine,
        known,
        """
        | at  | top(a) | top(c) | top(d)  | outsider(a) | outsider(b) | outsider(c) | outsider(d) |
        | end | false  | true   | unknown | false       | true        | true        | unknown     |
        """,
    )


def test_not_of_a_derived_truth(engine: Engine) -> None:
    program = """
    func amount(bill) -> money
    func receipt(bill) -> bool
    derived claimable(bill) -> bool
    derived payable(bill) -> money
    claimable(B) :- receipt(B,true).
    claimable(B) :- amount(B,A), A <= 25.
    payable(B,V) :- claimable(B), amount(B,V).
    payable(B,0) :- not claimable(B).
    """
    history = """
    e1: amount(x, 90), amount(y, 20), amount(z, 90), amount(w, 90).
    e2: receipt(x, true), receipt(z, false).
    """
    known = world(program, history)
    check(
        engine,
        known,
        "| at | payable(x) | payable(y) | payable(z) | payable(w) |\n| end | 90 | 20 | zero 0 | unknown |",
    )
    assert evaluate(engine, known, "payable(y)").witnesses.witnesses == (("e1",),)
    assert evaluate(engine, known, "payable(z)").witnesses.witnesses == (("e1", "e2"),)


def test_any_order_of_literals_means_the_same(engine: Engine) -> None:
    literals = ["trip(P,T)", "not approved(P,T)", "dest(T,C)", 'C != "home"']
    history = """
    e1: trip(V; a), trip(V; b), trip(V; c), complete(trip, V, 3).
    e2: approved(V; b), dest(a, x), dest(b, y), dest(c, home).
    e3: complete(approved, V, 1).
    """
    for order in itertools.permutations(literals):
        program = f"""
        set trip(person ; trip)
        set approved(person ; trip)
        func dest(trip) -> city
        derived open(person ; trip)
        open(P,T) :- {", ".join(order)}.
        """
        found = evaluate(engine, world(program, history), "open(V)")
        assert shown(found.gold) == "{a}", order
        # b is out for its approval alone, so its destination is not needed; e2 states both at once
        assert found.witnesses.witnesses == (("e1", "e2", "e3"),), order
