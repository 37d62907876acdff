"""Goals for another version than the current one: T2, T3 and T4 of spec 3.2, as ADR 14 has them.

``dest@2026-06-01(Grus)`` asks for the value as of the end of a day, ``dest@previous(Grus)`` for the one
before the current value, ``dest@later(Grus; Ibex)`` for the key that was settled later.
"""

from __future__ import annotations

import itertools

import pytest

from scenarios.datalog import reference
from scenarios.datalog.derivation import Evaluation
from scenarios.datalog.errors import GoalError
from scenarios.datalog.facts import load_history
from scenarios.datalog.goal_text import parse_goal
from scenarios.datalog.history import History
from scenarios.datalog.loading import load_program
from scenarios.datalog.minimality import Replay, brute_force, check_witnesses
from scenarios.datalog.syntax import ChoiceKind, Goal, Program, VersionChoice
from scenarios.datalog.version_goals import PREVIOUS, as_of, later_of
from tests.spec.engines import Engine
from tests.spec.manual import check, cutoff, world

DEST = "func dest(trip) -> city"
GRUS = """
e1 2026-01-10: dest(Grus, Halewick).
e2 2026-02-10: dest(Grus, Halewick).
e3 2026-03-10: revise dest(Grus, Corby).
e4 2026-05-10: revise dest(Grus, Lunmar).
"""


def ask(engine: Engine, known: tuple[Program, History], text: str, at: str = "end") -> Evaluation:
    return engine.evaluate(*known, parse_goal(known[0], text), cutoff(at))


def agreed(engine: Engine, known: tuple[Program, History], text: str, at: str = "end") -> Evaluation:
    """The evaluation, after C1 to C4 and brute force over all events were held against its witnesses."""
    found = ask(engine, known, text, at)
    replay = Replay.of(*known, parse_goal(known[0], text), cutoff(at), reference.answer)
    checks = check_witnesses(found, known[1], replay)
    assert checks.hold, checks.notes
    assert checks.empty_unknown
    events = {action.event for action in known[1].actions}
    assert found.witnesses.witnesses == brute_force(events, replay)
    return found


def labels(found: Evaluation) -> dict[str, list[str]]:
    """The nodes of a derivation with their children, by label."""
    return {
        f"{key[0]} {node.label}": [
            found.derivation.nodes[child].label for child in found.derivation.children[key]
        ]
        for key, node in found.derivation.nodes.items()
        if node.kind not in ("event", "check", "missing")
    }


# -------------------------------------------------------------------- T2: the value as of a date
def test_the_value_as_of_a_date_is_what_was_current_at_its_end(engine: Engine) -> None:
    """A day counts whole: what is said on it belongs to it. Later records do not speak of it."""
    check(
        engine,
        world(DEST, GRUS),
        """
        | at  | dest@2026-01-09(Grus) | dest@2026-01-10(Grus) | dest@2026-03-09(Grus) | dest@2026-03-10(Grus)|
        | end | unknown               | Halewick              | Halewick              | Corby                |
        """,
    )


def test_a_time_counts_to_the_microsecond(engine: Engine) -> None:
    known = world(DEST, "e1: dest(Grus, a).\ne2 2026-03-10T12:00:00Z: revise dest(Grus, b).")
    assert ask(engine, known, 'dest@"2026-03-10T11:59:59.999999Z"(Grus)').gold.answer == "a"
    assert ask(engine, known, 'dest@"2026-03-10T13:00:00+01:00"(Grus)').gold.answer == "b"


def test_the_cutoff_says_what_may_be_known_of_the_date(engine: Engine) -> None:
    """A late record is known from its observation on; it claims to hold from its ``as of`` on."""
    known = world(DEST, GRUS + "e5 2026-06-10: dest(Grus, Ashfell) as of 2026-04-01.")
    check(
        engine,
        known,
        """
        | at         | dest@2026-03-31(Grus) | dest@2026-04-01(Grus) | dest(Grus) |
        | 2026-06-09 | Corby                 | Corby                 | Lunmar     |
        | 2026-06-10 | Corby                 | Ashfell               | Lunmar     |
        """,
    )


def test_a_record_of_the_present_says_nothing_of_an_earlier_date(engine: Engine) -> None:
    """The confirmation of February is no evidence for January, though it is of the same version."""
    known = world(DEST, GRUS)
    assert agreed(engine, known, "dest@2026-01-31(Grus)").witnesses.witnesses == (("e1",),)
    assert agreed(engine, known, "dest@2026-02-28(Grus)").witnesses.witnesses == (("e1",), ("e2",))


@pytest.mark.parametrize(
    ("option", "cell"),
    [("", "unknown"), (" on_cancel absent", "zero none"), (" on_cancel default:base", "base")],
)
def test_a_cancelled_value_is_what_its_declaration_says(engine: Engine, option: str, cell: str) -> None:
    known = world(
        DEST + option, "e1 2026-01-10: dest(Grus, a).\ne2 2026-02-10: cancel dest(Grus).\ne3: dest(Grus, b)."
    )
    check(
        engine,
        known,
        f"""
        | at  | dest@2026-01-31(Grus) | dest@2026-02-10(Grus) | dest@previous(Grus) | dest(Grus) |
        | end | a                     | {cell}                | {cell}              | b          |
        """,
    )
    found = ask(engine, known, "dest@2026-02-10(Grus)")
    if cell == "unknown":
        assert found.gold.missing == ("cancelled(dest@2026-02-10(Grus))",)
    else:
        assert agreed(engine, known, "dest@2026-02-10(Grus)").witnesses.witnesses == (("e2",),)
        assert agreed(engine, known, "dest@previous(Grus)").witnesses.witnesses == (("e2", "e3"),)


def test_a_default_held_before_anything_was_said_and_is_no_version(engine: Engine) -> None:
    known = world(
        "param cap(region) -> money default 30\nparam fee(region) -> money",
        "e1 2026-02-01: cap(north, 40), cap(south, 1), fee(north, 2).\ne2 2026-03-01: revise cap(north, 50).",
    )
    check(
        engine,
        known,
        """
        | at         | cap@2026-01-31(north) | cap@previous(north) | cap@later(north; south) |
        | 2026-02-28 | 30                    | unknown             | south                   |
        | end        | 30                    | 40                  | north                   |
        """,
    )
    assert ask(engine, known, "cap@later(north; west)").gold.answer is None
    assert ask(engine, known, "cap@later(north; west)").gold.missing == ("missing(cap(west))",)
    assert ask(engine, known, "fee@2026-01-31(north)").gold.missing == ("missing(fee@2026-01-31(north))",)
    found = agreed(engine, known, "fee@2026-02-28(north)")
    assert ("rule", "rule:fee@2026-02-28", ("north",)) in found.derivation.nodes


# -------------------------------------------------------------------- T3: the previous value
def test_the_previous_value_is_that_of_the_version_before_the_current_one(engine: Engine) -> None:
    """A confirmation is no change: it leaves the previous value what it was."""
    check(
        engine,
        world(DEST, GRUS + "e5 2026-06-10: dest(Grus, Lunmar)."),
        """
        | at         | dest@previous(Grus) | dest(Grus) |
        | 2026-01-09 | unknown             | unknown    |
        | 2026-01-10 | unknown             | Halewick   |
        | 2026-02-10 | unknown             | Halewick   |
        | 2026-03-10 | Halewick            | Corby      |
        | 2026-05-10 | Corby               | Lunmar     |
        | 2026-06-10 | Corby               | Lunmar     |
        """,
    )


def test_a_late_record_comes_in_between_by_its_rank(engine: Engine) -> None:
    """A forwarded old record of another value becomes the previous one, and may part a version."""
    check(
        engine,
        world(DEST, GRUS + "e5 2026-06-10: dest(Grus, Ashfell) as of 2026-04-01."),
        """
        | at         | dest@previous(Grus) | dest(Grus) |
        | 2026-06-09 | Corby               | Lunmar     |
        | 2026-06-10 | Ashfell             | Lunmar     |
        """,
    )
    parted = world(
        DEST, "e1 2026-01-01: dest(g, x).\ne2 2026-03-01: dest(g, x).\ne3: dest(g, y) as of 2026-02-01."
    )
    found = agreed(engine, parted, "dest@previous(g)")
    assert found.gold.answer == "y"
    assert found.witnesses.witnesses == (("e2", "e3"),)


def test_after_a_cancellation_the_previous_value_is_the_cancelled_one(engine: Engine) -> None:
    known = world(DEST, "e1: dest(Grus, a).\ne2: dest(Grus, a).\ne3: cancel dest(Grus).")
    found = agreed(engine, known, "dest@previous(Grus)")
    assert found.gold.answer == "a"
    assert found.witnesses.witnesses == (("e1", "e3"), ("e2", "e3"))


def test_a_witness_has_an_event_of_both_versions(engine: Engine) -> None:
    known = world(DEST, GRUS)
    assert agreed(engine, known, "dest@previous(Grus)").witnesses.witnesses == (("e3", "e4"),)
    found = agreed(engine, known, "dest@previous(Grus)", "2026-04-01")
    assert found.witnesses.witnesses == (("e1", "e3"), ("e2", "e3"))


def test_a_revision_to_the_same_value_must_be_known_itself(engine: Engine) -> None:
    """Without it, what confirms the current version would confirm the previous one."""
    known = world(DEST, "e1: dest(g, x).\ne2: revise dest(g, x).\ne3: dest(g, x).")
    found = agreed(engine, known, "dest@previous(g)")
    assert (found.gold.answer, found.witnesses.witnesses) == ("x", (("e1", "e2"),))


# -------------------------------------------------------------------- T4: the later of two
def test_the_later_of_two_is_the_key_whose_current_version_began_later(engine: Engine) -> None:
    """A confirmation settles nothing anew, a revision does, and an old record does not count as new."""
    known = world(
        DEST,
        """
        e1 2026-01-10: dest(Grus, a).
        e2 2026-02-10: dest(Ibex, b).
        e3 2026-03-10: dest(Grus, a).
        e4 2026-04-10: revise dest(Grus, a).
        e5 2026-05-10: dest(Ibex, c) as of 2026-03-15.
        """,
    )
    check(
        engine,
        known,
        """
        | at         | dest@later(Grus; Ibex) | dest@later(Ibex; Grus) |
        | 2026-01-31 | unknown                | unknown                |
        | 2026-02-28 | Ibex                   | Ibex                   |
        | 2026-03-31 | Ibex                   | Ibex                   |
        | 2026-04-30 | Grus                   | Grus                   |
        | end        | Grus                   | Grus                   |
        """,
    )
    assert ask(engine, known, "dest@later(Grus; Ibex)", "2026-01-31").gold.missing == ("missing(dest(Ibex))",)
    agreed(engine, known, "dest@later(Grus; Ibex)")


def test_two_values_of_one_record_stand_in_its_order(engine: Engine) -> None:
    known = world(DEST, "e1: dest(Ibex, a), dest(Grus, b).")
    found = agreed(engine, known, "dest@later(Ibex; Grus)")
    assert (found.gold.answer, found.witnesses.witnesses) == ("Grus", (("e1",),))


def test_a_witness_keeps_the_order_that_decides(engine: Engine) -> None:
    """A late confirmation of the earlier version alone would make it the later one."""
    known = world(
        DEST,
        "e1: dest(Grus, a).\ne2: dest(Ibex, b).\ne3: dest(Grus, a).\ne4: dest(Ibex, b).\ne5: dest(Grus, a).",
    )
    found = agreed(engine, known, "dest@later(Grus; Ibex)")
    assert found.gold.answer == "Ibex"
    assert found.witnesses.witnesses == (("e1", "e2"), ("e1", "e4"), ("e3", "e4"))


def test_keys_of_several_arguments_are_named_by_the_one_that_differs(engine: Engine) -> None:
    known = world(
        "param cap(region, year) -> money",
        "e1: cap(north, 2025, 4), cap(south, 2025, 4).\ne2: revise cap(north, 2025, 5).\n"
        "e3: cap(north, 2026, 6).",
    )
    assert ask(engine, known, "cap@later(north, 2025; south, 2025)").gold.answer == "north"
    assert ask(engine, known, "cap@later(north, 2025; north, 2026)").gold.answer == "2026"


@pytest.mark.parametrize(
    ("option", "answer"), [("", None), (" on_cancel absent", "Grus"), (" on_cancel default:base", "Grus")]
)
def test_a_cancellation_settles_a_value_unless_it_leaves_it_unknown(
    engine: Engine, option: str, answer: str | None
) -> None:
    known = world(DEST + option, "e1: dest(Grus, a).\ne2: dest(Ibex, b).\ne3: cancel dest(Grus).")
    found = ask(engine, known, "dest@later(Grus; Ibex)")
    assert found.gold.answer == answer
    if answer is None:
        assert found.gold.missing == ("cancelled(dest(Grus))",)
    else:
        assert agreed(engine, known, "dest@later(Grus; Ibex)").witnesses.witnesses == (("e2", "e3"),)


# -------------------------------------------------------------------- the derivation
def test_the_version_as_of_a_date_is_a_fact_of_its_own(engine: Engine) -> None:
    found = ask(engine, world(DEST, GRUS), "dest@2026-03-31(Grus)")
    assert labels(found) == {
        "derived dest@2026-03-31(Grus)": ["select(dest@2026-03-31,Grus)"],
        "select select(dest@2026-03-31,Grus)": ["dest@2026-03-31(Grus)", "latest(dest@2026-03-31,Grus)"],
        "fact dest@2026-03-31(Grus)": ["e3"],
    }
    assert (found.derivation.height, found.derivation.width) == (3, 2)
    assert found.derivation.obs_flag  # Halewick was superseded by then
    assert not ask(engine, world(DEST, GRUS), "dest@2026-02-28(Grus)").derivation.obs_flag


def test_the_previous_version_stands_beside_the_one_that_replaced_it(engine: Engine) -> None:
    found = ask(engine, world(DEST, GRUS), "dest@previous(Grus)")
    assert labels(found) == {
        "derived dest@previous(Grus)": ["select(dest@previous,Grus)"],
        "select select(dest@previous,Grus)": ["dest@previous(Grus)", "dest(Grus)", "latest(dest,Grus)"],
        "fact dest@previous(Grus)": ["e3"],
        "fact dest(Grus)": ["e4"],
    }
    assert (found.derivation.height, found.derivation.width) == (3, 3)
    assert found.derivation.obs_flag


def test_the_version_that_is_asked_for_does_not_count_as_excluded(engine: Engine) -> None:
    """Spec 2.1 rule 5: only one that is older still does."""
    found = ask(engine, world(DEST, GRUS), "dest@previous(Grus)", "2026-04-01")
    assert found.derivation.nodes["fact", "dest", ("Grus",)].obsolete_count == 1
    assert not found.derivation.obs_flag


def test_both_compared_keys_are_selected(engine: Engine) -> None:
    known = world(DEST, GRUS + "e5 2026-06-01: dest(Ibex, b).")
    found = ask(engine, known, "dest@later(Grus; Ibex)")
    assert labels(found) == {
        "derived dest@later(Grus,Ibex)": ["select(dest,Grus)", "select(dest,Ibex)"],
        "select select(dest,Grus)": ["dest(Grus)", "latest(dest,Grus)"],
        "select select(dest,Ibex)": ["dest(Ibex)", "latest(dest,Ibex)"],
        "fact dest(Grus)": ["e4"],
        "fact dest(Ibex)": ["e5"],
    }
    root = found.derivation.nodes[found.derivation.root]
    assert root.meta["checks"] == [
        "dest(Grus) as of 2026-05-10T09:00:00Z > dest(Ibex) as of 2026-06-01T09:00:00Z: false"
    ]
    assert root.state == "Ibex"


def test_the_order_of_rows_does_not_matter(engine: Engine) -> None:
    program = load_program(DEST)
    actions = load_history(program, GRUS.replace("e2", "e5", 1)).actions
    goals = [parse_goal(program, text) for text in ("dest@2026-03-31(Grus)", "dest@previous(Grus)")]
    for order in itertools.islice(itertools.permutations(actions), 0, None, 5):
        for goal, answer in zip(goals, ("Corby", "Corby"), strict=True):
            assert engine.evaluate(program, History(order), goal, cutoff("end")).gold.answer == answer


# -------------------------------------------------------------------- what is refused
@pytest.mark.parametrize(
    ("goal", "says"),
    [
        (
            Goal("far", ("Grus",), version=PREVIOUS),
            "far is derived, and versions are chosen of recorded",
        ),
        (
            Goal("trip", ("Vera",), version=PREVIOUS),
            "trip is set, and versions are chosen of recorded",
        ),
        (Goal("trip", ("Vera",), "Grus", version=PREVIOUS), "trip is set, and versions are chosen"),
        (Goal("dest", ("Grus",), "x", version=PREVIOUS), "dest is no collection"),
        (
            Goal("dest", ("Grus",), version=as_of("soon")),
            "for which dest is asked: 'soon' is no cutoff",
        ),
        (Goal("dest", ("Grus",), version=as_of("2026-02-30")), "'2026-02-30' is no cutoff"),
        (Goal("dest", ("Grus",), version=as_of("2026-03-01T12:00:00")), "has no time zone"),
        (Goal("dest", ("Grus",), version=as_of("2026-12-31")), "does not end before the cutoff 2026-12-31"),
        (Goal("dest", ("Grus",), version=as_of("2027-01-01")), "name an earlier date"),
        (Goal("dest", ("Grus",), version=VersionChoice(ChoiceKind.VALUE_AS_OF)), "needs a date"),
        (Goal("dest", ("Grus",), version=VersionChoice(ChoiceKind.LATER_OF)), "needs a second key"),
        (
            Goal("dest", ("Grus",), version=VersionChoice(PREVIOUS.kind, "2026-01-01")),
            "takes no date",
        ),
        (
            Goal("dest", ("Grus",), version=VersionChoice(PREVIOUS.kind, other=("Ibex",))),
            "takes no second key",
        ),
        (Goal("dest", ("Grus",), version=later_of("Grus")), "the two keys of dest are the same"),
        (Goal("dest", ("Grus",), version=later_of("Ibex", "x")), "takes 1 keys, the second key gives 2"),
        (Goal("dest", ("Grus",), version=later_of("\x00")), "holds a character that no record can hold"),
        (Goal("cap", ("n", "2025"), version=later_of("s", "2026")), "differ in 2 arguments"),
        (Goal("cap", ("n", "2025"), version=later_of("n", "soon")), "'soon' is not a number"),
        (Goal("cap", ("n", "2025"), version=later_of("n", "02025")), "the two keys of cap are the same"),
        (Goal("rate", (), version=later_of()), "the two keys of rate are the same"),
    ],
)
def test_what_cannot_be_asked(engine: Engine, goal: Goal, says: str) -> None:
    known = world(
        f"{DEST}\nset trip(person ; trip)\nparam cap(region, int) -> money\nparam rate() -> money\n"
        'derived far(trip) -> bool\nfar(T) :- dest(T,C), C != "x".',
        "e1: dest(Grus, a).",
    )
    with pytest.raises(GoalError) as caught:
        engine.evaluate(*known, goal, cutoff("end"))
    assert says in str(caught.value)
