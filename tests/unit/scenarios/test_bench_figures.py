"""Figures of the bench beside their aims: half as good as the aim is the floor."""

from __future__ import annotations

import pytest

from scenarios.services.bench_figures import AIMS, Figure, figure, ratios


@pytest.mark.parametrize(
    ("name", "value", "verdict"),
    [
        ("ad hoc", 30, "aim"),
        ("ad hoc", 29.9, "floor"),
        ("ad hoc", 15, "floor"),
        ("ad hoc", 14.9, "missed"),
        ("derivations", 10, "aim"),
        ("derivations", 20, "floor"),
        ("derivations", 20.1, "missed"),
    ],
)
def test_what_a_figure_meets(name: str, value: float, verdict: str) -> None:
    assert figure(name, "What", "Counts.", [value]).verdict == verdict


def test_a_figure_is_the_median_of_its_turns_and_says_its_bounds() -> None:
    found = figure("growth", "Growth", "Two lengths.", [4, 1.25, 1])
    assert (found.value, found.lowest, found.highest, found.pairs) == (1.25, 1, 4, 3)
    assert found.line == ("Growth: 1.25 x [1.00 to 4.00]; aim <= 1.5 x, floor <= 3 x: aim. Two lengths.")
    assert found.as_json()["verdict"] == "aim"


def test_what_was_not_run_says_so() -> None:
    found = Figure("clingo", "Clingo", "It is not installed.")
    assert found.line == "Clingo: not run; aim >= 1 x, floor >= 0.5 x: not run. It is not installed."
    assert (found.as_json()["value"], found.as_json()["verdict"]) == (None, "not run")


def test_ratios_are_taken_turn_by_turn() -> None:
    assert ratios([6, 9], [2, 3]) == [3, 3]


def test_every_aim_has_a_unit() -> None:
    assert {aim.unit for aim in AIMS.values()} == {"x", "s"}
