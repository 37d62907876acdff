"""What records name, read off their words."""

from __future__ import annotations

import pytest

from benchmark.oracles.mentions import Mentions

ENTITIES = {
    "Vera": ("person", ("Vera Holm",)),
    "Vera Stern": ("person", ()),
    "Corby": ("city", ("the old port",)),
    "Lunmar": ("city", ("the old port", "port of Lunmar")),
    "CB-2041": ("order", ()),
}


def named(text: str, kind: str) -> list[str]:
    mentions = Mentions([text], entities=ENTITIES, currencies=("Galot", "Tarn"))
    return list(mentions.of(0, kind))


@pytest.mark.parametrize(
    ("text", "kind", "values"),
    [
        ("From Corby to Lunmar and back to Corby.", "city", ["Corby", "Lunmar", "Corby"]),
        ("From Corby to Lunmar.", "person", []),
        ("Vera Stern wrote to Vera.", "person", ["Vera Stern", "Vera"]),  # the longest name first
        ("Veras and xVera are others.", "person", []),
        ("Seen at the port of Lunmar.", "city", ["Lunmar"]),
        ("Seen at the old port.", "city", []),  # an alias of two cities names neither
        ("On 4 March 2031, not on 2031-04-09.", "date", ["2031-03-04", "2031-04-09"]),
        ("On 31 February 2031.", "date", []),
        ("It cost 1,240.50 Galot, then 12 Tarn.", "money in Galot", ["1,240.50 Galot"]),
        ("It cost 1,240.50 Galot, then 12 Tarn.", "money in Tarn", ["12 Tarn"]),
        ("It cost 1,240.50 Galot, then 12 Tarn.", "number", []),
        ("Twelve of 1,300 in 2031 weigh 3.5 for CB-2041.", "count", ["12", "1,300"]),
        ("Twelve of 1,300 in 2031 weigh 3.5 for CB-2041.", "number", ["12", "1,300", "3.5"]),
        ("One of them, the 2nd, came on 4 March 2031.", "count", []),
        ("CB-2041 is here, CB-20411 is not.", "order", ["CB-2041"]),
        ("Nothing at all.", "bool", ["yes"]),
        ("Nothing at all.", "", []),
    ],
)
def test_a_value_is_found_by_its_form(text: str, kind: str, values: list[str]) -> None:
    assert named(text, kind) == values


def test_records_are_told_apart() -> None:
    mentions = Mentions(["To Corby.", "", "To Lunmar."], entities=ENTITIES)
    assert [list(mentions.of(place, "city")) for place in range(3)] == [["Corby"], [], ["Lunmar"]]


def test_without_names_nothing_is_named() -> None:
    assert list(Mentions(["Corby paid 5 Galot."], entities={}).of(0, "city")) == []
