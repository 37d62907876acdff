"""What stands in a text as a whole, however records write it."""

from __future__ import annotations

import pytest

from scenarios.rendering.stated import Stated

TEXT = "On 4 March 2031 Grus cost 1,240.50 Galot, or 61.5 each; Grusia 7, none_of it. Größe 3.25"


@pytest.mark.parametrize(
    "value", ["2031-03-04", "4 March 2031", "grus", "1240.5", "1,240.50 Galot", "61.5", "7", "größe", "3.25"]
)
def test_names_numbers_and_days_stand_in_it(value: str) -> None:
    assert Stated(TEXT).has(value)


@pytest.mark.parametrize(
    "value", ["2031-03-05", "Gru", "rus", "240.5", "1", "61", "5", "none", "3", "25", ""]
)
def test_a_part_of_a_word_or_of_a_number_does_not(value: str) -> None:
    assert not Stated(TEXT).has(value)


def test_a_number_within_a_day_counts_only_where_it_may() -> None:
    assert Stated(TEXT).has("4")
    assert not Stated(TEXT).has("4", in_days=False)
    assert Stated(TEXT).has("7", in_days=False)
    assert Stated(TEXT).has("2031-03-04", in_days=False)
