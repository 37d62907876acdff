"""Late records (spec 1.4): rank is (as_of, t, seq, pos), so an old date in the text decides, not arrival."""

from __future__ import annotations

from tests.spec.engines import Engine
from tests.spec.manual import check, evaluate, world

PROGRAM = """
func dest(trip) -> city
set trip(person ; trip)
derived n(person) -> int
n(P,K) :- K = count{ T : trip(P,T) }.
"""


def test_a_record_dated_before_the_current_version_changes_nothing(engine: Engine) -> None:
    known = world(PROGRAM, "e1 2026-03-01: dest(G, Corby).\ne2 2026-04-01: dest(G, Old) as of 2026-01-15.")
    check(
        engine,
        known,
        """
        | at         | dest(G) |
        | 2026-03-01 | Corby   |
        | 2026-04-01 | Corby   |
        """,
    )
    assert evaluate(engine, known, "dest(G)").witnesses.witnesses == (("e1",),)


def test_a_backdated_equal_value_joins_the_version_next_to_it_in_rank(engine: Engine) -> None:
    current = "e1 2026-03-01: dest(G, Corby).\ne2 2026-04-01: dest(G, Corby) as of 2026-02-01."
    assert evaluate(engine, world(PROGRAM, current), "dest(G)").witnesses.witnesses == (("e1",), ("e2",))
    older = """
    e1 2026-01-01: dest(G, Corby).
    e2 2026-02-01: dest(G, Lunmar).
    e3 2026-03-01: dest(G, Corby).
    e4 2026-04-01: dest(G, Corby) as of 2026-01-20.
    """
    assert evaluate(engine, world(PROGRAM, older), "dest(G)").witnesses.witnesses == (("e3",),)


def test_a_backdated_different_value_can_split_a_version(engine: Engine) -> None:
    history = """
    e1 2026-01-01: dest(G, x).
    e2 2026-03-01: dest(G, x).
    e3 2026-04-01: dest(G, y) as of 2026-02-01.
    """
    known = world(PROGRAM, history)
    assert evaluate(engine, known, "dest(G)", "2026-03-31").witnesses.witnesses == (("e1",), ("e2",))
    assert evaluate(engine, known, "dest(G)").witnesses.witnesses == (("e2",),)


def test_a_late_record_leaves_the_gold_of_earlier_cutoffs_alone(engine: Engine) -> None:
    known = world(PROGRAM, "e1 2026-03-01: dest(G, Corby).\ne2 2026-05-01: dest(G, Ash) as of 2026-04-01.")
    check(
        engine,
        known,
        """
        | at         | dest(G) |
        | 2026-04-15 | Corby   |
        | 2026-05-01 | Ash     |
        """,
    )


def test_a_backdated_tombstone_does_not_reach_a_later_version(engine: Engine) -> None:
    known = world(PROGRAM, "e1 2026-03-01: dest(G, Corby).\ne2 2026-04-01: cancel dest(G) as of 2026-02-01.")
    check(engine, known, "| at | dest(G) |\n| end | Corby |")


def test_a_member_that_arrives_late_but_is_dated_early_counts_for_its_completeness(engine: Engine) -> None:
    history = """
    e1 2026-01-01: trip(Vera; a).
    e2 2026-03-01: complete(trip, Vera, 2).
    e3 2026-04-01: trip(Vera; b) as of 2026-02-01.
    """
    known = world(PROGRAM, history)
    check(
        engine,
        known,
        """
        | at         | n(Vera) |
        | 2026-03-01 | unknown |
        | 2026-04-01 | 2       |
        """,
    )
    assert evaluate(engine, known, "n(Vera)").witnesses.witnesses == (("e1", "e2", "e3"),)
