"""Stated limits: what is too deep or too long is refused by name, never by an error of Python's own."""

from __future__ import annotations

from datetime import UTC, datetime
from fractions import Fraction

import pytest

from scenarios.datalog.errors import EvaluationError, ProgramError
from scenarios.datalog.facts import load_history
from scenarios.datalog.loading import load_program
from scenarios.datalog.parser_bodies import MAX_LEVELS, MAX_OPERATIONS
from scenarios.datalog.reference import answer
from scenarios.datalog.sql.answers import batch_statement
from scenarios.datalog.stratification import MAX_CHAIN
from scenarios.datalog.syntax import Goal
from scenarios.datalog.validation_declarations import MAX_NAME
from scenarios.datalog.values import MAX_DIGITS, ValueTextError, is_long, number_text, parse_value

BASE = "func f(x) -> int\nset s(x ; x)\nderived p(x) -> int\n"
END = datetime(2026, 12, 31, tzinfo=UTC)


def nested(form: str, levels: int) -> str:
    """``form`` with ``…`` standing in itself so many times, around ``A``."""
    before, after = form.split("…")
    return f"{BASE}p(X,V) :- f(X,A), V = {before * levels}A{after * levels}."


def folds(levels: int) -> str:
    """Counts within counts."""
    opened = "".join(f"K{level} = count{{ Y{level} : s(X,Y{level}), " for level in range(levels))
    return f"{BASE}p(X,V) :- {opened}s(X,_){' }' * levels}, V = K0."


@pytest.mark.parametrize("form", ["(…)", "- …", "min(…, 1)", "coalesce(f(X,_), …)"])
def test_levels_beyond_the_limit_are_refused_with_their_place(form: str) -> None:
    load_program(nested(form, MAX_LEVELS))
    for levels in (MAX_LEVELS + 1, 5_000):
        with pytest.raises(ProgramError) as refusal:
            load_program(nested(form, levels), "deep.dl")
        (fault,) = refusal.value.faults
        assert f"more than {MAX_LEVELS} levels" in fault.message
        assert (fault.file, fault.line, fault.rule) == ("deep.dl", 4, "p(X,V)")
        assert fault.column > 10


def test_so_are_aggregates_within_aggregates() -> None:
    load_program(folds(MAX_LEVELS))
    with pytest.raises(ProgramError, match="levels stand in each other"):
        load_program(folds(2_000))


@pytest.mark.parametrize("operator", ["+", "*", "-", "/"])
def test_a_literal_has_so_many_operations(operator: str) -> None:
    load_program(BASE + "p(X,V) :- f(X,A), V = A" + f" {operator} A" * MAX_OPERATIONS + ".")
    with pytest.raises(ProgramError, match=f"more than {MAX_OPERATIONS} operations"):
        load_program(BASE + "p(X,V) :- f(X,A), V = A" + f" {operator} A" * 10_000 + ".")


def chain(length: int, body: str) -> str:
    """Predicates p0, p1, … each standing on the one before."""
    rules = "".join(
        f"derived p{n}(x) -> int\np{n}(X,V) :- {body.replace('p', f'p{n - 1}')}.\n" for n in range(1, length)
    )
    return f"func f(x) -> int\nset s(x ; x)\nderived p0(x) -> int\np0(X,V) :- f(X,V).\n{rules}"


@pytest.mark.parametrize("body", ["p(X,V)", "s(X,_), V = sum{ A @ Y : s(X,Y), p(X,A) }"])
def test_the_longest_chain_is_evaluated_and_a_longer_one_refused(body: str) -> None:
    program = load_program(chain(MAX_CHAIN, body))
    history = load_history(program, "e1: f(a, 7), s(a; b), complete(s, a).")
    assert answer(program, history, Goal(f"p{MAX_CHAIN - 1}", ("a",)), END).answer == 7
    with pytest.raises(ProgramError) as refusal:
        load_program(chain(MAX_CHAIN * 10, body))
    (fault,) = refusal.value.faults
    assert (fault.code, fault.rule, fault.line > 0) == ("chain", f"p{MAX_CHAIN}", True)


def test_what_still_exhausts_the_stack_is_an_error_of_ours() -> None:
    opened = "".join(f"K{n} = count{{ Y{n} : s(X,Y{n}), " for n in range(MAX_LEVELS))
    program = load_program(chain(MAX_CHAIN, f"{opened}p(X,_){' }' * MAX_LEVELS}, V = K0"))
    history = load_history(program, "e1: f(a, 7), s(a; b), complete(s, a).")
    with pytest.raises(EvaluationError, match="too deeply"):
        answer(program, history, Goal(f"p{MAX_CHAIN - 1}", ("a",)), END)


def test_rules_that_double_at_every_step_are_not_inlined_without_end() -> None:
    program = load_program(chain(30, "p(X,A), p(X,B), V = A + B"), "twice.dl")
    statement = batch_statement(program, "p29")
    assert len(statement.text) < 50_000
    assert sum(len(routine.text) for routine in statement.routines) < 300_000
    history = load_history(program, "e1: f(a, 1).")
    assert answer(program, history, Goal("p29", ("a",)), END).answer == 2**29


def test_more_keys_than_version_rows_hold_are_refused_of_recorded_predicates() -> None:
    load_program("func far(a, a, a) -> int\nderived f(a, a, a, a) -> int\nf(W,X,Y,Z,V) :- far(X,Y,Z,V).\n")
    with pytest.raises(ProgramError) as refusal:
        load_program("set near(a ; a)\nset far(a, a, a, a ; a)\n", "far.dl")
    (fault,) = refusal.value.faults
    assert (fault.code, fault.line, fault.rule) == ("key-count", 2, "far")
    assert "far has 4 keys" in fault.message


def test_names_are_no_longer_than_rows_hold() -> None:
    load_program(f"func {'f' * MAX_NAME}(x) -> int")
    with pytest.raises(ProgramError, match="characters"):
        load_program(f"func {'f' * (MAX_NAME + 1)}(x) -> int")


def test_numbers_are_exact_up_to_the_limit_and_refused_beyond() -> None:
    long = "7" * MAX_DIGITS
    assert number_text(parse_value(long, "int")) == long  # type: ignore[arg-type]  # an int is a Fraction
    assert not is_long(Fraction(10**MAX_DIGITS - 1))
    assert is_long(Fraction(-(10**MAX_DIGITS)))
    assert not is_long(Fraction(1, 10 ** (MAX_DIGITS - 1)))
    assert is_long(Fraction(3, 2**14_000))
    for text in (long + "7", f"1.{long}"):
        with pytest.raises(ValueTextError, match="digits"):
            parse_value(text, "decimal")
    with pytest.raises(ValueTextError, match="digits"):
        number_text(Fraction(10**MAX_DIGITS))
    with pytest.raises(ProgramError, match="a number has at most"):
        load_program(f"{BASE}p(X,V) :- f(X,A), V = A + {long}7.")
    with pytest.raises(ProgramError, match="digits"):
        load_program(f"func g(x) -> int default {long}7")


def test_a_product_that_grows_without_bound_stops_with_a_clear_error() -> None:
    squares = ", ".join(f"V{n} = V{n - 1} * V{n - 1}" for n in range(1, 40))
    program = load_program(f"{BASE}p(X,V) :- f(X,V0), {squares}, V = V39.")
    history = load_history(program, "e1: f(a, 9223372036854775807), f(b, 1).")
    assert answer(program, history, Goal("p", ("b",)), END).answer == 1
    with pytest.raises(EvaluationError, match=r"\* makes a number of more than 4,000 digits"):
        answer(program, history, Goal("p", ("a",)), END)
