"""Derivations are found set-at-a-time: what grows with the goals are rows, never statements or programs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.db import connection

from scenarios.datalog import reference
from scenarios.datalog.facts import load_history
from scenarios.datalog.loading import load_program
from scenarios.datalog.sql import compiled as compiling
from scenarios.datalog.sql.instances import listings
from scenarios.datalog.syntax import Goal
from scenarios.models import DerivationEdge, DerivationNode, Scenario
from scenarios.services import evaluation, statements, version_reads
from scenarios.services.evaluation import Request
from scenarios.services.gold_rows import EDGE_COLUMNS, NODE_COLUMNS
from tests.factories.stored_histories import store_history

pytestmark = pytest.mark.django_db

TRAVEL = """
func dest(trip) -> city
func city_in(city) -> country
set trip(person ; trip)
derived country(trip) -> country
derived abroad(person ; trip)
derived n_abroad(person) -> int
country(T,N) :- dest(T,C), city_in(C,N).
abroad(P,T) :- trip(P,T), country(T,N), N != "home".
n_abroad(P,K) :- K = count{ T : abroad(P,T) }.
"""
LEFT = """
set road(city ; city)
derived reach(city ; city)
reach(A,B) :- road(A,B).
reach(A,C) :- reach(A,B), road(B,C).
"""
RIGHT = LEFT.replace("reach(A,B), road(B,C)", "road(A,B), reach(B,C)")
RULED = """
func amount(bill) -> money
derived fee(bill) -> money
@rule(fee_rule) fee(B,V) :- amount(B,V).
"""
RULES = """
e1: amount(x, 10), amount(y, 4).
e2: rule fee_rule "fee(B,V) :- amount(B,A), V = A * 2.".
e3: amount(x, 7).
e4: rule fee_rule "fee(B,V) :- amount(B,A), V = A * 3.".
e5: rule fee_rule "fee(B,V) :- amount(B,A), V = A * 2.".
"""


def stored(program: str, history: str) -> Scenario:
    return store_history(program, load_history(load_program(program), history))


def day(number: int) -> datetime:
    return datetime(2026, 1, number, 23, 59, tzinfo=UTC)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts of the engine's statements, one each time it is sent."""
    sent: list[str] = []
    run = statements.run

    def counted(statement: statements.Statement, *args: object) -> object:
        sent.append(statement.text)
        return run(statement, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(statements, "run", counted)
    monkeypatch.setattr(version_reads, "run", counted)
    return sent


def counted(sent: list[str], ask: Callable[[], object]) -> int:
    sent.clear()
    ask()
    return len(sent)


def test_statements_do_not_grow_with_goals_and_cutoffs(told: list[str]) -> None:
    trips = ", ".join(f"trip(p{n % 4}; t{n}), dest(t{n}, c{n % 3})" for n in range(40))
    places = ", ".join(f"city_in(c{n}, k{n})" for n in range(3))
    closed = ", ".join(f"complete(trip, p{n}, 10)" for n in range(4))
    scenario = stored(TRAVEL, f"e1: {trips}.\ne2: {places}.\ne3: {closed}.")
    few = [Request(scenario, Goal("n_abroad", ("p0",)), day(3))]
    many = [
        Request(scenario, Goal("n_abroad", (f"p{n}",)), day(at)) for n in range(4) for at in (1, 2, 3, 4, 5)
    ]
    one = counted(told, lambda: evaluation.derive_many(requests=few))
    assert one == counted(told, lambda: evaluation.derive_many(requests=many))
    assert one == counted(told, lambda: evaluation.evaluate_many(requests=many))
    assert one < 15


def chain(length: int) -> str:
    steps = (f"e{n}: road(n{n:03}; n{n + 1:03}), complete(road, n{n:03}, 1)." for n in range(length))
    return "\n".join([*steps, f"e{length}: complete(road, n{length:03}, 0)."])


def test_a_left_recursion_takes_the_same_statements_at_any_length(told: list[str]) -> None:
    asked = [
        [Request(stored(LEFT, chain(length)), Goal("reach", ("n000",)), datetime(2027, 1, 1, tzinfo=UTC))]
        for length in (5, 60)
    ]
    short, long = (counted(told, lambda r=r: evaluation.derive_many(requests=r)) for r in asked)
    assert short == long < 10


def test_the_states_of_a_right_recursion_are_one_statement(told: list[str]) -> None:
    scenario = stored(RIGHT, chain(30))
    asked = [Request(scenario, Goal("reach", ("n000",)), datetime(2027, 1, 1, tzinfo=UTC))]
    ((gold, derivation),) = evaluation.derive_many(requests=asked)
    assert len(gold.answer) == 30
    assert len([key for key in derivation.nodes if key[0] == "collection"]) == 31
    assert sum("WITH RECURSIVE" in text for text in told) == 1


def test_a_listing_asks_only_for_what_stands_in_a_key() -> None:
    program = load_program(TRAVEL)
    (outside,) = program.clauses_of("abroad")
    (listing,) = listings(program, outside)
    assert listing.variables == ("P", "T")
    assert listing.statement is not None
    assert "'trip'" in listing.statement.text
    assert "'dest'" not in listing.statement.text
    (counting,) = program.clauses_of("n_abroad")
    assert [one.statement for one in listings(program, counting)] == [None]


def test_cutoffs_with_one_set_of_rules_share_program_and_statements(told: list[str]) -> None:
    scenario = stored(RULED, RULES)

    def answers(*days: int) -> list[object]:
        told.clear()
        asked = [Request(scenario, Goal("fee", ("x",)), day(at)) for at in days]
        return [gold.answer for gold in evaluation.answers(requests=asked)]

    assert answers(2, 3, 5) == [20, 14, 14]
    assert len(told) == 2, "the rules in force, and one statement for the one program"
    before = compiling._compiled.cache_info().misses
    prepared = _prepared()
    assert answers(5) == [14]
    assert answers(1, 4, 5) == [10, 21, 14]
    assert len(told) == 4, "the rules in force, and a statement for each of three programs"
    assert compiling._compiled.cache_info().misses == before + 2
    first = _prepared()
    assert first <= prepared + 2
    assert answers(1, 2, 3, 4, 5) == [10, 20, 14, 21, 14]
    assert compiling._compiled.cache_info().misses == before + 2
    assert _prepared() == first


def _prepared() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE 'SELECT q.id%'")
        return int(cursor.fetchone()[0])


def test_programs_and_prepared_statements_are_bounded() -> None:
    assert compiling._compiled.cache_info().maxsize == 128
    evaluation.answers(
        requests=[Request(stored(RULED, RULES), Goal("fee", ("x",)), day(number)) for number in range(1, 6)]
    )
    assert connection.connection.prepared_max == statements.PREPARED_STATEMENTS


def test_versions_differ_by_cutoff_though_they_are_fetched_once() -> None:
    scenario = stored(RULED, RULES)
    asked = [Request(scenario, Goal("fee", ("x",)), day(at)) for at in (1, 2, 3, 4, 5)]
    found = [evaluated.derivation.nodes for evaluated in evaluation.evaluate_many(requests=asked)]
    fact, rule = ("fact", "amount", ("x",)), ("rule", "rule:fee_rule", ())
    assert [nodes[fact].state for nodes in found] == ["10", "10", "7", "7", "7"]
    assert [nodes[fact].obsolete_count for nodes in found] == [0, 0, 1, 1, 1]
    assert [rule in nodes for nodes in found] == [False, True, True, True, True]
    assert [nodes[rule].obsolete_count for nodes in found[1:]] == [0, 0, 1, 2]


def test_derivations_are_copied_with_every_column() -> None:
    for model, columns in ((DerivationNode, NODE_COLUMNS), (DerivationEdge, ("id", *EDGE_COLUMNS))):
        assert set(columns) == {field.column for field in model._meta.concrete_fields}


def test_a_recursion_may_start_from_a_collection_without_a_rule() -> None:
    program = """
    func next(course) -> course
    derived first(course ; course)
    derived later(course ; course)
    later(X,Y) :- first(X,Y).
    later(X,Z) :- later(X,Y), next(Y,Z).
    """
    asked = [Request(stored(program, "e1: next(a, b)."), Goal("later", ("a",)), day(2))]
    ((gold, _),) = evaluation.derive_many(requests=asked)
    assert (gold.label, gold.answer) == ("justified-zero", [])


def test_a_recursion_may_start_from_what_a_routine_finds() -> None:
    program = """
    set next(course ; course)
    inverse before(course) -> course of next
    derived odd(course ; course)
    derived even(course ; course)
    derived back(course ; course)
    odd(X,Z) :- next(X,Z).
    odd(X,Z) :- next(X,Y), even(Y,Z).
    even(X,Z) :- next(X,Y), odd(Y,Z).
    back(X,Y) :- even(X,Y).
    back(X,Z) :- back(X,Y), before(Y,Z).
    """
    history = (
        "e1: next(a; b), complete(next, a, 1).\ne2: next(b; c), complete(next, b, 1), complete(next, c, 0)."
    )
    asked = [Request(stored(program, history), Goal("back", ("a",)), day(3))]
    ((gold, _),) = evaluation.derive_many(requests=asked)
    loaded = load_program(program)
    theirs = reference.answer(loaded, load_history(loaded, history), Goal("back", ("a",)), day(3))
    assert (gold.label, gold.answer) == (theirs.label, theirs.answer)
