"""A report in text, Markdown, CSV and JSON: no figure loses its parts, and no word becomes a formula."""

from __future__ import annotations

import csv
import io

from benchmark.reporting import files, page, text, words
from benchmark.reporting.sections import Column, Section, Table, keys
from benchmark.scoring.aggregation import Mean, Share
from benchmark.scoring.statistics import Interval

TABLE = Table(
    "systems",
    "Systems",
    (*keys("System", "Hint"), Column("right", "Right"), Column("recall", "Recall"), Column("n", "Asked")),
    [
        ("=cmd|' /C calc'!A0", "none", Share(23, 54), Mean(0.25, 0.5, 45, 3, Interval(0.2, 0.3)), 1234),
        ("pipe|and <b>", "full", Share(0, 0), Mean(None, None, 0, 0, None), None),
        ("few", "", Share(1, 2), Mean(0.5, 0.5, 2, 0, None), 0),
    ],
    notes=("+a note",),
)
SECTIONS = (
    Section("answers", "Answers", (TABLE,), notes=("* an oracle: never ranked.",)),
    Section("budgets", "Budgets", absent="Not run with budgets.", command="manage.py run --part budgets"),
)


def test_a_share_stands_with_its_parts_and_its_interval() -> None:
    assert words.figure(Share(23, 54)) == "42.6% (23/54), 30.3% to 55.8%"
    assert words.figure(Share(1, 2)) == "50.0% (1/2), 9.5% to 90.5%, few"
    assert words.figure(Share(0, 0)) == "n/a (0/0)"


def test_a_mean_of_bounds_shows_both_ends() -> None:
    assert words.figure(Mean(0.25, 0.5, 45, 3, Interval(0.2, 0.3))) == (
        "25.0% to 50.0% (n 45, 3 bounds), 20.0% to 30.0%"
    )
    assert words.figure(Mean(0.5, 0.5, 12, 0, None)) == "50.0% (n 12)"
    assert words.figure(Mean(None, None, 0, 0, None)) == "n/a (n 0)"


def test_plain_values_are_grouped_and_absent_ones_said() -> None:
    assert words.cell(1234567, Column("x", "X")) == "1,234,567"
    assert words.cell(0.12345, Column("x", "X", digits=3)) == "0.123"
    assert words.cell(0.00001, Column("x", "X", digits=4)) == "<0.0001"
    assert words.cell(0.0, Column("x", "X", digits=4)) == "0.0000"
    assert words.cell(None, Column("x", "X")) == "n/a"
    assert words.cell(2026, Column("x", "X", key=True)) == "2026"


def test_text_says_what_a_section_lacks_and_how_to_have_it() -> None:
    said = text.text(SECTIONS)
    (line,) = [line for line in said.splitlines() if line.startswith("pipe|and <b>")]
    assert line.split() == ["pipe|and", "<b>", "full", "n/a", "(0/0)", "n/a", "(n", "0)", "n/a"]
    assert "42.6% (23/54), 30.3% to 55.8%" in said
    assert "* an oracle: never ranked." in said
    assert "Not run with budgets. To have it: manage.py run --part budgets" in said


def test_markdown_cells_neither_end_early_nor_open_tags() -> None:
    said = text.markdown("Run 1", SECTIONS)
    (line,) = [line for line in said.splitlines() if "pipe" in line]
    assert line.startswith("| pipe\\|and \\<b\\> |")
    assert said.count("\n| --- | --- | ---: | ---: | ---: |\n") == 1
    assert said.startswith("# Run 1\n")


def test_csv_is_a_line_a_figure_and_safe_to_open() -> None:
    rows = list(csv.DictReader(io.StringIO(files.as_csv(SECTIONS))))
    assert len(rows) == 3 * 3 + 1
    first = rows[0]
    assert first["row"] == "'=cmd|' /C calc'!A0 / none"
    assert (first["figure"], first["numerator"], first["denominator"]) == ("right", "23", "54")
    assert float(first["low"]) < float(first["value"]) < float(first["high"])
    assert (rows[1]["figure"], rows[1]["n"], rows[1]["low"]) == ("recall", "45", "0.2")
    assert (rows[3]["value"], rows[3]["denominator"]) == ("", "0")
    assert rows[-1]["figure"] == "absent"
    assert not [cell for row in rows for cell in row.values() if cell[:1] in ("=", "+", "@")]


def test_json_keeps_both_parts_and_null_for_nothing() -> None:
    found = files.as_json(SECTIONS)
    first, second, _ = found["answers"]["tables"]["systems"]["rows"]
    assert (first["right"]["numerator"], first["right"]["denominator"]) == (23, 54)
    assert (first["recall"]["value"], first["recall"]["value_high"], first["recall"]["bounds"]) == (
        0.25, 0.5, 3,
    )  # fmt: skip
    assert second["right"] == {"value": None, "numerator": 0, "denominator": 0, "low": None, "high": None}
    assert second["n"] is None
    assert found["budgets"]["absent"] == "Not run with budgets."
    assert found["budgets"]["tables"] == {}


def test_a_page_lays_out_figures_apart_from_words() -> None:
    shown, _ = page.shown(SECTIONS)
    (table,) = shown.tables
    name, hint, share, mean, number = table.rows[0]
    assert (name.key, hint.key, share.share, mean.mean is None) == (True, True, Share(23, 54), False)
    assert [cell.numeric for cell in table.head] == [False, False, True, True, True]
    assert (number.text, number.numeric, number.share) == ("1,234", True, None)
