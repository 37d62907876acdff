"""Resolution: versions by rank, groups, and what a completeness sees (spec 1.4 to 1.6)."""

from __future__ import annotations

from scenarios.datalog.facts import load_history, moment
from scenarios.datalog.history import ActionRecord, History, Op
from scenarios.datalog.loading import load_program
from scenarios.datalog.resolution import Resolved, fold, resolve
from tests.spec.manual import END

PROGRAM = load_program("func dest(trip) -> city\nset trip(person ; trip)\nset tag( ; word)\n")


def resolved(text: str, at: str | None = None) -> Resolved:
    return resolve(load_history(PROGRAM, text), moment(at) if at else END)


def test_versions_in_rank_order_with_their_events() -> None:
    found = resolved(
        """
        e1: dest(g, x).
        e2: dest(g, x).
        e3: revise dest(g, y).
        e4: cancel dest(g).
        e5: dest(g, y).
        e6: revise dest(g, y).
        e7: dest(g, y).
        """
    )
    versions = found.versions(("dest", ("g",), None))
    assert [(v.value, v.cancelled, v.events) for v in versions] == [
        ("x", False, ("e1", "e2")),
        ("y", False, ("e3",)),
        (None, True, ("e4",)),
        ("y", False, ("e5",)),
        ("y", False, ("e6", "e7")),
    ]
    assert found.obsolete_count(("dest", ("g",), None)) == 4
    current = found.current(("dest", ("g",), None))
    assert current is not None
    assert current.events == ("e6", "e7")


def test_a_key_that_was_never_spoken_of() -> None:
    found = resolved("e1: dest(g, x).")
    key = ("dest", ("h",), None)
    assert (found.current(key), found.versions(key), found.obsolete_count(key)) == (None, (), 0)
    group = found.group("trip", ("nobody",))
    assert (group.members, group.closed, group.size) == ({}, False, None)


def test_a_group_knows_members_tombstones_size_and_additions() -> None:
    found = resolved(
        """
        e1: trip(V; a), trip(V; b), trip(V; c).
        e2: cancel trip(V; c).
        e3: complete(trip, V).
        e4: cancel trip(V; b).
        e5: trip(V; d).
        """
    )
    group = found.group("trip", ("V",))
    assert (sorted(group.members), sorted(group.dead)) == (["a", "d"], ["b", "c"])
    assert (sorted(group.counted_dead), sorted(group.added)) == (["b"], ["d"])
    assert (group.size, group.closed) == (2, False)
    assert found.members("trip", ("V",)) == ("a", "d")
    before = resolved("e1: trip(V; a), trip(V; b).\ne3: complete(trip, V).\ne4: cancel trip(V; b).")
    assert before.group("trip", ("V",)).closed


def test_an_added_member_whose_completeness_counts_it_is_still_an_addition() -> None:
    """|T| + |D| may equal the size by chance; the addition reopens all the same."""
    group = resolved("e1: trip(V; a), complete(trip, V, 2).\ne2: trip(V; b).").group("trip", ("V",))
    assert len(group.members) == group.size == 2
    assert not group.closed


def test_members_of_the_completeness_event_itself_are_no_additions() -> None:
    group = resolved("e1: complete(trip, V, 2), trip(V; a), trip(V; b).").group("trip", ("V",))
    assert group.closed
    assert group.early_events("a") == ("e1",)


def test_the_last_completeness_in_rank_counts() -> None:
    late = """
    e1 2026-02-01: trip(V; a), complete(trip, V, 1).
    e2 2026-03-01: complete(trip, V, 5) as of 2026-01-05.
    """
    assert resolved(late).group("trip", ("V",)).closed
    newer = "e1: trip(V; a), complete(trip, V, 1).\ne2: complete(trip, V, 5)."
    assert not resolved(newer).group("trip", ("V",)).closed


def test_listed_members_and_the_group_without_keys() -> None:
    found = resolved("e1: complete(tag, 2, red, blue).")
    group = found.group("tag", ())
    assert (sorted(group.members), group.closed) == (["blue", "red"], True)
    assert found.groups("tag") == ((),)


def test_an_ineffective_action_is_never_resolved() -> None:
    cancel = ActionRecord("e2", END, 2, 0, Op.CANCEL, "dest", ("g",), ineffective=True)
    history = History.of([*load_history(PROGRAM, "e1: dest(g, x).").actions, cancel])
    assert [v.value for v in resolve(history, END).versions(("dest", ("g",), None))] == ["x"]


def test_groups_of_a_member() -> None:
    found = resolved("e1: trip(V; a), trip(O; a).\ne2: cancel trip(O; a).")
    assert found.groups_of("trip", "a") == (("V",),)
    assert resolved("e1: trip(V; a), trip(O; a).").groups_of("trip", "a") == (("O",), ("V",))


def test_rules_in_force() -> None:
    text = 'e1: rule k "p(X) :- q(X).".\ne2: rule j "r(X) :- q(X).".\ne3: unrule k.'
    assert resolved(text, "2026-01-02").rules == {"k": "p(X) :- q(X).", "j": "r(X) :- q(X)."}
    assert resolved(text).rules == {"j": "r(X) :- q(X)."}


def test_an_assumed_collection_has_the_size_seen_or_given() -> None:
    text = "e1: trip(V; a), trip(V; b).\ne2: cancel trip(V; b)."
    history = load_history(PROGRAM, text)
    assert resolve(history, END).group("trip", ("V",), assumed=True).closed
    given = resolve(history, END, {("trip", ("V",)): 2}).group("trip", ("V",), assumed=True)
    assert (given.size, given.closed) == (2, False)
    unnamed = resolve(history, END, {}).group("trip", ("V",), assumed=True)
    assert (unnamed.size, unnamed.closed) == (0, False)


def test_folding_is_by_rank_not_by_arrival() -> None:
    actions = load_history(PROGRAM, "e1: dest(g, x).\ne2: revise dest(g, y).").actions
    assert [v.value for v in fold(reversed(actions))] == ["x", "y"]


def test_versions_of_a_completeness_are_its_sizes() -> None:
    found = resolved("e1: trip(V; a), complete(trip, V).\ne2: trip(V; b).\ne3: complete(trip, V, 3).")
    versions = found.versions(("complete:trip", ("V",), None))
    assert [(version.value, version.events) for version in versions] == [("1", ("e1",)), ("3", ("e3",))]


def test_nothing_reopens_a_collection_that_was_never_closed() -> None:
    assert resolved("e1: trip(V; a).").group("trip", ("V",)).added == frozenset()
    reopened = resolved("e1: trip(V; a), complete(trip, V).\ne2: trip(V; b).").group("trip", ("V",))
    assert (reopened.added, reopened.closed) == (frozenset({"b"}), False)
