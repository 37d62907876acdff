"""The form of a question: what is prepared, its steps, how answers are read and scored (spec 6.5, 12)."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.db import connection
from django.template.loader import render_to_string
from django.test.utils import CaptureQueriesContext

from benchmark.reviewing import node_marks, operators, witness_nodes
from benchmark.reviewing.questions import QUESTIONS
from benchmark.scoring.gold_view import GoldView
from scenarios.generators import worked_example
from scenarios.models import Entity, Event, GoldAnswer, Query, Rendering, ReviewItem, ReviewPolicy, Suite
from scenarios.review.exceptions import FormRefusedError
from scenarios.services import suites
from tests.factories import question_entries, question_forms, reviews
from tests.factories import scenarios as make

pytestmark = pytest.mark.django_db
MARK = "Zxqgold"


@pytest.fixture(autouse=True)
def _questions_alone(settings: LazySettings) -> None:
    question_forms.alone(settings)
    cache.clear()


def item_of(suite: Suite) -> ReviewItem:
    """The first question of a suite, put to people."""
    return question_forms.items(suite)[0]


def asked_with(gold: dict[str, Any], **fields: Any) -> ReviewItem:
    """One question of some type with some gold, put to people."""
    suite = question_forms.suite_of_questions(0)
    question_forms.question(suite.scenarios.get(), 1, "Grus", gold=gold, **fields)
    reviews.open_review(suite)
    return item_of(suite)


def frozen_by(item: ReviewItem, **given: Any) -> dict[str, Any]:
    """The steps before the last with the right picks and these entries."""
    picks = {"refers_to": ["Grus"], "asks": item.content["operator"]}
    return {
        str(step): QUESTIONS.freeze(item, step, {**picks, **given})
        for step in range(1, QUESTIONS.steps(item))
    }


LAST = {"unambiguous": "yes", "gold_right": "yes"}


def page(item: ReviewItem, step: int, frozen: dict[str, Any] | None = None) -> str:
    """The form at a step, as it is sent."""
    shown = QUESTIONS.shown(item, step, frozen or {})
    slot = {"pk": 7}
    more = {"item": item, "slot": slot, "suite": item.suite, "entered": {}, "errors": {}, "may_edit": True}
    return render_to_string(QUESTIONS.template, {**shown, **more})


# ---------------------------------------------------------------- what is put to people
def test_current_questions_that_passed_their_checks_are_put_to_people_once() -> None:
    suite = question_forms.suite_of_questions(5)
    words = Rendering.objects.filter(query__scenario__suite=suite).order_by("query__label")
    failed, rejected, unchecked = words[0], words[1], words[2]
    Rendering.objects.filter(pk=failed.pk).update(status="auto_failed")
    Rendering.objects.filter(pk=rejected.pk).update(status="rejected")
    Rendering.objects.filter(pk=unchecked.pk).update(status="draft", renderer="given")
    found = list(QUESTIONS.prepare(suite, ReviewPolicy(suite=suite, question_judges=3)))
    assert [one.label for one in found] == ["q003", "q004", "q005"]
    assert {one.wanted for one in found} == {3}
    assert reviews.open_review(suite)["question"] == 3
    assert reviews.open_review(suite)["question"] == 0
    assert [one.place for one in found] == sorted(one.place for one in found)


def test_a_question_without_gold_waits_for_it() -> None:
    suite = question_forms.suite_of_questions(0)
    make.query(suite.scenarios.get(), 1)
    assert list(QUESTIONS.prepare(suite, ReviewPolicy(suite=suite))) == []


def test_preparing_reads_as_often_for_many_questions_as_for_one() -> None:
    costs = []
    for questions in (1, 5):
        suite = question_forms.suite_of_questions(questions)
        with CaptureQueriesContext(connection) as caught:
            assert len(list(QUESTIONS.prepare(suite, ReviewPolicy(suite=suite)))) == questions
        costs.append(len(caught))
    assert costs[0] == costs[1]


def test_the_true_picks_stand_among_others_in_an_order_that_stays() -> None:
    first, second = (item_of(question_forms.opened(slug=slug)) for slug in ("one", "two"))
    for item in (first, second):
        pick = item.content["pick"]
        assert pick["true"] == ["Grus"]
        assert {"Grus"} < set(pick["names"]) <= set(question_forms.TRIPS)
        assert 4 <= len(pick["names"]) <= 6
        assert item.content["operator"] in item.content["operators"]
        assert len(item.content["operators"]) == 6
    again = next(iter(_prepared_anew(first)))
    assert again.content == first.content


def _prepared_anew(item: ReviewItem) -> Any:
    ReviewItem.objects.filter(pk=item.pk).delete()
    return QUESTIONS.prepare(item.suite, ReviewPolicy(suite=item.suite))


def test_a_phrase_is_resolved_from_the_records_and_names_in_the_question_are_not_offered() -> None:
    target = {
        "args": {"person": "Anser"},
        "refs": {"person": {"kind": "id"}, "trip": {"kind": "by_role", "entity": "Grus"}},
    }
    item = asked_with({}, target=target)
    Rendering.objects.filter(pk=item.rendering_id).update(text="Where does the trip beside Anser go?")
    content = next(iter(_prepared_anew(item))).content
    assert content["pick"]["true"] == ["Grus"]
    assert content["pick"]["indirect"] is True
    assert "Anser" not in content["pick"]["names"]
    assert {field.name: field.step for field in QUESTIONS.fields(item)}["refers_to"] == 2


def test_a_phrase_that_fits_nothing_is_right_as_none_of_these() -> None:
    item = asked_with({}, target={"refs": {"trip": {"kind": "by_date", "entity": None}}})
    assert item.content["pick"]["true"] == ["-"]
    frozen = frozen_by(item, refers_to="-", answer="Corby")
    assert QUESTIONS.read(item, LAST, frozen).fields["refers_to"] == "yes"


def test_no_two_operators_that_read_alike_are_offered_together() -> None:
    import random

    for operator in operators.WORDS:
        for seed in range(30):
            offered = operators.offered(operator, random.Random(seed))
            assert operator in offered
            assert not [one for one in offered if one != operator and operators.alike(one, operator)]
    assert len(set(operators.WORDS.values())) == len(operators.WORDS)
    assert operators.offered("of-an-import", random.Random(0)) == []


# ---------------------------------------------------------------- steps, and what each one shows
def test_each_step_shows_no_more_than_it_reveals() -> None:
    item = asked_with({"answer": MARK, "aliases": {MARK: [f"{MARK} too"]}}, stated=MARK)
    Event.objects.filter(scenario=item.scenario).update(kind="record")
    first, second = page(item, 1), page(item, 2)
    assert "Where does Grus go?" in first
    assert "The people on Grus stay" not in first
    assert "The people on Grus stay" in second
    frozen = frozen_by(item, answer="Halewick")
    last = page(item, 3, frozen)
    for text in (first, second):
        assert MARK not in text
        assert "<svg" not in text
    assert MARK in last
    assert "<svg" in last
    assert "not what gold says" in last
    assert "Halewick" in last


def test_a_page_costs_the_same_number_of_queries_whatever_it_shows() -> None:
    small = item_of(question_forms.opened(1))
    large = question_forms.items(question_forms.opened(5))[-1]
    Entity.objects.bulk_create(Entity(scenario=large.scenario, name=f"T{n}", type="trip") for n in range(200))
    for step, most in ((1, 2), (2, 3), (3, 8)):
        counts = []
        for item in (small, large):
            frozen = frozen_by(item, answer="Corby")
            page(item, step, frozen)  # the drawing is kept
            fresh = ReviewItem.objects.select_related("suite", "rendering").get(pk=item.pk)
            with CaptureQueriesContext(connection) as caught:
                page(fresh, step, frozen)
            counts.append(len(caught))
        assert counts[0] == counts[1] <= most


def test_nothing_is_frozen_that_cannot_be_read() -> None:
    item = item_of(question_forms.opened())
    with pytest.raises(FormRefusedError) as refused:
        QUESTIONS.freeze(item, 1, {"refers_to": ["Grus", "-"], "asks": "X9"})
    assert set(refused.value.fields) == {"refers_to", "asks"}
    with pytest.raises(FormRefusedError) as refused:
        QUESTIONS.freeze(item, 2, {})
    assert set(refused.value.fields) == {"answer"}
    with pytest.raises(FormRefusedError) as refused:
        QUESTIONS.freeze(item, 2, {"answer.said": "unknown"})
    assert set(refused.value.fields) == {"missing"}
    with pytest.raises(FormRefusedError) as refused:
        QUESTIONS.freeze(item, 2, {"answer": "Corby", "answer.said": "unknown", "missing": "value"})
    assert "answer" in refused.value.fields


def test_the_last_step_needs_its_answers_and_cannot_change_those_before() -> None:
    item = item_of(question_forms.opened())
    frozen = frozen_by(item, answer="Halewick")
    with pytest.raises(FormRefusedError) as refused:
        QUESTIONS.read(item, {"unambiguous": "yes"}, frozen)
    assert set(refused.value.fields) == {"gold_right"}
    given = {**LAST, "answer": "Corby", "asks": "T4", "gold_right.comment": "as e0001 says", "x": "y"}
    reading = QUESTIONS.read(item, given, frozen)
    assert reading.given["answer"] == "Halewick"
    assert reading.given["gold_right.comment"] == "as e0001 says"
    assert "x" not in reading.given
    assert reading.fields["human_agrees"] == "no"


# ---------------------------------------------------------------- answers by type
#: Type, gold, what is entered, whether it is right and has the right label; None: it cannot be read.
ANSWERS: list[tuple[str, dict[str, Any], dict[str, Any], tuple[bool, bool] | None]] = [
    ("entity", {"answer": "Corby"}, {"answer": "the corby."}, (True, True)),
    ("entity", {"answer": "Corby"}, {"answer": "Lunmar"}, (False, True)),
    ("entity", {"answer": "Corby"}, {"answer.said": "none"}, (False, False)),
    ("entity", {"answer": "none", "label": "justified-zero"}, {"answer.said": "none"}, (True, True)),
    ("entity", {"answer": "none", "label": "justified-zero"}, {"answer": "Corby"}, (False, False)),
    ("count", {"answer": 3}, {"answer": "three"}, (True, True)),
    ("count", {"answer": 3}, {"answer": "about 3"}, None),
    ("count", {"answer": 0, "label": "justified-zero"}, {"answer": "0"}, (True, True)),
    ("count", {"answer": 3}, {"answer": "0"}, (False, False)),
    ("number", {"answer": "2.5"}, {"answer": "2.50"}, (True, True)),
    ("money", {"answer": "12.50"}, {"answer": "12.5 taler"}, (True, True)),
    ("money", {"answer": "12.50"}, {"answer": "12.5 ducats"}, None),
    ("date", {"answer": "2031-03-03"}, {"answer": "3 March 2031"}, (True, True)),
    ("date", {"answer": "2031-03-03"}, {"answer": "03/03/2031"}, None),
    ("bool", {"answer": False}, {"answer": "no"}, (True, True)),
    ("bool", {"answer": False}, {"answer": "yes"}, (False, True)),
    ("bool", {"answer": False}, {"answer": "perhaps"}, None),
    ("set", {"answer": ["Corby", "Lunmar"]}, {"answer": "Lunmar\n\nCorby\nCorby"}, (True, True)),
    ("set", {"answer": ["Corby", "Lunmar"]}, {"answer": "Lunmar"}, (False, True)),
    ("set", {"answer": [], "label": "justified-zero"}, {"answer.said": "none"}, (True, True)),
    ("path", {"answer": ["Corby", "Lunmar"]}, {"answer": "Lunmar\nCorby"}, (False, True)),
    ("path", {"answer": ["Corby", "Lunmar"]}, {"answer": "Corby\nLunmar"}, (True, True)),
    (
        "settlement",
        {"answer": {"balances": {"Ana": "5", "Bo": "-5"}}},
        {"answer": "Bo pays Ana 5"},
        (True, True),
    ),
]


@pytest.mark.parametrize(("answer_type", "gold", "given", "expected"), ANSWERS)
def test_answers_are_read_by_type_and_scored_beside_gold(
    answer_type: str, gold: dict[str, Any], given: dict[str, Any], expected: tuple[bool, bool] | None
) -> None:
    item = asked_with(gold, answer_type=answer_type, unit="taler" if answer_type == "money" else "")
    if expected is None:
        with pytest.raises(FormRefusedError) as refused:
            frozen_by(item, **given)
        said = str(refused.value)
        assert set(refused.value.fields) == {"answer"}
        assert str(gold["answer"]) not in said
        return
    reading = QUESTIONS.read(item, LAST, frozen_by(item, **given))
    assert (reading.score["right"], reading.score["label_right"]) == expected
    assert reading.score["gold_label"] == gold.get("label", "answerable")
    assert reading.fields["human_agrees"] == ("yes" if expected[0] else "no")
    assert reading.outcome == ("verified" if expected[0] else "rejected")


UNKNOWN = {"label": "unknown", "answer": None, "missing": ["missing(complete(trip,Vera))"]}


@pytest.mark.parametrize(
    ("given", "agrees", "missing"),
    [
        ({"answer.said": "unknown", "missing": "completeness"}, "yes", "yes"),
        ({"answer.said": "unknown", "missing": "value"}, "yes", "no"),
        ({"answer": "Corby"}, "no", "no"),
        ({"answer.said": "none"}, "no", "no"),
    ],
)
def test_what_cannot_be_told_is_right_with_what_is_missing(
    given: dict[str, Any], agrees: str, missing: str
) -> None:
    item = asked_with(UNKNOWN)
    assert item.content["records"] == ["e0001"], "what its derivation reads is shown"
    reading = QUESTIONS.read(item, LAST, frozen_by(item, **given))
    assert (reading.fields["human_agrees"], reading.fields["missing"]) == (agrees, missing)
    assert (reading.outcome == "verified") == (agrees == missing == "yes")


@pytest.mark.parametrize(("missing", "as_gold"), [("none", "yes"), ("completeness", "no")])
def test_of_a_known_answer_nothing_is_missing(missing: str, as_gold: str) -> None:
    item = item_of(question_forms.opened())
    reading = QUESTIONS.read(item, LAST, frozen_by(item, **{"answer.said": "unknown", "missing": missing}))
    assert (reading.fields["human_agrees"], reading.fields["missing"]) == ("no", as_gold)
    assert dict(QUESTIONS.told(item, reading.given))["Answer"] == "cannot be told"


def test_the_fields_before_the_reveal_tell_nothing_of_gold() -> None:
    forms = []
    for gold in ({}, UNKNOWN, {"label": "justified-zero", "answer": "none"}):
        item = asked_with(gold)
        forms.append([field for field in QUESTIONS.fields(item) if field.step < QUESTIONS.steps(item)])
    assert forms[0] == forms[1] == forms[2]


# ---------------------------------------------------------------- bait
def test_bait_is_asked_about_where_it_is_flagged_with_the_records_that_hold_its_words() -> None:
    suite = question_forms.suite_of_questions(0)
    scenario = suite.scenarios.get()
    asked = question_forms.question(scenario, 1, "Grus", target={"bait": True}, goal_pred="country")
    Rendering.objects.filter(query=asked).update(text="To which country does Grus lead?")
    make.event(scenario, 2, "Somebody asked to which country people lead others.", kind="distractor")
    make.event(scenario, 3, "It rained.", kind="distractor")
    reviews.open_review(suite)
    item = item_of(suite)
    assert item.content["bait"]["records"] == ["e0002"]
    assert [field.name for field in QUESTIONS.fields(item)][-1] == "bait_only"
    text = page(item, 3, frozen_by(item, answer="Corby"))
    assert "Somebody asked" in text
    assert "not needed" in text
    reading = QUESTIONS.read(item, {**LAST, "bait_only": "no"}, frozen_by(item, answer="Corby"))
    assert reading.outcome == "rejected"


# ---------------------------------------------------------------- a large witness
@pytest.fixture
def worked(monkeypatch: pytest.MonkeyPatch) -> ReviewItem:
    """The worked example, whose nine records count as many and go two parts a step."""
    monkeypatch.setattr(witness_nodes, "LARGE", 8)
    monkeypatch.setattr(witness_nodes, "A_STEP", 4)
    suite = suites.store(bundle=worked_example.bundle(), by=None)
    reviews.open_review(suite)
    return item_of(suite)


def test_a_large_witness_is_worked_through_node_by_node(worked: ReviewItem) -> None:
    nodes = worked.content["nodes"]
    labels = [f"{pred}({','.join(args)})" for _, pred, args in (node["key"] for node in nodes)]
    assert labels[-2:] == ["outside(Vera)", "n_outside(Vera)"]
    assert set(labels[:-2]) == {
        "trip(Vera)", "home(Vera)", "country(Anser)", "country(Grus)", "country(Ibex)"
    }  # fmt: skip
    records = {label: node["records"] for label, node in zip(labels, nodes, strict=True)}
    assert records["country(Grus)"] == ["e10", "e2"]
    assert records["outside(Vera)"] == []
    uses = nodes[labels.index("outside(Vera)")]["uses"]
    assert sorted(uses) == list(range(5))
    assert QUESTIONS.steps(worked) == 4
    assert worked.form == "question_nodes"


def test_the_parts_show_their_records_and_what_was_said_before_never_gold(worked: ReviewItem) -> None:
    second = page(worked, 2)
    assert "What is the country of Grus now?" in second
    assert second.count("What you find") == 4
    frozen = {"2": {"node.0": "Drossel", "node.0.said": "value"}}
    third = page(worked, 3, frozen)
    assert "The question itself" in third
    assert "Drossel" in third
    gold = worked.rendering.query.gold  # type: ignore[union-attr]
    assert gold.answer == 2
    assert "is-witness" not in second + third


def test_the_answer_to_the_question_counts_and_parts_may_stay_empty(worked: ReviewItem) -> None:
    frozen = {
        "1": QUESTIONS.freeze(worked, 1, {"refers_to": worked.content["pick"]["true"], "asks": _op(worked)})
    }
    frozen["2"] = QUESTIONS.freeze(worked, 2, {"node.1": "Meleth", "node.0.said": "unknown"})
    frozen["3"] = QUESTIONS.freeze(worked, 3, {"answer": "2"})
    reading = QUESTIONS.read(worked, LAST, frozen)
    assert reading.score == {"right": True, "label_right": True, "gold_label": "answerable"}
    assert reading.given["node.1"] == "Meleth"
    told = [said for _, said in QUESTIONS.told(worked, reading.given)]
    assert "Meleth" in told
    assert "cannot be told" in told
    assert "Meleth" in page(worked, 4, frozen)


def test_what_was_found_at_each_part_is_marked_once_gold_is_revealed(worked: ReviewItem) -> None:
    labels = [f"{node['key'][1]}({','.join(node['key'][2])})" for node in worked.content["nodes"]]
    found = {
        "country(Grus)": {"": "corvia"},
        "country(Ibex)": {"": "Meleth"},
        "trip(Vera)": {"": "Grus\nAnser\nIbex"},
        "outside(Vera)": {".said": "none"},
        "home(Vera)": {".said": "unknown"},
    }
    kept = {"answer": "2", "answer.said": "value"}
    for label, said in found.items():
        name = f"node.{labels.index(label)}"
        kept |= {f"{name}{end}": text for end, text in said.items()} | {
            f"{name}.said": said.get(".said", "value")
        }
    shown = QUESTIONS.shown(worked, 4, {"3": kept})
    marks = {node["label"]: node["right"] for node in shown["nodes"] if node["right"] is not None}
    assert marks == {
        "country(Grus)": True, "country(Ibex)": False, "trip(Vera)": True, "outside(Vera)": False,
        "home(Vera)": False,
    }  # fmt: skip
    assert page(worked, 4, {"3": kept}).count("as gold</span>") == 2


@pytest.mark.parametrize(
    ("answer_type", "state", "label", "answer"),
    [
        ("set", {"members": ["a"], "undecided": [], "open": False}, "answerable", ["a"]),
        ("set", {"members": [], "undecided": [], "open": False}, "justified-zero", []),
        ("set", {"members": ["a"], "undecided": [], "open": True}, "unknown", None),
        ("set", {"members": ["a"], "undecided": ["b"], "open": False}, "unknown", None),
        ("entity", "Corby", "answerable", "Corby"),
        ("entity", "none", "justified-zero", "none"),
        ("entity", "unknown", "unknown", None),
        ("count", "0", "justified-zero", "0"),
        ("bool", "false", "answerable", False),
        ("bool", True, "answerable", True),
        ("entity", "cancelled", None, None),
    ],
)
def test_the_state_of_a_node_is_a_gold_of_its_type(
    answer_type: str, state: Any, label: str | None, answer: Any
) -> None:
    view = node_marks.state_view(GoldView("answerable", "-", answer_type), state)
    assert (None if view is None else (view.label, view.answer)) == (
        None if label is None else (label, answer)
    )


def _op(item: ReviewItem) -> str:
    return str(item.content["operator"])


# ---------------------------------------------------------------- the whole life
def test_two_judges_who_agree_verify_a_question_and_one_who_does_not_disputes_it() -> None:
    suite = question_forms.opened(2, judges=2)
    ann, ben = reviews.annotators(suite, "ann", "ben")
    for person, good in ((ann, True), (ben, True)):
        slot = reviews.claim(person, suite)
        verdict = reviews.submit(slot, person, question_entries.entries(slot, good))
        assert verdict.score["right"] is True
    for person, good in ((ann, True), (ben, False)):
        slot = reviews.claim(person, suite)
        reviews.submit(slot, person, question_entries.entries(slot, good))
    first, second = question_forms.items(suite)
    assert [first.status, second.status] == ["verified", "disputed"]
    texts = Rendering.objects.filter(query__scenario__suite=suite).order_by("query__label")
    assert list(texts.values_list("status", flat=True)) == ["verified", "disputed"]
    shown = render_to_string(QUESTIONS.decision_template, QUESTIONS.revealed(second))
    assert "the value that holds at the cutoff" in shown
    assert "Corby" in shown


def test_gold_that_was_derived_anew_is_what_answers_are_scored_by() -> None:
    item = item_of(question_forms.opened())
    query = Query.objects.get(renderings=item.rendering_id)
    old = query.gold
    GoldAnswer.objects.filter(query=query).delete()
    GoldAnswer.objects.create(
        query=query, label="answerable", answer="Lunmar", height=1, width=1, root=old.root
    )
    assert QUESTIONS.read(item, LAST, frozen_by(item, answer="Lunmar")).score["right"] is True
