"""The picture of growth: well-formed, on logarithmic axes, with what a reader needs in words too."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from scenarios.services.bench_picture import Axis, drawn, plain

SVG = "{http://www.w3.org/2000/svg}"
LINES = {"Postgres <prepared>": [(470.0, 0.12), (1_000_000.0, 0.2)], "DuckDB": [(470.0, 5.0)], "none": []}


def picture() -> ElementTree.Element:
    text = drawn(title="Growth & cost", says="Medians.", across="events", up="milliseconds", lines=LINES)
    return ElementTree.fromstring(text)


def test_title_axes_units_and_legend_are_words() -> None:
    words = [text.text for text in picture().iter(f"{SVG}text")]
    assert {"Growth & cost", "Medians.", "events", "milliseconds", *LINES} <= set(words)
    assert {"100", "1,000", "1,000,000", "0.1", "1", "10"} <= set(words)


def test_the_description_holds_the_numbers() -> None:
    found = picture().find(f"{SVG}desc")
    assert found is not None
    assert "Postgres <prepared>: 470 → 0.12, 1,000,000 → 0.2; DuckDB: 470 → 5" in (found.text or "")


def test_lines_differ_by_dash_and_mark_too() -> None:
    found = picture()
    parts = [part for group in found.iter(f"{SVG}g") for part in group]
    assert len({part.get("stroke-dasharray") for part in parts if part.get("class") == "line"}) == len(LINES)
    assert "prefers-color-scheme: dark" in "".join(style.text or "" for style in found.iter(f"{SVG}style"))


def test_a_decade_has_the_same_length_everywhere() -> None:
    axis = Axis.over("events", [2, 900], 100, 400)
    assert (axis.low, axis.high) == (0, 3)
    assert [axis.at(tick) for tick in axis.ticks] == [100, 200, 300, 400]


@pytest.mark.parametrize("lines", [{}, {"a": []}, {"a": [(470.0, 0.0)]}])
def test_what_has_no_place_on_the_axes_is_refused(lines: dict[str, list[tuple[float, float]]]) -> None:
    with pytest.raises(ValueError, match="points above 0"):
        drawn(title="T", says="S", across="x", up="y", lines=lines)


@pytest.mark.parametrize(
    ("value", "said"), [(1_000_000, "1,000,000"), (470, "470"), (0.25, "0.25"), (12, "12")]
)
def test_numbers_as_a_reader_says_them(value: float, said: str) -> None:
    assert plain(value) == said
