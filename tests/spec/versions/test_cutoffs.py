"""Cutoffs (spec 1.4, 4.1): inclusive to the microsecond, in absolute time, with one order of ties."""

from __future__ import annotations

import itertools

import pytest

from scenarios.datalog.errors import FactsError
from scenarios.datalog.facts import load_history, moment
from scenarios.datalog.history import History
from scenarios.datalog.loading import load_program
from tests.spec.engines import Engine
from tests.spec.manual import check, evaluate, goal, world


def test_each_instant_has_exactly_one_current_version(engine: Engine) -> None:
    """Case T05: at the change itself the new version holds, a microsecond before the old one."""
    known = world(
        "param cap(area) -> money",
        "e1 2026-06-01T00:00:00Z: cap(travel, 90).\ne2 2026-07-01T00:00:00Z: cap(travel, 120).",
    )
    check(
        engine,
        known,
        """
        | at                          | cap(travel) |
        | 2026-06-01T00:00:00Z        | 90          |
        | 2026-06-30T23:59:59.999999Z | 90          |
        | 2026-07-01T00:00:00Z        | 120         |
        | 2026-05-31T23:59:59Z        | unknown     |
        """,
    )


def test_equal_times_fall_back_to_the_order_of_the_scenario(engine: Engine) -> None:
    """Case T01: the later in sequence wins, whatever order the rows stand in; both stay in history."""
    program = load_program("func dest(trip) -> city")
    text = "e7 2026-03-01T10:00:00Z: dest(grus, halewick).\ne8 2026-03-01T10:00:00Z: dest(grus, corby)."
    actions = load_history(program, text).actions
    for order in itertools.permutations(actions):
        found = engine.evaluate(
            program, History.of(order), goal("dest(grus)"), moment("2026-03-01T10:00:00Z")
        )
        assert found.gold.answer == "corby"
        assert found.witnesses.witnesses == (("e8",),)
        assert found.derivation.obs_flag


def test_times_are_compared_as_instants_not_as_texts(engine: Engine) -> None:
    """Case T03: offsets count, and the doubled hour of autumn has two readings that do not mix."""
    known = world(
        "func dest(trip) -> city",
        """
        e1 2026-01-15T23:00:00+05:30: dest(ibex, lunmar).
        e2 2026-10-25T02:30:00+02:00: dest(grus, halewick).
        e3 2026-10-25T02:30:00+01:00: dest(grus, corby).
        """,
    )
    check(
        engine,
        known,
        """
        | at                        | dest(ibex) | dest(grus) |
        | 2026-01-15T17:29:59Z      | unknown    | unknown    |
        | 2026-01-15T18:00:00+00:00 | lunmar     | unknown    |
        | 2026-10-25T01:00:00Z      | lunmar     | halewick   |
        | 2026-10-25T02:00:00Z      | lunmar     | corby      |
        """,
    )


@pytest.mark.parametrize("text", ["2026-01-15T18:00:00", "15 January", "2026-02-30", "2026-01-15 18:00"])
def test_a_time_without_a_zone_or_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(FactsError, match=text):
        moment(text)


def test_changes_at_a_checkpoint_belong_to_it(engine: Engine) -> None:
    """Case T05, last part: a change at the checkpoint itself is seen there and not at the one before."""
    known = world("func dest(trip) -> city", "e1: dest(g, a).\ne2 2026-07-01T00:00:00Z: revise dest(g, b).")
    before = evaluate(engine, known, "dest(g)", "2026-06-30T23:59:59.999999Z").gold
    at = evaluate(engine, known, "dest(g)", "2026-07-01T00:00:00Z").gold
    assert (before.answer, at.answer) == ("a", "b")


def test_the_day_of_a_cutoff_is_its_day_in_utc(engine: Engine) -> None:
    known = world(
        "func f(x) -> int\nderived day(x) -> date\nday(X,D) :- f(X,_), D = date(cutoff).", "e1: f(a, 1)."
    )
    check(
        engine,
        known,
        """
        | at                        | day(a)     |
        | 2026-03-01T00:30:00+02:00 | 2026-02-28 |
        | 2026-02-28T23:30:00-02:00 | 2026-03-01 |
        """,
    )


def test_goals_are_asked_by_value_not_by_spelling(engine: Engine) -> None:
    known = world(
        "func f(int) -> text\nset s(date ; int)", "e1: f(5, five), s(2026-01-02; 7), complete(s, 2026-01-02)."
    )
    for text, shown_as in {"f(05)": "five", "f(5.0)": "five", "s(2026-01-02) has 07": "true"}.items():
        found = evaluate(engine, known, text)
        assert str(found.gold.answer).lower() == shown_as
        assert found.witnesses.witnesses == (("e1",),)


def test_a_cutoff_far_away_sees_everything_or_nothing(engine: Engine) -> None:
    known = world(
        "func f(x) -> int", "e1 0001-01-02T00:00:00Z: f(a, 1).\ne2 9998-12-31T23:59:59.999999Z: f(a, 2)."
    )
    check(
        engine,
        known,
        """
        | at                          | f(a)    |
        | 0001-01-01T23:59:59Z        | unknown |
        | 0001-01-02T00:00:00Z        | 1       |
        | 9998-12-31T23:59:59.999998Z | 1       |
        | 9998-12-31T23:59:59.999999Z | 2       |
        """,
    )
