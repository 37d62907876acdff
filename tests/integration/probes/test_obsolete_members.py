"""The obsolete states of a collection, and of whether something is in it (spec 7.4)."""

from __future__ import annotations

from probes.services.obsolete import ObsoleteStates
from scenarios.datalog.history import History
from scenarios.datalog.loading import load_program
from scenarios.datalog.syntax import Goal
from tests.factories.scenarios import act, day, event_spec

EVENTS = (
    event_spec(1, act("complete", "trip", "Vera", size=2, members=("Grus", "Anser"))),
    event_spec(2, act("cancel", "trip", "Vera", member="Anser")),
)


def told(goal: Goal) -> list[tuple[object, tuple[str, ...]]]:
    history = History.of(action for event in EVENTS for action in event.actions)
    states = ObsoleteStates(load_program("set trip(person ; trip)"), history)
    return [(state.value, state.events) for state in states.of(goal, day(9))]


def test_a_collection_was_larger() -> None:
    assert told(Goal("trip", ("Vera",))) == [(["Anser", "Grus"], ("e0001",))]


def test_what_is_out_was_once_in() -> None:
    assert told(Goal("trip", ("Vera",), member="Anser")) == [(True, ("e0001",))]


def test_what_is_still_in_has_no_other_state() -> None:
    assert told(Goal("trip", ("Vera",), member="Grus")) == []
