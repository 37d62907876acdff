"""Records put to people: three lists or re-entry, what is read of them, check items, adjudication."""

from __future__ import annotations

import html
import re
import uuid
from collections import Counter
from typing import Any

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test.utils import CaptureQueriesContext

from scenarios.models import Entity, Event, Rendering, ReviewItem, Suite
from scenarios.rendering import checks
from scenarios.rendering.action_words import action_of
from scenarios.rendering.patterns import EventRef
from scenarios.review.exceptions import FormRefusedError
from scenarios.review.services import drafting, opening, settling
from scenarios.review.subjects.record_checks import content_of
from scenarios.review.subjects.record_content import lists_of
from scenarios.review.subjects.record_scenes import actions_of, scenes, spec_of
from scenarios.review.subjects.records import RECORDS, unsaid
from tests.factories import record_forms as forms
from tests.factories import reviews
from tests.factories import scenarios as make
from tests.factories.tripops_samples import TRIPOPS

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _records_alone(settings: Any) -> None:
    settings.REVIEW_SUBJECTS = [forms.PATH]


def page(item: ReviewItem, step: int = 1, frozen: dict[str, Any] | None = None, **entered: str) -> str:
    """The fragment of a form, as the page includes it."""
    shown = RECORDS.shown(item, step, frozen or {})
    return render_to_string(RECORDS.template, {**shown, "item": item, "entered": entered})


# ---------------------------------------------------------------- which records, which form, by how many
def test_every_checked_record_is_put_to_people_once_silent_ones_too() -> None:
    suite = forms.opened()
    items = reviews.items(suite)
    assert len(items) == 16
    assert {one.form for one in items} == {"recognition"}
    assert [one.label for one in items] == sorted(one.label for one in items)  # in the order of the history
    assert [forms.item(suite, one).content["actions"] for one in ("e0006", "e0009", "e0012")] == [[], [], []]
    assert opening.open_items(suite=suite, by=None, now=reviews.NOW) == {"record": 0}


def test_sole_witnesses_are_read_blind_by_two_and_come_first() -> None:
    suite = forms.opened(queries=True)
    blind = [one for one in reviews.items(suite) if one.form == "blind"]
    assert [one.label for one in blind] == ["e0011", "e0015", "e0016"]
    assert {one.wanted for one in blind} == {2}
    assert all(one.content["sole"] for one in blind)
    priorities = {one.label: one.slots.order_by("n").first().priority for one in reviews.items(suite)}  # type: ignore[union-attr]
    assert min(priorities[one.label] for one in blind) > max(
        value for label, value in priorities.items() if label not in {one.label for one in blind}
    )
    assert max(priorities.values()) <= 9


def test_words_of_a_model_or_a_person_are_read_blind() -> None:
    suite = forms.stored()
    for label, renderer in (("e0002", "llm"), ("e0003", "edited"), ("e0004", "template_fallback")):
        Rendering.objects.filter(event__label=label).update(renderer=renderer)
    reviews.open_review(suite)
    found = {label: forms.item(suite, label).form for label in ("e0002", "e0003", "e0004")}
    assert found == {"e0002": "blind", "e0003": "blind", "e0004": "recognition"}


def test_failed_words_unannotated_records_and_unchecked_drafts_are_left_out() -> None:
    suite = forms.stored()
    rows = Rendering.objects.filter(event__scenario__suite=suite)
    rows.filter(event__label="e0001").update(status="auto_failed")
    rows.filter(event__label="e0002").update(status="draft", checks={"reason": "No template wrote this."})
    rows.filter(event__label="e0003").update(status="draft")  # its checks are of other words
    Event.objects.filter(label="e0006").update(kind="unannotated", distractor_kind=None)
    reviews.open_review(suite)
    left = {one.label for one in Event.objects.all()} - {one.label for one in reviews.items(suite)}
    assert left == {"e0001", "e0003", "e0006"}


def test_shares_are_drawn_by_seed_and_label() -> None:
    suite = forms.opened(blind_share=50, second_share=50)
    drawn = [(one.label, one.form, one.wanted) for one in reviews.items(suite)]
    assert {form for _, form, _ in drawn} == {"recognition", "blind"}
    assert {wanted for _, _, wanted in drawn} == {1, 2}
    ReviewItem.objects.all().delete()
    reviews.open_review(suite, blind_share=50, second_share=50)
    assert [(one.label, one.form, one.wanted) for one in reviews.items(suite)] == drawn


def test_reads_do_not_grow_with_the_records() -> None:
    suite = forms.stored()
    policy = opening.policy_of(suite)
    with CaptureQueriesContext(
        connection,
    ) as few:
        assert len(list(RECORDS.prepare(suite, policy))) == 16
    scenario = suite.scenarios.get()
    for number in range(40, 60):
        make.action(
            make.event(scenario, number, f"Trip {number} goes to Tamirnstead."), key=[f"Trip {number}"]
        )
    with CaptureQueriesContext(connection) as many:
        assert len(list(RECORDS.prepare(suite, policy))) == 36
    assert len(many) == len(few) <= 6


# ---------------------------------------------------------------- three lists
def test_one_of_three_lists_is_true_and_its_place_tells_nothing() -> None:
    suite = forms.opened()
    places = Counter()
    for item in reviews.items(suite):
        lists = lists_of(item.content)
        assert len(lists) == 3
        assert lists[item.content["true"]] == item.content["actions"]
        said = {tuple(row["words"] for row in rows) for rows in lists}
        assert len(said) == 3, said
        places[item.content["true"]] += 1
    assert len(places) == 3


def test_the_form_shows_the_lists_the_defaults_and_never_which_list_is_true() -> None:
    suite = forms.opened()
    item = forms.item(suite, "e0008")
    found = page(item)
    for rows in lists_of(item.content):
        assert all(row["words"] in found and row["formal"] in found for row in rows)
    assert 'value="none" data-key="0"' in found
    assert [f'data-key="{key}"' in found for key in "123mdre"] == [True] * 7
    assert "checked" not in found
    assert "Nothing marked means: nothing is." in found
    assert "true" not in found.replace("aria-hidden", "").lower()
    assert "checked" in page(item, pick="2") and 'value="no" data-key="e" checked' in page(item, fluent="no")  # noqa: PT018


def test_the_true_list_verifies_and_any_other_does_not() -> None:
    item = forms.item(forms.opened(), "e0008")
    good = RECORDS.read(item, forms.picked(item), {})
    assert dict(good.fields) == {
        "recoverable": "yes", "states_more": "no", "states_derived": "no", "real_name": "no", "fluent": "yes",
    }  # fmt: skip
    assert (good.outcome, good.score) == ("verified", {})
    for given in (forms.picked(item, good=False), {"pick": "none"}):
        read = RECORDS.read(item, given, {})
        assert (read.fields["recoverable"], read.outcome) == ("no", "rejected")
    for name, value in (
        ("states_more", "yes"),
        ("states_derived", "yes"),
        ("real_name", "yes"),
        ("fluent", "no"),
    ):
        read = RECORDS.read(item, forms.picked(item, **{name: value}), {})
        assert (read.fields[name], read.outcome) == (value, "rejected")
        assert read.given[name] == value


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({}, {"pick"}),
        ({"pick": "4"}, {"pick"}),
        ({"pick": ["1", "2"]}, {"pick"}),
        ({"pick": "1", "fluent": "perhaps"}, {"fluent"}),
        ({"pick": "none", "states_more": "yes", "states_more.span": "9-3"}, {"states_more.span"}),
        ({"pick": "none", "states_more.span": "0-5000"}, {"states_more.span"}),
    ],
)
def test_what_cannot_be_read_is_named(given: dict[str, Any], named: set[str]) -> None:
    item = forms.item(forms.opened(), "e0008")
    with pytest.raises(FormRefusedError) as caught:
        RECORDS.read(item, given, {})
    assert set(caught.value.fields) == named


def test_places_are_counted_in_code_points_and_comments_kept() -> None:
    suite = forms.opened()
    Rendering.objects.filter(event__label="e0008").update(text="🚢🚢 مرحبا")
    item = forms.item(suite, "e0008")
    given = forms.picked(item, real_name="yes", **{"real_name.span": "3-8", "real_name.comment": " a name "})
    read = RECORDS.read(item, given, {})
    assert (read.given["real_name.span"], read.given["real_name.comment"]) == ("3-8", "a name")
    assert 'dir="auto"' in page(item)
    with pytest.raises(FormRefusedError):
        RECORDS.read(item, {**given, "real_name.span": "3-9"}, {})


def test_what_was_picked_is_told_to_an_adjudicator_in_words() -> None:
    item = forms.item(forms.opened(), "e0008")
    assert RECORDS.told(item, forms.picked(item)) == (("Picked", "the true list"),)
    ((_, words),) = RECORDS.told(item, forms.picked(item, good=False))
    assert words.startswith("a false list, which ")
    assert RECORDS.told(item, {"pick": "none"}) == (("Picked", "none of the lists"),)


def test_the_glossary_has_the_names_in_the_record_and_no_others() -> None:
    item = forms.item(forms.opened(), "e0002")  # Cadaris Moroumer, known as Cadaris too
    shown = RECORDS.shown(item, 1, {})
    assert {one.name for one in shown["glossary"]} == {
        "Cadaris Moroumer", "Noraenara Selenick", "Tamirnstead",
    }  # fmt: skip
    assert "".join(words for words, _ in shown["pieces"]) == shown["text"]
    assert {one.name for _, one in shown["pieces"] if one} == {one.name for one in shown["glossary"]}
    assert "person, also <bdi>Cadaris</bdi>" in page(item)


# ---------------------------------------------------------------- re-entry
def blind(label: str) -> ReviewItem:
    """One record of a suite that is all re-entered."""
    item = forms.item(forms.opened(blind_share=100), label)
    assert item.form == "blind"
    return item


def test_the_first_step_shows_no_action_and_offers_every_statement() -> None:
    item = blind("e0008")
    found = page(item)
    for row in item.content["actions"]:
        assert row["words"] not in found
        assert row["formal"] not in found
    assert 'value="is:booking"' in found
    assert "Hotel of trip [1 trip]: [2 hotel]" in found
    assert found.count("data-entry-row>") == 12  # three that show, nine folded away
    again = page(item, **{"row.4.what": "is:booking", "row.4.1": "Elaesesk"})
    assert 'value="is:booking" selected' in again
    assert 'name="row.4.1" value="Elaesesk"' in again


def test_every_record_can_be_entered_as_what_it_says() -> None:
    suite = forms.opened(blind_share=100)
    for one in reviews.items(suite):
        item = forms.item(suite, one.label)
        found = RECORDS.freeze(item, 1, forms.typed(item))
        assert (found["recoverable"], found["missed"], found["extra"]) == ("yes", [], []), item.label


def test_names_days_and_amounts_are_read_as_people_write_them() -> None:
    item = blind("e0013")  # an expense of 61.50 Galot
    given = forms.typed(item)
    (amount,) = [name for name, value in given.items() if value == "61.5"]
    given = {name: value.lower() if value == "Elaesesk" else value for name, value in given.items()}
    assert RECORDS.freeze(item, 1, {**given, amount: "61.50 Galot"})["recoverable"] == "yes"
    assert RECORDS.freeze(item, 1, {**given, amount: "61.51"})["recoverable"] == "no"
    late = blind_again(item, "e0014")
    typed = forms.typed(late)
    assert typed["row.0.since"] == "2031-05-12"
    assert RECORDS.freeze(late, 1, {**typed, "row.0.since": "12 May 2031"})["recoverable"] == "yes"
    assert RECORDS.freeze(late, 1, {**typed, "row.0.since": ""})["recoverable"] == "no"


def blind_again(item: ReviewItem, label: str) -> ReviewItem:
    return forms.item(item.suite, label)


def test_what_differs_is_found_on_both_sides() -> None:
    item = blind("e0008")
    given = {**forms.typed(item), "row.0.2": "Ulaerabel"}
    found = RECORDS.freeze(item, 1, given)
    assert (found["missed"], found["extra"], found["recoverable"]) == ([0], [0], "no")
    less = {name: value for name, value in given.items() if name.startswith("row.1")}
    assert RECORDS.freeze(item, 1, less)["missed"] == [0]
    assert RECORDS.freeze(item, 1, {"nothing": "yes"})["missed"] == [0, 1]


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({}, "row.0.what"),
        ({"nothing": "yes", "row.0.what": "is:booking"}, "nothing"),
        ({"row.0.1": "Elaesesk"}, "row.0.what"),
        ({"row.0.what": "is:no_such"}, "row.0.what"),
        ({"row.0.what": "is:booking", "row.0.1": "Elaesesk"}, "row.0.2"),
        ({"row.1.what": "is:starts", "row.1.1": "Elaesesk", "row.1.2": "31 June 2031"}, "row.1.2"),
        (
            {"row.0.what": "back:booking", "row.0.1": "Elaesesk", "row.0.2": "Jorathock"},
            "row.0.2",
        ),
        ({"row.0.what": "back:booking", "row.0.1": "Elaesesk", "row.0.since": "soon"}, "row.0.since"),
    ],
)
def test_a_row_that_cannot_be_read_is_named(given: dict[str, str], named: str) -> None:
    with pytest.raises(FormRefusedError) as caught:
        RECORDS.freeze(blind("e0008"), 1, given)
    assert named in caught.value.fields


def test_the_second_step_shows_both_and_asks_of_each_action() -> None:
    item = blind("e0008")
    frozen = {"1": RECORDS.freeze(item, 1, {**forms.typed(item), "row.0.2": "Ulaerabel"})}
    found = page(item, 2, frozen)
    assert "not among its actions:" in found
    assert "you did not enter it:" in found
    assert found.count("checked") == 1  # the action that was entered; the other is asked
    assert "I misread or mistyped" in found
    read = {"says.0": "yes", "findable": "yes"}
    fields = RECORDS.read(item, read, frozen).fields
    assert (fields["recoverable"], fields["findable"], fields["complete"]) == ("no", "yes", "yes")
    assert RECORDS.read(item, read, frozen).outcome == "verified"  # a slip of the judge's own
    assert RECORDS.read(item, {**read, "findable": "no"}, frozen).outcome == "rejected"
    unsaid_one = RECORDS.read(item, {**read, "says.0": "no"}, frozen)
    assert (unsaid_one.fields["complete"], unsaid_one.outcome) == ("no", "rejected")
    assert unsaid(unsaid_one.fields) == (0,)
    for missing in (("says.0",), ("findable",)):
        with pytest.raises(FormRefusedError) as caught:
            RECORDS.read(item, {name: value for name, value in read.items() if name not in missing}, frozen)
        assert set(caught.value.fields) == set(missing)
    with pytest.raises(FormRefusedError):
        RECORDS.read(item, read, {})


def test_every_judged_field_of_both_forms_is_answered_by_a_reading() -> None:
    suite = forms.opened(blind_share=50)
    for item in reviews.items(suite):
        one = forms.item(suite, item.label)
        frozen = {} if one.form == "recognition" else {"1": RECORDS.freeze(one, 1, forms.typed(one))}
        given = forms.picked(one) if one.form == "recognition" else {}
        read = RECORDS.read(one, given, frozen)
        assert set(read.fields) == {field.name for field in RECORDS.fields(one)}
        assert read.outcome == "verified"


# ---------------------------------------------------------------- the life of an item
def test_a_record_is_re_entered_revealed_and_verified() -> None:
    suite = forms.opened(blind_share=100)
    (ann,) = reviews.annotators(suite, "ann")
    slot = reviews.claim(ann, suite)
    given = forms.typed(forms.item(suite, slot.item.label))
    draft = drafting.reveal(slot_id=slot.pk, token=slot.token, given=given, by=ann, now=reviews.NOW)
    assert draft.frozen["1"]["recoverable"] == "yes"
    verdict = reviews.submit(slot, ann, {})
    assert verdict.outcome == "verified"
    slot.item.refresh_from_db()
    assert slot.item.status == "verified"
    assert slot.item.rendering is not None
    assert Rendering.objects.get(pk=slot.item.rendering_id).status == "verified"


def test_an_adjudicator_says_of_each_action_whether_the_record_says_it() -> None:
    suite = forms.opened(judges=2)
    ann, ben = reviews.annotators(suite, "ann", "ben")
    reviews.judge(ann, suite)
    reviews.judge(ben, suite, good=False)
    item = forms.item(suite, "e0001")
    assert item.status == "disputed"
    found = render_to_string(RECORDS.decision_template, RECORDS.revealed(item))
    assert all(row["words"] in found and row["formal"] in found for row in item.content["actions"])
    names = [field.name for field in RECORDS.decision_fields(item)]
    assert names[:3] == ["recoverable", "says.0", "says.1"]
    decided = {field.name: field.good for field in RECORDS.decision_fields(item)}
    decision = settling.adjudicate(
        item=item, fields={**decided, "says.1": "no"}, given={}, reason="No manager is named.",
        key=uuid.uuid4(), by=reviews.person("eve", suite, "adjudicator"), now=reviews.NOW,
    )  # fmt: skip
    assert decision.outcome == "rejected"
    assert unsaid(decision.fields) == (1,)


# ---------------------------------------------------------------- check items
def verified(suite: Suite) -> None:
    Rendering.objects.filter(event__scenario__suite=suite).update(status="verified")


def test_check_items_state_other_actions_and_half_of_them_have_a_true_list() -> None:
    suite = forms.stored()
    scenario = suite.scenarios.get()
    actions = actions_of([scenario])
    scene = scenes([scenario], actions)[scenario.pk]
    picks = Counter()
    for number, event in enumerate(scenario.events.with_text().order_by("seq")):
        said = actions[scenario.pk].get(event.pk, ())
        spec = spec_of(event, event.renderings.get(), said)
        for seed in range(4):
            content = content_of(scene, spec, 100 * number + seed)
            assert content is not None, event.text
            lists = lists_of(content)
            assert len({tuple(row["words"] for row in rows) for rows in lists}) == 3
            pick = content["known"]["pick"]
            picks["none" if pick == "none" else "list"] += 1
            if pick != "none":
                assert lists[int(pick) - 1] == content["actions"]
            else:
                assert content["actions"] not in lists
            at = EventRef(event.label, event.observed_at, event.seq)
            shown = [action_of(row, at, pos) for pos, row in enumerate(content["actions"])]
            if said:
                assert content["text"] != event.text
                truth = scene.rows(said)
                assert any(
                    [row["words"] for row in rows] == [row["words"] for row in truth] for rows in lists
                )
                made = spec_of(event, Rendering(text=content["text"]), tuple(shown))
                assert all(result.passed for result in checks.record_checks(TRIPOPS, made))
    assert min(picks.values()) > 0.3 * sum(picks.values())


def test_a_check_item_is_of_a_verified_record_that_the_person_never_had() -> None:
    suite = forms.opened(check_every=1)
    (ann,) = reviews.annotators(suite, "ann")
    assert RECORDS.check_item(suite, ann, 1) is None  # nothing is verified yet
    reviews.judge(ann, suite)
    assert reviews.items(suite)[0].status == "verified"
    own = RECORDS.check_item(suite, ann, 1)
    assert own is not None  # there is no other
    assert own.label == "e0001"
    Rendering.objects.filter(event__label="e0008").update(status="verified")
    assert {getattr(RECORDS.check_item(suite, ann, seed), "label", "") for seed in range(5)} == {"e0008"}
    Rendering.objects.filter(event__label="e0008").update(author=ann)
    assert {getattr(RECORDS.check_item(suite, ann, seed), "label", "") for seed in range(5)} == {"e0001"}


def test_a_check_item_looks_like_any_other_and_is_scored() -> None:
    suite = forms.opened(check_every=1)
    verified(suite)
    (ann,) = reviews.annotators(suite, "ann")
    slot = reviews.claim(ann, suite)
    item = ReviewItem.objects.select_related("rendering__event", "scenario").get(pk=slot.item_id)
    assert item.is_check
    assert "known" not in item.content
    (record,) = re.findall(r"data-selectable>(.*?)</p>", page(item))
    words = html.unescape(re.sub(r"<[^>]+>", "", record))
    assert words == item.content["text"]
    right = RECORDS.read(item, {"pick": item.known["pick"]}, {})
    wrong = RECORDS.read(item, {"pick": next(one for one in "123" if one != item.known["pick"])}, {})
    assert (right.score, wrong.score) == ({"right": True}, {"right": False})
    before = Rendering.objects.get(pk=item.rendering_id).status
    reviews.submit(slot, ann, {"pick": item.known["pick"]})
    assert Rendering.objects.get(pk=item.rendering_id).status == before


def test_the_page_of_a_form_takes_few_reads() -> None:
    suite = forms.opened(blind_share=50)
    for form in ("recognition", "blind"):
        label = next(one.label for one in reviews.items(suite) if one.form == form)
        item = forms.item(suite, label)
        RECORDS.shown(item, 1, {})
        with CaptureQueriesContext(connection) as found:
            RECORDS.shown(item, 1, {})
        assert len(found) == 1
    Entity.objects.bulk_create(
        Entity(scenario=item.scenario, name=f"Name {number}", type="trip") for number in range(300)
    )
    with CaptureQueriesContext(connection) as found:
        page(item)
    assert len(found) == 1
