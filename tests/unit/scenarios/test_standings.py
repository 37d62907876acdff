"""Small pictures of a query among others, of names with counts, and of the records that matter to it."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from scenarios import bar_lists, standings, witness_strips
from scenarios.generators.derive.statistics import Bar
from scenarios.witness_strips import Lane, Point


def own_bar(svg: str) -> tuple[float, float]:
    """Left edge and height of the bar that holds the value."""
    found = re.search(r'class="bar is-own" x="([\d.]+)" y="[\d.]+" width="[\d.]+" height="([\d.]+)"', svg)
    assert found is not None
    return float(found[1]), float(found[2])


def test_whole_values_have_a_bar_each_and_the_own_one_is_marked() -> None:
    svg = standings.drawn([1, 1, 1, 2, 3], 1, says="Witness of 5")
    assert svg.count('<rect class="bar') == 3
    left, high = own_bar(svg)
    assert left < standings.WIDTH / 3
    assert high == 24
    assert own_bar(standings.drawn([1, 1, 1, 2, 3], 3, says=""))[0] > standings.WIDTH / 2


@pytest.mark.parametrize("values", [[0.5], [2, 2, 2], [0.1, 0.9], list(range(200)), [0, 0.0001]])
def test_every_value_has_its_place_whatever_the_range(values: list[float]) -> None:
    for own in (values[0], values[-1]):
        left, _ = own_bar(standings.drawn(values, own, says="x"))
        assert 0 <= left < standings.WIDTH


def test_the_largest_of_many_is_in_the_last_bar() -> None:
    svg = standings.drawn([*range(1, 70)], 69, says="x")
    assert own_bar(svg)[0] > standings.WIDTH * 12 / 14


def test_a_list_of_bars_escapes_names_and_names_them_all() -> None:
    svg = bar_lists.drawn([Bar("<odd>", 4), Bar("a name that is far too long", 1)], says="Families")
    ElementTree.fromstring(svg)
    assert "&lt;odd&gt;: 4" in svg
    assert "a name that is…" in svg
    assert 'width="104.0"' in svg
    assert 'width="26.0"' in svg


def test_nothing_to_list_is_an_empty_picture() -> None:
    assert "<rect" not in bar_lists.drawn([], says="Families")


def test_marks_stand_in_their_lanes_and_lead_to_records() -> None:
    lanes = [
        Lane("witness", "smallest witness", [Point(0.25, 'e1: "witness"', "/e1/")]),
        Lane("distractor", "distractor", [Point(0.5, "e2", "")]),
    ]
    svg = witness_strips.drawn(lanes, cutoff=0.75, says="4 records")
    root = ElementTree.fromstring(svg)
    assert [link.get("href") for link in root.iter("a")] == ["/e1/"]
    assert [link.get("aria-label") for link in root.iter("a")] == ['e1: "witness"']
    assert 'class="later" x="755.0"' in svg
    assert "smallest witness (1)" in svg
