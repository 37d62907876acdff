"""What shortcuts score on a hand-made suite, stored, refused at a release, and as a run would have it."""

from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmark.exceptions import AboveChanceError
from benchmark.models import Answer, ShortcutCheck, ShortcutScore
from benchmark.selectors import shortcuts as selectors
from benchmark.services import draining, shortcuts
from scenarios.exceptions import StateRefusedError
from scenarios.models import GoldAnswer, Suite
from scenarios.services import suites
from tests.factories import runs as make_runs
from tests.factories import shortcut_suites

pytestmark = pytest.mark.django_db

BALANCED = (True, False, True, False, True, False)
STEADY = (True,) * 6


def stored(*truths: bool, **fields: Any) -> Suite:
    return suites.store(bundle=shortcut_suites.bundle(*truths, **fields), by=None)


def right(suite: Suite, shortcut: str) -> list[str]:
    scores = ShortcutScore.objects.filter(check_made__suite=suite, shortcut=shortcut, correct=True)
    return sorted(scores.values_list("query__label", flat=True))


def test_each_shortcut_scores_what_was_counted_by_hand() -> None:
    suite = stored(True, False, True, True, False, False)
    shortcuts.run(suite=suite, k=1)
    trips = [f"a{number}" for number in range(1, 7)]
    assert {name: right(suite, name) for name, _ in ShortcutScore._meta.get_field("shortcut").choices} == {
        "always_unknown": ["w3"],
        "always_zero": [],
        "majority": [],  # of 3 and 3 the other truth is commoner each time; of T1, three golds differ
        "last_mention": ["a1", "a3", "a4", "w2"],  # yes; the last record to name a city names Corby
        "most_frequent": ["a1", "a3", "a4", "w2"],
        "question_only": ["w3"],
        "bm25": ["w1", "w2", "w3"],  # one record tells where a trip goes, two whether that is abroad
        "full_history": [*trips, "w1", "w2", "w3"],
        "supporting_events": [*trips, "w1", "w2", "w3"],
    }


def test_the_figures_are_those_of_the_scores() -> None:
    suite = stored(*BALANCED)
    shortcuts.run(suite=suite, k=1)
    found = selectors.of_suite(suite)
    assert found is not None
    assert [(family.name, family.shares["bm25"].denominator) for family in found.families] == [
        ("temporal", 3),
        ("semantic", 6),
        ("all", 9),
    ]
    assert str(found.overall["bm25"]) == "33.3% (3 of 9)"
    assert str(found.whole_witness) == "100.0% (8 of 8)"
    assert [(step.band.value, str(step.share), step.rises) for step in found.curve] == [
        ("1", "100.0% (2 of 2)", False),
        ("2", "0.0% (0 of 6)", False),
    ]
    paired = found.paired
    assert (paired.gained, paired.lost, paired.n, paired.holds) == (6, 0, 9, True)
    assert paired.p == pytest.approx(2 / 2**6)
    assert found.failures == []


def test_a_second_check_takes_the_place_of_the_first_and_scores_the_same() -> None:
    suite = stored(*BALANCED)
    order = ("query", "shortcut")
    kept = []
    for _ in range(2):
        check = shortcuts.run(suite=suite)
        columns = ("query", "shortcut", "correct", "label_correct", "recall", "above_chance")
        kept.append(list(check.scores.order_by(*order).values_list(*columns)))
        assert ShortcutCheck.objects.filter(suite=suite).count() == 1
    assert kept[0] == kept[1]
    assert len(kept[0]) == 9 * 9


def test_bm25_scores_as_it_does_in_a_run() -> None:
    suite = suites.release(suite=stored(*BALANCED), by=None)
    for k in (1, 2):
        shortcuts.run(suite=suite, k=k)
        run = make_runs.launch(suite, make_runs.native("bm25", k=k), reader="symbolic")
        draining.work(until=timezone.now() + timedelta(minutes=2), run=run)
        answers = Answer.objects.filter(context__variant__run=run)
        in_the_run = dict(answers.values_list("question__query__label", "correct"))
        check = ShortcutScore.objects.filter(check_made__suite=suite, shortcut="bm25")
        assert dict(check.values_list("query__label", "correct")) == in_the_run
        assert len(in_the_run) == 9


def test_a_form_with_steady_answers_is_refused_and_nothing_is_released() -> None:
    suite = stored(*STEADY)
    with pytest.raises(AboveChanceError) as caught:
        suites.release(suite=suite, by=None)
    text = str(caught.value)
    assert "trips: is_abroad is answered right from its wording alone 6 times of 6, by chance 50%" in text
    assert '"explained"' in text
    assert "where" not in text.partition("\n")[2]
    suite.refresh_from_db()
    assert not suite.is_released
    assert not ShortcutCheck.objects.filter(suite=suite).exists()


@pytest.mark.parametrize("truths", [STEADY, tuple(not truth for truth in STEADY)])
def test_explained_it_passes_and_keeps_its_reason(truths: tuple[bool, ...]) -> None:
    suite = stored(*truths, config={"explained": {"is_abroad": "the office books abroad only"}})
    assert suites.release(suite=suite, by=None).is_released
    (form,) = ShortcutCheck.objects.get(suite=suite).forms.filter(above_chance=True)
    assert (form.form, form.right, form.queries, form.reason) == (
        "is_abroad",
        6,
        6,
        "the office books abroad only",
    )
    marked = ShortcutScore.objects.filter(check_made__suite=suite, above_chance=True)
    assert sorted(marked.values_list("query__label", flat=True)) == [f"a{place}" for place in range(1, 7)]
    assert set(marked.values_list("shortcut", flat=True)) == {"question_only"}


@pytest.mark.parametrize("explained", [{"is_abroad": " "}, {"where": "another form"}, {}])
def test_an_empty_reason_or_that_of_another_form_explains_nothing(explained: dict[str, str]) -> None:
    with pytest.raises(AboveChanceError):
        suites.release(suite=stored(*STEADY, config={"explained": explained}), by=None)


@pytest.mark.parametrize("explained", [["is_abroad"], {"is_abroad": 3}, "is_abroad"])
def test_reasons_in_another_shape_are_refused(explained: Any) -> None:
    with pytest.raises(StateRefusedError, match="not a table of forms with a reason each"):
        suites.release(suite=stored(*BALANCED, config={"explained": explained}), by=None)


def test_balanced_and_few_answers_are_released_with_their_check() -> None:
    for slug, truths in (("balanced", BALANCED), ("few", STEADY[:4])):
        suite = suites.release(suite=stored(*truths, slug=slug), by=None)
        assert suite.is_released
        check = ShortcutCheck.objects.get(suite=suite)
        assert (check.k, check.content_hash) == (10, suite.content_hash)


def test_an_imported_suite_is_not_checked() -> None:
    suite = suites.release(suite=stored(*STEADY, kind="imported"), by=None)
    assert suite.is_released
    assert not ShortcutCheck.objects.exists()


def told(*arguments: str) -> tuple[str, str]:
    """What the command printed, and what it complained of."""
    out = StringIO()
    try:
        call_command("shortcuts", *arguments, stdout=out, stderr=StringIO())
    except CommandError as error:
        return out.getvalue(), str(error)
    return out.getvalue(), ""


def test_the_command_prints_each_family_and_ends_well() -> None:
    stored(*BALANCED)
    text, complaint = told("trips", "--k", "1")
    assert complaint == ""
    assert "semantic (n 6)" in text
    assert "BM25 hands over 1 records" in text
    assert "Supporting events cite a whole witness: 100.0% (8 of 8)" in text
    assert "Full history less BM25: +66.7%" in text
    assert "None of 2 forms is answered above chance" in text


def test_the_command_names_the_queries_of_a_steady_form() -> None:
    stored(*STEADY)
    text, _ = told("trips", "--k", "1")
    assert "These queries: trips-history/a1, trips-history/a2," in text
    assert "trips-history/w1" not in text


def test_the_command_gives_one_object() -> None:
    stored(*STEADY)
    text, complaint = told("trips", "--json", "--k", "1")
    found = json.loads(text)
    assert found["ok"] is False
    assert found["failures"] == ["above chance: trips/is_abroad"]
    assert found["above_chance"] == [f"trips-history/a{place}" for place in range(1, 7)]
    assert "above chance: trips/is_abroad" in complaint
    bm25 = found["families"][-1]["shortcuts"]["bm25"]
    assert (bm25["right"], bm25["n"]) == (3, 9)
    assert found["full_history_less_bm25"]["gained"] == 6
    assert [step["band"] for step in found["bm25_by_witness"]] == ["1", "2"]


def with_other_gold(suite: Suite, label: str, **fields: Any) -> None:
    """Gold never changes, so another takes its place."""
    gold = GoldAnswer.objects.get(query__scenario__suite=suite, query__label=label)
    gold.delete()
    for name, value in fields.items():
        setattr(gold, name, value)
    gold.save(force_insert=True)


def test_a_wrong_gold_shows_in_the_readers() -> None:
    suite = stored(*BALANCED)
    with_other_gold(suite, "w1", answer="Halewick")
    _, complaint = told("trips", "--k", "1")
    assert "supporting events: the symbolic reader is right on 88.9% (8 of 9), not on all" in complaint
    assert "full history: the symbolic reader is right on 88.9% (8 of 9), not on all" in complaint


def test_a_support_that_is_too_small_shows_in_the_supporting_events() -> None:
    suite = stored(*BALANCED)
    with_other_gold(suite, "a1", support=["t1"])
    _, complaint = told("trips", "--k", "1")
    assert "supporting events: the symbolic reader is right on 88.9% (8 of 9), not on all" in complaint
    assert "citation recall: a whole witness is cited in 87.5% (7 of 8), not in all" in complaint
    assert "full history:" not in complaint


def test_where_bm25_finds_all_the_full_history_is_not_above_it() -> None:
    stored(*BALANCED)
    _, complaint = told("trips", "--k", "20")
    assert complaint.splitlines()[1:] == [
        "full history is not above BM25: the lower bound of the difference is not above 0"
    ]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [(("nowhere",), "There is no suite 'nowhere'"), (("trips", "--k", "0"), "not a number from 1 to 1000")],
)
def test_what_cannot_be_checked_is_said(arguments: tuple[str, ...], complaint: str) -> None:
    stored(*BALANCED)
    assert complaint in told(*arguments)[1]


def test_a_suite_without_gold_has_nothing_to_score() -> None:
    suite = Suite.objects.create(slug="bare", title="Bare", kind="derive")
    shortcuts.run(suite=suite)
    text, complaint = told("bare")
    assert "no query with gold" in text
    assert complaint == ""


def test_queries_to_the_database_do_not_grow_with_the_suite() -> None:
    costs = []
    for slug, truths in (("small", BALANCED[:2]), ("large", (*BALANCED, True, False))):
        suite = stored(*truths, slug=slug)
        shortcuts.run(suite=suite)
        with CaptureQueriesContext(connection) as run:
            shortcuts.run(suite=suite)
        with CaptureQueriesContext(connection) as read:
            selectors.of_suite(suite)
        costs.append((len(run), len(read)))
    assert costs[0] == costs[1]
    assert costs[0][1] <= 5
