"""Recursions in shapes that look like a closure and are none, each read as it stands (spec 1.7)."""

from __future__ import annotations

import pytest

from tests.spec.engines import Engine
from tests.spec.manual import check, evaluate, world

HISTORY = """
e1: next(a; b), next(b; c), complete(next, a), complete(next, b), complete(next, c, 0).
e2: to(a, b), to(b, c), to(c, none), cost(a, 1), cost(b, 2), cost(c, 3).
e3: size(a; 1), size(a; 2), complete(size, a), complete(size, 2, 0), complete(size, 3, 0).
"""
DECLARED = "set next(node ; node)\nset size(node ; node)\nfunc to(node) -> node\nfunc cost(node) -> int\n"

#: Name, clauses, and the table of what holds in the end.
SHAPES = {
    "a value that starts as the key itself": (
        "derived v(node) -> node\nv(X,X) :- to(X,Y).\nv(X,Z) :- to(X,Y), v(Y,Z).",
        "| at | v(b) | v(c) |\n| end | b | zero none |",
    ),
    "a value that is asked for itself": (
        "derived v(node) -> node\nv(X,Y) :- to(X,Y).\nv(X,Z) :- to(X,Y), v(X,Z).",
        "| at | v(a) | v(c) |\n| end | b | zero none |",
    ),
    "a double step whose members are computed": (
        "derived p(node ; int)\np(X,K) :- cost(X,C), K = C + 0.\np(X,K) :- next(X,Y), p(Y,K).",
        "| at | p(c) | p(a) |\n| end | {3} | {1, 2, 3} |",
    ),
    "a double step from any member": (
        "derived p(node ; node)\np(X,Y) :- next(X,Y).\np(X,Z) :- p(X,_), p(X,Z).",
        "| at | p(a) | p(c) |\n| end | {b} | zero {} |",
    ),
    "a double step that stays where it is": (
        "derived p(node ; node)\np(X,Y) :- next(X,Y).\np(X,Z) :- p(X,Y), p(X,Z).",
        "| at | p(a) | p(c) |\n| end | {b} | zero {} |",
    ),
    "a double step over what another clause computes": (
        "derived p(int ; int)\np(X,N) :- N = X + 2, N < 7.\np(X,Z) :- p(X,Y), p(Y,Z).",
        "| at | p(1) | p(5) |\n| end | {3, 5} | zero {} |",
    ),
    "a call that a test behind it forbids": (
        """derived near(node, int) -> bool
        near(X,N) :- next(X,_), N >= 0.
        near(X,N) :- M = N - 1, to(X,Y), near(Y,M), N > 0.""",
        "| at | near(a, 2) | near(c, 1) | near(a, -1) |\n| end | true | false | false |",
    ),
    "a key that does not matter": (
        "derived v(node) -> int\nderived w(node) -> int\nv(_,5) :- to(a,b).\nw(X,N) :- v(X,M), N = M + 1.",
        "| at | v(c) | w(a) |\n| end | 5 | 6 |",
    ),
}


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_is_read_as_it_stands(engine: Engine, name: str) -> None:
    clauses, table = SHAPES[name]
    check(engine, world(DECLARED + clauses, HISTORY), table)


def test_a_collection_without_a_rule_has_no_members_and_rests_on_nothing(engine: Engine) -> None:
    """Its absence is false, not unknown: rules are closed."""
    program = """
    derived bonus(node ; node)
    derived n_bonus(node) -> int
    n_bonus(X,K) :- K = count{ Y : bonus(X,Y) }.
    """
    told = 'rule extra "bonus(X,gift) :- X = x."'
    known = world(program, f"e1: {told}.\ne2: unrule extra.")
    check(engine, known, "| at | n_bonus(x) |\n| 2026-01-01 | 1 |\n| 2026-01-02 | zero 0 |")
    assert evaluate(engine, known, "n_bonus(x)").witnesses.witnesses == ((),)


def test_a_tie_has_no_sum(engine: Engine) -> None:
    """A tie cannot be added to: the result is unknown, and the operation is what is missing."""
    program = """
    set trip(person ; trip)
    func cost(trip) -> int
    derived usual(person) -> int
    derived more(person) -> int
    usual(P,C) :- C = mode{ D @ T : trip(P,T), cost(T,D) }.
    more(P,V)  :- usual(P,C), V = C + 1.
    """
    known = world(
        program, "e1: trip(V; a), trip(V; b), complete(trip, V), cost(a, 4), cost(b, 5).\ne2: cost(b, 4)."
    )
    check(engine, known, "| at | usual(V) | more(V) |\n| 2026-01-01 | {4, 5} | unknown |\n| end | 4 | 5 |")
    assert evaluate(engine, known, "more(V)", "2026-01-01").gold.missing == ("undefined({4, 5} + 1)",)
