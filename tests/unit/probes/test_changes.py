"""Explicit and implicit changes, and the events behind them (spec 8.3, 8.4)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import pytest

from benchmark.scoring.maintenance import ChangeClass
from probes.diagnosis.changes import Change, Derived, ExplicitMode, change, copies
from scenarios.datalog import reference
from scenarios.datalog.facts import load_history, moment
from scenarios.datalog.goal_text import parse_goal
from scenarios.datalog.history import History
from scenarios.datalog.loading import load_program
from scenarios.datalog.parser import parse_clause
from scenarios.datalog.syntax import Goal, Program
from scenarios.generators import worked_example

EXPLICIT, IMPLICIT = ChangeClass.EXPLICIT, ChangeClass.IMPLICIT
PROGRAM = """
func dest(trip) -> city
func seat(trip) -> text on_cancel absent
func nights(trip) -> int on_cancel default:1
func signed(trip) -> bool
func waived_until(trip) -> date
set trip(person ; trip)
set guest(trip ; person) on_cancel unknown
param cap(city) -> money
param floor() -> money
func city_in(city) -> country
inverse owner(trip) -> person of trip

derived goes_to(trip) -> city
derived where(trip) -> city
derived country(trip) -> country
derived ready(trip) -> bool
derived unsigned(trip) -> bool
derived mine(person ; trip)
derived n_trips(person) -> int
derived waived(trip) -> bool
derived fee(trip) -> money
derived tax(trip) -> money

goes_to(T,C)  :- dest(T,C).
where(T,C)    :- goes_to(T,C).
country(T,N)  :- dest(T,C), city_in(C,N).
ready(T)      :- signed(T,true).
unsigned(T)   :- not signed(T,true).
@set(P) mine(P,T) :- trip(P,T).
n_trips(P,K)  :- K = count{ T : trip(P,T) }.
waived(T)     :- waived_until(T,D), D >= date(cutoff).
@rule(fee) fee(T,V) :- dest(T,C), cap(C,V).
@rule(tax) tax(T,V) :- dest(T,C), cap(C,V).
"""


@dataclass(frozen=True)
class Story:
    """A history with a program; what is asked of it changes between two days."""

    program: Program
    history: History

    def derived(self, goal: Goal, cutoff: datetime) -> Derived:
        found = reference.evaluate(self.program, self.history, goal, cutoff)
        return Derived(found.gold, found.derivation)

    def change(
        self, goal: Goal, first: datetime, second: datetime, mode: ExplicitMode = ExplicitMode.VALUE_STATED
    ) -> Change:
        before, after = self.derived(goal, first), self.derived(goal, second)
        assert (before.gold.label, before.gold.answer) != (after.gold.label, after.gold.answer)
        window = [action for action in self.history.actions if first < action.t <= second]
        return change(self.program, before, after, window, mode)


def told(early: str, late: str, goal: str, mode: ExplicitMode = ExplicitMode.VALUE_STATED) -> Change:
    """The change of a goal between the lines ``early`` and the lines ``late``, one event a day."""
    program = load_program(PROGRAM)
    lines = [line.strip() for line in (early + "\n\n" + late).strip("\n").split("\n")]
    split = lines.index("")
    numbered = [f"e{n} 2026-01-{n:02}: {line}" for n, line in enumerate([x for x in lines if x], 1)]
    history = load_history(program, "\n".join(numbered))
    story = Story(program, history)
    last = len(numbered)
    asked = parse_goal(program, goal)
    return story.change(asked, _end_of(split), _end_of(last), mode)


def _end_of(day: int) -> datetime:
    return moment(f"2026-01-{day:02}T23:59:00Z")


# -------------------------------------------------------------------------------- the worked example
WORKED = worked_example.bundle().scenarios[0]
ENDS = [moment(f"2026-{month}T23:59:00Z") for month in ("05-31", "06-30", "07-31", "08-31")]


def worked() -> Story:
    actions = [action for event in WORKED.events for action in event.actions]
    return Story(load_program(WORKED.program), History.of(actions))


@pytest.mark.parametrize(
    ("goal", "answers", "changes"),
    [
        (
            Goal("n_outside", ("Vera",)),
            [None, 3, 2, 2],
            {2: Change(IMPLICIT, ("e9",)), 3: Change(IMPLICIT, ("e10",))},
        ),
        (
            Goal("dest", ("Grus",), temporal=True),
            ["Halewick", "Halewick", "Corby", "Corby"],
            {3: Change(EXPLICIT, ("e10",))},
        ),
        (Goal("home", ("Vera",)), ["Corvia"] * 4, {}),
    ],
)
def test_the_worked_example(goal: Goal, answers: list[object], changes: dict[int, Change]) -> None:
    story = worked()
    golds = [story.derived(goal, end).gold for end in ENDS]
    assert [gold.answer for gold in golds] == answers
    for step in (2, 3, 4):
        if golds[step - 1] != golds[step - 2]:
            assert story.change(goal, ENDS[step - 2], ENDS[step - 1]) == changes.pop(step)
    assert not changes


# -------------------------------------------------------------------------------- single values
@pytest.mark.parametrize(
    ("early", "late", "goal", "found"),
    [
        ("dest(Grus, Ash).", "revise dest(Grus, Corby).", "dest(Grus)", Change(EXPLICIT, ("e2",))),
        ("dest(Ibex, Ash).", "dest(Grus, Corby).", "dest(Grus)", Change(EXPLICIT, ("e2",))),
        ("dest(Grus, Ash).", "cancel dest(Grus).", "dest(Grus)", Change(EXPLICIT, ("e2",))),
        ("seat(Grus, Aisle).", "cancel seat(Grus).", "seat(Grus)", Change(EXPLICIT, ("e2",))),
        ("seat(Grus, Aisle).", "revise seat(Grus, none).", "seat(Grus)", Change(EXPLICIT, ("e2",))),
        # The default that a cancellation leaves is stated by no record.
        ("nights(Grus, 4).", "cancel nights(Grus).", "nights(Grus)", Change(IMPLICIT, ("e2",))),
        ("cap(Ash, 90).", "revise cap(Ash, 80).", "cap(Ash)", Change(EXPLICIT, ("e2",))),
        ("floor(9).", "revise floor(8.5).", "floor()", Change(EXPLICIT, ("e2",))),
        ("signed(Grus, false).", "revise signed(Grus, true).", "signed(Grus)", Change(EXPLICIT, ("e2",))),
        # The value that held in between did not bring the change.
        (
            "dest(Grus, Ash).",
            "revise dest(Grus, Lunmar).\nrevise dest(Grus, Corby).\ndest(Grus, Corby).",
            "dest(Grus)",
            Change(EXPLICIT, ("e3", "e4")),
        ),
        # Renamed once and twice, and a renamed truth.
        ("dest(Grus, Ash).", "revise dest(Grus, Corby).", "goes_to(Grus)", Change(EXPLICIT, ("e2",))),
        ("dest(Grus, Ash).", "revise dest(Grus, Corby).", "where(Grus)", Change(EXPLICIT, ("e2",))),
        ("signed(Grus, false).", "revise signed(Grus, true).", "ready(Grus)", Change(EXPLICIT, ("e2",))),
        # Negation is no renaming, nor is a mapping or a rule.
        ("signed(Grus, false).", "revise signed(Grus, true).", "unsigned(Grus)", Change(IMPLICIT, ("e2",))),
        (
            "dest(Grus, Ash), city_in(Ash, Corvia), city_in(Corby, Meleth).",
            "revise dest(Grus, Corby).",
            "country(Grus)",
            Change(IMPLICIT, ("e2",)),
        ),
        ("dest(Grus, Ash).\ncap(Ash, 9).", "revise cap(Ash, 8).", "fee(Grus)", Change(IMPLICIT, ("e3",))),
        # The group that an inverse reads back.
        ("dest(Grus, Ash).", "trip(Vera; Grus).", "owner(Grus)", Change(EXPLICIT, ("e2",))),
        ("trip(Vera; Grus).", "cancel trip(Vera; Grus).", "owner(Grus)", Change(EXPLICIT, ("e2",))),
        ("trip(Vera; Grus).", "trip(Boris; Grus).", "owner(Grus)", Change(IMPLICIT, ("e2",))),
        (
            "trip(Vera; Grus).\ntrip(Boris; Grus).",
            "cancel trip(Vera; Grus).",
            "owner(Grus)",
            Change(IMPLICIT, ("e3",)),
        ),
    ],
)
def test_values(early: str, late: str, goal: str, found: Change) -> None:
    assert told(early, late, goal) == found


# -------------------------------------------------------------------------------- collections
LIST = "trip(Vera; Anser), complete(trip, Vera, 1)."


@pytest.mark.parametrize(
    ("early", "late", "goal", "found"),
    [
        (LIST, "trip(Vera; Grus), complete(trip, Vera, 2).", "trip(Vera)", Change(EXPLICIT, ("e2",))),
        (LIST, "trip(Vera; Grus).\ncomplete(trip, Vera, 2).", "trip(Vera)", Change(EXPLICIT, ("e2", "e3"))),
        (LIST, "cancel trip(Vera; Anser).", "trip(Vera)", Change(EXPLICIT, ("e2",))),
        (LIST, "trip(Vera; Grus), complete(trip, Vera, 2).", "mine(Vera)", Change(EXPLICIT, ("e2",))),
        (LIST, "trip(Vera; Grus), complete(trip, Vera, 2).", "n_trips(Vera)", Change(IMPLICIT, ("e2",))),
        # A bare statement of size names no member; a list of them does.
        ("trip(Vera; Anser).", "complete(trip, Vera, 1).", "trip(Vera)", Change(IMPLICIT, ("e2",))),
        ("dest(Grus, Ash).", "complete(trip, Vera, 0).", "trip(Vera)", Change(IMPLICIT, ("e2",))),
        ("dest(Grus, Ash).", "complete(trip, Vera, 1, Anser).", "trip(Vera)", Change(EXPLICIT, ("e2",))),
        # One member was known before, the new record names the other only.
        (
            "trip(Vera; Anser).",
            "trip(Vera; Grus), complete(trip, Vera, 2).",
            "trip(Vera)",
            Change(IMPLICIT, ("e2",)),
        ),
        # What opens a list says nothing of its members.
        (LIST, "trip(Vera; Grus).", "trip(Vera)", Change(IMPLICIT, ("e2",))),
        (LIST, "reopen(trip, Vera).", "trip(Vera)", Change(IMPLICIT, ("e2",))),
        (
            "guest(Grus; Vera), complete(guest, Grus, 1).",
            "cancel guest(Grus; Vera).\ncomplete(guest, Grus, 0).",
            "guest(Grus)",
            Change(EXPLICIT, ("e2", "e3")),
        ),
        # The list is known without whom it loses, unless a cancellation makes members unknown.
        (
            LIST,
            "cancel trip(Vera; Anser).\ntrip(Vera; Grus).",
            "trip(Vera)",
            Change(IMPLICIT, ("e2", "e3")),
        ),
        (
            "guest(Grus; Vera), complete(guest, Grus, 1).",
            "cancel guest(Grus; Vera).\nguest(Grus; Ana).",
            "guest(Grus)",
            Change(EXPLICIT, ("e2", "e3")),
        ),
        # Is it on the list?
        (LIST, "cancel trip(Vera; Anser).", "trip(Vera; Anser)", Change(EXPLICIT, ("e2",))),
        ("dest(Grus, Ash).", "trip(Vera; Grus).", "trip(Vera; Grus)", Change(EXPLICIT, ("e2",))),
        ("trip(Vera; Anser).", "complete(trip, Vera, 1).", "trip(Vera; Grus)", Change(IMPLICIT, ("e2",))),
    ],
)
def test_collections(early: str, late: str, goal: str, found: Change) -> None:
    assert told(early, late, goal) == found


# -------------------------------------------------------------------------------- rules and dates
@pytest.mark.parametrize(
    ("early", "late", "found"),
    [
        (
            "dest(Grus, Ash), cap(Ash, 9).\nfloor(7).",
            'rule fee "fee(T,V) :- dest(T,C), cap(C,W), V = W + 1.".',
            Change(IMPLICIT, ("e3",)),
        ),
        (
            'dest(Grus, Ash), cap(Ash, 9).\nrule fee "fee(T,V) :- dest(T,C), cap(C,W), V = W + 1.".',
            "unrule fee.",
            Change(IMPLICIT, ("e3",)),
        ),
    ],
)
def test_rules_declared_and_withdrawn(early: str, late: str, found: Change) -> None:
    assert told(early, late, "fee(Grus)") == found


def test_a_declared_clause_may_be_a_copy() -> None:
    early = 'nights(Grus, 3).\nrule tax "tax(T,V) :- nights(T,V).".'
    assert told(early, "revise nights(Grus, 4).", "tax(Grus)") == Change(EXPLICIT, ("e3",))
    summed = 'nights(Grus, 3).\nrule tax "tax(T,V) :- nights(T,N), V = N + 0.".'
    assert told(summed, "revise nights(Grus, 4).", "tax(Grus)") == Change(IMPLICIT, ("e3",))


def test_a_waiver_that_lapses_is_changed_by_no_event() -> None:
    found = told(
        "waived_until(Grus, 2026-01-02).", "waived_until(Grus, 2026-01-02).\nfloor(8).", "waived(Grus)"
    )
    assert found == Change(IMPLICIT, ())


# -------------------------------------------------------------------------------- the looser reading
@pytest.mark.parametrize(
    ("early", "late", "goal", "kind"),
    [
        ("nights(Grus, 4).", "cancel nights(Grus).", "nights(Grus)", EXPLICIT),
        (LIST, "trip(Vera; Grus).", "trip(Vera)", EXPLICIT),
        ("trip(Vera; Anser).", "complete(trip, Vera, 1).", "trip(Vera)", IMPLICIT),
        (LIST, "trip(Vera; Grus), complete(trip, Vera, 2).", "n_trips(Vera)", IMPLICIT),
    ],
)
def test_direct_only_drops_the_value(early: str, late: str, goal: str, kind: ChangeClass) -> None:
    assert told(early, late, goal, ExplicitMode.DIRECT_ONLY).kind is kind


@pytest.mark.parametrize(
    ("text", "is_copy"),
    [
        ("p(X,V) :- f(X,V).", True),
        ("p(V,X) :- f(X,V).", True),
        ("p(X) :- f(X,true).", True),
        ("p(X) :- f(X,false).", False),
        ("p(X) :- f(X,_).", False),
        ("p(X) :- f(X,X).", False),
        ("p(X,V) :- f(X,V), V > 1.", False),
        ("p(X) :- not f(X,true).", False),
        ('p(X,V) :- f(X,"a",V).', False),
        ("p(X,K) :- K = count{ V : f(X,V) }.", False),
    ],
)
def test_copies(text: str, is_copy: bool) -> None:
    assert copies(parse_clause(text, "test", "")) is is_copy
