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
    assert found.line == ("Growth: 1.25 x [1.00 to 4.00]; aim <= 1.5 x, floor <= 3 x: aim met. Two lengths.")
    assert found.as_json()["verdict"] == "aim"
    assert found.as_json()["missed_times"] == 1


@pytest.mark.parametrize(
    ("name", "value", "judged", "times"),
    [
        ("ad hoc", 20, "aim missed 1.50 times, floor met", 1.5),
        ("ad hoc", 10, "aim missed 3.00 times, floor 1.50 times", 3),
        ("witnesses", 6, "aim missed 1.20 times, floor met", 1.2),
        ("witnesses", 15, "aim missed 3.00 times, floor 1.50 times", 3),
    ],
)
def test_by_how_much_a_figure_misses(name: str, value: float, judged: str, times: float) -> None:
    found = figure(name, "What", "Counts.", [value])
    assert found.judged == judged
    assert found.as_json()["missed_times"] == times


def test_a_figure_without_an_aim_stands_for_comparison() -> None:
    found = figure("prepared", "Prepared", "Counts.", [2.5])
    assert found.line == "Prepared: 2.50 x [2.50 to 2.50]: no aim. Counts."
    assert (found.as_json()["aim"], found.as_json()["verdict"]) == (None, "no aim")


def test_what_was_not_run_says_so() -> None:
    found = Figure("clingo", "Clingo", "It is not installed.")
    assert found.line == "Clingo: not run; aim >= 1 x, floor >= 0.5 x: not run. It is not installed."
    assert (found.as_json()["value"], found.as_json()["verdict"]) == (None, "not run")
    assert found.as_json()["missed_times"] is None


def test_ratios_are_taken_turn_by_turn() -> None:
    assert ratios([6, 9], [2, 3]) == [3, 3]


def test_every_aim_has_a_unit() -> None:
    assert {aim.unit for aim in AIMS.values()} == {"x", "s"}
