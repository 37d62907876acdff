"""Validation: every fault is found, named, and the same for every order of atoms and clauses."""

from __future__ import annotations

import itertools

import pytest

from scenarios.datalog.errors import ProgramError
from scenarios.datalog.loading import load_program, program_in_force

DECLS = """
func dest(trip) -> city
func amount(trip) -> money
func on(trip) -> date
func vip(person) -> bool
set trip(person ; trip)
set approved(person ; trip)
derived d(trip) -> city
derived s(person ; trip)
derived t(trip) -> bool
derived n(person) -> int
"""


def found(text: str) -> list[tuple[str, str, str]]:
    """Code, variable and message of each fault."""
    with pytest.raises(ProgramError) as caught:
        load_program(text, "f.dl")
    return [(fault.code, fault.variable, fault.message) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("clause", "code", "variable", "says"),
    [
        ("d(T,C) :- dest(T,D).", "unsafe-variable", "C", "in the head but not bound"),
        ("t(T) :- dest(T,C), X > 3.", "unsafe-variable", "X", "not bound by any positive atom"),
        ("t(T) :- dest(T,C), X = Y + 1, X > 2.", "unsafe-variable", "Y", "not bound"),
        ("s(P,T) :- trip(P,T), not dest(T,C).", "unsafe-negation", "C", "met only under not dest"),
        ("s(P,T) :- trip(P,T), not approved(Q,T).", "unsafe-negation", "Q", "met only under not approved"),
        ("s(P,T) :- trip(P,T), not approved(_,T).", "undeclared-inverse", "_", "read from its member"),
        ("s(P,T) :- trip(P,T), dest(U,C), C != x.", "free-key", "U", "the key U of dest is not bound"),
        ("t(T) :- trip(P,T).", "undeclared-inverse", "P", "read from its member"),
        ("t(T) :- trip(_,T).", "undeclared-inverse", "_", "read from its member"),
        ("n(P,K) :- K = count{ T : trip(Q,T) }.", "free-key", "Q", "group Q of trip is not bound"),
        ("n(P,K) :- K = count{ U : trip(P,T) }.", "unsafe-variable", "U", "not bound"),
        ("n(P,S) :- S = sum{ A : trip(P,T), amount(T,A) }.", "aggregate", "", "sum needs the term after @"),
        ("n(P,S) :- S = count{ T @ T : trip(P,T) }.", "aggregate", "", "count takes no term after @"),
        ("n(P,S) :- S = count{ T : trip(P,T) | dest(T,x) }.", "aggregate", "", "has a condition"),
        ("t(T) :- X = all{ C : dest(T,C) }, X = true.", "aggregate", "", "all needs a condition"),
        ("t(T) :- amount(T,A), A = corby.", "type", "A", "number A is compared with text corby"),
        ("t(T) :- dest(T,C), C > 3.", "type", "C", "text C is compared with number 3"),
        ("t(T) :- dest(T,C), C < x.", "type", "C", "text C has no order"),
        ("t(T) :- on(T,D), D > 3.", "type", "D", "date D is compared with number 3"),
        ("t(T) :- amount(T,C), dest(T,C).", "type", "C", "C is"),
        ("t(T) :- dest(T,5).", "type", "", "5 is a number but dest has text there"),
        ("t(T) :- on(T,A), X = A + 1, X > 2.", "type", "A", "+ takes number, A is date"),
        ("t(T) :- amount(T,A), X = days(A,A), X > 2.", "type", "A", "days takes date"),
        ("n(P,S) :- S = sum{ C @ T : trip(P,T), dest(T,C) }.", "type", "C", "sum adds numbers, C is text"),
        ("d(P,T) :- T = argmax{ X @ C : trip(P,X), dest(X,C) }.", "type", "C", "argmax needs an order"),
        ("t(T) :- vip(T,yes).", "type", "", "yes is text but vip has bool there"),
        ("t(T) :- dst(T,C), C != x.", "undeclared-predicate", "", "predicate dst is not declared"),
        ("t(T) :- dest(T).", "arity", "", "dest has 2 arguments, here 1"),
        ("dest(T,C) :- d(T,C).", "recorded-head", "", "dest is declared func"),
        ("@set(T) s(P,T) :- trip(P,T).", "annotation", "", "does not name the group of s"),
        ("@set(T) t(T) :- dest(T,_).", "annotation", "", "t is none"),
        ("@recursive t(T) :- dest(T,_).", "annotation", "", "does not reach itself"),
        ("d(T,C) :- C = coalesce(trip(T,_), x).", "coalesce", "", "coalesce takes a functional atom"),
        ("d(T,C) :- C = coalesce(dest(T), x).", "arity", "", "dest has 2 arguments, here 1"),
        ("@inline s(P,T) :- s(P,T), trip(P,T).", "annotation", "", "recursive predicate s cannot be @inline"),
        ("@set() s(P,T) :- trip(P,T).", "annotation", "", "@set() does not name the group of s"),
        ("t(T) :- amount(T,A), on(T,D), X = max(A,D), X > 3.", "type", "", "max(A, D) mixes number and date"),
        ('t(T) :- amount(T,A), X = convert(A, "eur"), X > 3.', "type", "", "convert takes number"),
    ],
)
def test_a_fault_of_a_clause(clause: str, code: str, variable: str, says: str) -> None:
    assert any(
        (code, variable) == (one, var) and says in message for one, var, message in found(DECLS + clause)
    ), found(DECLS + clause)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("func a(x ; y)", "a func has no members"),
        ("func a(x)", "a does not say the type of its value"),
        ("set a(x) -> y", "a does not say what its members are"),
        ("derived a(x ; y) -> z", "a cannot have both members and a value"),
        ("func count(x) -> y", "count is a word of the language"),
        ("func A(x) -> y", "A must start in lower case"),
        ("func a(X) -> y", "the type X must start in lower case"),
        ("set s(x ; y)\ninverse i(z) -> x of s", "the argument of i is not the member type y of s"),
        ("set s(x ; y)\ninverse i(y) -> z of s", "no group argument of s has the type z"),
        ("set s(x, x ; y)\ninverse i(y) -> x of s", "more than one group argument of s"),
        ("func f(x) -> y\ninverse i(y) -> x of f", "i reads no recorded collection backwards"),
        ("func f(x) -> y of g", "only an inverse reads another collection"),
        ("derived a(x) -> y default 3", "a is computed"),
        ("set a(x ; y) on_cancel default:3", "the collection a cannot have a default"),
        ("func a(x) -> int default corby", "the default of a does not fit"),
        ("func a(x) -> y group_probe", "group_probe belongs to collections"),
        ("func a(x) -> y\nassume complete(a).", "assume complete(a) names no recorded collection"),
    ],
)
def test_a_fault_of_a_declaration(text: str, says: str) -> None:
    assert any(says in message for _, _, message in found(text)), found(text)


def test_faults_do_not_depend_on_the_order_of_atoms_or_clauses() -> None:
    body = ["dest(U,C)", "X > Y", "not approved(Q,T)", "trip(P,T)"]
    other = "t(T) :- amount(T,A), A = corby."
    seen = set()
    for order in itertools.permutations(body):
        clause = f"s(P,T) :- {', '.join(order)}."
        for clauses in ((clause, other), (other, clause)):
            seen.add(frozenset(found(DECLS + "\n".join(clauses))))
    assert len(seen) == 1
    assert {(code, variable) for code, variable, _ in next(iter(seen))} == {
        ("free-key", "U"),
        ("unsafe-variable", "X"),
        ("unsafe-variable", "Y"),
        ("unsafe-negation", "Q"),
        ("type", "A"),
    }


def test_a_close_name_is_offered() -> None:
    with pytest.raises(ProgramError, match="did you mean dest"):
        load_program(DECLS + "t(T) :- dst(T,C), C != x.")


def test_anonymous_under_not_and_bare_truths_are_allowed() -> None:
    load_program(DECLS + "s(P,T) :- trip(P,T), not approved(P,_), not dest(T,_).")
    load_program("func receipt(e) -> text\nderived c(e) -> bool\nc(E) :- receipt(E,true).")


def test_a_declared_clause_is_checked_like_any_other() -> None:
    program = load_program(DECLS + "@rule(k) d(T,C) :- dest(T,C).")
    changed = program_in_force(program, {"k": "d(T,C) :- dest(T,C), C != corby."})
    assert [clause.id for clause in changed.clauses_of("d")] == ["rule:k"]
    added = program_in_force(program, {"new": "t(T) :- dest(T,_)."})
    assert len(added.clauses) == 2
    assert program_in_force(program, {}) is program
    for text, says in [
        ("d(T,C) :- dest(T,D).", "C is in the head but not bound"),
        ("d(T,C) :- dest(T,C)", "expected '.'"),
        ("dest(T,C) :- d(T,C).", "dest is declared func"),
    ]:
        with pytest.raises(ProgramError, match=says):
            program_in_force(program, {"k": text})


def test_a_conversion_by_name_is_told_where_rates_come_from() -> None:
    with pytest.raises(ProgramError, match="read the rate from a param"):
        load_program(DECLS + 't(T) :- amount(T,A), X = convert(A, "eur"), X > 3.')


def test_one_fault_of_a_variable_is_told_once_and_an_undeclared_head_by_its_own_name_alone() -> None:
    twice = found(DECLS + "t(T) :- dest(T,C), X > 3, X < 5, C != x.")
    assert [(code, variable) for code, variable, _ in twice] == [("unsafe-variable", "X")]
    undeclared = found(DECLS + "@set(T) @recursive gone(P,T) :- trip(P,T).")
    assert [(code, variable) for code, variable, _ in undeclared] == [("undeclared-predicate", "")]


def test_a_collection_without_a_group_has_an_empty_one() -> None:
    load_program("set tag( ; word)\nderived seen( ; word)\n@set() seen(W) :- tag(W).")
