"""Messages and questions of the tree subset, paths and connected parts."""

from __future__ import annotations

import pytest

from scenarios.importers.paths import components, neighbours, shortest_path
from scenarios.importers.structmemeval.links import Link, read_link, read_question, read_yes_no
from scenarios.importers.structmemeval.readings import Noise, Unread
from scenarios.importers.structmemeval.tree import reworded


@pytest.mark.parametrize(
    "text, first, second",
    [
        ("Oda Brack works with Ulf Senn.", "Oda Brack", "Ulf Senn"),
        ("Oda Brack is a colleague of Ulf Senn.", "Oda Brack", "Ulf Senn"),
        ("Oda is an old colleague of Ulf", "Oda", "Ulf"),
        ("Oda and Ulf are colleagues.", "Oda", "Ulf"),
        ("Oda and Ulf work together.", "Oda", "Ulf"),
        ("Oda reports directly to Ulf.", "Oda", "Ulf"),
        ("Oda manages Ulf.", "Oda", "Ulf"),
        ("Oda is Ulf Senn's stepdaughter.", "Oda", "Ulf Senn"),
        ("Oda is Ulf Senn’s mother-in-law.", "Oda", "Ulf Senn"),
        ("Oda is Jens' cousin.", "Oda", "Jens"),
        ("Oda is the great-grandmother of Ulf.", "Oda", "Ulf"),
        ("Oda is Ulf's younger sister.", "Oda", "Ulf"),
        ("Oda is married to Ulf.", "Oda", "Ulf"),
        ("Oda and Ulf are husband and wife!", "Oda", "Ulf"),
        ("Oda and Ulf are siblings.", "Oda", "Ulf"),
        ("Åsa van der Berg works  with\nÉtienne O’Neil.", "Åsa van der Berg", "Étienne O’Neil"),
    ],
)
def test_a_link_in_many_wordings(text: str, first: str, second: str) -> None:
    assert read_link(text) == Link(first, second)


@pytest.mark.parametrize(
    "text",
    [
        "Oda used to work with Ulf.",
        "Oda does not work with Ulf.",
        "Oda is no colleague of Ulf.",
        "Oda is a former colleague of Ulf.",
        "Oda might be Ulf's cousin.",
        "Oda is Oda's cousin.",
        "They are related.",
        "Is Oda a colleague of Ulf?",
    ],
)
def test_a_relation_in_other_words_is_refused(text: str) -> None:
    assert isinstance(read_link(text), Unread)


@pytest.mark.parametrize("text", ["The hall smells of wax.", "Oda likes Ulf.", ""])
def test_what_speaks_of_no_relation_is_noise(text: str) -> None:
    assert isinstance(read_link(text), Noise)


@pytest.mark.parametrize(
    "text, pair",
    [
        ("Are Oda Brack and Ulf Senn related to each other by any chain?", ("Oda Brack", "Ulf Senn")),
        ("Are Oda and Ulf connected?", ("Oda", "Ulf")),
        ("Is Oda related to Ulf?", ("Oda", "Ulf")),
        ("Is Oda indirectly connected with Ulf in the guild?", ("Oda", "Ulf")),
    ],
)  # fmt: skip
def test_questions_whether_two_are_related(text: str, pair: tuple[str, str]) -> None:
    assert read_question(text) == Link(*pair)


@pytest.mark.parametrize("text", ["Who is Oda?", "Are Oda and Ulf happy?", "Oda and Ulf are related."])
def test_other_questions_are_not_read(text: str) -> None:
    assert read_question(text) is None


@pytest.mark.parametrize(
    "text, answer",
    [("Yes, they are.", True), ('"No"', False), ("no.", False), ("Nobody knows", None), ("", None)],
)
def test_a_stated_yes_or_no(text: str, answer: bool | None) -> None:
    assert read_yes_no(text) is answer


def test_a_question_is_asked_in_the_same_words_about_others() -> None:
    asked, other = Link("Ann", "Ann Lee"), Link("Ann Lee", "Bo")
    assert reworded("Are Ann and Ann Lee related?", asked, other) == "Are Ann Lee and Bo related?"


def test_shortest_paths_are_counted_and_the_first_by_name_is_given() -> None:
    near = neighbours([("a", "c"), ("a", "b"), ("b", "d"), ("c", "d"), ("d", "e"), ("x", "y")])
    assert shortest_path(near, "a", "e") == (("a", "b", "d", "e"), 2)
    assert shortest_path(near, "a", "a") == (("a",), 1)
    assert shortest_path(near, "a", "x") is None


def test_a_cycle_ends_and_a_longer_way_does_not_count() -> None:
    near = neighbours([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")])
    assert shortest_path(near, "a", "d") == (("a", "c", "d"), 1)


def test_connected_parts_largest_first() -> None:
    near = neighbours([("x", "y"), ("a", "b"), ("b", "c")])
    assert components(near) == [["a", "b", "c"], ["x", "y"]]
