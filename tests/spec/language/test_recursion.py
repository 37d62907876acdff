"""Linear recursion (spec 1.7): cycles end; open edges leave a closure open."""

from __future__ import annotations

from scenarios.datalog.facts import load_facts
from scenarios.datalog.loading import load_program
from scenarios.datalog.syntax import Goal
from tests.spec.engines import Engine
from tests.spec.manual import END, check, evaluate, shown, world

PROGRAM = """
set req(course ; course)
derived need(course ; course)
derived n(course) -> int
derived above(course, course) -> bool
@recursive need(X,Y) :- req(X,Y).
@recursive need(X,Z) :- need(X,Y), req(Y,Z).
n(X,K) :- K = count{ Y : need(X,Y) }.
above(X,Y) :- need(X,Y).
"""


def test_a_closure_is_closed_when_every_visited_collection_is(engine: Engine) -> None:
    history = """
    e1: req(c; b), complete(req, c, 1).
    e2: req(b; a).
    e3: complete(req, b, 1).
    e4: complete(req, a, 0).
    """
    known = world(PROGRAM, history)
    check(
        engine,
        known,
        """
        | at         | need(c) | above(c, a) | above(c, z) | n(a)    |
        | 2026-01-01 | unknown | unknown     | unknown     | unknown |
        | 2026-01-02 | unknown | true        | unknown     | unknown |
        | 2026-01-03 | unknown | true        | unknown     | unknown |
        | 2026-01-04 | {a, b}  | true        | false       | zero 0  |
        """,
    )
    found = evaluate(engine, known, "need(c)")
    assert found.witnesses.witnesses == (("e1", "e2", "e3", "e4"),)
    assert evaluate(engine, known, "above(c, a)").witnesses.witnesses == (("e1", "e2"),)
    assert found.derivation.height == 3
    missing = evaluate(engine, known, "need(c)", "2026-01-02").gold.missing
    assert missing == ("missing(complete(req,a))", "missing(complete(req,b))")


def test_several_paths_are_several_witnesses(engine: Engine) -> None:
    history = "e1: req(d; b).\ne2: req(d; c).\ne3: req(b; a).\ne4: req(c; a)."
    found = evaluate(engine, world(PROGRAM, history), "above(d, a)")
    assert found.witnesses.witnesses == (("e1", "e3"), ("e2", "e4"))


def test_a_cycle_ends(engine: Engine) -> None:
    """AC-1.8 and case D06: three nodes in a ring reach one another and themselves: nine pairs."""
    program = load_program(PROGRAM)
    facts = load_facts(program, "req(1,2). req(2,3). req(3,1).")
    for node in "123":
        found = engine.evaluate(program, facts, Goal("need", (node,)), END)
        assert shown(found.gold) == "{1, 2, 3}"
        assert all(key not in children for key, children in found.derivation.children.items())


def test_a_recursion_over_a_lookup_is_closed_by_a_stated_absence(engine: Engine) -> None:
    program = """
    func boss(person) -> person
    derived above(person ; person)
    @recursive above(P,Q) :- boss(P,Q).
    @recursive above(P,R) :- above(P,Q), boss(Q,R).
    """
    known = world(program, "e1: boss(a, b).\ne2: boss(b, c).\ne3: boss(c, none).")
    check(
        engine,
        known,
        """
        | at         | above(a) | above(a) has c | above(a) has z |
        | 2026-01-02 | unknown  | true           | unknown        |
        | 2026-01-03 | {b, c}   | true           | false          |
        """,
    )
    assert evaluate(engine, known, "above(a)").witnesses.witnesses == (("e1", "e2", "e3"),)


def test_negation_and_a_count_may_stand_on_a_recursion(engine: Engine) -> None:
    """Case D05, the good program: what reads a recursion through ``not`` and a count is no part of it."""
    program = """
    set req(course ; course)
    set course( ; course)
    derived need(course ; course)
    derived free( ; course)
    derived load() -> int
    need(X,Y) :- req(X,Y).
    need(X,Z) :- need(X,Y), req(Y,Z).
    free(X)   :- course(X), not need(X,X).
    load(N)   :- N = count{ X : free(X) }.
    """
    history = """
    e1: complete(course, 4, a, b, c, d).
    e2: complete(req, a, 1, b), complete(req, b, 1, a), complete(req, c, 1, a).
    e3: complete(req, d, 0).
    """
    check(
        engine,
        world(program, history),
        """
        | at         | free()  | load()  | need(c) |
        | 2026-01-02 | unknown | unknown | {a, b}  |
        | 2026-01-03 | {c, d}  | 2       | {a, b}  |
        """,
    )


def test_right_recursion_means_the_same_as_left(engine: Engine) -> None:
    right = PROGRAM.replace("need(X,Z) :- need(X,Y), req(Y,Z).", "need(X,Z) :- req(X,Y), need(Y,Z).")
    text = "req(d,b). req(d,c). req(b,a). req(c,a). req(a,d)."
    for source in (PROGRAM, right):
        program = load_program(source)
        for node in "abcd":
            found = engine.evaluate(program, load_facts(program, text), Goal("need", (node,)), END)
            assert shown(found.gold) == "{a, b, c, d}"
