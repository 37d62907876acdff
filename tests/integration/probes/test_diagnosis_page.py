"""The page of one diagnosis: the worked example, whose two lost nodes are known (spec 7.6)."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmark.floor.accounts.models import User
from probes.models import Diagnosis
from scenarios import graphs
from scenarios.models import GoldAnswer
from tests.factories import diagnosed
from tests.factories import scenarios as make
from tests.factories.diagnosed import Diagnosed

pytestmark = pytest.mark.django_db


@pytest.fixture
def example() -> Diagnosed:
    """The worked example, diagnosed."""
    cache.clear()
    return diagnosed.worked_example()


@pytest.fixture
def lead() -> Client:
    """A browser of someone who may see gold."""
    client = Client()
    client.force_login(User.objects.create_user("someone", role="lead"))
    return client


def page(client: Client, path: str, **headers: str) -> str:
    response = client.get(path, headers=headers)
    assert response.status_code == 200, path
    return response.content.decode()


def words_of(text: str) -> str:
    plain = re.sub(r"<(script|style|svg)\b.*?</\1>", " ", text, flags=re.S)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", plain)))


def drawn(text: str) -> list[str]:
    """The words of the drawing."""
    svg = text[text.index("<svg", text.index('id="dag"')) :].partition("</svg>")[0]
    return [html.unescape(one) for one in re.findall(r"<text[^>]*>([^<]*)</text>", svg)]


def node(example: Diagnosed, label: str) -> int:
    return int(example.probes[label].node_id)


def test_question_gold_and_answer_stand_at_its_head(lead: Client, example: Diagnosed) -> None:
    text = page(lead, example.path)
    words = words_of(text)
    assert "Diagnosis of q1 by bm25" in words
    assert "Gold 2" in words
    assert re.search(r"Answered ✕ wrong: 3", words)
    assert "Read by symbolic knows rules, templates" in words
    for place in ("/suites/worked-example/", "/suites/worked-example/figure3/queries/q1/"):
        assert f'<a href="{place}">' in text


def test_the_frontier_is_said_in_words_with_its_records(lead: Client, example: Diagnosed) -> None:
    text = page(lead, example.path)
    words = re.sub(r" (?=[,;.:])", "", words_of(text))
    assert (
        "dest(Grus): ◎ unretrievable, Evolution: answered Halewick, which e7 said; e10 replaced it." in words
    )
    assert "city_in(Corby): ◎ ungathered, Access: answered unknown; gold is Corvia, which e2 says." in words
    assert "Booking Grus is set up; it goes to Halewick." in words
    assert '<a class="misleading" href="/suites/worked-example/figure3/events/e7/">e7</a>' in text


def test_the_drawing_shows_both_answers_of_each_probed_node(lead: Client, example: Diagnosed) -> None:
    text = page(lead, example.path)
    shown = drawn(text)
    assert "answered ✕ 3" in shown
    at = shown.index("dest(Grus)")
    assert shown[at : at + 5] == [
        "dest(Grus)",
        "Corby",
        "◎ lost: unretrievable, Evolution",
        "asked ✕ Halewick",
        "inherited ✕ Halewick",
    ]
    assert shown[shown.index("city_in(Corby)") + 3 :][:2] == ["asked ✓", "inherited ○ unknown"]
    assert shown[shown.index("home(Vera)") + 2] == "asked ✓, inherited ✓"
    assert shown.count("✕ misled") == 1
    svg = html.unescape(text[text.index("<svg", text.index('id="dag"')) :].partition("</svg>")[0])
    assert svg.count('class="edge is-heavy"') == 5  # four wrong edges, and the record that misled
    assert svg.count("is-frontier") == 2
    assert f'xlink:href="{example.path}?node={node(example, "dest(Grus)")}"' in svg


def test_the_table_twin_has_every_node(lead: Client, example: Diagnosed) -> None:
    table = page(lead, example.path).partition('<details id="nodes"')[2].partition("</details>")[0]
    assert table.count("<tr><td") == 28
    assert "All 28 nodes as a table" in table
    row = next(one for one in table.split("<tr>") if ">city_in(Corby)</a>" in one)
    assert re.search(
        r"✓ right: Corvia country\(Grus\): ○ wrongly unknown ◎ ungathered, Access", words_of(row)
    )


def test_a_node_opens_with_what_was_asked_and_from_what_it_was_answered(
    lead: Client, example: Diagnosed
) -> None:
    address = f"{example.path}?node={node(example, 'city_in(Corby)')}"
    whole, part = page(lead, address), page(lead, address, **{"HX-Request": "true"})
    assert part.strip().startswith('<div class="node-panel"')
    assert part.strip() in whole
    words = words_of(part)
    assert "What is city_in(Corby) now?" in words
    assert "Asked for directly: ✓ right: Corvia" in words
    assert "In the context of country(Grus): ○ wrongly unknown" in words
    assert "Atlas entry: the town of Corby belongs to Corvia. supports: e2" in words
    assert re.search(r"country\(Grus\): 3 of 3 items fitted .* rests on it: e2", words)
    assert "✕ misled: e7" in words  # the context of its parent holds the old booking of Grus
    direct = part.partition("Asked for directly")[2].partition("</details>")[0]
    assert re.findall(r"<li><bdi>([^<]*)</bdi>", direct) == [
        "Atlas entry: the town of Corby belongs to Corvia.",
        "Atlas entry: the town of Ashfell belongs to Corvia.",
        "Atlas entry: the town of Lunmar belongs to Meleth.",
    ]


def test_a_node_that_was_not_asked_about_opens_too(lead: Client, example: Diagnosed) -> None:
    event = example.query.scenario.derivation_nodes.get(kind="event", pred="e10")
    words = words_of(page(lead, f"{example.path}?node={event.pk}", **{"HX-Request": "true"}))
    assert "This node was not asked about." in words
    assert "Booking Grus is changed: it now goes to Corby." in words
    for nothing in ("0", "x", "999999999"):
        assert "No node opened" in page(lead, f"{example.path}?node={nothing}")


def test_recoveries_are_replayed_step_by_step_without_scripts(lead: Client, example: Diagnosed) -> None:
    text = page(lead, example.path)
    assert "➊ Rebuilt from the system's own answers: ✕ still wrong" in words_of(text)
    assert "➋ Rebuilt with gold in the place of its wrong ones: ✓ right" in words_of(text)
    steps = re.findall(r'<tr id="(self|gold)-(\d+)" .*?data-says="([^"]*)"', text)
    assert [number for kind, number, _ in steps if kind == "self"] == [str(n) for n in range(1, 10)]
    assert ("gold", "4", "dest(Grus) = Corby, gold, right") in steps
    assert ("self", "9", "n_outside(Vera) = unknown, combined from its inputs, wrong") in steps
    first = re.findall(r'data-replay-go="1" href="([^"]*)"', text)[0]
    assert first == "?step=self-1#replay-self"
    third = page(lead, f"{example.path}?step=self-3")
    assert re.findall(r'<tr id="([\w-]+)"[^>]*aria-current="step"', third) == ["self-3"]
    assert "Step 3 of 9" in third
    assert 'data-replay-go="-1" href="?step=self-2#replay-self"' in third
    last = page(lead, f"{example.path}?step=gold-9")
    assert "Step 9 of 9" in last
    assert 'data-replay-go="1" role="link" aria-disabled="true"' in last
    for nothing in ("self-0", "self-10", "self-x", "x", "self-٣", "self-99999999999"):
        assert 'aria-current="step"' not in page(lead, f"{example.path}?step={nothing}")


def test_it_says_what_repairs_it(lead: Client, example: Diagnosed) -> None:
    assert (
        "Gold evidence repairs it: with dest(Grus) = Corby in place of Halewick, the answer comes out as 2. "
        "Its own answers do not: this evidence is load-bearing."
    ) in words_of(page(lead, example.path))
    for fields, words in (
        ({"self_recovered": True}, "Its own answers repair it"),
        (
            {"self_recovered": False, "gold_recovered": False, "reason": "inputs were not probed"},
            "Neither recovery repairs it, not even gold evidence: inputs were not probed.",
        ),
        (
            {"self_recovered": None, "gold_recovered": None, "reason": "The root has no input."},
            "No recovery applies. The root has no input.",
        ),
        ({"status": "incomplete"}, "Not known yet: a probe has no score."),
    ):
        Diagnosis.objects.filter(pk=example.diagnosis.pk).update(**fields)
        assert words in words_of(page(lead, example.path))


def test_a_right_answer_lost_nothing(lead: Client, example: Diagnosed) -> None:
    other = diagnosed.variant(example.run.suite, "other", run=example.run)
    row = diagnosed.plain(other, example.query, correct=True)
    words = words_of(page(lead, f"/runs/{example.run.pk}/diagnosis/{row.answer_id}/"))
    assert "The answer is right: nothing was lost." in words
    assert "What repairs it" not in words
    assert "not asked" in words


def test_failed_queries_of_the_system_lead_to_each_other(lead: Client, example: Diagnosed) -> None:
    answers = {}
    for number, correct in ((2, False), (3, True), (4, False)):
        query = make.query(example.query.scenario, number, label=f"q{number}", goal_key=[f"x{number}"])
        make.gold(query) if number == 2 else _gold_like(query, number)
        answers[number] = diagnosed.plain(example.variant, query, correct=correct).answer_id
    other = diagnosed.variant(example.run.suite, "other", run=example.run)
    diagnosed.plain(other, query)
    first = page(lead, example.path)
    assert f'rel="next" href="/runs/{example.run.pk}/diagnosis/{answers[2]}/"' in first
    assert 'rel="prev"' not in first
    second = page(lead, f"/runs/{example.run.pk}/diagnosis/{answers[2]}/")
    assert f'rel="prev" href="{example.path}"' in second
    assert f'rel="next" href="/runs/{example.run.pk}/diagnosis/{answers[4]}/"' in second


def _gold_like(query: Any, number: int) -> None:
    root = make.node(query.scenario, "fact", "dest", f"x{number}", state="Corby")
    GoldAnswer.objects.create(query=query, label="answerable", answer="Corby", height=1, width=1, root=root)


def test_it_is_the_diagnosis_of_that_run_or_none(lead: Client, example: Diagnosed) -> None:
    for path in (
        f"/runs/{example.run.pk + 1}/diagnosis/{example.answer.pk}/",
        f"/runs/{example.run.pk}/diagnosis/{example.answer.pk + 10**6}/",
    ):
        assert lead.get(path).status_code == 404
    split = example.answer.context.answers.get(condition="split")
    assert lead.get(f"/runs/{example.run.pk}/diagnosis/{split.pk}/").status_code == 404


def test_a_drawing_that_takes_too_long_leaves_the_table(
    lead: Client, example: Diagnosed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    slow = tmp_path / "dot"
    slow.write_text("#!/bin/sh\nexec sleep 30\n")
    slow.chmod(0o755)
    monkeypatch.setattr(graphs, "dot_binary", lambda: str(slow))
    monkeypatch.setattr(graphs, "SECONDS", 0.2)
    text = page(lead, example.path)
    assert "took more than 0.2 s" in text
    assert '<details id="nodes" open>' in text


def test_it_costs_the_same_however_much_was_asked(lead: Client, example: Diagnosed) -> None:
    other = diagnosed.variant(example.run.suite, "other", run=example.run)
    small = f"/runs/{example.run.pk}/diagnosis/{diagnosed.plain(other, example.query).answer_id}/"
    costs = []
    for path in (small, example.path):
        page(lead, path)
        with CaptureQueriesContext(connection) as caught:
            page(lead, path)
        costs.append(len(caught))
    assert costs[1] <= costs[0] + 1  # the records that it names
    assert costs[1] <= 22


def test_the_query_page_leads_to_the_latest_diagnosis_of_each_system(
    lead: Client, example: Diagnosed
) -> None:
    other = diagnosed.variant(example.run.suite, "an-oracle", run=example.run, knows=["gold"])
    diagnosed.plain(other, example.query, correct=True)
    later = diagnosed.variant(example.run.suite, "bm25")
    row = diagnosed.plain(later, example.query, correct=True)
    text = page(lead, "/suites/worked-example/figure3/queries/q1/")
    section = text.partition('aria-label="Diagnoses of the systems"')[2].partition("</section>")[0]
    assert f'href="/runs/{later.run_id}/diagnosis/{row.answer_id}/"' in section
    assert example.path not in section
    assert "oracle: knows gold" in words_of(section)
