"""Witnesses in a recursion: what leads back to itself proves nothing, and contradicts nothing either."""

from __future__ import annotations

from tests.spec.engines import Engine
from tests.spec.manual import evaluate, world


def test_a_rule_that_repeats_a_value_asks_for_no_more_events(engine: Engine) -> None:
    program = """
    func cost(trip) -> money
    derived price(trip) -> money
    price(T,V) :- cost(T,V).
    price(T,V) :- price(T,V).
    """
    found = evaluate(engine, world(program, "e1: cost(a, 5).\ne2: cost(b, 7)."), "price(a)")
    assert (found.gold.answer, found.witnesses.witnesses) == (5, (("e1",),))
    assert found.witnesses.exact


def test_a_rule_that_could_only_repeat_the_value_need_not_fall(engine: Engine) -> None:
    """Whether the cost is known does not matter: the second rule gives nothing but what the first gives."""
    program = """
    func cost(trip) -> money
    set part(trip ; trip)
    derived whole(trip) -> trip
    whole(T,P) :- part(T,P).
    whole(T,P) :- not cost(T,_), whole(T,P).
    """
    known = world(program, "e1: cost(a, 5).\ne2: part(a; b), complete(part, a).")
    found = evaluate(engine, known, "whole(a)")
    assert (found.gold.answer, found.witnesses.witnesses) == ("b", (("e2",),))


def test_a_constant_of_a_head_falls_with_the_collection_that_drives_its_rule(engine: Engine) -> None:
    """The rule gives blue for whatever follows, and nothing does: the completeness alone refutes blue."""
    program = """
    set next(course ; course)
    derived hue(course ; colour)
    derived dull(course) -> bool
    hue(C,blue) :- next(C,D).
    dull(C) :- not hue(C,blue).
    """
    found = evaluate(engine, world(program, "e1: complete(next, a, 0).\ne2: next(b; a)."), "dull(a)")
    assert (found.gold.answer, found.witnesses.witnesses) == (True, (("e1",),))
    assert not found.witnesses.partial


def test_a_value_and_a_refutation_may_rest_on_each_other(engine: Engine) -> None:
    """The top of a is b by its own rule; that b leads nowhere else is known from what b says."""
    program = """
    func boss(person) -> person on_cancel absent
    derived top(person) -> person
    @recursive top(P,P) :- not boss(P,_).
    @recursive top(P,R) :- boss(P,Q), top(Q,R).
    """
    found = evaluate(engine, world(program, "e1: boss(a, b).\ne2: boss(b, none).\ne3: boss(a, b)."), "top(a)")
    assert found.gold.answer == "b"
    assert found.witnesses.witnesses == (("e1", "e2"), ("e2", "e3"))


def test_long_chains_and_dense_closures_have_their_one_witness(engine: Engine) -> None:
    """A closure over a chain, and one over a net whose paths are far too many to list."""
    program = """
    set next(node ; node)
    derived far(node ; node)
    derived n_far(node) -> int
    @recursive far(X,Y) :- next(X,Y).
    @recursive far(X,Z) :- far(X,Y), next(Y,Z).
    n_far(X,K) :- K = count{ Y : far(X,Y) }.
    """
    chain = [f"e{n:02}: next(n{n}; n{n + 1}), complete(next, n{n})." for n in range(40)]
    known = world(program, "\n".join([*chain, "e40: complete(next, n40, 0)."]))
    found = evaluate(engine, known, "n_far(n0)").witnesses
    assert (found.exact, len(found.witnesses), len(found.witnesses[0])) == (True, 1, 41)
    near = {n: sorted({(n * 3 + 1) % 16, (n * 5 + 2) % 16, (n + 1) % 16} - {n}) for n in range(16)}
    net = [f"e{n:02}x{m:02}: next(n{n}; n{m})." for n, to in near.items() for m in to]
    closed = [f"f{n:02}: complete(next, n{n}, {len(to)})." for n, to in near.items()]
    known = world(program, "\n".join([*net, *closed]))
    found = evaluate(engine, known, "n_far(n0)").witnesses
    assert (found.exact, len(found.witnesses), len(found.witnesses[0])) == (True, 1, len(net) + len(closed))
