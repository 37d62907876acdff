"""What no event may say is found with its place: told twice, dated after itself, a rule that does not fit."""

from __future__ import annotations

from scenarios.datalog.errors import in_order
from scenarios.datalog.facts import read_history
from scenarios.datalog.history_checks import history_faults
from scenarios.datalog.loading import load_program

PROGRAM = load_program("""
set trip(person ; trip)
func dest(trip) -> city
func boss(person) -> person
derived free(person) -> bool
derived busy(person) -> bool
@rule(free) free(P) :- not trip(P,_).
@rule(busy) busy(P) :- trip(P,_).
""")


def faults(history: str) -> list[tuple[int, int, str]]:
    lines, unreadable = read_history(PROGRAM, history)
    assert unreadable == []
    found = in_order(history_faults(PROGRAM, lines, "trips.txt"))
    assert {fault.file for fault in found} <= {"trips.txt"}
    return [(fault.line, fault.column, fault.message) for fault in found]


def test_a_history_without_fault_has_none() -> None:
    history = """
    e1: trip(Vera; Anser), complete(trip, Vera, 2, Grus), dest(Anser, Corby).
    e2: revise dest(Anser, Ash) as of 2026-01-01, cancel trip(Vera; Anser).
    e3: rule free "free(P) :- boss(P,none).".
    e4: unrule free, reopen(trip, Vera).
    """
    assert faults(history) == []


def test_an_event_is_told_once() -> None:
    assert faults("e1: dest(a, b).\n\ne1: dest(c, d).") == [(3, 1, "event e1 stands in line 1 already")]


def test_an_event_says_one_thing_about_a_key() -> None:
    assert faults("e1: dest(a, b), dest(a, c).\ne2: trip(V; a), complete(trip, V, 2, a, b).") == [
        (1, 17, "e1 says two things about dest(a)"),
        (2, 17, "e2 says two things about trip(V; a)"),
    ]


def test_times_and_sizes_that_cannot_be() -> None:
    history = "e1 2026-01-01: dest(a, b) as of 2026-01-02.\ne2 9999-06-01: complete(trip, V, 1, a, b)."
    assert faults(history) == [
        (1, 16, "as of 2026-01-02T09:00:00+00:00 is later than its event, 2026-01-01T09:00:00+00:00"),
        (2, 1, "the time of e2 is not within the years 1 to 9998"),
        (2, 16, "the size 1 of trip cannot be and lists 2 members"),
    ]
    assert faults("e1: complete(trip, V, -1).") == [(1, 5, "the size -1 of trip cannot be")]


def test_a_declared_rule_that_does_not_fit_is_refused_at_its_event() -> None:
    ((line, column, message),) = faults('e1: dest(a, b), rule free "free(P) :- dest(P,N), N < 3.".')
    assert (line, column) == (1, 27)
    assert message == "rule free is refused here: text N is compared with number 3"


def test_of_two_rules_that_close_a_cycle_together_the_later_is_refused() -> None:
    one, two = '"free(P) :- not busy(P)."', '"busy(P) :- boss(P,_), not free(P)."'
    (found,) = faults(f"e1: rule free {one}.\ne2: rule busy {two}.\ne3: unrule free.")
    assert found[0] == 2
    assert "depends on itself through not" in found[2]
    (found,) = faults(f"e2 2026-02-02: rule free {one}.\ne1 2026-02-01: rule busy {two}.")
    assert found[0] == 1, "observed later, whatever its line"
    assert "is refused here beside free:" in found[2] or "beside busy:" in found[2]
    assert faults(f"e1: rule free {one}.\ne2: unrule free.\ne3: rule busy {two}.") == []
