"""The obsolete states of a collection, of whether something is in it, and of a declared rule (spec 7.4)."""

from __future__ import annotations

from probes.services.obsolete import ObsoleteStates
from scenarios.datalog.history import History
from scenarios.datalog.loading import load_program
from scenarios.datalog.syntax import Goal
from tests.factories.scenarios import act, day, event_spec

PROGRAM = "set trip(person ; trip)\nderived mark(person) -> int\n"
FIRST = "mark(P,1) :- trip(P,_)."
BEST = "mark(P,2) :- trip(P,_)."
EVENTS = (
    event_spec(1, act("complete", "trip", "Vera", size=2, members=("Grus", "Anser"))),
    event_spec(2, act("cancel", "trip", "Vera", member="Anser")),
    event_spec(3, act("rule", "counts", clause=FIRST)),
    event_spec(4, act("rule", "counts", clause=BEST)),
)


def told(goal: Goal, options: dict[str, str] | None = None) -> list[tuple[object, tuple[str, ...]]]:
    history = History.of(action for event in EVENTS for action in event.actions)
    states = ObsoleteStates(load_program(PROGRAM), history)
    return [(state.value, state.events) for state in states.of(goal, day(9), options)]


def test_a_collection_was_larger() -> None:
    assert told(Goal("trip", ("Vera",))) == [(["Anser", "Grus"], ("e0001",))]


def test_what_is_out_was_once_in() -> None:
    assert told(Goal("trip", ("Vera",), member="Anser")) == [(True, ("e0001",))]


def test_what_is_still_in_has_no_other_state() -> None:
    assert told(Goal("trip", ("Vera",), member="Grus")) == []


def test_a_clause_that_was_replaced_goes_by_its_word() -> None:
    words = {FIRST: "the first mark", BEST: "the best mark"}
    assert told(Goal("rule:counts", ()), words) == [("the first mark", ("e0003",))]
    assert told(Goal("rule:counts", ())) == [(FIRST, ("e0003",))]
