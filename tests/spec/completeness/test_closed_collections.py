"""Completeness (spec 1.6): a collection is closed while a stated size and what is known of it agree."""

from __future__ import annotations

from tests.spec.engines import Engine
from tests.spec.manual import check, evaluate, world

PROGRAM = """
set trip(person ; trip)
derived n(person) -> int
n(P,K) :- K = count{ T : trip(P,T) }.
"""


def test_a_collection_is_open_until_a_completeness_states_its_size(engine: Engine) -> None:
    known = world(PROGRAM, "e1: trip(V; a), trip(V; b).\ne2: complete(trip, V, 2).")
    check(
        engine,
        known,
        """
        | at         | n(V)    | trip(V) | trip(V) has a | trip(V) has z |
        | 2026-01-01 | unknown | unknown | true          | unknown       |
        | 2026-01-02 | 2       | {a, b}  | true          | false         |
        """,
    )
    assert evaluate(engine, known, "n(V)", "2026-01-01").gold.missing == ("missing(complete(trip,V))",)


def test_a_wrong_size_does_not_close(engine: Engine) -> None:
    known = world(PROGRAM, "e1: trip(V; a), trip(V; b).\ne2: complete(trip, V, 3).\ne3: trip(V; c).")
    check(engine, known, "| at | n(V) |\n| 2026-01-02 | unknown |\n| end | unknown |")
    assert evaluate(engine, known, "n(V)", "2026-01-02").gold.missing == ("notclosed(trip,V)",)


def test_a_cancellation_after_the_completeness_keeps_it_closed(engine: Engine) -> None:
    known = world(PROGRAM, "e1: trip(V; a), trip(V; b).\ne2: complete(trip, V, 2).\ne3: cancel trip(V; a).")
    check(engine, known, "| at | n(V) | trip(V) |\n| end | 1 | {b} |")
    found = evaluate(engine, known, "n(V)")
    assert found.witnesses.witnesses == (("e1", "e2", "e3"),)
    cancelled = [n for n in found.derivation.nodes.values() if n.kind == "fact" and n.state == "cancelled"]
    assert [node.label for node in cancelled] == ["trip(V,a)"]


def test_the_tombstone_stands_for_the_member_it_ended(engine: Engine) -> None:
    """Spec 2.5: the event that first asserted a cancelled member is in no witness."""
    history = "e1: trip(V; a).\ne2: trip(V; b).\ne3: complete(trip, V, 2).\ne4: cancel trip(V; a)."
    assert evaluate(engine, world(PROGRAM, history), "n(V)").witnesses.witnesses == (("e2", "e3", "e4"),)


def test_a_cancellation_before_the_completeness_does_not_count(engine: Engine) -> None:
    known = world(PROGRAM, "e1: trip(V; a), trip(V; b).\ne2: cancel trip(V; a).\ne3: complete(trip, V, 1).")
    check(engine, known, "| at | n(V) |\n| end | 1 |")
    assert evaluate(engine, known, "n(V)").witnesses.witnesses == (("e1", "e3"),)


def test_an_addition_reopens_until_a_new_size_is_stated(engine: Engine) -> None:
    history = """
    e1: trip(V; a), complete(trip, V, 1).
    e2: trip(V; b).
    e3: complete(trip, V, 2).
    """
    check(
        engine,
        world(PROGRAM, history),
        """
        | at         | n(V)    |
        | 2026-01-01 | 1       |
        | 2026-01-02 | unknown |
        | 2026-01-03 | 2       |
        """,
    )


def test_a_later_confirmation_of_a_member_is_no_addition(engine: Engine) -> None:
    known = world(PROGRAM, "e1: trip(V; a).\ne2: complete(trip, V, 1).\ne3: trip(V; a).")
    assert evaluate(engine, known, "n(V)").gold.answer == 1
    assert evaluate(engine, known, "n(V)").witnesses.witnesses == (("e1", "e2"),)


def test_an_early_confirmation_is_another_witness_of_the_completeness(engine: Engine) -> None:
    known = world(PROGRAM, "e1: trip(V; a).\ne2: trip(V; a).\ne3: complete(trip, V, 1).")
    assert evaluate(engine, known, "n(V)").witnesses.witnesses == (("e1", "e3"), ("e2", "e3"))


def test_a_completeness_that_lists_members_asserts_them(engine: Engine) -> None:
    known = world(PROGRAM, "e1: complete(trip, V, 2, a, b).")
    check(engine, known, "| at | n(V) | trip(V) |\n| end | 2 | {a, b} |")
    assert evaluate(engine, known, "n(V)").witnesses.witnesses == (("e1",),)


def test_later_confirmations_do_not_help_a_completeness(engine: Engine) -> None:
    """The vector of spec 2.4: e3 confirms m too late to stand in for e1."""
    known = world(PROGRAM, "e1: trip(V; m).\ne2: complete(trip, V, 1).\ne3: trip(V; m).")
    assert evaluate(engine, known, "n(V)").witnesses.witnesses == (("e1", "e2"),)
    listed = world(PROGRAM, "e1: trip(V; m).\ne2: complete(trip, V, 1, m).\ne3: trip(V; m).")
    assert evaluate(engine, listed, "n(V)").witnesses.witnesses == (("e2",),)


def test_reopening_takes_the_completeness_back(engine: Engine) -> None:
    known = world(PROGRAM, "e1: trip(V; a), complete(trip, V, 1).\ne2: reopen(trip, V).")
    check(engine, known, "| at | n(V) |\n| 2026-01-01 | 1 |\n| 2026-01-02 | unknown |")
    assert evaluate(engine, known, "n(V)").gold.missing == ("cancelled(complete(trip,V))",)


def test_a_closed_empty_collection_is_a_justified_zero(engine: Engine) -> None:
    known = world(PROGRAM, "e1: complete(trip, V, 0).")
    check(
        engine,
        known,
        "| at | n(V) | trip(V) |\n| 2025-12-31 | unknown | unknown |\n| end | zero 0 | zero {} |",
    )
    assert evaluate(engine, known, "n(V)").witnesses.witnesses == (("e1",),)


def test_a_cancelled_member_is_out_however_open_the_collection_is(engine: Engine) -> None:
    known = world(PROGRAM, "e1: trip(V; a).\ne2: cancel trip(V; a).")
    check(engine, known, "| at | trip(V) has a | trip(V) has b |\n| end | false | unknown |")
    assert evaluate(engine, known, "trip(V) has a").witnesses.witnesses == (("e2",),)


def test_a_collection_may_leave_cancelled_members_undecided(engine: Engine) -> None:
    program = "set trip(person ; trip) on_cancel unknown"
    known = world(program, "e1: trip(V; a), complete(trip, V, 1).\ne2: cancel trip(V; a).")
    check(engine, known, "| at | trip(V) | trip(V) has a |\n| end | unknown | unknown |")
    assert evaluate(engine, known, "trip(V)").gold.missing == ("cancelled(trip(V,a))",)


def test_completeness_of_one_period_says_nothing_of_another(engine: Engine) -> None:
    program = """
    set trip(person, year ; trip)
    derived n(person, year) -> int
    n(P,Y,K) :- K = count{ T : trip(P,Y,T) }.
    """
    known = world(program, 'e1: trip(V, "2025"; a), complete(trip, V, "2025", 1).\ne2: trip(V, "2026"; b).')
    check(engine, known, "| at | n(V, 2025) | n(V, 2026) |\n| end | 1 | unknown |")


def test_an_importer_may_assume_completeness(engine: Engine) -> None:
    known = world(
        PROGRAM + "assume complete(trip).", "e1: trip(V; a).\ne2: trip(V; b).\ne3: cancel trip(V; a)."
    )
    check(
        engine,
        known,
        """
        | at         | n(V)   | n(nobody) |
        | 2026-01-01 | 1      | zero 0    |
        | 2026-01-02 | 2      | zero 0    |
        | 2026-01-03 | 1      | zero 0    |
        """,
    )
    found = evaluate(engine, known, "n(V)")
    assert found.witnesses.witnesses == (("e2",),)
    assert ("check", "assumed", ("trip", "V")) in found.derivation.nodes
