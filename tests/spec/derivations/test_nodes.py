"""What becomes a node (spec 2.1, 2.2): everything derived, read or checked, once."""

from __future__ import annotations

import itertools

from scenarios.datalog.derivation import Evaluation
from scenarios.datalog.syntax import Goal
from tests.spec.engines import Engine
from tests.spec.manual import END, evaluate, world

TRAVEL = """
func dest(trip) -> city
func city_in(city) -> country
func link_to(node) -> node
derived country(trip) -> country
derived hop(node) -> node
country(T,N) :- dest(T,C), city_in(C,N).
"""


def labels(found: Evaluation) -> set[str]:
    return {node.label for node in found.derivation.nodes.values()}


def test_two_asserting_events_are_two_witnesses_and_both_are_nodes(engine: Engine) -> None:
    """Case D10, first part."""
    known = world(TRAVEL, "e1: city_in(corby, corvia).\ne2: city_in(corby, corvia).\ne3: dest(grus, corby).")
    found = evaluate(engine, known, "country(grus)")
    assert found.witnesses.witnesses == (("e1", "e3"), ("e2", "e3"))
    assert found.witnesses.support == ("e1", "e2", "e3")
    assert labels(found) == {"country(grus)", "dest(grus)", "city_in(corby)", "e1", "e2", "e3"}


def test_a_self_join_keeps_both_rows_and_shows_its_test(engine: Engine) -> None:
    """Case D10, second part: hop(1,3) over two links, with the check 1 < 3."""
    program = """
    set link(int ; int)
    derived hop(int ; int)
    hop(X,Z) :- link(X,Y), link(Y,Z), X < Z.
    """
    known = world(program, "e4: link(1; 2).\ne5: link(2; 3).")
    found = engine.evaluate(*known, Goal("hop", ("1",), "3"), END)
    assert found.gold.answer is True
    assert found.witnesses.witnesses == (("e4", "e5"),)
    root = found.derivation.nodes[found.derivation.root]
    assert "1 < 3: true" in root.meta["checks"]
    assert all(key not in below for key, below in found.derivation.children.items())


def test_the_derivation_does_not_depend_on_the_order_of_rules_or_rows(engine: Engine) -> None:
    clauses = ["v(K,X) :- a(K,X).", "v(K,X) :- b(K,X).", "w(K) :- v(K,X), X > 1."]
    declared = "func a(k) -> int\nfunc b(k) -> int\nderived v(k) -> int\nderived w(k) -> bool\n"
    history = ["e1: a(x, 2).", "e2: b(x, 2)."]
    seen = set()
    for order in itertools.permutations(clauses):
        for rows in itertools.permutations(history):
            found = evaluate(engine, world(declared + "\n".join(order), "\n".join(rows)), "w(x)")
            seen.add((frozenset(found.derivation.nodes), frozenset(found.derivation.edges)))
    assert len(seen) == 1


def test_the_first_false_literal_in_clause_order_ends_what_a_candidate_reads(engine: Engine) -> None:
    program = """
    set trip(person ; trip)
    func kind(trip) -> kind
    func dest(trip) -> city
    derived work(person ; trip)
    work(P,T) :- trip(P,T), kind(T,"work"), dest(T,C), C != "home".
    """
    history = """
    e1: trip(V; a), trip(V; b), complete(trip, V, 2).
    e2: kind(a, work), kind(b, leisure), dest(a, x), dest(b, y).
    """
    known = world(program, history)
    found = labels(evaluate(engine, known, "work(V)"))
    assert "dest(a)" in found
    assert "kind(b)" in found
    assert "dest(b)" not in found


def test_what_stands_behind_a_closed_empty_driver_is_not_read(engine: Engine) -> None:
    program = """
    set trip(person ; trip)
    func home(person) -> city
    func desk(person) -> city
    derived away(person ; trip)
    away(P,T) :- home(P,C), trip(P,T), desk(P,D), C != D.
    """
    known = world(program, "e1: complete(trip, V, 0), home(V, x), desk(V, x).")
    found = labels(evaluate(engine, known, "away(V)"))
    assert {"home(V)", "trip(V)"} <= found
    assert "desk(V)" not in found


def test_an_open_driver_reads_for_its_unnamed_member_too(engine: Engine) -> None:
    program = """
    set trip(person ; trip)
    func home(person) -> city
    derived away(person ; trip)
    away(P,T) :- trip(P,T), home(P,C), C != "x".
    """
    found = labels(evaluate(engine, world(program, "e1: home(V, y)."), "away(V)"))
    assert {"home(V)", "missing(complete(trip,V))"} <= found


def test_a_member_test_reads_the_member_if_it_holds_else_the_collection(engine: Engine) -> None:
    program = """
    set trip(person ; trip)
    set seen(person ; trip)
    derived both(person ; trip)
    both(P,T) :- trip(P,T), seen(P,T).
    """
    history = "e1: trip(V; a), trip(V; b), complete(trip, V, 2).\ne2: seen(V; a), complete(seen, V, 1)."
    known = world(program, history)
    assert "seen(V)" in labels(evaluate(engine, known, "both(V)"))
    only = world(program, "e1: trip(V; a), complete(trip, V, 1).\ne2: seen(V; a), complete(seen, V, 1).")
    found = labels(evaluate(engine, only, "both(V)"))
    assert "seen(V,a)" in found
    assert "seen(V)" not in found


def test_an_inlined_rule_has_no_node_of_its_own(engine: Engine) -> None:
    program = f"""
    {TRAVEL}
    derived far(node) -> bool
    @inline hop(X,Z) :- link_to(X,Y), link_to(Y,Z).
    far(X) :- hop(X,Z), Z != "x".
    """
    known = world(program, "e1: link_to(a, b).\ne2: link_to(b, c).")
    found = evaluate(engine, known, "far(a)")
    assert labels(found) == {"far(a)", "link_to(a)", "link_to(b)", "e1", "e2"}


def test_select_nodes_stand_under_temporal_goals_only(engine: Engine) -> None:
    known = world(TRAVEL, "e1: dest(Grus, Halewick), city_in(Corby, Corvia).\ne2: revise dest(Grus, Corby).")
    plain = engine.evaluate(*known, Goal("country", ("Grus",)), END)
    temporal = engine.evaluate(*known, Goal("country", ("Grus",), temporal=True), END)
    assert not any(node.kind == "select" for node in plain.derivation.nodes.values())
    select = ("select", "select", ("dest", "Grus"))
    assert temporal.derivation.children[select] == [
        ("fact", "dest", ("Grus",)),
        ("check", "latest", ("dest", "Grus")),
    ]
    assert (plain.gold, plain.witnesses) == (temporal.gold, temporal.witnesses)
    assert (plain.derivation.height, temporal.derivation.height) == (2, 3)


def test_a_shared_input_is_one_node_with_several_parents(engine: Engine) -> None:
    known = world(TRAVEL, "e1: dest(a, x), dest(b, x).\ne2: city_in(x, N).")
    program = TRAVEL + "derived same(trip, trip) -> bool\nsame(S,T) :- country(S,N), country(T,N)."
    found = evaluate(engine, world(program, "e1: dest(a, x), dest(b, x).\ne2: city_in(x, N)."), "same(a, b)")
    assert len(known[1].actions) == 3
    parents = {parent for parent, child in found.derivation.edges if child == ("fact", "city_in", ("x",))}
    assert parents == {("derived", "country", ("a",)), ("derived", "country", ("b",))}
    depths = found.derivation.depths
    assert found.derivation.height == max(depths.values()) == 3


def test_an_obsolete_version_is_counted_but_never_shown(engine: Engine) -> None:
    known = world(
        TRAVEL, "e1: dest(g, x).\ne2: revise dest(g, y).\ne3: revise dest(g, z).\ne4: city_in(z, N)."
    )
    found = evaluate(engine, known, "country(g)")
    assert found.derivation.nodes[("fact", "dest", ("g",))].obsolete_count == 2
    assert {"e1", "e2"} & labels(found) == set()
    assert found.derivation.obs_flag
