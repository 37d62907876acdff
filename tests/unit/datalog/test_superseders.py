"""Which events keep a reader of some records from reviving what is obsolete (spec 2.4, C4), and the sizes of
assumed collections for whoever sees part of a history (spec 1.7)."""

from __future__ import annotations

from scenarios.datalog import reference
from scenarios.datalog.derivation import Answerability
from scenarios.datalog.facts import load_history
from scenarios.datalog.history import History
from scenarios.datalog.loading import load_program
from scenarios.datalog.minimality import assumed_sizes, superseders
from scenarios.datalog.resolution import resolve
from scenarios.datalog.syntax import Goal
from tests.spec.manual import END

PROGRAM = load_program(
    """
    func dest(trip) -> city
    set trip(person ; trip)
    derived n(person) -> int
    derived has(person) -> bool
    assume complete(trip).
    n(P, K) :- K = count{ T : trip(P, T) }.
    has(P) :- trip(P, _).
    """
)


def added(text: str, *events: str) -> tuple[str, ...]:
    return superseders(resolve(load_history(PROGRAM, text), END), events)


def test_nothing_is_added_where_the_chosen_events_hold_the_current_versions() -> None:
    text = """
        e1: dest(g, x).
        e2: revise dest(g, y).
        e3: dest(g, y).
    """
    assert added(text, "e2") == added(text, "e1", "e3") == added(text) == ()


def test_the_first_event_of_the_current_version_is_added_for_an_obsolete_one() -> None:
    text = """
        e1: dest(g, x), dest(h, z).
        e2: revise dest(g, y).
        e3: dest(g, y).
        e4: trip(V; g).
        e5: cancel trip(V; g).
    """
    assert added(text, "e1") == ("e2",)
    assert added(text, "e1", "e4") == ("e2", "e5")


def test_what_is_added_may_need_a_superseder_of_its_own() -> None:
    text = """
        e1: dest(g, x).
        e2: revise dest(g, y), dest(h, x).
        e3: revise dest(h, y).
    """
    assert added(text, "e1") == ("e2", "e3")


HISTORY = load_history(
    PROGRAM,
    """
    e1: trip(V; x), trip(V; y).
    e2: cancel trip(V; x).
    e3: trip(V; z).
    """,
)
SIZES = assumed_sizes(PROGRAM, resolve(HISTORY, END))


def of(history: History, pred: str, person: str = "V") -> tuple[Answerability, object, object]:
    found = reference.evaluate(PROGRAM, history, Goal(pred, (person,)), END, SIZES)
    alone = reference.answer(PROGRAM, history, Goal(pred, (person,)), END, SIZES)
    assert (found.gold.label, found.gold.answer) == (alone.label, alone.answer)
    return found.gold.label, found.gold.answer, found.witnesses.witnesses


def test_part_of_a_history_keeps_the_sizes_of_the_whole() -> None:
    assert SIZES == {("trip", ("V",)): 2}
    assert of(HISTORY, "n") == (Answerability.ANSWERABLE, 2, (("e1", "e3"),))
    for events in [(), ("e1", "e2"), ("e3",), ("e1", "e3")]:
        label, answer, _ = of(HISTORY.restricted_to(events), "n")
        assert (label, answer) == (Answerability.UNKNOWN, None), events
    assert of(HISTORY.restricted_to(["e3"]), "has") == (Answerability.ANSWERABLE, True, (("e3",),))
    assert of(HISTORY.restricted_to([]), "has")[0] is Answerability.UNKNOWN


def test_a_group_nobody_speaks_of_is_closed_and_empty() -> None:
    assert of(History(()), "n", "W") == (Answerability.JUSTIFIED_ZERO, 0, ((),))


def test_without_sizes_a_history_is_taken_for_the_whole() -> None:
    found = reference.evaluate(PROGRAM, History(()), Goal("n", ("V",)), END)
    assert found.gold.label is Answerability.JUSTIFIED_ZERO
