"""Witnesses (spec 2.4, 2.5): the minimal sets of events that give the answer, all or within bounds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scenarios.datalog import reference
from scenarios.datalog.minimality import Replay, brute_force, check_witnesses
from tests.spec.engines import Engine
from tests.spec.manual import END, evaluate, goal, world

LINES = """
set line(order ; item)
derived n(order) -> int
n(O,K) :- K = count{ I : line(O,I) }.
"""


def test_replay_keeps_only_what_is_current_of_each_event(engine: Engine) -> None:
    """The fixture of spec 2.4: full re-resolution of {e1, e3} would revive the cancelled line."""
    known = world(LINES, "e1: line(o; x), line(o; y).\ne2: cancel line(o; x).\ne3: complete(line, o, 1).")
    found = evaluate(engine, known, "n(o)")
    assert found.gold.answer == 1
    assert found.witnesses.witnesses == (("e1", "e3"),)


def test_a_set_that_only_a_reader_of_all_actions_would_miss_is_marked(engine: Engine) -> None:
    """C4: reading e1 and e3 alone, without e2, gives two lines against a size of one."""
    known = world(LINES, "e1: line(o; x), line(o; y).\ne2: cancel line(o; x).\ne3: complete(line, o, 1).")
    replay = Replay.of(*known, goal("n(o)"), END, reference.answer)
    checks = check_witnesses(evaluate(engine, known, "n(o)"), known[1], replay)
    assert (checks.c1, checks.c2, checks.c3, checks.c4) == (True, True, True, False)
    assert checks.notes == ("C4: {e1, e3} alone gives unknown None",)


def test_alternative_reasons_for_a_rejection_are_alternative_witnesses(engine: Engine) -> None:
    program = """
    set trip(person ; trip)
    func kind(trip) -> kind
    func dest(trip) -> city
    derived work(person ; trip)
    derived n(person) -> int
    work(P,T) :- trip(P,T), kind(T,"work"), dest(T,C), C != "home".
    n(P,K) :- K = count{ T : work(P,T) }.
    """
    history = "e1: trip(V; a), complete(trip, V, 1).\ne2: kind(a, leisure).\ne3: dest(a, home)."
    found = evaluate(engine, world(program, history), "n(V)")
    assert found.gold.answer == 0
    assert found.witnesses.witnesses == (("e1", "e2"), ("e1", "e3"))


def test_one_closed_empty_collection_is_enough_against_a_join(engine: Engine) -> None:
    program = """
    set a(person ; thing)
    set b(person ; thing)
    derived both(person ; thing)
    both(P,T) :- a(P,T), b(P,T).
    """
    known = world(program, "e1: a(p; x), complete(a, p, 1).\ne2: complete(b, p, 0).")
    assert evaluate(engine, known, "both(p)").witnesses.witnesses == (("e2",),)


def test_more_witnesses_than_the_list_holds_are_counted(engine: Engine) -> None:
    """Three members with five asserting events each: 125 witnesses, 64 listed, 61 stated, support exact."""
    lines = [f"m{member}{copy}: line(o; i{member})." for member in range(3) for copy in range(5)]
    known = world(LINES, "\n".join([*lines, "z: complete(line, o, 3)."]))
    found = evaluate(engine, known, "n(o)").witnesses
    assert (len(found.witnesses), found.unlisted, found.exact) == (64, 61, False)
    assert found.support_low == found.support_high
    assert len(found.support_low) == 16
    assert list(found.witnesses) == sorted(found.witnesses, key=lambda w: (len(w), w))


def test_witnesses_of_members_that_share_no_event_are_counted_without_listing_them(engine: Engine) -> None:
    """Six members with four events each: 4,096 witnesses, 64 listed; support and smallest size are exact."""
    lines = [f"m{member}{copy}: line(o; i{member})." for member in range(6) for copy in range(4)]
    known = world(LINES, "\n".join([*lines, "z: complete(line, o, 6)."]))
    found = evaluate(engine, known, "n(o)").witnesses
    assert (len(found.witnesses), found.unlisted, found.exact) == (64, 4032, False)
    assert found.support_low == found.support_high
    assert (len(found.support_low), found.smallest) == (25, (7, 7))
    assert found.choices is not None
    assert found.choices.recall(["m00", "m13", "m20"]) == (Fraction(3, 7), Fraction(3, 7))


def test_a_list_that_cannot_be_completed_says_so_and_holds_minimal_sets_only(engine: Engine) -> None:
    """A ring of twelve members, each of four events that assert it asserts its neighbours too: the smallest
    sets take every second event of the ring, and the figures become intervals."""
    lines = [
        f"m{event:02}: " + ", ".join(f"line(o; i{(event // 2 + step) % 12:02})" for step in (0, 1)) + "."
        for event in range(24)
    ]
    known = world(LINES, "\n".join([*lines, "z: complete(line, o, 12)."]))
    found = evaluate(engine, known, "n(o)")
    assert (found.witnesses.exact, found.witnesses.unlisted) == (False, None)
    assert len(found.witnesses.support_high) == 25
    assert set(found.witnesses.support_low) <= set(found.witnesses.support_high)
    assert found.witnesses.smallest == (6, 7)
    replay = Replay.of(*known, goal("n(o)"), END, reference.answer)
    for witness in found.witnesses.witnesses[:5]:
        assert replay.gives(witness)
        assert not any(replay.gives([e for e in witness if e != gone]) for gone in witness)
    assert found.witnesses.choices is not None
    low, high = found.witnesses.choices.recall(["m00", "m01", "m02", "z"])
    assert Fraction(2, 7) <= low <= Fraction(3, 7) <= high < 1


@pytest.mark.parametrize("size", [0, 1, 2, 3])
def test_brute_force_agrees_on_a_difference_of_collections(engine: Engine, size: int) -> None:
    program = """
    set a(person ; thing)
    set b(person ; thing)
    derived left(person ; thing)
    derived n(person) -> int
    left(P,T) :- a(P,T), not b(P,T).
    n(P,K) :- K = count{ T : left(P,T) }.
    """
    things = ["x", "y", "z"][:size]
    lines = [f"a{t}: a(p; {t})." for t in things] + [f"b{t}: b(p; {t})." for t in things[:2]]
    lines += [f"c{t}: b(p; {t})." for t in things[:1]]
    known = world(
        program, "\n".join([*lines, f"y: complete(a, p, {size}).", f"z: complete(b, p, {min(size, 2)})."])
    )
    found = evaluate(engine, known, "n(p)")
    replay = Replay.of(*known, goal("n(p)"), END, reference.answer)
    events = {action.event for action in known[1].actions}
    assert found.witnesses.witnesses == brute_force(events, replay)
    assert found.witnesses.exact
