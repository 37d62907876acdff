"""Bars and curves of a breakdown: what is not there is n/a, few are told apart, no name lies on another."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from benchmark import breakdown_pictures as pictures
from benchmark.breakdown_pictures import Bar, Mark
from benchmark.scoring.aggregation import Share, Valued, mean_of

SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg.replace("<svg ", f'<svg xmlns="{SVG[1:-1]}" ', 1))


def texts(svg: str) -> list[str]:
    return [one.text or "" for one in parsed(svg).iter(f"{SVG}text")]


def classes(svg: str, tag: str) -> list[str]:
    return [one.get("class", "") for one in parsed(svg).iter(f"{SVG}{tag}")]


def test_an_empty_denominator_is_na_and_few_are_told_apart() -> None:
    rows = [
        Bar.of_share("none", Share(0, 0)),
        Bar.of_share("few", Share(1, 2)),
        Bar.of_share("many", Share(5, 20)),
    ]
    svg = pictures.bars(rows, says="Right")
    assert texts(svg) == ["none", "n/a", "few", "50% n 2", "many", "25% n 20"]
    assert classes(svg, "rect") == ["bar few", "bar"]
    assert parsed(svg).get("aria-label") == "Right. none: n/a; few: 50.0% (n = 2); many: 25.0% (n = 20)"


def test_a_mean_stands_at_its_lower_end_with_its_interval() -> None:
    bar = Bar.of_mean("recall", mean_of([Valued("s1", 0.2, 0.4, exact=False), Valued("s2", 0.6)], seed=1))
    assert (bar.value, bar.low, bar.high, bar.n) == (pytest.approx(0.4), 0.2, 0.6, 2)


def test_lines_are_hatched_and_named_in_words() -> None:
    marks = (Mark("floor", "majority <b>", 0.25), Mark("ceiling", "full history", 1.0))
    svg = pictures.bars([Bar.of_share("rules", Share(3, 12), marks)], says="Right")
    assert "floor majority <b> 25% · ceiling full history 100%" in texts(svg)
    assert [one for one in classes(svg, "path") if "hatched" in one] == ["hatched floor", "hatched ceiling"]


def test_long_names_are_cut_in_the_picture_alone() -> None:
    svg = pictures.bars([Bar.of_share("a-very-long-name-of-a-history", Share(1, 1))], says="Right")
    assert texts(svg)[0] == "a-very-long-name-…"
    assert "a-very-long-name-of-a-history" in str(parsed(svg).get("aria-label"))


def test_a_curve_leaves_out_what_is_not_there() -> None:
    points = [
        Bar.of_share("512", Share(1, 4)),
        Bar.of_share("1k", Share(0, 0)),
        Bar.of_share("2k", Share(3, 4)),
    ]
    svg = pictures.curve(points, [Mark("floor", "majority", 0.1)], across="tokens", says="Right")
    assert len(list(parsed(svg).iter(f"{SVG}circle"))) == 2
    assert "floor: majority 10%" in texts(svg)
    assert [name in texts(svg) for name in ("512", "1k", "2k", "tokens")] == [True] * 4


@pytest.mark.parametrize("seed", range(30))
def test_names_of_lines_never_lie_on_each_other(seed: int) -> None:
    draw = random.Random(seed)
    heights = sorted(draw.uniform(14, 204) for _ in range(draw.randint(0, 12)))
    found = pictures.spread(heights)
    assert all(second - first >= 12 - 1e-9 for first, second in pairwise(found))
    assert all(height <= 204 + 1e-9 for height in found)
    if len(heights) < 2:
        assert found == heights
