"""Quotas are met exactly with sound candidates, or the short cells are named (spec 5.4)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from scenarios.generators.derive.selection import ShortCellsError, select

from scenarios.datalog.derivation import Answerability, Derivation, Evaluation, Gold, Node, WitnessList
from scenarios.generators.derive.candidates import Candidate
from tests.factories.tripops_samples import TRIPOPS

ANSWERABLE, UNKNOWN = Answerability.ANSWERABLE, Answerability.UNKNOWN
T = datetime(2031, 6, 4, 9, 30, tzinfo=UTC)


def candidate(form, args, answer, size=1, label=ANSWERABLE):
    node = Node(("derived", "any", ()), None)
    witness = tuple(f"e{n:04d}" for n in range(size))
    evaluation = Evaluation(
        Gold(label, answer), Derivation(node.key, {node.key: node}, ()), WitnessList((witness,))
    )
    return Candidate(TRIPOPS.question(form), args, T, evaluation)


def limit(expense, answer, size=1):
    return candidate("over_limit", {"expense": expense}, answer, size)


def always(_):
    return True


def test_every_cell_is_filled_exactly_and_no_goal_twice():
    pool = [limit("AA-1000", True), limit("AA-1000", False), limit("BB-1000", True), limit("CC-1000", True)]
    chosen = select(pool, {("rules", ANSWERABLE): 3}, always)
    assert sorted(c.args["expense"] for c in chosen) == ["AA-1000", "BB-1000", "CC-1000"]


def test_both_truths_and_new_operators_go_first():
    pool = [
        limit("AA-1000", True), limit("BB-1000", True), limit("CC-1000", False),
        candidate("reimbursable", {"expense": "DD-1000"}, "4.5"),
    ]  # fmt: skip
    chosen = select(pool, {("rules", ANSWERABLE): 3}, always)
    assert {c.template.operator for c in chosen} == {"R2", "R6"}
    assert {c.evaluation.gold.answer for c in chosen} == {True, False, "4.5"}


def test_unsound_candidates_are_passed_over_and_asked_about_only_when_wanted():
    asked = []

    def sound(one):
        asked.append(one.args["expense"])
        return one.args["expense"] != "AA-1000"

    pool = [limit(name, True, size) for name, size in (("AA-1000", 5), ("BB-1000", 3), ("CC-1000", 1))]
    chosen = select(pool, {("rules", ANSWERABLE): 1}, sound)
    assert [c.args["expense"] for c in chosen] == ["BB-1000"]
    assert asked == ["AA-1000", "BB-1000"]


def test_short_cells_are_named_with_what_was_wanted_and_found():
    pool = [limit("AA-1000", True)]
    with pytest.raises(ShortCellsError) as caught:
        select(pool, {("rules", ANSWERABLE): 2, ("rules", UNKNOWN): 1}, always)
    assert caught.value.short == (
        "rules/answerable wants 2, found 1",
        "rules/unknown wants 1, found 0",
    )


def test_ties_go_by_the_order_of_the_candidates():
    pool = [limit(name, True) for name in ("AA-1000", "BB-1000", "CC-1000")]
    assert select(pool, {("rules", ANSWERABLE): 1}, always) == [pool[0]]
