"""Refresh, preservation, trajectories and what went stale: services, page and API (spec 8, AC-8.1)."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmark.floor.accounts.models import User
from benchmark.models import Answer, AnswerStatus, Run
from benchmark.scoring.aggregation import Share
from benchmark.scoring.maintenance import ChangeClass, LabelChange
from benchmark.services import draining, systems
from probes.models import TrackedQuery
from probes.selectors import maintenance
from scenarios.bundle import Bundle
from scenarios.services import suites
from tests.factories import runs as make_runs
from tests.factories import scenarios as make
from tests.factories import tracked_example as example
from tests.factories.mini_suite import built

pytestmark = pytest.mark.django_db


@pytest.fixture
def run() -> Run:
    """The run of spec 8.4: one system, three tracked queries, four checkpoints."""
    row = example.run(example.suite(is_open=True), "a-system")
    example.answered(row, "a-system")
    return row


@pytest.fixture
def lead() -> Client:
    client = Client()
    client.force_login(User.objects.create_user("the-lead", role="lead"))
    return client


def text_of(page: bytes) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", page.decode()))).replace("\xa0", " ")


# -------------------------------------------------------------------------------- the worked example
def test_the_worked_example_from_stored_rows(run: Run) -> None:
    """AC-8.1."""
    (line,) = maintenance.of_run(run).lines
    figures = line.figures
    assert figures.refresh == Share(2, 3)
    assert figures.by_class == {ChangeClass.EXPLICIT: Share(1, 1), ChangeClass.IMPLICIT: Share(1, 2)}
    assert figures.preservation == Share(4, 5)
    assert figures.by_change[LabelChange.LEARNT] == Share(1, 1)
    assert figures.by_change[LabelChange.REPLACED] == Share(1, 2)
    assert (figures.transitions, figures.excluded, line.na_reason) == (9, 0, "")


def test_the_stored_trajectories(run: Run) -> None:
    found = maintenance.of_run(run).found
    shown = {
        one.label: [(moment.gold, moment.kind, moment.events) for moment in one.moments]
        for one in found.tracked
    }
    assert shown["A"] == [
        ("unknown", None, ()),
        ("3", ChangeClass.IMPLICIT, ("e9",)),
        ("2", ChangeClass.IMPLICIT, ("e10",)),
        ("2", None, ()),
    ]
    assert shown["B"][2] == ("Corby", ChangeClass.EXPLICIT, ("e10",))
    assert [kind for _, kind, _ in shown["C"]] == [None] * 4
    (line,) = found.lines
    answers = {
        one.label: "".join(found.answer(line.walks[0], moment).verdict[0] for moment in one.moments)
        for one in found.tracked
    }
    assert answers == {"A": "rrww", "B": "rrrr", "C": "rrrw"}


def test_the_silently_stale(run: Run) -> None:
    (stale,) = maintenance.of_run(run).stale
    assert (stale.tracked.label, stale.moment.number) == ("A", 3)
    assert (stale.answer, stale.gold, stale.moment.events) == ("3", "2", ("e10",))


def test_an_old_answer_in_other_words_is_stale_too() -> None:
    """Only the gold of before decides, aliases included; another wrong answer is not stale."""
    suite = example.suite()
    row = example.run(suite, "again", "other", "late")
    for by, now in (("again", "  halewick."), ("other", "Lunmar"), ("late", "Corby")):
        example.answer(row, by, "B", 2, "Halewick")
        example.answer(row, by, "B", 3, now)
    found = maintenance.of_run(row)
    assert [stale.line.system for stale in found.stale] == ["again"]
    assert [line.figures.refresh for line in found.lines] == [Share(0, 1), Share(0, 1), Share(1, 1)]


def test_what_was_not_scored_is_in_no_denominator() -> None:
    row = example.run(example.suite(), "a-system")
    example.answer(row, "a-system", "B", 1, "Halewick")
    example.answer(row, "a-system", "B", 2, None, status=AnswerStatus.INFRASTRUCTURE)
    example.answer(row, "a-system", "B", 3, "Corby")
    found = maintenance.of_run(row)
    (line,) = found.lines
    assert (line.figures.refresh, line.figures.preservation) == (Share(0, 0), Share(0, 0))
    assert line.figures.excluded == line.figures.transitions == 9
    assert line.na_reason == "nothing was scored at two checkpoints in a row"
    assert found.lines[0].figures.refresh.value is None


def test_only_the_first_reading_alone_counts(run: Run) -> None:
    before = maintenance.of_run(run).lines[0].figures
    for answer in Answer.objects.filter(question__kind="tracked"):
        answer.pk, answer.repetition, answer.correct = None, 2, not answer.correct
        answer.save()
        answer.pk, answer.repetition, answer.condition = None, 1, "budget_512"
        answer.save()
    assert maintenance.of_run(run).lines[0].figures == before


# -------------------------------------------------------------------------------- the page
def test_the_page_shows_shares_with_both_parts(run: Run, lead: Client) -> None:
    page = lead.get(f"/runs/{run.pk}/maintenance/")
    assert page.status_code == 200
    text = text_of(page.content)
    for shown in ("80.0 % 4 of 5", "66.7 % 2 of 3", "100.0 % 1 of 1", "50.0 % 1 of 2", "n/a 0 of 0"):
        assert shown in text
    assert "other data" in text
    assert "91.03 to 92.86 %" in text
    assert "3 tracked queries at 4 checkpoints" in text
    assert page.content.count(b'class="number few"') >= 4, "fewer than ten are greyed"


def test_the_page_draws_each_trajectory_and_tells_it_in_a_table(run: Run, lead: Client) -> None:
    page = lead.get(f"/runs/{run.pk}/maintenance/").content.decode()
    pictures = re.findall(r'<svg class="trajectory".*?</svg>', page, re.DOTALL)
    assert len(pictures) == 3
    said = (
        "Answers to A by checkpoint. a-system: right, right after a change (implicit), wrong after a change"
    )
    assert said in pictures[0]
    assert pictures[0].count('class="wrong"') == 2
    assert (pictures[0].count("change implicit"), pictures[1].count("change explicit")) == (2, 1)
    text = text_of(page.encode())
    assert "Gold unknown 3 implicit: e9 2 implicit: e10 2" in text
    assert "a-system ● right: unknown ● right: 3 ✕ wrong: 3 ✕ wrong: 3" in text
    assert f'href="/suites/{run.suite.slug}/figure3/queries/A/"' in page
    assert f'href="/suites/{run.suite.slug}/figure3/events/e10/"' in page


def test_the_page_can_draw_one_picture_a_system(run: Run, lead: Client) -> None:
    page = lead.get(f"/runs/{run.pk}/maintenance/?by=system&scenario=figure3").content.decode()
    (picture,) = re.findall(r'<svg class="trajectory".*?</svg>', page, re.DOTALL)
    assert "A: right" in picture
    assert "C: right, right, right, wrong" in picture
    assert lead.get(f"/runs/{run.pk}/maintenance/?by=nothing&scenario=nowhere").status_code == 200


def test_wrongly_unknown_has_a_glyph_of_its_own(lead: Client) -> None:
    row = example.run(example.suite(is_open=True), "a-system")
    example.answer(row, "a-system", "B", 1, None)
    page = lead.get(f"/runs/{row.pk}/maintenance/").content
    assert "○ wrongly unknown" in text_of(page)
    assert b'<circle class="unknown"' in page


def test_costs_stand_below_with_running_sums(run: Run, lead: Client) -> None:
    Answer.objects.update(prompt_tokens=10, completion_tokens=1)
    page = lead.get(f"/runs/{run.pk}/maintenance/").content.decode()
    assert page.count('<svg class="costs"') == 1
    assert "Tokens of a-system so far. ingest: 0, 0, 0, 0, 0" in page
    assert "answer model: 33, 66, 99, 132, 132" in page


def test_a_run_without_checkpoints_says_what_to_do(lead: Client) -> None:
    row = example.by_hand.run(example.suite(is_open=True), example.by_hand.system("a-system"))
    text = text_of(lead.get(f"/runs/{row.pk}/maintenance/").content)
    assert "Not run with checkpoints" in text
    assert f"manage.py run --suite {row.suite.slug}" in text
    assert "--part tracked" in text


def test_oracles_and_readers_are_named(lead: Client) -> None:
    row = example.run(example.suite(is_open=True), "a-system", reader_knows=["templates"])
    row.variants.update(knows=["gold"])
    example.answered(row, "a-system")
    text = text_of(lead.get(f"/runs/{row.pk}/maintenance/").content)
    assert "oracle: knows gold" in text
    assert "Read by symbolic knows templates" in text


def test_a_held_out_suite_shows_aggregates_only(lead: Client) -> None:
    row = example.run(example.suite(is_open=True, held_out=True), "a-system")
    example.answered(row, "a-system")
    text = text_of(lead.get(f"/runs/{row.pk}/maintenance/").content)
    assert "66.7 % 2 of 3" in text
    assert "Halewick" not in text
    assert "e10" not in text
    found = lead.get(f"/api/v1/runs/{row.pk}/maintenance/").json()
    assert found["lines"][0]["refresh"]["numerator"] == 2
    assert "trajectories" not in found
    assert "stale" not in found


def test_others_find_nothing(run: Run) -> None:
    closed = example.run(make.released(make.suite(slug="closed")), "b-system")
    client = Client()
    client.force_login(User.objects.create_user("the-researcher", role="researcher"))
    for path in ("/runs/{}/maintenance/", "/api/v1/runs/{}/maintenance/"):
        assert client.get(path.format(run.pk)).status_code == 200
        assert client.get(path.format(closed.pk)).status_code == 404
        assert client.get(path.format(10**9)).status_code == 404


# -------------------------------------------------------------------------------- the API
def test_the_api_twin(run: Run, lead: Client) -> None:
    found = lead.get(f"/api/v1/runs/{run.pk}/maintenance/").json()
    assert (found["checkpoints"], found["tracked"], found["paper"]["note"]) == (4, 3, "other data")
    (line,) = found["lines"]
    assert line["preservation"] == {
        "value": 0.8,
        "numerator": 4,
        "denominator": 5,
        "low": pytest.approx(0.3755, abs=1e-3),
        "high": pytest.approx(0.9638, abs=1e-3),
    }
    assert line["refresh_by_label_change"]["known to unknown"]["value"] is None
    (stale,) = found["stale"]
    assert (stale["query"], stale["checkpoint"], stale["changed_by"]) == ("A", 3, ["e10"])
    first = found["trajectories"][0]
    assert [one["change"] for one in first["checkpoints"]] == [None, "implicit", "implicit", None]
    assert [one["correct"] for one in first["answers"][0]["given"]] == [True, True, False, False]
    (costs,) = found["costs"]["lines"]
    assert [row["checkpoint"] for row in costs["rows"]] == [1, 2, 3, 4, None]
    assert sum(row["answers"] for row in costs["rows"]) == costs["total"]["answers"] == 12


def test_the_queries_of_page_and_api_are_as_many_whatever_the_run_holds(lead: Client) -> None:
    suite = example.suite(is_open=True)
    small = example.run(suite, "one")
    example.answer(small, "one", "B", 1, "Halewick")
    large = example.run(suite, "a", "b", "c")
    for name in ("a", "b", "c"):
        example.answered(large, name)

    def cost(path: str, run: Run) -> int:
        lead.get(path.format(run.pk))
        with CaptureQueriesContext(connection) as caught:
            assert lead.get(path.format(run.pk)).status_code == 200
        return len(caught)

    for path in ("/runs/{}/maintenance/", "/api/v1/runs/{}/maintenance/"):
        assert cost(path, small) == cost(path, large) <= 26


# -------------------------------------------------------------------------------- from launch to figures
def test_whoever_reads_all_refreshes_all_and_whoever_stopped_reading_nothing(lead: Client) -> None:
    alone = Bundle("mini", "One history of mini", "derive", (built("mini-shop").scenario,))
    suite = make.released(suites.store(bundle=alone, by=None))
    suite.is_open = True
    suite.save()
    named: dict[str, Any] = {system.name: system for system in systems.register_all()}
    row = make_runs.launch(
        suite, named["full_history"], named["never_updates"], reader="symbolic", parts=("tracked",)
    )
    draining.work(until=timezone.now() + timedelta(minutes=8), run=row)
    row.refresh_from_db()
    assert row.status == "done", row.message
    found = maintenance.of_run(row)
    assert len(found.found.tracked) == TrackedQuery.objects.count()
    everything, frozen = (line.figures for line in found.lines)
    assert everything.refresh.numerator == everything.refresh.denominator == everything.changed
    assert everything.preservation.numerator == everything.preservation.denominator
    assert everything.refresh.denominator > 8
    assert not everything.stale
    dated = {  # what changes by date alone changes for those who read nothing, too
        (one.label, moment.number)
        for one in found.found.tracked
        for moment in one.moments
        if moment.kind and not moment.events
    }
    assert frozen.refresh.numerator <= len(dated)
    assert len(frozen.stale) >= frozen.refresh.denominator - len(dated) > 0
    assert {stale.line.system for stale in found.stale} == {"never_updates"}
    assert lead.get(f"/runs/{row.pk}/maintenance/?scenario=mini-shop").status_code == 200
    (first, second) = lead.get(f"/api/v1/runs/{row.pk}/maintenance/").json()["costs"]["lines"]
    assert first["total"]["events"] == second["total"]["events"] == 60
    for line in (first, second):
        assert sum(cost["ingest_tokens"] for cost in line["rows"]) == line["total"]["ingest_tokens"] > 0
