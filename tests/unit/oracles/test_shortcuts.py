"""What each shortcut says, from what it may know."""

from __future__ import annotations

from typing import Any

import pytest

from benchmark.oracles import shortcuts
from benchmark.oracles.mentions import Mentions
from benchmark.oracles.shortcuts import Asked, Known, Majority, QuestionOnly
from scenarios.datalog.loading import load_program
from scenarios.datalog.syntax import Goal
from scenarios.datalog.version_goals import PREVIOUS, later_of

PROGRAM = load_program(
    """
func dest(trip) -> city
func starts(trip) -> date
set trip(person ; trip)
inverse traveller(trip) -> person of trip
func price(trip) -> money
derived far(trip) -> bool
derived n_far(person) -> int
far(T) :- dest(T,C), C != "Corby".
n_far(P,K) :- K = count{ T : trip(P,T), far(T) }.
"""
)
CITIES: dict[str, tuple[str, tuple[str, ...]]] = dict.fromkeys(("Corby", "Lunmar", "Halewick"), ("city", ()))


def asked(query: str = "1", **fields: Any) -> Asked:
    stated = {
        "domain": "tripops", "operator": "T1", "form": "dest", "answer_type": "entity", "sought": "city",
    }  # fmt: skip
    return Asked(query=query, **{**stated, **fields})


def said(answer: Any) -> tuple[str, Any]:
    assert answer.format_error is None
    assert answer.citations == ()
    return answer.label, answer.answer


@pytest.mark.parametrize(
    ("goal", "answer_type", "unit", "kind"),
    [
        (Goal("dest", ("Anser",)), "entity", "", "city"),
        (Goal("dest", ("Anser",), version=PREVIOUS), "entity", "", "city"),
        (Goal("dest", ("Anser",), version=later_of("Grus")), "entity", "", "trip"),
        (Goal("trip", ("Vera",)), "set", "", "trip"),
        (Goal("traveller", ("Anser",)), "entity", "", "person"),
        (Goal("starts", ("Anser",)), "date", "", "date"),
        (Goal("price", ("Anser",)), "money", "Galot", "money in Galot"),
        (Goal("far", ("Anser",)), "bool", "", "bool"),
        (Goal("n_far", ("Vera",)), "count", "", "count"),
        (Goal("dest", ("Anser",)), "path", "", ""),
    ],
)
def test_what_is_sought_comes_from_the_declaration(
    goal: Goal, answer_type: str, unit: str, kind: str
) -> None:
    assert shortcuts.sought(PROGRAM, goal, answer_type, unit) == kind


def test_a_wording_leaves_few_answers_open_or_none() -> None:
    assert shortcuts.options(Goal("far", ("Anser",)), "bool") == ("yes", "no")
    assert shortcuts.options(Goal("dest", ("Anser",), version=later_of("Grus")), "entity") == (
        "Anser",
        "Grus",
    )
    assert shortcuts.options(Goal("dest", ("Anser",), version=PREVIOUS), "entity") == ()


def test_zero_is_what_its_type_calls_zero() -> None:
    wanted = {"count": "0", "number": "0", "money": "0", "set": [], "entity": "none", "date": "none"}
    for answer_type, zero in {**wanted, "bool": "none"}.items():
        assert said(shortcuts.always_zero(answer_type)) == ("justified-zero", zero)
    assert said(shortcuts.always_unknown()) == ("unknown", None)


TEXTS = (
    "To Corby.", "Lunmar, Lunmar and Lunmar.", "To Corby, then Halewick.", "Nobody went.", "To Halewick.",
    "To Lunmar.",
)  # fmt: skip


@pytest.mark.parametrize(
    ("seen", "last", "frequent"),
    [
        (0, None, None),
        (1, "Corby", "Corby"),
        (2, "Lunmar", "Lunmar"),  # one record each: the later one
        (3, "Halewick", "Corby"),  # records count, not words
        (4, "Halewick", "Corby"),
        (5, "Halewick", "Halewick"),
        (6, "Lunmar", "Lunmar"),
    ],
)
def test_mentions_up_to_the_cutoff(seen: int, last: str | None, frequent: str | None) -> None:
    mentions = Mentions(TEXTS, entities=CITIES)
    for shortcut, value in ((shortcuts.last_mention, last), (shortcuts.most_frequent, frequent)):
        wanted = ("unknown", None) if value is None else ("answerable", value)
        assert said(shortcut(asked(), mentions, seen)) == wanted


def test_a_set_is_what_one_record_names() -> None:
    texts = ("Corby and Lunmar.", "Lunmar, then Corby.", "Halewick.", "Nothing.")
    mentions, one = Mentions(texts, entities=CITIES), asked(answer_type="set")
    assert said(shortcuts.last_mention(one, mentions, 4)) == ("answerable", ["Halewick"])
    assert said(shortcuts.most_frequent(one, mentions, 4)) == ("answerable", ["Corby", "Lunmar"])
    assert said(shortcuts.last_mention(asked(answer_type="set", sought="x"), mentions, 4))[0] == "unknown"


def test_of_two_keys_compared_only_those_two_count() -> None:
    one = asked(options=("Corby", "Halewick"))
    mentions = Mentions(TEXTS, entities=CITIES)
    assert said(shortcuts.last_mention(one, mentions, 2)) == ("answerable", "Corby")
    assert said(shortcuts.last_mention(one, mentions, 6)) == ("answerable", "Halewick")
    assert said(shortcuts.most_frequent(one, mentions, 2)) == ("answerable", "Corby")


def test_a_boolean_is_yes_once_there_is_a_record() -> None:
    one = asked(answer_type="bool", sought="bool", options=shortcuts.YES_NO)
    mentions = Mentions(TEXTS, entities=CITIES)
    for shortcut in (shortcuts.last_mention, shortcuts.most_frequent):
        assert said(shortcut(one, mentions, 0)) == ("unknown", None)
        assert said(shortcut(one, mentions, 1)) == ("answerable", "yes")


def test_majority_is_that_of_the_other_queries_of_the_operator() -> None:
    golds = [
        (asked("1"), Known("answerable", "Corby")),
        (asked("2"), Known("answerable", "Corby")),
        (asked("3"), Known("answerable", "Lunmar")),
        (asked("4", operator="C1", answer_type="set"), Known("justified-zero", [])),
        (asked("5", operator="C1", answer_type="count"), Known("justified-zero", "0")),
        (asked("6", operator="C1", answer_type="set"), Known("answerable", ["b", "a"])),
        (asked("7", operator="Q1"), Known("unknown", None)),
    ]
    majority = Majority(golds)
    answers = [said(majority.answer(one)) for one, _ in golds]
    assert answers == [
        ("answerable", "Corby"),  # 1 of each is left: the first by text
        ("answerable", "Corby"),
        ("answerable", "Corby"),
        ("answerable", ["a", "b"]),
        ("answerable", ["a", "b"]),
        ("justified-zero", []),  # zeros of all types are one gold, said as the query's type says it
        ("unknown", None),  # no other query of its operator
    ]


def boolean(query: str, form: str, domain: str = "tripops") -> Asked:
    return asked(query, form=form, domain=domain, answer_type="bool", sought="bool", options=shortcuts.YES_NO)


def test_question_only_says_what_its_form_says_elsewhere() -> None:
    golds = [(boolean(str(number), "far"), Known("answerable", False)) for number in range(4)]
    golds += [(boolean(f"y{number}", "near"), Known("answerable", True)) for number in range(9)]
    golds += [(boolean(f"u{number}", "odd"), Known("unknown", None)) for number in range(2)]
    golds += [(boolean("lone", "other"), Known("answerable", False))]
    golds += [(asked("open"), Known("answerable", "Corby"))]
    reader = QuestionOnly(golds)
    answers = {one.query: said(reader.answer(one)) for one, _ in golds}
    assert {answers[str(number)] for number in range(4)} == {("answerable", "no")}
    assert {answers[f"y{number}"] for number in range(9)} == {("answerable", "yes")}
    assert answers["u0"] == answers["u1"] == ("unknown", None)
    assert answers["lone"] == ("answerable", "yes")  # as most Booleans of its domain
    assert answers["open"] == ("unknown", None)


def test_question_only_does_not_see_its_own_gold() -> None:
    truths = (True, False)
    golds = [(boolean(str(truth), "far"), Known("answerable", truth)) for truth in truths]
    reader = QuestionOnly(golds)
    assert said(reader.answer(golds[0][0])) == ("answerable", "no")
    assert said(reader.answer(golds[1][0])) == ("answerable", "yes")


def test_question_only_takes_the_commoner_of_two_places() -> None:
    golds = [
        (asked("1", options=("Anser", "Grus")), Known("answerable", "Grus")),
        (asked("2", options=("Ibex", "Vulpes")), Known("answerable", "Vulpes")),
        (asked("3", options=("Lynx", "Bufo")), Known("answerable", "Lynx")),
    ]
    reader = QuestionOnly(golds)
    assert said(reader.answer(golds[2][0])) == ("answerable", "Bufo")


def test_domains_do_not_tell_each_other_anything() -> None:
    golds = [(boolean("1", "far"), Known("answerable", False))]
    golds += [(boolean(f"s{number}", "far", "shopops"), Known("answerable", False)) for number in range(5)]
    assert said(QuestionOnly(golds).answer(golds[0][0])) == ("answerable", "yes")


def test_chance_is_one_of_the_answers_left_open() -> None:
    assert shortcuts.chance(asked(options=("a", "b"))) == 0.5
    assert shortcuts.chance(asked(options=("a", "b", "c", "d"))) == 0.25
    assert shortcuts.chance(asked()) == 0.5  # whether it can be answered
