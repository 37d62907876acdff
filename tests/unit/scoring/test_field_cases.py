"""Faults of scoring, from what a model writes to the verdict (cases S01, S03, S05, S06, S10)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from benchmark.scoring import answers, envelope
from benchmark.scoring.gold_view import GoldView


def verdict(said: Any, gold: GoldView) -> answers.Score:
    """The score of an answer that is written as the answer object asks for."""
    raw = json.dumps({"label": gold.label, "answer": said, "citations": []})
    return answers.score(envelope.parse(raw), gold)


def verdicts(said: list[Any], gold: GoldView) -> str:
    """``r`` for each right answer, ``w`` for each wrong one."""
    return "".join("r" if verdict(one, gold).correct else "w" for one in said)


def test_s01_a_percent_is_read_as_a_number() -> None:
    said = ["20%", "20 %", "20 percent", "20", "0.2", "of 100 trips, 20%"]
    gold = GoldView("answerable", 20, "number", unit="%")
    assert verdicts(said, gold) == "rrrrww"
    assert verdict(said[-1], gold).format_error is not None
    assert verdicts([said[-1]], GoldView("answerable", 100, "number", unit="%")) == "w"
    assert verdicts(["0.2"], GoldView("answerable", "0.2", "number", unit="ratio")) == "r"


@pytest.mark.parametrize(
    ("gold", "said", "right"),
    [
        (1240, "1,240.00", "r"),
        (1240, "Sel 1,240", "r"),
        (1240, "1240.0\n", "r"),
        (1240, "\\$1240", "r"),
        (1240, "1.24", "w"),
        ("12.5", "12.50", "r"),
        (0, "-0", "r"),
        (0, "-0.00", "r"),
        ("506.22", "506.22", "r"),
        (1240, "1.240,00", "w"),
        ("1.24", "1.240,00", "w"),
    ],
)
def test_s03_an_amount_is_itself_however_it_is_written(gold: Any, said: str, right: str) -> None:
    label = "justified-zero" if gold == 0 else "answerable"
    assert verdicts([said], GoldView(label, gold, "money", unit="Sel")) == right


def test_s05_nothing_gets_no_credit() -> None:
    said = ["A", "a", "B", "", "  ", "\n", None, "The"]
    gold = GoldView("answerable", "A", "entity")
    assert verdicts(said, gold) == "rrwwwwww"
    assert [verdict(one, gold).no_answer for one in said[3:7]] == [True] * 4
    assert answers.score(envelope.parse(None), gold).correct is False
    assert answers.score(envelope.parse(""), gold).correct is False


def test_s06_a_set_is_a_set() -> None:
    said = ["Ibex, Anser", ["Anser", "Anser", "Ibex"], ["Anser", "Anser"], ["Anser", "Ibex", "Grus"]]
    gold = GoldView("answerable", ["Anser", "Ibex"], "set", known_names=("Grus",))
    assert verdicts([*said, "Anser and Ibex"], gold) == "rrwwr"
    partial = [verdict(one, gold).partial for one in said]
    assert all(value is not None and 0 <= value <= 1 for value in partial), partial
    inns = GoldView("answerable", ["Salt and Pepper Inn", "Orrin, Lower"], "set")
    assert verdicts([["Orrin, Lower", "Salt and Pepper Inn"]], inns) == "r"


def test_s10_yes_no_and_dates() -> None:
    yes = GoldView("answerable", True, "bool")
    said = ["Yes.", "TRUE", "yesterday", "I do not know", "No", "no, wait - yes"]
    assert verdicts(said, yes) == "rrwwww"
    day = GoldView("answerable", "2026-05-07", "date")
    said = ["7 May 2026", "May 7, 2026.", "2026-05-07", "05/07/2026", "7 June 2026"]
    assert verdicts(said, day) == "rrrww"
    assert verdict(said[3], day).format_error is not None, "an order that nobody declared is not guessed"
    declared = GoldView("answerable", "2026-05-07", "date", date_order="month-day-year")
    assert verdicts(["05/07/2026"], declared) == "r"
    assert verdicts(["C. Corby", "Corby."], GoldView("answerable", "Corby", "entity")) == "wr"
