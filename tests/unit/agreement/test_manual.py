"""``docs/agreement.md``: its figures are those of the code, and it names what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scenarios.agreement.measure import Measure
from scenarios.agreement.ratings import Judgment, Ratings
from scenarios.agreement.summary import AC1_ENOUGH, MEASURES, RAW_ENOUGH, Agreement, summarise

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "agreement.md").read_text()
ROWS = re.findall(r"^\| (\d+), (\d+), (\d+), (\d+) \| (.+) \|$", PAGE, re.M)


def measure(found: Agreement, name: str) -> Measure:
    value: Measure = getattr(found, name)
    return value


@pytest.mark.parametrize("row", ROWS, ids=lambda row: ",".join(row[:4]))
def test_the_rows_of_the_table(row: tuple[str, ...]) -> None:
    a, b, c, d = map(int, row[:4])
    found = summarise(Ratings.of_table([[a, b], [c, d]], ["yes", "no"]))
    assert row[4].split(" | ") == [str(measure(found, name)) for name in MEASURES]


def test_the_table_is_there() -> None:
    assert len(ROWS) == 4


def test_the_intervals_are_those_that_it_names() -> None:
    two = summarise(Ratings.of_table([[16, 7], [4, 9]]))
    said = [Judgment(i, g, "yn"[(i * 7 + g * i) % 3 > 0]) for i in range(12) for g in range(3)]
    three = summarise(Ratings.of(said))
    named = dict(re.findall(r"^\| ([a-zA-Z, 0-9]+) \| ([A-Z]?[a-zA-Z, '-]+) \|$", PAGE, re.M))
    for line, found, names in (
        ("raw, PABAK", two, ("raw", "pabak")),
        ("kappa, two judges", two, ("kappa",)),
        ("kappa, more judges", three, ("kappa",)),
        ("Fleiss, AC1", three, ("fleiss", "ac1")),
        ("alpha", two, ("alpha",)),
    ):
        for name in names:
            interval = measure(found, name).interval
            assert interval is not None
            assert interval.method == named[line]


def test_the_bounds_of_the_batch_rule() -> None:
    assert f"raw agreement of at least\n{RAW_ENOUGH:.2f}, or an AC1 of at least {AC1_ENOUGH:.2f}" in PAGE


def test_what_it_says_of_the_skewed_row() -> None:
    note = summarise(Ratings.of_table([[90, 4], [4, 2]], ["yes", "no"])).note
    assert note.startswith("94% of all answers are yes")
    assert "people agree on 92 of 100 items, and kappa is 0.29: 94 % of all answers are yes" in PAGE
