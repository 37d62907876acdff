"""Sets, paths and zero as answers (spec 12.2, overview 5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark.scoring.equivalence import Reason, compare
from benchmark.scoring.gold_view import GoldView
from benchmark.scoring.sets import parse_set
from benchmark.scoring.texts import name_index

NAMES = ("Anser", "Ibex", "Grus", "Salt and Pepper Inn", "Orrin, Lower", "Orrin", "Lower")


def reason(answer: object, gold: object, kind: str = "set", **options: object) -> Reason:
    view = GoldView("answerable", gold, kind, known_names=NAMES, **options)  # type: ignore[arg-type]
    return compare(answer, view).reason


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("Ibex, Anser", Reason.EQUAL),
        (["Anser", "Anser", "Ibex"], Reason.EQUAL),
        (["Anser", "Anser"], Reason.DIFFERENT),
        (["Anser", "Ibex", "Grus"], Reason.DIFFERENT),
        ("Anser and Ibex", Reason.EQUAL),
        ("anser & the ibex.", Reason.EQUAL),
        ("- Anser\n- Ibex", Reason.EQUAL),
        ("1. Ibex\n2. Anser", Reason.EQUAL),
        ('["Ibex", "Anser"]', Reason.EQUAL),
        ("[Ibex, Anser]", Reason.EQUAL),
        ("Ibex; Anser; Anser", Reason.EQUAL),
        ("not Ibex, Anser", Reason.DIFFERENT),
        ("Anser Ibex", Reason.DIFFERENT),
        ("Ibexes and Anser", Reason.DIFFERENT),
        (["Anser, Ibex"], Reason.DIFFERENT),
        ([], Reason.DIFFERENT),
        ([["Anser"], "Ibex"], Reason.FORMAT),
        ({"Anser": 1}, Reason.FORMAT),
        (["Anser", "Ibex", ""], Reason.FORMAT),
    ],
)
def test_sets(answer: object, expected: Reason) -> None:
    assert reason(answer, ["Anser", "Ibex"]) == expected


@pytest.mark.parametrize(
    "answer",
    [
        ["Orrin, Lower", "Salt and Pepper Inn"],
        "Orrin, Lower and Salt and Pepper Inn",
        "Salt and Pepper Inn, Orrin, Lower",
    ],
)
def test_names_that_hold_a_comma_or_and_stay_whole(answer: object) -> None:
    assert reason(answer, ["Salt and Pepper Inn", "Orrin, Lower"]) == Reason.EQUAL


def test_a_json_list_is_split_by_json_only() -> None:
    assert reason(["Orrin", "Lower"], ["Orrin, Lower"]) == Reason.DIFFERENT
    assert reason(["Orrin", "Lower"], ["Lower", "Orrin"]) == Reason.EQUAL


def test_aliases_count_as_the_member() -> None:
    assert reason("IBX, Anser", ["Anser", "Ibex"], aliases={"Ibex": ["IBX"]}) == Reason.EQUAL


def test_numbers_and_dates_in_sets_are_compared_as_such() -> None:
    assert reason(["5.0", 1240], ["5", "1240"]) == Reason.EQUAL
    assert reason(["7 May 2026"], ["2026-05-07"]) == Reason.EQUAL


def test_tied_entities_are_compared_as_a_set() -> None:
    assert reason("Ibex and Anser", ["Anser", "Ibex"], "entity") == Reason.EQUAL


@given(st.lists(st.sampled_from(NAMES), max_size=6), st.randoms(use_true_random=False))
def test_order_and_repeats_never_matter_and_partial_stays_a_share(members: list[str], random: object) -> None:
    gold = GoldView("answerable", ["Anser", "Ibex"], "set", known_names=NAMES)
    match = compare(members, gold)
    if not members:
        assert not match.right
        return
    shuffled = members * 2
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    again = compare(shuffled, gold)
    assert (again.reason, again.partial) == (match.reason, match.partial)
    assert match.partial is not None
    assert 0 <= match.partial <= 1
    assert (match.partial == 1) == match.right == (set(members) == {"Anser", "Ibex"})


@given(
    st.lists(st.sampled_from(NAMES[:5]), min_size=1, max_size=6, unique=True),
    st.sampled_from([", ", "; ", "\n", " and "]),
)
def test_joined_names_are_read_back(members: list[str], joint: str) -> None:
    assert parse_set(joint.join(members), name_index(NAMES, {})) == frozenset(members)


def test_a_long_run_of_blanks_is_read_as_one() -> None:
    """It would run for hours if it cost the square of the length."""
    assert parse_set(f"Anser{' ' * 2_000_000}x, Grus", name_index(NAMES, {})) == {"anser x", "Grus"}


@given(st.text(max_size=40))
def test_any_text_is_read_as_some_set_or_refused(text: str) -> None:
    match = compare(text, GoldView("answerable", ["Anser"], "set", known_names=NAMES))
    assert match.reason in set(Reason)


@pytest.mark.parametrize(
    ("answer", "undirected", "expected"),
    [
        (["Anser", "Grus", "Ibex"], False, Reason.EQUAL),
        ("Anser -> Grus -> Ibex", False, Reason.EQUAL),
        ("Anser, Grus, Ibex", False, Reason.EQUAL),
        ("Anser \u2192 Ibex \u2192 Grus", False, Reason.DIFFERENT),
        (["Ibex", "Grus", "Anser"], False, Reason.DIFFERENT),
        (["Ibex", "Grus", "Anser"], True, Reason.EQUAL),
        (["Anser", "Grus", "Grus", "Ibex"], True, Reason.DIFFERENT),
    ],
)
def test_paths_keep_their_order(answer: object, undirected: bool, expected: Reason) -> None:
    assert reason(answer, ["Anser", "Grus", "Ibex"], "path", undirected=undirected) == expected


@pytest.mark.parametrize("gold", [0, "none", []])
@pytest.mark.parametrize("kind", ["count", "number", "money", "entity", "date", "set"])
@pytest.mark.parametrize(
    "answer", [0, "0", "0.0", "-0", "zero", "none", "None.", "Nothing", "no trips", [], "[]"]
)
def test_every_stated_zero_answers_a_zero_gold(gold: object, kind: str, answer: object) -> None:
    assert compare(answer, GoldView("justified-zero", gold, kind, nouns=["trips"])).right


@pytest.mark.parametrize(
    "answer", ["no idea", "no", "unknown", "1", "Anser", False, ["Anser"], {}, "no hotels"]
)
def test_what_is_no_zero_is_wrong(answer: object) -> None:
    assert not compare(answer, GoldView("justified-zero", 0, "count", nouns=["trips"])).right


def test_a_stated_zero_is_wrong_for_a_gold_that_is_not() -> None:
    for answer in ("none", [], "nothing", 0):
        assert reason(answer, ["Anser"]) != Reason.EQUAL
        assert reason(answer, 2, "count") != Reason.EQUAL


def test_a_zero_of_another_currency_is_wrong() -> None:
    gold = GoldView("justified-zero", 0, "money", unit="Sel")
    assert compare("0 Dor", gold).reason == Reason.UNIT
    assert compare("0 Sel", gold).right


def test_truth_values_in_sets_are_themselves() -> None:
    assert reason([True, "Anser"], ["Anser", "true"]) == Reason.EQUAL
