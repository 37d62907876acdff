"""Mutual and non-linear recursion, recursion through values, and recursion without end (spec 1.7)."""

from __future__ import annotations

import time

import pytest

from scenarios.datalog.errors import RunawayError
from scenarios.datalog.facts import load_facts
from scenarios.datalog.loading import load_program
from scenarios.datalog.syntax import Goal
from tests.spec.engines import Engine
from tests.spec.manual import END, check, evaluate, shown, world


def test_mutual_recursion(engine: Engine) -> None:
    program = """
    set next(node ; node)
    derived odd(node ; node)
    derived even(node ; node)
    @recursive odd(X,Y)  :- next(X,Y).
    @recursive odd(X,Y)  :- next(X,Z), even(Z,Y).
    @recursive even(X,Y) :- next(X,Z), odd(Z,Y).
    """
    loaded = load_program(program)
    facts = load_facts(loaded, "next(a,b). next(b,c). next(c,d). next(d,a).")

    def answer(pred: str) -> str:
        return shown(engine.evaluate(loaded, facts, Goal(pred, ("a",)), END).gold)

    assert (answer("odd"), answer("even")) == ("{b, d}", "{a, c}")


def test_non_linear_recursion_equals_linear(engine: Engine) -> None:
    program = load_program("""
    set edge(node ; node)
    derived line(node ; node)
    derived twice(node ; node)
    @recursive line(X,Y) :- edge(X,Y).
    @recursive line(X,Z) :- line(X,Y), edge(Y,Z).
    @recursive twice(X,Y) :- edge(X,Y).
    @recursive twice(X,Z) :- twice(X,Y), twice(Y,Z).
    """)
    facts = load_facts(program, "edge(a,b). edge(b,c). edge(c,a). edge(c,d). edge(e,a).")
    for node in "abcde":
        linear, non_linear = (
            engine.evaluate(program, facts, Goal(pred, (node,)), END) for pred in ("line", "twice")
        )
        assert non_linear.gold == linear.gold
        assert non_linear.witnesses.witnesses == linear.witnesses.witnesses


def test_a_value_may_rest_on_the_next_value(engine: Engine) -> None:
    program = """
    func next(step) -> step
    derived left(step) -> int
    @recursive left(S,0) :- not next(S,_).
    @recursive left(S,N) :- next(S,T), left(T,M), N = M + 1.
    """
    known = world(program, "e1: next(a, b).\ne2: next(b, c).\ne3: next(c, none).\ne4: next(x, y).")
    check(
        engine,
        known,
        """
        | at         | left(a) | left(c) | left(x) |
        | 2026-01-02 | unknown | unknown | unknown |
        | end        | 2       | zero 0  | unknown |
        """,
    )
    found = evaluate(engine, known, "left(a)")
    assert found.witnesses.witnesses == (("e1", "e2", "e3"),)
    assert found.derivation.height == 2, "one node stands for the whole recursion"


def test_a_value_that_rests_on_itself_alone_is_none(engine: Engine) -> None:
    program = """
    func next(step) -> step
    derived end(step) -> step
    @recursive end(S,S) :- not next(S,_).
    @recursive end(S,E) :- next(S,T), end(T,E).
    """
    known = world(program, "e1: next(a, b), next(b, a), next(c, d), next(d, none).")
    check(engine, known, "| at | end(a) | end(c) |\n| end | zero none | d |")


CHAIN = """
set edge(node ; node)
set seed( ; int)
derived reach(node ; node)
derived up( ; int)
@recursive reach(X,Y) :- edge(X,Y).
@recursive reach(X,Z) :- reach(X,Y), edge(Y,Z).
@recursive up(X) :- seed(X).
@recursive up(Y) :- up(X), Y = X + 1.
"""


def test_a_recursion_that_makes_new_values_without_bound_is_stopped(engine: Engine) -> None:
    """Case D06: stopped by a stated limit within seconds, and nothing is answered."""
    known = world(CHAIN, "e1: complete(seed, 1, 1).")
    started = time.monotonic()
    with pytest.raises(RunawayError, match="up makes new values without bound: stopped at 20000"):
        evaluate(engine, known, "up()")
    assert time.monotonic() - started < 20


def test_a_long_chain_is_whole(engine: Engine) -> None:
    """Case D06: 1,200 edges, no safety limit cuts the closure in silence."""
    from scenarios.datalog.reference import answer

    program = load_program(CHAIN)
    facts = load_facts(program, " ".join(f"edge(n{i},n{i + 1})." for i in range(1200)))
    gold = answer(program, facts, Goal("reach", ("n0",)), END)
    assert len(gold.answer) == 1200
    assert "n1200" in gold.answer


def test_a_value_that_only_leads_back_to_itself_is_none_by_what_closes_the_circle(engine: Engine) -> None:
    known = world(
        """
        func boss(person) -> person on_cancel absent
        derived top(person) -> person
        @recursive top(P,P) :- not boss(P,_).
        @recursive top(P,Q) :- boss(P,R), top(R,Q).
        """,
        """
        e1: boss(Ann, Bo).
        e2: boss(Bo, Cy).
        e3: boss(Cy, Bo).
        e4: boss(Dee, Dee).
        e5: boss(Bo, Cy).
        e6: boss(Eve, none).
        """,
    )
    check(
        engine,
        known,
        "| at  | top(Ann)  | top(Dee)  | top(Eve) |\n| end | zero none | zero none | Eve      |",
    )
    assert evaluate(engine, known, "top(Dee)").witnesses.witnesses == (("e4",),)
    found = evaluate(engine, known, "top(Ann)").witnesses
    assert found.witnesses == (("e1", "e2", "e3"), ("e1", "e3", "e5"))
    assert found.exact
