"""Names, dates and booleans as answers (spec 12.2, overview 5)."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark.scoring.dates import DateFormatError, parse_date
from benchmark.scoring.equivalence import Reason, compare
from benchmark.scoring.gold_view import GoldView
from benchmark.scoring.texts import name_index, normalise


def reason(answer: object, gold: object, kind: str, **options: object) -> Reason:
    return compare(answer, GoldView("answerable", gold, kind, **options)).reason  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("A", Reason.EQUAL),
        ("a", Reason.EQUAL),
        ("B", Reason.DIFFERENT),
        ("", Reason.NO_ANSWER),
        ("  ", Reason.NO_ANSWER),
        ("\n", Reason.NO_ANSWER),
        ("''", Reason.NO_ANSWER),
        (None, Reason.NO_ANSWER),
        ("The", Reason.DIFFERENT),
    ],
)
def test_an_article_as_gold_gives_no_credit_to_nothing(answer: object, expected: Reason) -> None:
    assert reason(answer, "A", "entity") == expected


@pytest.mark.parametrize(
    "kind", ["count", "number", "money", "bool", "entity", "date", "set", "path", "settlement"]
)
@pytest.mark.parametrize("answer", [None, "", "  ", "\n", '""', "."])
def test_no_answer_is_wrong_everywhere(kind: str, answer: object) -> None:
    golds = {"count": 3, "number": "2.5", "money": 3, "bool": False, "entity": "Corby", "date": "2026-05-07"}
    gold = golds.get(kind, ["Anser", "Ibex"])
    assert compare(answer, GoldView("answerable", gold, kind)).reason == Reason.NO_ANSWER
    assert compare(answer, GoldView("justified-zero", 0, kind)).reason == Reason.NO_ANSWER


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("C. Corby", Reason.DIFFERENT),
        ("Corby.", Reason.EQUAL),
        ('"Corby"', Reason.EQUAL),
        ("the Corby", Reason.EQUAL),
        ("\uff23\uff4f\uff52\uff42\uff59", Reason.EQUAL),
        ("Corby or Ibex", Reason.DIFFERENT),
        ("Corbyn", Reason.DIFFERENT),
        (["Corby"], Reason.FORMAT),
        (True, Reason.FORMAT),
    ],
)
def test_names(answer: object, expected: Reason) -> None:
    assert reason(answer, "Corby", "entity") == expected


def test_aliases_must_be_listed_and_may_not_name_two_things() -> None:
    aliases = {"Corby Hall": ["Hall", "CH"], "Lunmar Hall": ["Hall"]}
    names = ["Corby Hall", "Lunmar Hall"]
    assert reason("ch", "Corby Hall", "entity", aliases=aliases, known_names=names) == Reason.EQUAL
    assert reason("Hall", "Corby Hall", "entity", aliases=aliases, known_names=names) == Reason.DIFFERENT


def test_an_alias_that_is_another_things_name_names_that_thing() -> None:
    index = name_index(["Ibex", "Anser"], {"Anser": ["Ibex"]})
    assert index == {"ibex": "Ibex", "anser": "Anser"}


def test_grades_that_differ_by_a_sign_stay_apart() -> None:
    assert reason("A", "A-", "entity") == reason("A+", "A-", "entity") == Reason.DIFFERENT


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("Yes.", Reason.EQUAL),
        ("TRUE", Reason.EQUAL),
        (True, Reason.EQUAL),
        ("yesterday", Reason.FORMAT),
        ("I do not know", Reason.FORMAT),
        ("No", Reason.DIFFERENT),
        (False, Reason.DIFFERENT),
        ("no, wait - yes", Reason.FORMAT),
        (1, Reason.FORMAT),
        ("1", Reason.FORMAT),
    ],
)
def test_booleans_are_the_whole_field(answer: object, expected: Reason) -> None:
    assert reason(answer, True, "bool") == expected


def test_false_is_a_value() -> None:
    assert reason("no", False, "bool") == Reason.EQUAL


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("7 May 2026", Reason.EQUAL),
        ("May 7, 2026.", Reason.EQUAL),
        ("may 7 2026", Reason.EQUAL),
        ("07 May 2026", Reason.EQUAL),
        ("2026-05-07", Reason.EQUAL),
        ("05/07/2026", Reason.FORMAT),
        ("7 June 2026", Reason.DIFFERENT),
        ("31 June 2026", Reason.FORMAT),
        ("2026-13-01", Reason.FORMAT),
        ("7 Floreal 2026", Reason.FORMAT),
        ("yesterday", Reason.FORMAT),
        (20260507, Reason.FORMAT),
    ],
)
def test_dates(answer: object, expected: Reason) -> None:
    assert reason(answer, "2026-05-07", "date") == expected


def test_a_declared_order_reads_dates_in_digits() -> None:
    assert reason("05/07/2026", "2026-05-07", "date", date_order="month-day-year") == Reason.EQUAL
    assert reason("05/07/2026", "2026-05-07", "date", date_order="day-month-year") == Reason.DIFFERENT


@given(st.dates())
def test_every_day_is_read_back_from_each_form(day: object) -> None:
    from datetime import date

    assert isinstance(day, date)
    month = day.strftime("%B")
    for text in (day.isoformat(), f"{day.day} {month} {day.year:04d}", f"{month} {day.day}, {day.year:04d}"):
        assert parse_date(text) == day


@given(st.text(max_size=20))
def test_normal_forms_are_stable_and_dates_never_fail_otherwise(text: str) -> None:
    form = normalise(text)
    assert form == form.strip()
    with contextlib.suppress(DateFormatError):
        parse_date(text)


@pytest.mark.parametrize("text", ["'\"Corby\".'", "\u201cCorby\u201d!", "Corby ; ", "An Corby"])
def test_quotes_and_closing_marks_come_off_in_any_order(text: str) -> None:
    assert normalise(text) == "corby"
