"""The vectors of spec 6.5 and the papers' own numbers, to four digits (AC-6.2)."""

from __future__ import annotations

import pytest

from scenarios.agreement.ratings import Judgment, Ratings, TwiceJudgedError
from scenarios.agreement.summary import brief, rule, summarise

VECTORS = [
    # (both yes, b, c, both no), raw, kappa, PABAK, AC1
    ((16, 7, 4, 9), (0.6944, 0.3694, 0.3889, 0.4112)),
    ((1, 0, 2, 9), (0.8333, 0.4286, 0.6667, 0.7692)),
    ((90, 4, 4, 2), (0.9200, 0.2908, 0.8400, 0.9098)),
]


def two_by_two(a: int, b: int, c: int, d: int) -> Ratings:
    return Ratings.of_table([[a, b], [c, d]], ["yes", "no"])


def values(ratings: Ratings, *names: str) -> tuple[float | None, ...]:
    found = summarise(ratings)
    return tuple(getattr(found, name).value for name in names)


@pytest.mark.parametrize(("cells", "wanted"), VECTORS)
def test_the_vectors_of_the_specification(cells: tuple[int, ...], wanted: tuple[float, ...]) -> None:
    found = summarise(two_by_two(*cells))
    got = [found.raw.value, found.kappa.value, found.pabak.value, found.ac1.value]
    assert got == pytest.approx(wanted, abs=5e-5)
    assert found.n == found.kappa.n == sum(cells)


def test_the_published_rows_of_the_two_papers() -> None:
    kappa, pabak = values(two_by_two(16, 7, 4, 9), "kappa", "pabak")
    assert (round(kappa or 0, 2), round(pabak or 0, 2)) == (0.37, 0.39)
    raw, kappa, pabak = values(two_by_two(1, 0, 2, 9), "raw", "kappa", "pabak")
    assert (round(raw or 0, 3), round(kappa or 0, 2), round(pabak or 0, 2)) == (0.833, 0.43, 0.67)


def test_more_than_two_answers_follow_the_general_forms() -> None:
    # Pairs of answers to 20 items: P_a = 15/20; p = (.375, .35, .275) for both together.
    found = summarise(Ratings.of_table([[6, 1, 1], [0, 5, 1], [1, 1, 4]], ["a", "b", "c"]))
    assert found.raw.value == pytest.approx(0.75)
    assert found.pabak.value == pytest.approx((3 * 0.75 - 1) / 2)
    shares = (0.375, 0.325, 0.3)
    chance = sum(p * (1 - p) for p in shares) / 2
    assert found.ac1.value == pytest.approx((0.75 - chance) / (1 - chance))
    by_chance = (8 * 7 + 6 * 7 + 6 * 6) / 400
    assert found.kappa.value == pytest.approx((0.75 - by_chance) / (1 - by_chance))


def test_an_answer_that_nobody_gave_counts_as_possible() -> None:
    cells = [[5, 1, 0], [1, 3, 0], [0, 0, 0]]
    of_three = summarise(Ratings.of_table(cells, ["yes", "no", "unclear"]))
    of_two = summarise(two_by_two(5, 1, 1, 3))
    assert of_three.pabak.value == pytest.approx((3 * 0.8 - 1) / 2)
    assert of_two.pabak.value == pytest.approx(0.6)
    assert of_three.kappa.value == pytest.approx(of_two.kappa.value)


def test_where_all_say_the_same_kappa_is_undefined_and_says_why() -> None:
    found = summarise(two_by_two(7, 0, 0, 0))
    for measure in (found.kappa, found.fleiss, found.alpha):
        assert measure.value is None
        assert measure.undefined == "all judges said yes on every item: chance agreement is 1"
        assert str(measure) == "–"
    assert (found.raw.value, found.pabak.value, found.ac1.value) == (1, 1, 1)
    assert found.raw.interval is not None
    assert found.raw.interval.low < 0.7
    assert found.note == ""


def test_without_an_item_judged_twice_everything_is_undefined() -> None:
    found = summarise(Ratings.of([Judgment(1, "ann", "yes"), Judgment(2, "ben", "no")], ["yes", "no"]))
    assert found.n == 0
    assert found.raters == 0
    for name in ("raw", "kappa", "fleiss", "pabak", "ac1", "alpha"):
        assert getattr(found, name).as_json() == {
            "value": None,
            "n": 0,
            "low": None,
            "high": None,
            "interval": None,
            "undefined": "no item was judged by two people",
        }
    assert not found.suffices
    assert summarise(Ratings.of([])).totals == {}


def test_a_field_with_one_answer_has_nothing_to_correct_for() -> None:
    found = summarise(Ratings.of_table([[4]], ["yes"]))
    assert found.raw.value == 1
    assert found.pabak.undefined == found.ac1.undefined == "there is only one possible answer"


def test_opposite_answers_throughout_are_minus_one() -> None:
    found = summarise(two_by_two(0, 5, 5, 0))
    assert [found.kappa.value, found.pabak.value] == [-1, -1]
    assert found.raw.value == 0
    assert found.raw.interval is not None
    assert found.raw.interval.low == 0 < found.raw.interval.high


def test_the_paradox_is_told_where_there_is_one() -> None:
    assert summarise(two_by_two(90, 4, 4, 2)).note.startswith("94% of all answers are yes")
    assert "kappa is 0.29 although they agree on 92%" in summarise(two_by_two(90, 4, 4, 2)).note
    assert summarise(two_by_two(90, 4, 4, 2)).skew == "94% yes"
    assert summarise(two_by_two(45, 4, 4, 47)).note == summarise(two_by_two(45, 4, 4, 47)).skew == ""
    # Low kappa with answers that are evenly spread is plain disagreement.
    assert summarise(two_by_two(16, 7, 4, 9)).note == ""


@pytest.mark.parametrize(
    ("cells", "holds"),
    [
        ((8, 1, 0, 1), True),  # raw .90, AC1 .86
        ((17, 2, 1, 0), True),  # raw .85, AC1 .82
        ((7, 1, 1, 1), False),  # raw .80, AC1 .70
        ((4, 1, 0, 5), True),  # raw .90 and AC1 below .80 is enough
    ],
)
def test_the_batch_rule_takes_either_measure(cells: tuple[int, ...], holds: bool) -> None:
    assert summarise(two_by_two(*cells)).suffices is holds


def test_few_items_are_no_result() -> None:
    assert summarise(two_by_two(4, 1, 1, 3)).small
    assert not summarise(two_by_two(4, 1, 1, 4)).small


def test_the_brief_says_the_same_as_the_whole() -> None:
    ratings = two_by_two(16, 7, 4, 9)
    whole = summarise(ratings).as_json()
    assert rule(ratings).as_json() == {name: whole[name] for name in ("n", "raw", "ac1")}
    assert brief(ratings).as_json() == {name: whole[name] for name in ("n", "raw", "kappa", "pabak", "ac1")}
    assert set(whole) == {"n", "raters", "totals", "note", "raw", "kappa", "fleiss", "pabak", "ac1", "alpha"}
    assert whole["raw"]["interval"] == "Wilson"


def test_nobody_judges_an_item_twice() -> None:
    with pytest.raises(TwiceJudgedError, match="'ann' judged 1 twice"):
        Ratings.of([Judgment(1, "ann", "yes"), Judgment(1, "ann", "no")])


def test_a_table_is_square() -> None:
    with pytest.raises(ValueError, match="as many rows and columns"):
        Ratings.of_table([[1, 2], [3]])
    with pytest.raises(ValueError, match="as many rows and columns"):
        Ratings.of_table([[1, 2], [3, 4]], ["yes", "no", "unclear"])


def test_what_a_table_counts() -> None:
    ratings = Ratings.of(
        [
            Judgment("e1", "ann", "yes"),
            Judgment("e1", "ben", "no"),
            Judgment("e1", "cy", "other"),
            Judgment("e2", "ben", "yes"),
            Judgment("e2", "cy", "yes"),
            Judgment("e3", "dora", "no"),
        ],
        ["yes", "no"],
    )
    assert (ratings.n, ratings.raters) == (2, 3)
    assert ratings.totals == {"yes": 3, "no": 1, "other": 1}
    assert summarise(ratings).raw.value == 0.5
