"""The parser: what it reads, what it refuses, and that one slip hides no other."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from scenarios.datalog.errors import ProgramError
from scenarios.datalog.parser import parse_clause, parse_program
from scenarios.datalog.printing import clause_text
from scenarios.datalog.syntax import Aggregate, Atom, Binding, Call, Comparison, Const, Reading, Shape, Var


def faults(text: str) -> list[tuple[int, int, str]]:
    with pytest.raises(ProgramError) as caught:
        parse_program(text, "f.dl")
    return [(fault.line, fault.column, fault.message) for fault in caught.value.faults]


def test_declarations_of_every_shape() -> None:
    program = parse_program(
        """
        func dest(trip) -> city on_cancel absent
        set trip(person, year ; trip) group_probe
        set waived( ; trip) on_cancel unknown
        param cap(region, group) -> money default 90
        param floor() -> money on_cancel default:-2.5
        derived country(trip) -> country
        derived eligible(person) -> bool
        derived outside(person ; trip)
        inverse traveller(trip) -> person of trip
        assume complete(waived).
        """
    )
    decls = program.decls
    assert [decls[name].shape for name in ("dest", "trip", "cap", "country", "traveller")] == [
        Shape.FUNC,
        Shape.SET,
        Shape.PARAM,
        Shape.DERIVED,
        Shape.INVERSE,
    ]
    assert (decls["trip"].key_types, decls["trip"].member_type) == (("person", "year"), "trip")
    assert decls["trip"].group_probe
    assert [decls[name].on_cancel for name in ("dest", "trip", "waived", "cap", "floor")] == [
        "absent",
        "absent",
        "unknown",
        "unknown",
        "default:-2.5",
    ]
    assert (decls["cap"].default, decls["floor"].key_types) == ("90", ())
    assert (decls["traveller"].inverse_of, decls["traveller"].inverse_key) == ("trip", 0)
    assert [decls[name].reading for name in ("dest", "trip", "eligible", "outside")] == [
        Reading.VALUE,
        Reading.MEMBERS,
        Reading.TRUTH,
        Reading.MEMBERS,
    ]
    assert [decls[name].arity for name in ("dest", "trip", "floor", "eligible")] == [2, 3, 1, 1]
    assert program.assumed_complete == {"waived"}


def test_terms_and_expressions() -> None:
    clause = parse_program(
        'p(X,1) :- q(X,"a \\"b\\"",-2.5,date(2026-07-01),true,_,_,corby), X = (1 + Y) * -Z.'
    ).clauses[0]
    atom, binding = clause.body
    assert isinstance(atom, Atom)
    assert [arg.value for arg in atom.args if isinstance(arg, Const)] == [
        'a "b"',
        Fraction(-5, 2),
        date(2026, 7, 1),
        True,
        "corby",
    ]
    assert [arg.name for arg in atom.args if isinstance(arg, Var)] == ["X", "_1", "_2"]
    assert isinstance(binding, Binding)
    assert isinstance(binding.expr, Call)
    assert binding.expr.function == "*"
    assert clause_text(clause).endswith("X = (1 + Y) * (0 - Z).")


def test_literals_and_annotations() -> None:
    text = (
        "@set(P) @recursive @inline @family(rules) @rule(key) p(P,T) :- not q(P,_), T != x, P = Q, "
        "K = sum{ V @ T : r(P,T), s(T,V) }, K >= 2, A = all{ T : r(P,T) | s(T,3) }."
    )
    clause = parse_program(text).clauses[0]
    assert (clause.set_keys, clause.recursive, clause.inline, clause.family, clause.rule_key) == (
        ("P",),
        True,
        True,
        "rules",
        "key",
    )
    kinds = [type(literal) for literal in clause.body]
    assert kinds == [Atom, Comparison, Binding, Aggregate, Comparison, Aggregate]
    assert clause_text(clause) == text.replace("rule(key) p", "rule(key) p")


def test_comments_and_marks_of_order() -> None:
    program = parse_program(
        "# first\n\ufefffunc a(x) -> y % second\nderived b(x) -> y\nb(X,Y) :- a(X,Y). # third"
    )
    assert list(program.decls) == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("p(X) :- q(X)", 13, "expected '.', found the end of the text"),
        ("p(X).", 5, "the clause for p has no body"),
        ("p(X) :- q(X+1).", 12, "expected ')', found '+'"),
        ("p(X) :- Q(X).", 9, "Q cannot name a predicate"),
        ("p(X) :- q(X), X > .", 19, "expected a variable or a value, found '.'"),
        ("p(X) :- q(X), X ~ 3.", 17, "the character '~' has no meaning here"),
        ("p(X) :- q(X), X.", 16, "expected a comparison, found '.'"),
        ("p(X) :- q(_x).", 11, "_x is neither a variable nor a name"),
        ("p(X) :- q(1_000).", 12, "expected ')', found '_000'"),
        ("p(X) :- q(1e5).", 12, "expected ')', found 'e5'"),
        ("p(X) :- q(2²).", 12, "expected ')', found '²'"),
        ('p(X) :- q("open).', 11, "a quoted text is not closed on its line"),
        ('p(X) :- q("\\q").', 11, "unknown escape \\q in a text"),
        ("p(X) :- q(date(2026-02-30)).", 16, "2026-02-30 is not a date"),
        ("p(X) :- q(X), X = foo{ Y : r(Y) }.", 19, "unknown aggregate foo"),
        ("p(X) :- q(X), X = days(X).", 19, "days takes 2 arguments, not 1"),
        ("p(X) :- q(X), X = foo(X).", 19, "unknown function foo"),
        ("@foo p(X) :- q(X).", 2, "unknown annotation @foo"),
        ("@rule(a,b) p(X) :- q(X).", 2, "@rule takes exactly one name"),
        ("func a(x -> y", 10, "expected ')', found '->'"),
        ("func a(x) -> y on_cancel maybe", 26, "on_cancel is unknown, absent or default:<value>"),
        ("func a(x) -> y on_cancel default:(", 34, "expected a value, found '('"),
        ("func a(x) -> int on_cancel default:-corby", 37, "expected a value, found 'corby'"),
        ("assume complete(5).", 17, "expected a collection, found '5'"),
        ("p(X) :- q(date(3)).", 16, "expected a date, found '3'"),
        ("3 :- q(X).", 1, "expected a declaration or a clause, found '3'"),
    ],
)
def test_a_syntax_fault_names_its_place(text: str, column: int, message: str) -> None:
    assert (1, column, message) in faults(text)


def test_all_faults_come_at_once_and_in_order() -> None:
    text = "\n".join(
        [
            "func a(x) -> y",
            "func b(x -> y",
            "c(X,V) :- a(X,V), V > .",
            "c(X,V) :- a(X+1,V).",
            "c(X,1).",
            "@foo c(X,V) :- a(X, V).",
            "c(X,V) :- a(X,V).",
            "d(X) :- e(X), $.",
        ]
    )
    assert [line for line, _, _ in faults(text)] == [2, 3, 4, 5, 6, 8, 8]


def test_a_declaration_is_not_made_twice() -> None:
    assert faults("func a(x) -> y\nfunc a(x) -> z") == [(2, 6, "predicate a is declared twice")]


def test_the_error_shows_the_line_with_a_caret_and_the_rule() -> None:
    with pytest.raises(ProgramError) as caught:
        parse_program("func a(x) -> y\n\tc(X) :- a(X,), b(X).", "trips.dl")
    shown = str(caught.value)
    assert "1 fault in the program:" in shown
    assert "trips.dl:2:14: expected a variable or a value, found ')' (in rule c(X))" in shown
    assert "\n    \t            ^" in shown


def test_a_declared_rule_is_one_clause() -> None:
    clause = parse_clause("p(X) :- q(X).", "rule:k", "k")
    assert (clause.rule_key, clause.id) == ("k", "rule:k")
    with pytest.raises(ProgramError, match="exactly one clause"):
        parse_clause("p(X) :- q(X). p(X) :- r(X).", "rule:k", "k")
    with pytest.raises(ProgramError, match="exactly one clause"):
        parse_clause("func a(x) -> y p(X) :- q(X).", "rule:k", "k")


def test_an_assumed_completeness_may_name_the_group_it_always_takes_whole() -> None:
    program = parse_program("set trip(person, year ; trip)\nassume complete(trip, P, Y).")
    assert program.assumed_complete == {"trip"}


def test_a_predicate_may_have_no_argument() -> None:
    clause = parse_program("p() :- q(), not r().").clauses[0]
    assert clause_text(clause) == "p() :- q(), not r()."


def test_money_may_name_its_currency_and_convert_the_one_it_makes() -> None:
    program = parse_program(
        """
        func price(trip) -> money(galot) default 5
        func fee(trip) -> money
        set paid(person, money(merant) ; money(galot))
        derived cost(trip) -> money(merant)
        cost(T,C) :- price(T,P), C = convert(P, 2, merant) + convert(convert(P, 3), 1.5, merant).
        """
    )
    decls = program.decls
    assert [decls[name].currencies for name in ("price", "fee", "paid", "cost")] == [
        ("", "galot"),
        (),
        ("", "merant", "galot"),
        ("", "merant"),
    ]
    assert (decls["paid"].key_types, decls["paid"].member_type) == (("person", "money"), "money")
    assert (decls["price"].value_type, decls["price"].default) == ("money", "5")
    clause = program.clauses[0]
    written = "C = convert(P, 2, merant) + convert(convert(P, 3), 1.5, merant)"
    assert written in clause_text(clause)
    assert parse_clause(clause_text(clause), "f.dl", "k").body == clause.body


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("func f(x) -> decimal(galot)", 21, "only money has a currency, not decimal"),
        ("func f(x) -> money()", 20, "expected the name of a currency, found ')'"),
        ("func f(x) -> money(Galot)", 20, "the currency Galot must start in lower case"),
        ("func f(x) -> money(galot", 25, "expected ')', found the end of the text"),
        ("p(X,V) :- f(X,A), V = convert(A, 2, Galot).", 37, "the currency Galot must start in lower case"),
        ("p(X,V) :- f(X,A), V = convert(A, 2, 3).", 37, "expected the name of a currency, found '3'"),
        ("p(X,V) :- f(X,A), V = convert(A, 2, galot, 4).", 23, "convert takes 2 arguments, not 3"),
        ("p(X,V) :- f(X,A), V = min(A, 2, galot).", 23, "min takes 2 arguments, not 3"),
    ],
)
def test_a_currency_in_the_wrong_place_is_a_syntax_fault(text: str, column: int, message: str) -> None:
    assert faults(text) == [(1, column, message)]
