"""Trajectories and running costs as pictures (spec 8)."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from benchmark.scoring.maintenance import ChangeClass
from probes.graphs import Verdict
from probes.report import cost_pictures, trajectory_pictures
from probes.report.trajectory_pictures import Cell


def test_each_verdict_has_a_shape_of_its_own_and_each_change_a_mark() -> None:
    cells = [
        Cell(Verdict.RIGHT, None),
        Cell(Verdict.WRONG, ChangeClass.EXPLICIT),
        Cell(Verdict.UNKNOWN, ChangeClass.IMPLICIT),
        Cell(Verdict.UNASKED, None),
    ]
    svg = trajectory_pictures.grid([("a <long> name that is cut", cells)], says="Answers")
    root = ElementTree.fromstring(svg)
    drawn = [(one.tag, one.get("class")) for one in root if one.tag in ("circle", "path")]
    assert drawn == [
        ("circle", "right"),
        ("path", "change explicit"),
        ("path", "wrong"),
        ("path", "change implicit"),
        ("circle", "unknown"),
        ("path", "unasked"),
    ]
    assert root.get("role") == "img"
    assert root.get("aria-label") == (
        "Answers. a <long> name that is cut: right, wrong after a change (explicit), "
        "unknown after a change (implicit), unasked"
    )
    assert "a <long> name tha…" in [one.text for one in root.iter("text")]


def test_a_picture_without_rows_is_one() -> None:
    assert ElementTree.fromstring(trajectory_pictures.grid([], says="Nothing")).get("role") == "img"


def test_curves_share_a_scale_and_their_names_do_not_meet() -> None:
    svg = cost_pictures.curves(
        [("one", [0, 50]), ("two", [0, 100]), ("three", [0, 99])],
        marks=["1", "2"],
        highest=100,
        says="Tokens",
    )
    root = ElementTree.fromstring(svg)
    lines = [one.get("points") for one in root.iter("polyline")]
    assert [re.findall(r",([\d.]+)", points or "") for points in lines] == [
        ["104.0", "58.0"],
        ["104.0", "12.0"],
        ["104.0", "12.9"],
    ]
    names = {one.text: float(one.get("y", "0")) for one in root.iter("text")}
    places = sorted(names[name] for name in ("one", "two", "three"))
    assert places[1] - places[0] > 11.9
    assert places[2] - places[1] > 11.9


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0"), (950, "950"), (1_000, "1k"), (1_234, "1.2k"), (3_400_000, "3.4M")]
)
def test_short_numbers(number: float, text: str) -> None:
    assert cost_pictures.short(number) == text


def test_nothing_spent_is_a_flat_line() -> None:
    svg = cost_pictures.curves([("one", [0, 0])], marks=["1", "2"], highest=0, says="Tokens")
    assert "104.0" in svg
