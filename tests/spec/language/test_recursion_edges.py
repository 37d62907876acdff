"""Recursion that nothing starts, that reads itself at a fixed member, or whose members it has read before."""

from __future__ import annotations

from tests.spec.engines import Engine
from tests.spec.manual import check, evaluate, world


def test_a_recursion_that_nothing_starts_reaches_nothing(engine: Engine) -> None:
    program = """
    set next(node ; node)
    func up(node) -> node
    derived orphan(node ; node)
    derived lost(node) -> node
    derived stuck(node) -> bool
    orphan(X,Z) :- orphan(X,Y), next(Y,Z).
    lost(X,Y)   :- up(X,Z), lost(Z,Y).
    stuck(X)    :- up(X,Z), stuck(Z).
    """
    check(
        engine,
        world(program, "e1: next(a; b), complete(next, a), up(a, b), up(b, none)."),
        """
        | at  | orphan(a) | orphan(a) has b | lost(a)   | lost(b)   | lost(c) | stuck(a) |
        | end | zero {}   | false           | zero none | zero none | unknown | false    |
        """,
    )


def test_a_recursion_may_ask_itself_for_one_member_or_for_any(engine: Engine) -> None:
    program = """
    set next(node ; node)
    derived hub(node ; node)
    derived more(node ; node)
    hub(X,Y)     :- next(X,Y).
    hub(X,extra) :- hub(X,h).
    more(X,Y)    :- next(X,Y).
    more(X,most) :- more(X,_).
    """
    history = """
    e1: next(a; b), complete(next, a), complete(next, z, 0).
    e2: next(a; h).
    e3: complete(next, a).
    """
    known = world(program, history)
    check(
        engine,
        known,
        """
        | at         | hub(a)        | hub(a) has extra | hub(z)  | more(a)      | more(z) |
        | 2026-01-01 | {b}           | false            | zero {} | {b, most}    | zero {} |
        | 2026-01-02 | unknown       | true             | zero {} | unknown      | zero {} |
        | 2026-01-03 | {b, extra, h} | true             | zero {} | {b, h, most} | zero {} |
        """,
    )
    assert evaluate(engine, known, "hub(a) has extra").witnesses.witnesses == (("e2",),)
    assert evaluate(engine, known, "more(a) has most").witnesses.witnesses == (("e1",), ("e2",))


def test_a_step_may_meet_again_a_member_it_has_read(engine: Engine) -> None:
    """Two steps on where the first is reached already: the edge of a way that doubles back."""
    program = """
    set next(node ; node)
    derived back(node ; node)
    back(X,Y) :- next(X,Y).
    back(X,Y) :- next(X,Z), back(X,Z), next(Z,Y).
    """
    history = (
        "e1: next(a; b), next(b; c), next(c; d), complete(next, a), complete(next, b), complete(next, c)."
    )
    known = world(program, history)
    check(engine, known, "| at | back(a) | back(b) |\n| end | {b, c} | {c, d} |")


def test_a_value_found_in_doubt_first_leaves_no_trace_once_it_is_known(engine: Engine) -> None:
    """``f(a)`` is undecided until ``m`` reaches b: what read it by then must not stay open."""
    program = """
    set next(node ; node)
    set doubt(node ; node) on_cancel unknown
    func up(node) -> node
    derived p(node ; node)
    derived f(node) -> node
    derived m(node ; node)
    p(X,Y) :- doubt(X,Y).
    p(X,Y) :- m(X,Z), next(Z,Y).
    f(X,Y) :- p(X,Y).
    m(X,Y) :- f(X,Y).
    m(X,Y) :- up(X,Y).
    """
    history = """
    e1: doubt(a; b).
    e2: cancel doubt(a; b), complete(doubt, a, 0).
    e3: next(c; b), complete(next, c), complete(next, b, 0).
    e4: up(a, c).
    """
    check(engine, world(program, history), "| at | p(a) | f(a) | m(a) |\n| end | {b} | b | {b, c} |")


def test_two_possible_values_are_unknown_to_whoever_reads_them(engine: Engine) -> None:
    """``f(a)`` may be b or c, so ``m`` names neither, in whatever order they are found."""
    program = """
    set next(node ; node)
    func up(node) -> node
    derived f(node) -> node
    derived m(node ; node)
    f(X,Y) :- up(X,Y).
    f(X,Y) :- m(X,_), next(X,Y).
    m(X,Y) :- f(X,Y).
    """
    known = world(
        program, "e1: up(a, b), next(a; c), complete(next, a).\ne2: up(d, b), complete(next, d, 0)."
    )
    check(
        engine,
        known,
        """
        | at  | f(a)    | m(a)    | m(a) has b | f(d) | m(d) | m(d) has c |
        | end | unknown | unknown | unknown    | b    | {b}  | false      |
        """,
    )


def test_a_value_that_may_be_is_not_known_above_it_either(engine: Engine) -> None:
    """A value passed up a chain is known only where it is known below: here b's own value is in doubt."""
    program = """
    func up(node) -> node
    func flag(node) -> text
    func own(node) -> text
    derived tone(node) -> text
    tone(X,V) :- own(X,V), flag(X,"on").
    tone(X,V) :- up(X,Y), tone(Y,V).
    """
    history = """
    e1: own(a, red), own(b, red), flag(a, on), up(a, b), up(b, none).
    e2: flag(b, on).
    """
    check(
        engine,
        world(program, history),
        """
        | at         | tone(a) | tone(b) |
        | 2026-01-01 | unknown | unknown |
        | 2026-01-02 | red     | red     |
        """,
    )


def test_a_truth_without_keys_that_rests_on_itself_alone_is_false(engine: Engine) -> None:
    program = """
    func open(door) -> bool
    derived d() -> bool
    derived e() -> bool
    d() :- d().
    e() :- e(), open(x,true).
    """
    check(engine, world(program, "e1: open(x, true)."), "| at | d() | e() |\n| end | false | false |")
