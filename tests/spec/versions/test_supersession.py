"""Versions and supersession (spec 1.4): a later record asserts a newer version of the same key."""

from __future__ import annotations

from tests.spec.engines import Engine
from tests.spec.manual import check, evaluate, world

PROGRAM = "func dest(trip) -> city\nset trip(person ; trip)\nparam cap(region) -> money"


def witnesses(engine: Engine, history: str, at: str = "end") -> tuple[tuple[str, ...], ...]:
    return evaluate(engine, world(PROGRAM, history), "dest(Grus)", at).witnesses.witnesses


def test_the_later_version_is_current_and_the_earlier_one_obsolete(engine: Engine) -> None:
    known = world(PROGRAM, "e1: dest(Grus, Halewick).\ne2: revise dest(Grus, Corby).")
    check(
        engine,
        known,
        """
        | at         | dest(Grus) |
        | 2025-12-31 | unknown    |
        | 2026-01-01 | Halewick   |
        | 2026-01-02 | Corby      |
        """,
    )
    found = evaluate(engine, known, "dest(Grus)")
    assert found.witnesses.witnesses == (("e2",),)
    assert found.derivation.obs_flag
    assert [node.obsolete_count for node in found.derivation.nodes.values() if node.kind == "fact"] == [1]


def test_an_equal_assertion_confirms_and_is_another_witness(engine: Engine) -> None:
    history = "e1: dest(Grus, Corby).\ne2: dest(Grus, Corby)."
    assert witnesses(engine, history) == (("e1",), ("e2",))
    assert not evaluate(engine, world(PROGRAM, history), "dest(Grus)").derivation.obs_flag


def test_a_revision_to_the_same_value_starts_a_version_of_its_own(engine: Engine) -> None:
    assert witnesses(engine, "e1: dest(Grus, Corby).\ne2: revise dest(Grus, Corby).") == (("e2",),)
    confirmed = "e1: dest(Grus, Corby).\ne2: revise dest(Grus, Corby).\ne3: dest(Grus, Corby)."
    assert witnesses(engine, confirmed) == (("e2",), ("e3",))


def test_a_cancelled_value_is_unknown_until_it_is_asserted_again(engine: Engine) -> None:
    known = world(PROGRAM, "e1: dest(Grus, Corby).\ne2: cancel dest(Grus).\ne3: dest(Grus, Corby).")
    check(
        engine,
        known,
        """
        | at         | dest(Grus) |
        | 2026-01-01 | Corby      |
        | 2026-01-02 | unknown    |
        | 2026-01-03 | Corby      |
        """,
    )
    assert evaluate(engine, known, "dest(Grus)", "2026-01-02").gold.missing == ("cancelled(dest(Grus))",)
    assert evaluate(engine, known, "dest(Grus)").witnesses.witnesses == (("e3",),)


def test_on_cancel_says_what_a_tombstone_leaves(engine: Engine) -> None:
    program = """
    func plain(trip) -> city
    func gone(trip) -> city on_cancel absent
    func back(trip) -> city on_cancel default:Home
    """
    history = """
    e1: plain(x, Corby), gone(x, Corby), back(x, Corby).
    e2: cancel plain(x), cancel gone(x), cancel back(x).
    """
    check(
        engine,
        world(program, history),
        """
        | at         | plain(x) | gone(x)   | back(x) |
        | 2026-01-01 | Corby    | Corby     | Corby   |
        | 2026-01-02 | unknown  | zero none | Home    |
        """,
    )


def test_a_stated_absence_is_a_value_like_any_other(engine: Engine) -> None:
    known = world(
        "func boss(person) -> person",
        "e1: boss(Vera, none).\ne2: boss(Vera, none).\ne3: boss(Vera, Oleg).",
    )
    check(
        engine,
        known,
        """
        | at         | boss(Vera) |
        | 2026-01-02 | zero none  |
        | 2026-01-03 | Oleg       |
        """,
    )
    assert evaluate(engine, known, "boss(Vera)", "2026-01-02").witnesses.witnesses == (("e1",), ("e2",))


def test_a_default_makes_a_value_known_without_an_event(engine: Engine) -> None:
    known = world("param floor() -> money default 25", "e1: floor(30).")
    check(
        engine,
        known,
        """
        | at         | floor() |
        | 2025-12-31 | 25      |
        | 2026-01-01 | 30      |
        """,
    )


def test_numbers_are_one_value_however_they_are_written(engine: Engine) -> None:
    known = world("param cap(region) -> money", "e1: cap(North, 90).\ne2: cap(North, 90.00).")
    found = evaluate(engine, known, "cap(North)")
    assert found.gold.answer == 90
    assert found.witnesses.witnesses == (("e1",), ("e2",))
