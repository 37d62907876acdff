"""Counts that are compared at once: when they are decided early, and by what (spec 1.7)."""

from __future__ import annotations

from tests.spec.engines import Engine
from tests.spec.manual import check, evaluate, world


def test_a_count_that_the_condition_of_all_reads_is_not_decided_early(engine: Engine) -> None:
    """The condition is a use elsewhere: it needs the number, not only that it is large enough."""
    program = """
    set team(team ; person)
    set trip(person ; trip)
    param quota(person) -> int
    derived all_met(team) -> bool
    all_met(G) :- X = all{ P : team(G,P), K = count{ T : trip(P,T) }, K >= 1 | quota(P,K) }, X = true.
    """
    history = """
    e1: team(G; V), team(G; O), complete(team, G), trip(V; a), trip(V; b), complete(trip, O, 0), quota(V, 2).
    e2: complete(trip, V).
    e3: quota(V, 3).
    """
    check(
        engine,
        world(program, history),
        """
        | at         | all_met(G) |
        | 2026-01-01 | unknown    |
        | 2026-01-02 | true       |
        | 2026-01-03 | false      |
        """,
    )


def test_a_count_falls_short_of_any_number_and_reaches_what_is_below_zero(engine: Engine) -> None:
    program = """
    set trip(person ; trip)
    param quota() -> decimal
    derived enough(person) -> bool
    enough(P) :- quota(Q), K = count{ T : trip(P,T) }, K >= Q.
    """
    history = """
    e1: trip(V; a), trip(V; b), complete(trip, V), quota(9223372036854775807).
    e2: quota(1.5).
    e3: quota(2.5).
    e4: quota(-3).
    """
    known = world(program, history)
    check(
        engine,
        known,
        """
        | at         | enough(V) |
        | 2026-01-01 | false     |
        | 2026-01-02 | true      |
        | 2026-01-03 | false     |
        | 2026-01-04 | true      |
        """,
    )
    for day, witness in (("01", ("e1",)), ("02", ("e1", "e2")), ("03", ("e1", "e3")), ("04", ("e4",))):
        assert evaluate(engine, known, "enough(V)", f"2026-01-{day}").witnesses.witnesses == (witness,)
