"""Goals as text: what is read, what is refused and where, and that text and goal are inverse."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenarios.datalog.derivation import NodeKey
from scenarios.datalog.errors import GoalError
from scenarios.datalog.goal_text import AskedGoal, goal_of_node, goal_text, parse_asked, parse_goal
from scenarios.datalog.loading import load_program
from scenarios.datalog.syntax import Goal, VersionChoice
from scenarios.datalog.version_goals import PREVIOUS, as_of, choice_object, choice_of_object, later_of

PROGRAM = load_program(
    """
    func dest(trip) -> city
    func size(box) -> decimal
    func held(date) -> city
    set trip(person ; trip)
    set slot(room, int ; date)
    param cap() -> money
    param load(room, int) -> int
    derived country(trip) -> country
    derived outside(person ; trip)
    derived n_outside(person) -> int
    derived eligible(person) -> bool
    country(T,C) :- dest(T,C).
    @set(P) outside(P,T) :- trip(P,T).
    n_outside(P,K) :- K = count{ T : outside(P,T) }.
    eligible(P) :- n_outside(P,K), K > 1.
    """
)


GRUS_BEFORE = Goal("dest", ("Grus",), temporal=True, version=PREVIOUS)


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("n_outside(Vera)", Goal("n_outside", ("Vera",))),
        ("  n_outside ( Vera ) .", Goal("n_outside", ("Vera",))),
        ('country("Grus").', Goal("country", ("Grus",))),
        ('country("Grand Harbour, \\"East\\"")', Goal("country", ('Grand Harbour, "East"',))),
        ("trip(Vera; Anser)", Goal("trip", ("Vera",), "Anser")),
        ("trip(Vera, Anser)", Goal("trip", ("Vera",), "Anser")),
        ("outside(Vera)", Goal("outside", ("Vera",))),
        ("outside(Vera, X)", Goal("outside", ("Vera",))),
        ("outside(Vera, T1)", Goal("outside", ("Vera",))),
        ("outside(Vera; _)", Goal("outside", ("Vera",))),
        ("outside(Vera; X)", Goal("outside", ("Vera",), "X")),
        ('outside(Vera, "X")', Goal("outside", ("Vera",), "X")),
        ("country(X)", Goal("country", ("X",))),
        ("country(Grus, N)", Goal("country", ("Grus",))),
        ("country(Grus, _)", Goal("country", ("Grus",))),
        ("slot(r1, 05; 2026-07-01)", Goal("slot", ("r1", "5"), "2026-07-01")),
        ("slot(r1, -5, date(2026-07-01))", Goal("slot", ("r1", "-5"), "2026-07-01")),
        ("held(date(2026-07-01))", Goal("held", ("2026-07-01",))),
        ("cap()", Goal("cap", ())),
        ("cap", Goal("cap", ())),
        ("dest@previous(Grus)", GRUS_BEFORE),
        ("dest @ previous ( Grus ) .", GRUS_BEFORE),
        ("cap@previous", Goal("cap", (), temporal=True, version=PREVIOUS)),
        ("dest@2026-07-01(Grus)", Goal("dest", ("Grus",), temporal=True, version=as_of("2026-07-01"))),
        ('dest@"2026-07-01"(Grus)', Goal("dest", ("Grus",), temporal=True, version=as_of("2026-07-01"))),
        (
            'dest@"2026-07-01T12:00:00+02:00"(Grus)',
            Goal("dest", ("Grus",), temporal=True, version=as_of("2026-07-01T10:00:00Z")),
        ),
        ("dest@later(Grus; Ibex)", Goal("dest", ("Grus",), temporal=True, version=later_of("Ibex"))),
        (
            'load@later("Grand Hall", 05; "Grand Hall", 6)',
            Goal("load", ("Grand Hall", "5"), temporal=True, version=later_of("Grand Hall", "6")),
        ),
    ],
)
def test_what_a_text_asks(text: str, goal: Goal) -> None:
    assert parse_goal(PROGRAM, text) == goal


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("country(Grus, Corvia)", "Corvia"),
        ("country(Grus) = Corvia", "Corvia"),
        ("size(b) = 2.50", "2.5"),
        ("size(b) = none", "none"),
        ("eligible(Vera) = false", "false"),
        ("country(Grus) = _", None),
        ("size@previous(b) = 2.50", "2.5"),
        ("size@2026-07-01(b) = none", "none"),
        ("load@later(r, 5; r, 6) = 05", "5"),
        ("load@later(r, 5; s, 5) = s", "s"),
        ("size@previous(b) = _", None),
        ("country(Grus)", None),
    ],
)
def test_what_is_expected(text: str, expected: str | None) -> None:
    assert parse_asked(PROGRAM, text).expected == expected


def test_a_member_expected_is_the_member_asked() -> None:
    assert parse_asked(PROGRAM, "trip(Vera, Anser)") == AskedGoal(Goal("trip", ("Vera",), "Anser"))


@pytest.mark.parametrize(
    ("text", "says", "under"),
    [
        ("n_outsde(Vera)", "declares no n_outsde", "n_outsde"),
        ("n_outside(Vera, 2, 3)", "is asked with 3 arguments", "n_outside"),
        ("n_outside()", "is asked with no argument", "n_outside"),
        ("slot(r1)", "write slot(room, int), or slot(room, int; date)", "slot"),
        ("country(Grus, Corvia) = Corby", "is asked with 2 arguments", "country"),
        ("outside(_)", "a key cannot be left free", "_"),
        ("held(soon)", "'soon' is not an ISO date", "soon"),
        ("slot(r1, -x)", "expected a value, found 'x'", "x"),
        ("slot(r1, 2.5)", "'2.5' is not an integer", "2.5"),
        ("slot(r1; 5; 2026-07-01)", "no member stands here", "5"),
        ("country(Grus; Corvia)", "no member stands here", "Corvia"),
        ("size(b) = big", "'big' is not a number", "big"),
        ("outside(Vera) = Grus", "a collection has members and no value", "Grus"),
        ("country(Grand Harbour)", "expected ',' ';' or ')', found 'Harbour'", "Harbour"),
        ("country(Grus) country(Ibex)", "expected the end, found 'country'", "country"),
        ("country(Grus", "found the end of the text", None),
        ("", "expected a goal such as", None),
        ('country("Grus)', "is not closed on its line", '"Grus)'),
        ("country(Grus) & x", "has no meaning here", "&"),
        ("dest@(Grus)", "expected a date or a word, found '('", "("),
        ("dest@newest(Grus)", "expected a date or a word, found 'newest'", "newest"),
        ("dest@2026-02-30(Grus)", "'2026-02-30' is no cutoff", "2026-02-30"),
        ('dest@"noon"(Grus)', "'noon' is no cutoff", '"noon"'),
        ("dest@later(Grus)", "write dest@later(trip; trip)", "dest"),
        ("dest@later(Grus, Ibex)", "write dest@later(trip; trip)", "dest"),
        ("load@later(r; 5, s, 5)", "write load@later(room, int; room, int)", "load"),
        ("dest@previous(Grus; Ibex)", "write dest@previous(trip)", "dest"),
        ("dest@previous(Grus, Corby)", "dest@previous is asked with 2 arguments", "dest"),
        ("dest@later(Grus; _)", "a key cannot be left free", "_"),
        ("load@later(r, 5; r, x)", "'x' is not a number", "x"),
        ("size@previous(b) = big", "'big' is not a number", "big"),
    ],
)
def test_what_is_refused_and_where(text: str, says: str, under: str | None) -> None:
    with pytest.raises(GoalError) as caught:
        parse_asked(PROGRAM, text)
    message = str(caught.value)
    assert says in message
    if under is not None:
        rows = message.splitlines()
        row = next(i for i, line in enumerate(rows) if set(line.strip()) == {"^"})
        start = rows[row].index("^")
        assert rows[row - 1][start : start + rows[row].count("^")] == under


def test_an_unknown_predicate_names_the_nearest() -> None:
    with pytest.raises(GoalError, match="hint: it declares .*n_outside"):
        parse_goal(PROGRAM, "n_outsde(Vera)")
    with pytest.raises(GoalError, match="it declares 11 predicates, none of a name like this one"):
        parse_goal(PROGRAM, "zzzzzz(Vera)")
    with pytest.raises(GoalError, match="it declares one"):
        parse_goal(load_program("func one(a) -> b"), "zzzzzz(Vera)")


def test_a_goal_that_states_its_value_is_told_to_ask() -> None:
    with pytest.raises(GoalError, match="states the value 'Corvia'"):
        parse_goal(PROGRAM, "country(Grus, Corvia)")


def test_the_text_of_a_goal_that_the_program_does_not_know() -> None:
    assert goal_text(Goal("nobody", ("a b",))) == 'nobody("a b")'
    with pytest.raises(GoalError, match="declares no nobody"):
        goal_text(Goal("nobody", ("a b",)), PROGRAM)


@given(
    st.text(st.characters(exclude_categories=("Cs",))),
    st.none() | st.text(st.characters(exclude_categories=("Cs",))),
)
def test_text_and_goal_are_inverse(key: str, member: str | None) -> None:
    goal = Goal("trip", (key,), member)
    assert parse_goal(PROGRAM, goal_text(goal, PROGRAM)) == goal


@given(
    st.text(st.characters(exclude_categories=("Cs",))),
    st.sampled_from([PREVIOUS, as_of("2026-07-01"), as_of("2026-07-01T12:00:00.000001Z")])
    | st.text(st.characters(exclude_categories=("Cs",))).map(later_of),
)
def test_text_and_goal_for_another_version_are_inverse(key: str, version: VersionChoice) -> None:
    goal = Goal("dest", (key,), temporal=True, version=version)
    assert parse_goal(PROGRAM, goal_text(goal, PROGRAM)) == goal
    assert choice_of_object(choice_object(version)) == version


def test_a_goal_for_what_is_current_has_no_choice_to_store() -> None:
    assert choice_object(None) is None
    assert choice_of_object(None) is None


@pytest.mark.parametrize(
    ("key", "goal"),
    [
        (("derived", "country", ("Grus",)), Goal("country", ("Grus",))),
        (("fact", "trip", ("Vera", "Grus")), Goal("trip", ("Vera",), "Grus")),
        (("collection", "trip", ("Vera",)), Goal("trip", ("Vera",))),
        (("rule", "rule:cap", ()), Goal("cap", ())),
        (("select", "select", ("dest", "Grus")), Goal("dest", ("Grus",))),
        (("select", "select", ("dest@previous", "Grus")), GRUS_BEFORE),
        (("fact", "dest@previous", ("Grus",)), GRUS_BEFORE),
        (("derived", "dest@previous", ("Grus",)), GRUS_BEFORE),
        (("rule", "rule:cap@2026-07-01", ()), Goal("cap", (), temporal=True, version=as_of("2026-07-01"))),
        (
            ("derived", "load@later", ("r", "5", "s", "5")),
            Goal("load", ("r", "5"), temporal=True, version=later_of("s", "5")),
        ),
        (("derived", "load@later", ("r", "5", "s")), None),
        (("derived", "load@previous", ("r",)), None),
        (("rule", "rule:fees", ()), None),
        (("fact", "complete", ("trip", "Vera")), None),
        (("fact", "dest", ("Grus", "Ibex", "Anser")), None),
        (("event", "e1", ()), None),
        (("missing", "missing", ("dest(Grus)",)), None),
    ],
)
def test_the_goal_of_a_node(key: NodeKey, goal: Goal | None) -> None:
    assert goal_of_node(PROGRAM, key) == goal
