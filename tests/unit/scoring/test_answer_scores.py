"""AnsAcc, AnsblAcc and citations of one answer (spec 12.3, AC-12.1)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark.scoring.answers import score
from benchmark.scoring.citations import score_citations
from benchmark.scoring.envelope import AnswerObject, parse
from benchmark.scoring.gold_view import GoldView
from scenarios.datalog.witness_choices import Choice, Choices

EVENTS = frozenset(f"e{number}" for number in range(1, 12))
NINE = ("e1", "e2", "e3", "e4", "e5", "e6", "e8", "e9", "e10")
WORKED = GoldView("answerable", 2, "count", support=frozenset(NINE), witnesses=[NINE], visible=EVENTS)


def said(label: str, answer: object = None, citations: tuple[str, ...] = ()) -> AnswerObject:
    return AnswerObject(label, answer, citations, None, "")


OUTPUTS = [said("unknown"), said("answerable", "0"), said("justified-zero", "0"), said("answerable", "2")]


@pytest.mark.parametrize(
    ("gold", "right", "label_right"),
    [
        (GoldView("unknown", None, "count"), "TFFF", "TFFF"),
        (GoldView("justified-zero", 0, "count"), "FTTF", "FFTF"),
        (GoldView("answerable", 2, "count"), "FFFT", "FTFT"),
    ],
)
def test_unknown_zero_and_answer(gold: GoldView, right: str, label_right: str) -> None:
    scores = [score(output, gold) for output in OUTPUTS]
    assert "".join("T" if item.correct else "F" for item in scores) == right
    assert "".join("T" if item.label_correct else "F" for item in scores) == label_right


def test_a_format_error_is_neither_right_nor_a_right_label_even_where_gold_is_unknown() -> None:
    found = score(parse("I do not know"), GoldView("unknown", None, "count"))
    assert (found.correct, found.label_correct) == (False, False)
    assert found.format_error is not None


def test_a_typed_field_that_cannot_be_read_is_a_format_error_with_its_label_judged() -> None:
    found = score(said("answerable", "of 100 trips, 20%"), GoldView("answerable", 20, "number", unit="%"))
    assert found.format_error is not None
    assert (found.correct, found.label_correct) == (False, True)


def test_an_empty_answer_under_a_label_is_no_answer() -> None:
    found = score(said("answerable", ""), WORKED)
    assert (found.correct, found.no_answer, found.format_error) == (False, True, None)


@pytest.mark.parametrize(
    ("cited", "precision", "recall"),
    [
        (("e1", "e5", "e10", "e11"), Fraction(3, 4), Fraction(1, 3)),
        (NINE, 1, 1),
        (("e7",), 0, 0),
        (("e11", "e7", "e1"), Fraction(1, 3), Fraction(1, 9)),
    ],
)
def test_citations_of_the_worked_example(cited: tuple[str, ...], precision: object, recall: object) -> None:
    found = score_citations(cited, WORKED)
    assert (found.precision, found.recall) == (precision, recall)
    assert (found.precision_high, found.recall_high, found.invalid) == (precision, recall, 0)


def test_recall_takes_the_best_of_two_witnesses() -> None:
    first = ("e1", "e3", "e4", "e5", "e6", "e7", "e8", "e9")
    second = ("e1", "e3", "e4", "e5", "e6", "e8", "e9", "e10")
    gold = GoldView(
        "answerable", 3, "count", support=frozenset(first + second), witnesses=[first, second], visible=EVENTS
    )
    found = score(said("answerable", "3", second), gold)
    assert (found.recall, found.precision, found.justified_correct) == (1.0, 1.0, True)
    assert not score(said("answerable", "3", second[1:]), gold).justified_correct


def test_a_non_minimal_derivation_earns_no_recall() -> None:
    gold = GoldView(
        "answerable",
        1,
        "count",
        support=frozenset({"e1", "e2"}),
        witnesses=[("e1", "e2")],
        visible=frozenset({"e1", "e2", "e3"}),
    )
    assert score_citations(("e3",), gold).recall == 0


def test_ids_that_do_not_exist_or_lie_after_the_cutoff_lower_precision() -> None:
    found = score_citations(("e1", "e99", "r7", "e1"), WORKED)
    assert (found.precision, found.cited, found.invalid) == (Fraction(1, 3), 3, 2)


def test_no_citation_gives_no_precision_and_no_recall() -> None:
    found = score_citations((), WORKED)
    assert (found.precision, found.recall, found.strict_precision, found.f_score) == (None, 0, 0, 0)


def test_an_unknown_gold_has_neither() -> None:
    found = score_citations(("e1", "e99"), GoldView("unknown", None, "count", visible=EVENTS))
    assert (found.precision, found.recall, found.strict_precision, found.f_score) == (None, None, None, None)
    assert found.invalid == 1
    assert score(said("unknown"), GoldView("unknown", None, "count")).justified_correct


def test_the_f_score_is_the_harmonic_mean() -> None:
    assert score_citations(("e1", "e5", "e10", "e11"), WORKED).f_score == Fraction(6, 13)


INEXACT = GoldView(
    "answerable",
    5,
    "count",
    support=frozenset({"e1", "e2"}),
    support_high=frozenset({"e1", "e2", "e3", "e4"}),
    witnesses=[("e1", "e2")],
    exact=False,
    smallest_unlisted=2,
    visible=EVENTS,
)


@pytest.mark.parametrize(
    ("cited", "recall", "recall_high", "precision", "precision_high"),
    [
        (("e3",), 0, Fraction(1, 2), 0, 1),
        (("e3", "e4"), 0, 1, 0, 1),
        (("e1", "e2"), 1, 1, 1, 1),
        (("e1", "e9"), Fraction(1, 2), Fraction(1, 2), Fraction(1, 2), Fraction(1, 2)),
        (("e9",), 0, 0, 0, 0),
    ],
)
def test_an_incomplete_witness_list_gives_intervals(
    cited: tuple[str, ...], recall: object, recall_high: object, precision: object, precision_high: object
) -> None:
    found = score_citations(cited, INEXACT)
    assert (found.recall, found.recall_high) == (recall, recall_high)
    assert (found.precision, found.precision_high) == (precision, precision_high)
    assert not found.exact


def test_a_score_carries_its_citations_as_plain_numbers() -> None:
    found = score(said("answerable", 5, ("e3", "e99")), INEXACT)
    assert (found.precision, found.precision_high) == (0.0, 0.5)
    assert (found.recall, found.recall_high) == (0.0, 0.5)
    assert (found.invalid_citations, found.exact, found.correct) == (1, False, True)
    assert score(said("answerable", 5), INEXACT).precision is None


WITNESSES = st.lists(st.sets(st.sampled_from(sorted(EVENTS)), min_size=1), min_size=1, max_size=5)


@given(WITNESSES, st.integers(0, 4), st.sets(st.sampled_from([*sorted(EVENTS), "x1", "x2"])))
def test_the_interval_of_a_cut_list_holds_the_value_of_the_whole_list(
    witnesses: list[set[str]], kept: int, cited: set[str]
) -> None:
    ordered = sorted(witnesses, key=len)
    support = frozenset().union(*ordered)
    whole = score_citations(
        tuple(cited), GoldView("answerable", 1, "count", support=support, witnesses=ordered, visible=EVENTS)
    )
    listed, rest = ordered[: kept + 1], ordered[kept + 1 :]
    cut = score_citations(
        tuple(cited),
        GoldView(
            "answerable",
            1,
            "count",
            support=frozenset().union(*listed),
            support_high=support,
            witnesses=listed,
            exact=not rest,
            smallest_unlisted=min(map(len, rest), default=1),
            visible=EVENTS,
        ),
    )
    assert cut.recall <= whole.recall <= cut.recall_high <= 1
    if cited:
        assert 0 <= cut.precision <= whole.precision <= cut.precision_high <= 1


def test_choices_bound_recall_where_the_list_is_cut() -> None:
    """All of three parts with two events each: what is cited of the other two choices is found as well."""
    pairs = [Choice((1 << place, 2 << place)) for place in (0, 2, 4)]
    sets = (0b010101,)
    whole = Choice(sets, whole=False, exact=True, need=3, parts=(0, 1, 2))
    events = ("e1", "e2", "e3", "e4", "e5", "e6")
    known = replace(
        INEXACT,
        support=frozenset(events),
        support_high=frozenset(events),
        witnesses=[("e1", "e3", "e5")],
        choices=Choices(events, (*pairs, whole)),
    )
    found = score_citations(("e2", "e3", "e4"), known)
    assert (found.recall, found.recall_high) == (Fraction(2, 3), Fraction(2, 3))
    assert (found.precision, found.precision_high) == (1, 1)
    bounded = replace(whole, exact=False, floor=3, touched=0b111111)
    found = score_citations(("e2", "e3", "e4"), replace(known, choices=Choices(events, (*pairs, bounded))))
    assert (found.recall, found.recall_high) == (Fraction(1, 3), Fraction(2, 3))
    assert not found.exact
