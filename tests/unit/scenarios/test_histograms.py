"""Small histograms: bars at one scale, with their counts, ranges and aims."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from scenarios import histograms
from scenarios.generators.derive.statistics import Bar

BARS = (Bar("≤1", 6), Bar("2", 2), Bar("3+", 0))


def parsed(text):
    return ElementTree.fromstring(text)


def test_a_bar_is_as_high_as_its_share_and_says_its_count():
    root = parsed(histograms.drawn(BARS, top=0.75, says="Queries of rules by width"))
    heights = [float(bar.get("height")) for bar in root.findall("rect")]
    assert heights[0] == pytest.approx(3 * heights[1], abs=0.2)
    assert heights[0] == pytest.approx(52)
    assert [text.text for text in root.findall("text")] == ["6", "≤1", "2", "2", "3+"]
    assert root.get("aria-label") == "Queries of rules by width. ≤1: 6, 2: 2, 3+: 0"


def test_bars_stand_on_the_axis_and_within_the_picture():
    root = parsed(histograms.drawn(BARS, top=0.5, says="x"))
    axis = float(root.find("line").get("y1"))
    for bar in root.findall("rect"):
        assert float(bar.get("y")) + float(bar.get("height")) == pytest.approx(axis, abs=0.1)
        assert 0 <= float(bar.get("x")) <= histograms.WIDTH - float(bar.get("width"))
        assert float(bar.get("y")) >= 10


def test_aims_are_drawn_as_shares_of_their_own_sum():
    root = parsed(histograms.drawn(BARS, top=0.75, says="x", aims=(60, 20, 20)))
    marks = [float(path.get("d").split()[1].partition("h")[0]) for path in root.findall("path")]
    assert len(marks) == 3
    assert marks[0] < marks[1] == marks[2]
    assert parsed(histograms.drawn(BARS, top=1, says="x", aims=(0, 0, 0))).findall("path")
    assert not parsed(histograms.drawn(BARS, top=1, says="x")).findall("path")


def test_the_scale_is_the_largest_share_of_all_rows():
    assert histograms.top_of([BARS, (Bar("≤1", 1), Bar("2", 1))]) == 0.75
    assert histograms.top_of([(Bar("≤1", 0),)]) == 1.0
    assert histograms.top_of([]) == 1.0


def test_words_of_a_suite_are_escaped_and_nothing_counted_draws_nothing():
    root = parsed(histograms.drawn((Bar("≤1", 0),), top=1.0, says='<b> & "x"'))
    assert root.get("aria-label") == '<b> & "x". ≤1: 0'
    assert root.findall("rect") == []
