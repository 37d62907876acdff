"""What the checks before it keep from a function: it says so itself, or has the answer of the tables."""

from __future__ import annotations

from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

import pytest

from scenarios.datalog import evidence_solver, reference_evaluator
from scenarios.datalog.errors import RunawayError
from scenarios.datalog.evidence import NEVER
from scenarios.datalog.evidence_solver import Solver
from scenarios.datalog.explanation import Leaf, given
from scenarios.datalog.facts import load_history
from scenarios.datalog.history import ActionRecord, History, Op
from scenarios.datalog.loading import load_program
from scenarios.datalog.minimality import count_of_subsets, subsets_to_try
from scenarios.datalog.recorded_evidence import absent_evidence
from scenarios.datalog.reference import evaluate
from scenarios.datalog.reference_body import early_count
from scenarios.datalog.reference_recursion import Phase, Table
from scenarios.datalog.reference_state import Members
from scenarios.datalog.reference_values import NONE, UNKNOWN, Arithmetic, State
from scenarios.datalog.resolution import resolve
from scenarios.datalog.sql.columns import Column, Emission
from scenarios.datalog.sql.expressions import comparison, expression
from scenarios.datalog.syntax import Atom, Call, Const, Expr, Goal, Reading, Var
from scenarios.datalog.witness_lists import listed
from tests.unit.datalog.test_witness_bounds import BITS, brute, draws, small_caps, solved

NOW = datetime(2026, 1, 1, tzinfo=UTC)
EMISSION = Emission(load_program("func f(x) -> int\n"))


def value(expr: Expr, **env: State) -> State:
    """An expression by the reference arithmetic; what a lookup would find is 7."""
    arithmetic = Arithmetic(NOW, lambda _expr, _env: Fraction(7), lambda _expr: "int", lambda _text: None)
    return arithmetic.value(expr, env)


def plus(left: Expr, right: Expr) -> Call:
    return Call("+", (left, right))


def test_none_makes_an_operation_none_whatever_stands_beside_it() -> None:
    assert value(plus(Var("A"), Var("B")), A=NONE, B=UNKNOWN) is NONE
    assert value(plus(Var("A"), Var("B")), A=Fraction(1), B=UNKNOWN) is UNKNOWN


def test_a_lookup_is_a_value_where_it_stands_alone() -> None:
    assert value(Atom("f", (Const("x"),))) == 7


def test_arithmetic_on_texts_is_a_fault_of_validation() -> None:
    with pytest.raises(TypeError, match="validation lets numbers through only"):
        value(plus(Const("a"), Const("b")))


def test_no_count_reaches_what_is_none() -> None:
    assert early_count({}, NONE) is False


def test_a_candidate_that_is_out_changes_nothing() -> None:
    members = Members()
    assert not members.add("x", False)
    assert members == Members()


def test_sql_has_no_column_for_a_bare_lookup() -> None:
    def lookup(_atom: Atom) -> tuple[str, Column, str]:
        raise AssertionError("nothing is looked up")

    with pytest.raises(AssertionError, match="an atom stands in coalesce only"):
        expression(EMISSION, Atom("f", (Const("x"),)), {}, {}, lookup)
    with pytest.raises(AssertionError, match="the first argument of coalesce is an atom"):
        expression(EMISSION, Call("coalesce", (Const("x"), Const("y"))), {}, {}, lookup)


def test_values_of_different_storage_are_compared_as_texts() -> None:
    assert comparison("=", Column("a", "text"), Column("b", "int")) == (
        '(a = (trim_scale(b)::text COLLATE "C"))'
    )


def test_subsets_of_a_long_witness_are_counted_as_they_are_tried() -> None:
    """Single deletions, pairs, and groups that share a parent: beyond twelve events (spec 2.4, C3)."""
    program = load_program(
        "set trip(person ; trip)\nderived n(person) -> int\nn(P,K) :- K = count{ T : trip(P,T) }."
    )
    events = [
        ActionRecord(f"e{n:02}", NOW, n, 0, Op.MEMBER, "trip", ("V",), member=f"t{n:02}") for n in range(13)
    ]
    events.append(ActionRecord("e99", NOW, 99, 0, Op.COMPLETE, "trip", ("V",), size=13))
    found = evaluate(program, History.of(events), Goal("n", ("V",)), NOW)
    (witness,) = found.witnesses.witnesses
    assert len(witness) == 14
    tried = list(subsets_to_try(witness, found.derivation))
    assert len(tried) == len(set(tried)) == count_of_subsets(witness, found.derivation)


# -------------------------------------------------------------------- evidence
def test_a_truth_gives_no_member_and_no_value() -> None:
    program = load_program("func f(x) -> int\nderived t(x) -> bool\nt(X) :- f(X,_).")
    assert given(program.decls["t"], program.clauses[0], Leaf({}, {})).state is UNKNOWN


def test_nothing_proves_a_cancelled_member_out_that_is_left_undecided() -> None:
    program = load_program("set s(x ; y) on_cancel unknown")
    history = load_history(program, "e1: s(g; m), complete(s, g).\ne2: cancel s(g; m).")
    group = resolve(history, datetime(2026, 2, 1, tzinfo=UTC)).group("s", ("g",))
    assert absent_evidence(program.decls["s"], group, "m") is NEVER
    assert absent_evidence(program.decls["s"], group, "other") is not NEVER


def test_alternatives_are_solved_apart_at_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence_solver, "WORTHWHILE", -1)
    for graph, evidence, _ in draws(80, 11):
        assert list(solved(graph, evidence).witnesses) == brute(graph, evidence), graph


def test_a_cycle_that_is_given_up_is_listed_as_incomplete(monkeypatch: pytest.MonkeyPatch) -> None:
    """One round for a cycle: what is listed is minimal all the same, and the bounds hold the truth."""
    monkeypatch.setattr(evidence_solver, "ROUNDS", 1)
    given_up = 0
    for graph, evidence, _ in (*draws(300, 12), *draws(120, 1)):
        found, truth = solved(graph, evidence), brute(graph, evidence)
        assert set(found.witnesses) <= set(truth), graph
        assert bool(found.witnesses) is bool(truth)
        if not found.exact:
            given_up += 1
            support = {event for witness in truth for event in witness}
            assert set(found.support_low) <= support <= set(found.support_high), graph
    assert given_up > 5


def test_a_list_that_was_cut_may_hold_what_does_not_suffice_and_then_begins_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    small_caps(monkeypatch, 1)
    monkeypatch.setattr(evidence_solver, "ROUNDS", 1)
    anew = 0
    for graph, evidence, _ in draws(300, 14):
        solver = Solver(lambda item, graph=graph: graph[str(item.key)][1], BITS)
        insufficient: list[int] = []
        tried = solver._spared

        def spared(groups: Any, node: int, one: int, tried: Any = tried, seen: Any = insufficient) -> Any:
            found = tried(groups, node, one)
            seen += [one] if found is None else []
            return found

        monkeypatch.setattr(solver, "_spared", spared)
        found, truth = listed(solver.solve(evidence), BITS), brute(graph, evidence)
        anew += bool(insufficient)
        assert set(found.witnesses) <= set(truth), graph
        assert bool(found.witnesses) is bool(truth), graph
    assert anew


# -------------------------------------------------------------------- recursion
def test_a_call_that_only_undecided_rows_make_is_open_to_certain_ones() -> None:
    table = Table(frozenset(), None, Phase.CERTAIN)
    assert table.read(("s", ()), Reading.MEMBERS) == Members(open=True)
    assert table.read(("v", ()), Reading.VALUE) is UNKNOWN
    assert table.read(("t", ()), Reading.TRUTH) is None
    assert table.answers == {}


def test_rounds_have_a_limit_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reference_evaluator, "RECURSION_LIMIT", 1)
    program = load_program("set e(x ; x)\nderived r(x ; x)\nr(X,Y) :- e(X,Y).\nr(X,Z) :- e(X,Y), r(Y,Z).")
    history = load_history(program, "e1: e(a; b), e(b; c), e(c; d).")
    with pytest.raises(RunawayError, match="the recursion of r did not settle in 1 rounds"):
        evaluate(program, history, Goal("r", ("a",)), datetime(2026, 2, 1, tzinfo=UTC))
