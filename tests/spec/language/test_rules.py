"""Rules that events declare (spec 1.7): a declared clause replaces the base clause of its key."""

from __future__ import annotations

from tests.spec.engines import Engine
from tests.spec.manual import check, evaluate, world

PROGRAM = """
func amount(bill) -> money
param cap() -> money
derived fee(bill) -> money
derived extra(bill) -> money
derived waived(bill) -> bool
@rule(fee_rule) fee(B,V) :- amount(B,V).
"""
HISTORY = """
e1: amount(x, 10), cap(6).
e2: rule fee_rule "fee(B,V) :- amount(B,A), cap(C), V = min(A,C).".
e3: rule fee_rule "fee(B,V) :- amount(B,A), V = A * 2.".
e4: unrule fee_rule.
"""


def test_the_current_declaration_is_in_force(engine: Engine) -> None:
    known = world(PROGRAM, HISTORY)
    check(
        engine,
        known,
        """
        | at         | fee(x) |
        | 2026-01-01 | 10     |
        | 2026-01-02 | 6      |
        | 2026-01-03 | 20     |
        | 2026-01-04 | 10     |
        """,
    )


def test_a_rule_in_force_is_a_node_with_its_event_and_part_of_the_witness(engine: Engine) -> None:
    found = evaluate(engine, world(PROGRAM, HISTORY), "fee(x)", "2026-01-03")
    rule = ("rule", "rule:fee_rule", ())
    assert rule in found.derivation.nodes
    assert found.derivation.children[rule] == [("event", "e3", ())]
    assert found.derivation.nodes[rule].obsolete_count == 1
    assert found.witnesses.witnesses == (("e1", "e3"),)
    assert found.derivation.obs_flag


def test_a_rule_that_is_not_declared_or_withdrawn_is_a_check_leaf_and_no_evidence(engine: Engine) -> None:
    known = world(PROGRAM, HISTORY)
    for at in ("2026-01-01", "2026-01-04"):
        found = evaluate(engine, known, "fee(x)", at)
        assert ("check", "norule", ("fee_rule",)) in found.derivation.nodes
        assert found.witnesses.witnesses == (("e1",),)


def test_a_value_without_any_clause_in_force_is_unknown(engine: Engine) -> None:
    known = world(PROGRAM, 'e1: amount(x, 10).\ne2: rule extra "extra(B,V) :- amount(B,V).".')
    check(
        engine,
        known,
        """
        | at         | extra(x) | waived(x) |
        | 2026-01-01 | unknown  | false     |
        | 2026-01-02 | 10       | false     |
        """,
    )
    assert evaluate(engine, known, "extra(x)", "2026-01-01").gold.missing == ("missing(rule:extra)",)
    waived = evaluate(engine, known, "waived(x)")
    assert ("check", "norule", ("waived",)) in waived.derivation.nodes
    assert waived.witnesses.witnesses == ((),)


def test_equal_text_confirms_a_declaration(engine: Engine) -> None:
    text = "fee(B,V) :- amount(B,A), V = A * 2."
    known = world(PROGRAM, f'e1: amount(x, 10).\ne2: rule fee_rule "{text}".\ne3: rule fee_rule "{text}".')
    assert evaluate(engine, known, "fee(x)").witnesses.witnesses == (("e1", "e2"), ("e1", "e3"))


def test_parameters_are_rules_with_a_value(engine: Engine) -> None:
    program = """
    param cap(area) -> money
    func spent(person) -> money
    func area(person) -> area
    derived over(person) -> bool
    over(P) :- spent(P,A), area(P,R), cap(R,C), A > C.
    """
    known = world(
        program, "e1: spent(V, 90), area(V, north).\ne2: cap(north, 80).\ne3: revise cap(north, 100)."
    )
    check(
        engine,
        known,
        """
        | at         | over(V) |
        | 2026-01-01 | unknown |
        | 2026-01-02 | true    |
        | 2026-01-03 | false   |
        """,
    )
    found = evaluate(engine, known, "over(V)")
    assert found.derivation.nodes[("rule", "rule:cap", ("north",))].state == "100"
    assert evaluate(engine, known, "over(V)", "2026-01-01").gold.missing == ("missing(cap(north))",)


def test_two_clauses_that_disagree_are_a_conflict(engine: Engine) -> None:
    program = """
    func a(key) -> int
    func b(key) -> int
    derived v(key) -> int
    v(K,X) :- a(K,X).
    v(K,X) :- b(K,X).
    """
    known = world(
        program, "e1: a(k, 1), b(k, 2).\ne2: a(j, 1), b(j, 1).\ne3: a(i, 1), b(i, none).\ne4: a(h, 1)."
    )
    check(
        engine,
        known,
        "| at | v(k) | v(j) | v(i) | v(h) |\n| end | unknown | 1 | 1 | unknown |",
    )
    assert evaluate(engine, known, "v(k)").gold.missing == ("conflict(v(k))",)
    assert evaluate(engine, known, "v(i)").witnesses.witnesses == (("e3",),)
    assert evaluate(engine, known, "v(h)").gold.missing == ("missing(b(h))",)
