"""Joins (spec 1.7): what a clause reads, in whatever order its literals stand."""

from __future__ import annotations

import itertools

from scenarios.datalog.facts import load_facts
from scenarios.datalog.loading import load_program
from scenarios.datalog.printing import quoted
from scenarios.datalog.syntax import Goal
from tests.spec.engines import Engine
from tests.spec.manual import END, check, evaluate, goal, shown, world

TRAVEL = """
func dest(trip) -> city
func city_in(city) -> country
derived country(trip) -> country
country(T,N) :- dest(T,C), city_in(C,N).
"""


def test_a_chain_of_lookups(engine: Engine) -> None:
    known = world(TRAVEL, "e1: dest(Grus, Corby).\ne2: city_in(Corby, Corvia).")
    check(
        engine,
        known,
        """
        | at         | country(Grus) | country(Ibex) |
        | 2026-01-01 | unknown       | unknown       |
        | 2026-01-02 | Corvia        | unknown       |
        """,
    )
    assert evaluate(engine, known, "country(Grus)", "2026-01-01").gold.missing == ("missing(city_in(Corby))",)
    assert evaluate(engine, known, "country(Ibex)").gold.missing == ("missing(dest(Ibex))",)


def test_a_repeated_variable_joins_and_a_head_constant_stays(engine: Engine) -> None:
    """Case D01."""
    program = load_program("""
    set trip( ; trip)
    func from(trip) -> city
    set leg(trip, city ; city)
    derived round( ; trip)
    derived tag(trip ; kind)
    round(T) :- trip(T), from(T,C), leg(T,C,C).
    tag(T,"loop") :- round(T).
    tag(T,"line") :- trip(T), not round(T).
    """)
    facts = load_facts(
        program,
        """
        leg(t1,ashfell,ashfell). leg(t2,ashfell,corby). leg(t3,corby,corby). trip(t1). trip(t2). trip(t3).
        from(t1,ashfell). from(t2,ashfell). from(t3,corby).
        """,
    )

    def answer(text: str) -> str:
        return shown(engine.evaluate(program, facts, goal(text), END).gold)

    assert answer("round()") == "{t1, t3}"
    assert [answer(f"tag({trip})") for trip in ("t1", "t2", "t3")] == ["{loop}", "{line}", "{loop}"]


def test_a_variable_repeated_in_the_head_is_a_test(engine: Engine) -> None:
    program = """
    func boss(person) -> person
    derived own(person, person) -> bool
    own(P,P) :- boss(P,P).
    """
    known = world(program, "e1: boss(a, a).\ne2: boss(b, a).")
    check(
        engine,
        known,
        "| at | own(a, a) | own(b, b) | own(a, b) |\n| end | true | false | false |",
    )


def test_two_anonymous_variables_are_two_variables(engine: Engine) -> None:
    program = """
    set paid(person ; bill)
    set seen(person ; bill)
    derived active(person) -> bool
    active(P) :- paid(P,_), seen(P,_).
    """
    known = world(program, "e1: paid(a; x), complete(paid, a).\ne2: seen(a; y), complete(seen, a).")
    check(engine, known, "| at | active(a) |\n| end | true |")


def test_a_join_of_two_collections_is_the_same_whichever_is_written_first(engine: Engine) -> None:
    """An open collection and a closed one: the closed one bounds what the open one can add."""
    bodies = ["a(P,T)", "b(P,T)", "good(T,Y)", 'Y = "yes"']
    history = """
    e1: a(p; x), good(x, yes), good(y, no).
    e2: b(p; x), b(p; y), complete(b, p).
    """
    for order in itertools.permutations(bodies):
        program = f"""
        set a(person ; thing)
        set b(person ; thing)
        func good(thing) -> text
        derived c(person ; thing)
        c(P,T) :- {", ".join(order)}.
        """
        assert shown(evaluate(engine, world(program, history), "c(p)").gold) == "{x}", order


def test_an_open_collection_leaves_everything_built_on_it_open(engine: Engine) -> None:
    program = """
    set trip(person ; trip)
    func fee(trip) -> money
    derived paid(person ; trip)
    derived any_paid(person) -> bool
    paid(P,T) :- trip(P,T), fee(T,F), F > 0.
    any_paid(P) :- paid(P,_).
    """
    known = world(program, "e1: trip(a; x), fee(x, 5).\ne2: trip(b; y), fee(y, 0).")
    check(
        engine,
        known,
        """
        | at  | paid(a) | any_paid(a) | any_paid(b) | paid(a) has x |
        | end | unknown | true        | unknown     | true          |
        """,
    )


def test_a_stated_absence_stops_a_chain(engine: Engine) -> None:
    known = world(TRAVEL, "e1: dest(Grus, none).")
    check(engine, known, "| at | country(Grus) |\n| end | zero none |")
    assert evaluate(engine, known, "country(Grus)").witnesses.witnesses == (("e1",),)


def test_an_inverse_reads_a_collection_from_its_member(engine: Engine) -> None:
    program = """
    set trip(person, year ; trip)
    inverse traveller(trip) -> person of trip
    func based_in(person) -> city
    derived desk(trip) -> city
    desk(T,C) :- traveller(T,P), based_in(P,C).
    """
    history = """
    e1: trip(Vera, y26; Grus), based_in(Vera, Corby).
    e2: trip(Oleg, y26; Grus).
    """
    known = world(program, history)
    check(
        engine,
        known,
        """
        | at         | traveller(Grus) | desk(Grus) | traveller(Ibex) |
        | 2026-01-01 | Vera            | Corby      | unknown         |
        | 2026-01-02 | unknown         | unknown    | unknown         |
        """,
    )
    assert evaluate(engine, known, "desk(Grus)", "2026-01-01").witnesses.witnesses == (("e1",),)
    assert evaluate(engine, known, "desk(Grus)").gold.missing == ("conflict(traveller(Grus))",)
    assert evaluate(engine, known, "traveller(Ibex)").gold.missing == ("missing(traveller(Ibex))",)


def test_names_are_never_read_as_anything_but_names(engine: Engine) -> None:
    """Case D09: quotes, backslashes, line breaks and program text inside a constant."""
    names = ['O\'Hara "Lodge", Ltd', "C:\\temp\\", "line1\nline2\tend", "100% _x_ ; DROP TABLE event;--", "X"]
    program = load_program("func inn(key) -> text\nderived copy(key) -> text\ncopy(X,Y) :- inn(X,Y).")
    for name in names:
        facts = load_facts(program, f"inn({quoted(name)}, {quoted(name)}).")
        found = engine.evaluate(program, facts, Goal("copy", (name,)), END)
        assert found.gold.answer == name
