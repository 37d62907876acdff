"""Answerability labels (spec 1.8, AC-1.9): one micro-history for each row of the table and each shape."""

from __future__ import annotations

import pytest

from tests.spec.engines import Engine
from tests.spec.manual import evaluate, shown, world

PROGRAM = """
func dest(trip) -> city
func fee(trip) -> money on_cancel absent
param cap(area) -> money
set trip(person ; trip)
derived n(person) -> int
derived busy(person) -> bool
derived far(person ; trip)
derived town(trip) -> city
n(P,K)   :- K = count{ T : trip(P,T) }.
busy(P)  :- trip(P,_).
far(P,T) :- trip(P,T), dest(T,C), C != "home".
town(T,C) :- dest(T,C), C != "home".
"""
EMPTY = "e1: complete(trip, V, 0)."
ONE = "e1: trip(V; a), complete(trip, V, 1), dest(a, corby)."


@pytest.mark.parametrize(
    ("history", "asked", "cell", "missing"),
    [
        ("e1: dest(a, corby).", "dest(a)", "corby", ()),
        ("e1: dest(a, none).", "dest(a)", "zero none", ()),
        ("e1: dest(b, corby).", "dest(a)", "unknown", ("missing(dest(a))",)),
        ("e1: dest(a, corby).\ne2: cancel dest(a).", "dest(a)", "unknown", ("cancelled(dest(a))",)),
        ("e1: fee(a, 5).\ne2: cancel fee(a).", "fee(a)", "zero none", ()),
        ("e1: fee(a, 0).", "fee(a)", "zero 0", ()),
        ("e1: cap(north, 80).", "cap(north)", "80", ()),
        ("e1: cap(south, 80).", "cap(north)", "unknown", ("missing(cap(north))",)),
        (ONE, "trip(V)", "{a}", ()),
        (EMPTY, "trip(V)", "zero {}", ()),
        ("e1: trip(V; a).", "trip(V)", "unknown", ("missing(complete(trip,V))",)),
        ("e1: trip(V; a), complete(trip, V, 2).", "trip(V)", "unknown", ("notclosed(trip,V)",)),
        (ONE, "n(V)", "1", ()),
        (EMPTY, "n(V)", "zero 0", ()),
        ("e1: trip(V; a).", "n(V)", "unknown", ("missing(complete(trip,V))",)),
        (ONE, "busy(V)", "true", ()),
        (EMPTY, "busy(V)", "false", ()),
        ("e1: dest(a, corby).", "busy(V)", "unknown", ("missing(complete(trip,V))",)),
        (ONE, "far(V)", "{a}", ()),
        ("e1: trip(V; a), complete(trip, V, 1), dest(a, home).", "far(V)", "zero {}", ()),
        ("e1: trip(V; a), complete(trip, V, 1).", "far(V)", "unknown", ("missing(dest(a))",)),
        ("e1: dest(a, home).", "town(a)", "zero none", ()),
        ("e1: dest(a, corby).", "town(a)", "corby", ()),
        ("e1: dest(b, corby).", "town(a)", "unknown", ("missing(dest(a))",)),
    ],
)
def test_label_and_answer(
    engine: Engine, history: str, asked: str, cell: str, missing: tuple[str, ...]
) -> None:
    found = evaluate(engine, world(PROGRAM, history), asked)
    assert shown(found.gold) == cell
    assert found.gold.missing == missing


def test_unknown_rests_on_nothing(engine: Engine) -> None:
    """Spec 2.3: the label follows from absence, so W = {∅}; the events read are kept for reporting."""
    found = evaluate(engine, world(PROGRAM, "e1: trip(V; a), dest(a, corby)."), "far(V)")
    assert found.witnesses.witnesses == ((),)
    assert found.witnesses.support == ()
    assert found.derivation.context_events == ("e1",)


def test_a_known_answer_may_have_missing_leaves(engine: Engine) -> None:
    found = evaluate(engine, world(PROGRAM, "e1: trip(V; a)."), "busy(V)")
    assert shown(found.gold) == "true"
    assert found.derivation.missing == ("missing(complete(trip,V))",)
    assert found.gold.missing == ()
