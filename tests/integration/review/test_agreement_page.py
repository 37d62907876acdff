"""The page of agreement, its API twin and its command (spec 6.5, ux pain 8)."""

from __future__ import annotations

import json
import re
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from benchmark.floor.accounts.models import User
from scenarios.agreement.ratings import Ratings
from scenarios.agreement.summary import summarise
from scenarios.models import Rendering, ReviewItem, Suite, Verdict
from scenarios.review.selectors import agreement
from scenarios.review.services import transitions
from scenarios.templatetags import agreement as tags
from tests.factories import picking_subject, reviews, verdicts
from tests.factories import scenarios as make
from tests.factories.web_world import MARKER

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _plain(settings: Any) -> None:
    reviews.plain(settings)


@pytest.fixture
def suite() -> Suite:
    row = make.suite(slug="judged", is_open=True)
    make.scenario(suite=row, slug="one", title="One")
    return row


@pytest.fixture
def people(suite: Suite) -> tuple[User, User]:
    ann, ben = reviews.annotators(suite, "ann-of-yore", "ben-of-yore")
    return ann, ben


def page(suite: Suite, role: str = "lead", query: str = "", status: int = 200) -> str:
    client = Client()
    client.force_login(User.objects.get_or_create(username=f"the-{role}", role=role)[0])
    answer = client.get(f"/review/{suite.slug}/agreement/{query}")
    assert answer.status_code == status
    return re.sub(r"\s+", " ", answer.content.decode())


def text_of(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


def twin(suite: Suite, role: str = "lead", query: str = "") -> dict[str, Any]:
    client = Client()
    client.force_login(User.objects.get_or_create(username=f"the-{role}", role=role)[0])
    answer = client.get(f"/api/v1/suites/{suite.slug}/review/agreement/{query}")
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def in_text(suite: Suite, people: tuple[User, User], cells: tuple[int, int, int, int]) -> None:
    """Items with words, so that the batch rule looks at them."""
    text = Rendering.objects.get(event=make.event(suite.scenarios.get(slug="one"), 1))
    verdicts.table(suite, people, cells, rendering=text)


def test_a_lead_sees_measures_with_n_and_interval_batches_and_pairs(
    suite: Suite, people: tuple[User, User]
) -> None:
    in_text(suite, people, (16, 7, 4, 9))
    html = page(suite)
    shown = text_of(html)
    for value in ("0.69", "0.37", "0.39", "0.41", "0.06 to 0.68", "36", "yes 43 · no 29"):
        assert value in shown
    assert "Does it say what happened, no more?" in shown
    assert html.count('<circle class="point"') == 7  # six measures of the field, one of the pair
    assert "ann-of-yore and ben-of-yore" in shown
    assert "plain: exact raw 0.69, AC1 0.41, n = 36" in shown
    assert "36 of 36 items are not verified yet" in shown
    assert 'action="/review/judged/actions/second-judgment/"' in html


def test_a_viewer_sees_totals_and_no_names_nor_buttons(suite: Suite, people: tuple[User, User]) -> None:
    in_text(suite, people, (16, 7, 4, 9))
    html = page(suite, "viewer")
    assert "0.69" in html
    assert "of-yore" not in html
    assert "second-judgment" not in html
    assert "By pair" not in html
    assert twin(suite, "viewer")["pairs"] is None
    page(suite, "annotator", status=403)


def test_a_lead_sees_check_items_and_times_of_each_person(suite: Suite, people: tuple[User, User]) -> None:
    ann, ben = people
    made = verdicts.items(suite.scenarios.get(), 3, is_check=True, person=ann)
    for item, right in zip(made, (True, True, False), strict=True):
        verdicts.said(item, ann, {"exact": "yes"}, score={"right": right}, active_ms=90_000)
    [item] = verdicts.items(suite.scenarios.get(), 1)
    verdicts.said(item, ann, {"exact": "yes"}, active_ms=2500)
    verdicts.said(item, ben, {"exact": "no"}, active_ms=0)
    [check] = verdicts.items(suite.scenarios.get(), 1, is_check=True, person=ben)
    verdicts.said(check, ben, {"exact": "no"}, active_ms=0, score={"right": True})
    shown = text_of(page(suite))
    for words in ("ann-of-yore 2 of 3 (66.7 %)", "plain: 90.0 s n = 4", "plain: 5 min", "not measured"):
        assert words in shown
    assert "Check items and time" not in page(suite, "viewer")


def test_ones_own_check_items_are_shown_from_ten_on(suite: Suite, people: tuple[User, User]) -> None:
    ann = people[0]
    client = Client()
    client.force_login(ann)

    def shown() -> str:
        return text_of(client.get(f"/review/{suite.slug}/mine/").content.decode())

    made = verdicts.items(suite.scenarios.get(), 10, is_check=True, person=ann)
    for item in made[:9]:
        verdicts.said(item, ann, {"exact": "yes"}, score={"right": True})
    assert "From 10 of them on you see here how many you got right" in shown()
    assert "right (" not in shown()
    verdicts.said(made[9], ann, {"exact": "yes"}, score={"right": False})
    assert "9 of 10 right (90.0" in shown()


def test_what_people_picked_and_what_a_question_is_bound_to_never_show(
    settings: Any, suite: Suite, people: tuple[User, User]
) -> None:
    settings.REVIEW_SUBJECTS = [picking_subject.PATH]
    for number in range(2):
        name = f"{MARKER}{number}"
        [item] = verdicts.items(suite.scenarios.get(), 1, kind="picking", content={"names": [name]})
        said = {"who": name, "says.0": "yes", "actions": f'[["dest", "{name}"]]'}
        verdicts.give((item, person, said) for person in people)
    for shown in (page(suite, "viewer"), page(suite), json.dumps(twin(suite)), printed("judged", "--json")):
        assert "says" in shown
        assert MARKER not in shown


def test_undefined_and_skewed_measures_say_why(suite: Suite, people: tuple[User, User]) -> None:
    in_text(suite, people, (5, 0, 0, 0))
    shown = text_of(page(suite))
    assert "kappa, Fleiss, alpha undefined all judges said yes on every item: chance agreement is 1." in shown
    assert "–" in shown
    verdicts.table(suite, people, (85, 4, 4, 2))
    assert "94% of all answers are yes, so judges would often agree by chance alone" in text_of(page(suite))


def test_few_items_are_greyed(suite: Suite, people: tuple[User, User]) -> None:
    in_text(suite, people, (8, 1, 0, 0))
    assert page(suite).count('<td class="number few">') == 12
    in_text_again = verdicts.items(suite.scenarios.get(), 1)
    verdicts.give((item, person, {"exact": "no"}) for item in in_text_again for person in people)
    assert 'number few"' not in page(suite)


def test_kind_scenario_and_settled_items_choose_what_is_counted(
    suite: Suite, people: tuple[User, User]
) -> None:
    two = make.scenario(suite=suite, slug="two")
    text = Rendering.objects.get(event=make.event(two, 1))
    in_text(suite, people, (3, 0, 0, 0))
    [item] = verdicts.items(two, 1, kind="other", status="rejected", rendering=text)
    verdicts.give((item, person, {"told": "no"}) for person in people)

    def counts(query: str) -> dict[str, int]:
        return {one["field"]: one["n"] for one in twin(suite, query=query)["by_field"]}

    assert counts("") == {"exact": 3, "told": 1}
    assert counts("?kind=other") == counts("?scenario=two") == counts("?settled=1") == {"told": 1}
    assert counts("?kind=nothing") == {}
    assert "No item was judged by two people in what you chose" in text_of(page(suite, query="?kind=nothing"))
    assert "settled" in text_of(page(suite, query="?kind=plain&settled=1"))
    batches = twin(suite, query="?scenario=two")["batches"]
    assert [one["scenario"] for one in batches] == ["two"]
    assert [one["scenario"] for one in twin(suite, query="?kind=other")["batches"]] == ["one", "two"]


def test_pairs_are_compared_on_the_chosen_field(suite: Suite, people: tuple[User, User]) -> None:
    [item] = verdicts.items(suite.scenarios.get(), 1)
    for person, fluent in zip(people, ("yes", "no"), strict=True):
        verdicts.said(item, person, {"exact": "yes", "fluent": fluent})
    assert "on plain: exact" in text_of(page(suite))
    assert "on plain: fluent" in text_of(page(suite, query="?field=plain.fluent"))
    assert "No two people judged the same item in what you chose" in text_of(page(suite, query="?field=x.y"))
    found = {(one["field"], one["raw"]["value"]) for one in twin(suite)["pairs"]}
    assert found == {("exact", 1.0), ("fluent", 0.0)}
    assert twin(suite)["pairs"][0]["people"] == ["ann-of-yore", "ben-of-yore"]
    [only] = twin(suite, query="?field=plain.fluent")["pairs"]
    assert only["field"] == "fluent"
    assert twin(suite, query="?field=x.y")["pairs"] == []


def test_before_anything_is_judged_the_page_says_what_to_do(suite: Suite, people: tuple[User, User]) -> None:
    shown = text_of(page(suite))
    assert "Nothing is under review yet" in shown
    assert "Open the review first" in shown
    assert "Open the review" not in text_of(page(suite, "viewer"))
    text = Rendering.objects.get(event=make.event(suite.scenarios.get(), 1))
    [item] = verdicts.items(suite.scenarios.get(), 1, rendering=text)
    verdicts.said(item, people[0], {"exact": "yes"})
    shown = text_of(page(suite))
    assert "Agreement needs two judges of the same item" in shown
    assert "Plain records: nobody judged one a second time" in shown
    assert "No two people judged the same item yet" in shown


def test_the_twin_gives_each_measure_as_a_number_with_what_it_rests_on(
    suite: Suite, people: tuple[User, User]
) -> None:
    in_text(suite, people, (16, 7, 4, 9))
    found = twin(suite)
    assert {name: found[name] for name in ("suite", "version")} == {"suite": "judged", "version": 1}
    [field] = found["by_field"]
    assert field["kappa"]["value"] == pytest.approx(0.3694, abs=5e-5)
    assert field["kappa"]["n"] == field["n"] == 36
    assert field["kappa"]["interval"].startswith("large-sample variance")
    assert field["kappa"]["low"] < 0.37 < field["kappa"]["high"]
    assert field["totals"] == {"yes": 43, "no": 29}
    [batch] = found["batches"]
    assert (batch["holds"], batch["items"], batch["verified"]) == (False, 36, 0)
    assert [(one["field"], one["suffices"]) for one in batch["fields"]] == [("exact", False)]


def test_an_unknown_parameter_of_the_twin_is_refused(suite: Suite) -> None:
    client = Client()
    client.force_login(User.objects.create_user("lea", role="lead"))
    assert client.get("/api/v1/suites/judged/review/agreement/?person=1").status_code == 400


def test_queries_do_not_grow_with_what_was_judged(
    suite: Suite, people: tuple[User, User], django_assert_max_num_queries: Any
) -> None:
    for slug in ("two", "three"):
        other = make.scenario(suite=suite, slug=slug)
        text = Rendering.objects.get(event=make.event(other, 1))
        for item in verdicts.items(other, 3, rendering=text):
            verdicts.give((item, person, {"exact": "yes", "fluent": "no"}) for person in people)
    in_text(suite, people, (3, 1, 1, 1))
    lead = User.objects.create_user("lea", role="lead")
    client = Client()
    client.force_login(lead)
    with django_assert_max_num_queries(17):  # one asks whether anything changed since it was counted
        assert client.get("/review/judged/agreement/").status_code == 200


def test_what_was_counted_is_kept_until_something_changes(
    suite: Suite, people: tuple[User, User], django_assert_num_queries: Any
) -> None:
    in_text(suite, people, (3, 1, 1, 1))
    wanted, pairs = agreement.Wanted(), agreement.Pairs.OF_ALL_FIELDS
    first = agreement.of_suite(suite, wanted, pairs=pairs)
    with django_assert_num_queries(2):
        assert agreement.of_suite(suite, wanted, pairs=pairs) == first
    items = ReviewItem.objects.filter(suite=suite).order_by("pk")
    verdict = Verdict.objects.filter(item__suite=suite).first()
    assert verdict is not None

    def taken_back() -> None:
        Verdict.objects.filter(pk=verdict.pk).update(is_current=False, withdrawn_at=reviews.NOW)

    def another_is_wanted() -> None:
        items.filter(pk=items[0].pk).update(wanted=3)

    def withdrawn() -> None:
        transitions.move(item=items[1], after="withdrawn", by=None, now=reviews.NOW)

    for change in (taken_back, another_is_wanted, withdrawn):
        change()
        assert agreement.of_suite(suite, wanted, pairs=pairs) != first, change.__name__
        first = agreement.of_suite(suite, wanted, pairs=pairs)
    assert first.fields[0].found.n == 4


def test_a_name_that_was_taken_off_is_not_kept(suite: Suite, people: tuple[User, User]) -> None:
    in_text(suite, people, (3, 1, 1, 1))
    asked = (suite, agreement.Wanted())
    before = agreement.of_suite(*asked, pairs=agreement.Pairs.OF_ALL_FIELDS).pairs
    User.objects.filter(pk=people[0].pk).update(username="somebody-1")
    after = agreement.of_suite(*asked, pairs=agreement.Pairs.OF_ALL_FIELDS).pairs
    assert before is not None
    assert after is not None
    assert (before[0].first, after[0].first) == ("ann-of-yore", "somebody-1")


def printed(*arguments: str) -> str:
    out = StringIO()
    call_command("agreement", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_prints_the_tables(suite: Suite, people: tuple[User, User]) -> None:
    assert "No item was judged by two people" in printed("judged")
    assert "No scenario is under review." in printed("judged")
    in_text(suite, people, (16, 7, 4, 9))
    shown = printed("judged")
    assert re.search(r"field +n +raw +kappa +Fleiss +PABAK +AC1 +alpha", shown)
    assert re.search(r"plain\.exact +36 +0\.6944 \[0\.53, 0\.82\] +0\.3694 \[0\.06, 0\.68\]", shown)
    assert "one: 36 of 36 items are not verified yet; plain.exact raw 0.6944, AC1 0.4112, n = 36" in shown
    assert "of-yore" not in shown
    found = json.loads(printed("judged", "--json", "--kind", "plain"))
    assert found["pairs"][0]["people"] == ["ann-of-yore", "ben-of-yore"]
    with pytest.raises(CommandError, match="There is no suite 'nothing'"):
        printed("nothing")


def test_the_command_says_why_and_which_batch_holds(suite: Suite, people: tuple[User, User]) -> None:
    text = Rendering.objects.get(event=make.event(suite.scenarios.get(), 1))
    verdicts.table(suite, people, (5, 0, 0, 0), rendering=text, status="verified")
    shown = printed("judged")
    why = "all judges said yes on every item: chance agreement is 1"
    assert f"plain.exact: kappa, Fleiss, alpha undefined: {why}" in shown
    assert "one: holds, 5 of 5 items verified" in shown
    two = make.scenario(suite=suite, slug="two")
    verdicts.items(two, 1, rendering=text, status="verified")
    assert "two: a second judgment for 1 item; no item of Plain records judged by two people" in printed(
        "judged"
    )


def test_a_bar_draws_what_is_below_zero_as_an_arrow() -> None:
    found = summarise(Ratings.of_table([[3, 4], [4, 3]]))
    below = tags.agreement_bar(found.kappa)
    assert 'class="bar below"' in below
    assert "circle" not in below
    assert tags.figure(found.kappa.value) == "\N{MINUS SIGN}0.14"
    assert tags.figure(-0.001) == "0.00"
    assert tags.figure(None) == "–"
    undefined = summarise(Ratings.of_table([[3, 0], [0, 0]]))
    assert tags.agreement_bar(undefined.kappa) == ""
    certain = tags.agreement_bar(undefined.ac1)
    assert "circle" in certain
    assert 'class="bar"' not in certain
