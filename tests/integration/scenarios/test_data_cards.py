"""The data card of a suite: every figure is counted from its rows, and its words stay words in Markdown."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scenarios.bundle import Finding
from scenarios.generators import worked_example
from scenarios.models import Event, GoldAnswer, Rendering, Suite
from scenarios.selectors import statistics
from scenarios.services import card_markdown, data_cards, suites, verification
from scenarios.services.card_markdown import escaped
from scenarios.services.data_cards import DataCard
from tests.factories import scenarios as make
from tests.factories import web_world
from tests.factories.exchanged import exported, rich_bundle

pytestmark = pytest.mark.django_db


def card(suite: Suite) -> DataCard:
    return data_cards.card(suite, statistics.of_suite(suite))


def items(suite: Suite, title: str) -> str:
    section = next(one for one in card(suite).sections if one.title == title)
    return "\n".join((*section.paragraphs, *section.items))


def rich() -> Suite:
    return suites.store(bundle=rich_bundle(), by=None)


def test_a_card_has_its_facts_and_its_sections_in_order() -> None:
    suite = rich()
    found = card(suite)
    assert [section.title for section in found.sections] == [
        "What it is",
        "What it is for",
        "What it is not for",
        "How it was made",
        "Composition",
        "What is verified",
        "Known limits",
    ]
    facts = dict(found.facts)
    assert facts["Content hash"] == suite.content_hash
    assert (facts["Suite"], facts["Version"], facts["Licence"]) == ("rich", "1", "CC BY 4.0")
    assert suite.content_hash in facts["Citation"]
    assert facts["Verification"] == "Not verified by people"


def test_what_is_not_stated_is_said_to_be_not_stated() -> None:
    suite = suites.store(bundle=worked_example.bundle(), by=None)
    assert dict(card(suite).facts)["Licence"] == "not stated: ask those you have it from"
    assert items(suite, "How it was made").startswith("No settings are stored with it")
    suite.config = {"citation": "Cite as told.", "licence": ["no text"]}
    facts = dict(card(suite).facts)
    assert facts["Citation"] == "Cite as told."
    assert facts["Licence"].startswith("not stated")


def test_its_tables_are_the_figures_of_the_suite() -> None:
    suite = rich()
    found = statistics.of_suite(suite)
    by_domain, by_family = next(one for one in card(suite).sections if one.tables).tables
    assert [row[0] for row in by_domain.rows] == ["tripops", "all"]
    assert by_domain.rows[-1][1:7] == ("1", "11", "10", "8", "1", "1")
    for row, figures in zip(by_family.rows, found.families, strict=True):
        assert (row[0], row[1]) == (figures.name, str(figures.queries))
        assert row[3] == f"{figures.measures['witness'].mean:.2f}"
    assert all(len(row) == len(table.head) for table in (by_domain, by_family) for row in table.rows)


def test_every_count_follows_the_rows() -> None:
    suite = rich()
    before = items(suite, "What it is")
    assert "1 scenario with 11 records and 10 queries: 8 answerable, 1 with a justified zero" in before
    web_world.grow(suite.scenarios.get(), queries=3)
    after = items(suite, "What it is")
    assert "11 records and 13 queries: 11 answerable" in after


def test_its_settings_are_told_in_words() -> None:
    config = {"n_events": 60, "currency": "EUR", "distractor_rate": {"D2": 0.1, "D1": 0.2}, "own": [1, "x"]}
    suite = make.suite(config=config)
    make.scenario(
        suite=suite,
        slug="trip",
        seed=7,
        config={"accent": "ledger", "planned_witness": None, "domain": "tripops"},
    )
    told = items(suite, "How it was made")
    assert "records: 60" in told
    assert "currency of amounts: EUR" in told
    assert "shares of records that distract, by kind: D1 0.2, D2 0.1" in told
    assert "own: 1, x" in told
    assert "Scenario trip, domain tripops, seed 7: accent: ledger" in told.splitlines()
    assert "planned" not in told.replace("A program planned", "")


def test_what_is_verified_is_counted() -> None:
    suite = rich()
    Rendering.objects.filter(event__label="e0001").update(status="verified")
    Rendering.objects.filter(event__label="e0002").update(status="auto_failed")
    verification.restate(suite=suite)
    told = items(suite, "What is verified")
    assert "A sample verified by people: 1 of 21 texts." in told
    assert "1 texts passed all of theirs, 1 failed one, 19 were not checked" in told
    assert "manage.py verify_release rich" in told


def test_limits_are_told_where_they_are_there_and_only_there() -> None:
    suite = rich()
    told = items(suite, "Known limits")
    assert "Witness lists are complete for all 10 queries." in told
    assert "families.rules.width lies outside its tolerance, and is allowed to: few | rules" in told
    assert "Who worded the records: 11 as they were given." in told
    assert "the symbolic reader knows rules and templates" in told
    for absent in ("bounds instead of", "checks C1 to C4", "oddities", "without a time"):
        assert absent not in told


def test_bounded_witnesses_failed_checks_findings_and_synthetic_times_are_limits() -> None:
    scenario = make.scenario(suite=make.suite(slug="rough", kind="imported"))
    make.event(scenario, 1, synthetic_time=True)
    make.event(scenario, 2)
    make.gold(make.query(scenario), exact=False, unlisted=None, checks={"c1": True, "c3": False})
    scenario.suite.findings.create(code="odd")
    told = items(scenario.suite, "Known limits")
    assert "1 of 1 queries have bounds instead of a complete list of witnesses" in told
    assert "1 queries fail one of the checks C1 to C4" in told
    assert "The import noticed 1 oddities" in told
    assert "1 records came without a time" in told
    assert GoldAnswer.objects.count() == 1
    assert Event.objects.count() == 2


def test_an_empty_suite_has_a_card() -> None:
    suite = make.suite(slug="empty", kind="imported")
    assert "0 scenarios with 0 records and 0 queries" in items(suite, "What it is")
    assert "Who worded the records: nobody." in items(suite, "Known limits")
    assert card_markdown.markdown(card(suite)).startswith(b"# Data card: A suite\n")


@pytest.mark.parametrize("kind", Suite.Kind.values)
def test_every_kind_of_suite_has_words(kind: str) -> None:
    found = card(make.suite(kind=kind))
    assert all(section.paragraphs or section.items for section in found.sections)


def test_the_cost_does_not_grow_with_what_the_suite_holds() -> None:
    def cost(suite: Suite) -> int:
        with CaptureQueriesContext(connection) as caught:
            card(suite)
        return len(caught)

    suite = rich()
    before = cost(suite)
    web_world.grow(suite.scenarios.get(), queries=20)
    for number in range(100, 140):
        make.event(suite.scenarios.get(), number)
    assert cost(suite) == before
    assert before <= 14


# ------------------------------------------------------------------- Markdown
def tables_of(text: str) -> list[list[list[str]]]:
    """The tables of a Markdown text, read as a reader of Markdown splits them."""
    found: list[list[list[str]]] = []
    rows: list[list[str]] = []
    for line in (*text.split("\n"), ""):
        if line.startswith("|"):
            cells = re.split(r"(?<!\\)\|", line)[1:-1]
            rows.append([re.sub(r"\\(.)", r"\1", cell.strip()) for cell in cells])
        elif rows:
            found.append(rows)
            rows = []
    return found


def test_the_file_holds_what_the_card_holds(tmp_path: Path) -> None:
    suite = rich()
    text = exported(suite, tmp_path / "out")["DATACARD.md"].decode()
    found = card(suite)
    facts, *tables = tables_of(text)
    assert [tuple(row) for row in facts[2:]] == list(found.facts)
    wanted = [table for section in found.sections for table in section.tables]
    for rows, table in zip(tables, wanted, strict=True):
        assert rows[0] == list(table.head)
        assert [tuple(row) for row in rows[2:]] == list(table.rows)
    assert [line[3:] for line in text.split("\n") if line.startswith("## ")] == [
        s.title for s in found.sections
    ]
    assert text.startswith("# Data card: A rich \\| suite\n")


HARD = "a | b\n# head\n- item\t`code` *bold* _it_ <b>x</b> [l](u) \\ ~s~ &amp; 1. x"


def test_words_of_a_suite_stay_words_in_its_file() -> None:
    fields: dict[str, Any] = {"title": HARD, "config": {HARD: HARD, "licence": HARD, "citation": HARD}}
    suite = make.suite(**fields)
    text = card_markdown.markdown(card(suite)).decode()
    facts = tables_of(text)[0]
    flat = " ".join(HARD.split())
    assert dict(map(tuple, facts[2:]))["Licence"] == flat  # type: ignore[arg-type]  # two cells a row
    headings = [line for line in text.split("\n") if line.startswith("#")]
    assert len(headings) == 1 + len(card(suite).sections) + 2
    assert re.sub(r"\\(.)", r"\1", headings[0]) == f"# Data card: {flat}"
    assert "<b>" not in text.replace("\\<b\\>", "")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("100.00", "100.00"),
        ("1. first", "1\\. first"),
        ("2) second", "2\\) second"),
        ("- item", "\\- item"),
        ("+ item", "\\+ item"),
        ("=", "\\="),
        ("a - b", "a - b"),
        ("", ""),
        ("a\r\n\u2028b", "a b"),
    ],
)
def test_signs_are_escaped_where_they_mean_something(text: str, shown: str) -> None:
    assert escaped(text) == shown


def test_findings_of_an_import_are_told_by_the_card_of_its_export(tmp_path: Path) -> None:
    bundle = rich_bundle(kind="imported", findings=(Finding("odd", "a.json", "", "m", "d"),))
    suite = suites.store(bundle=bundle, by=None)
    text = exported(suite, tmp_path / "out")["DATACARD.md"].decode()
    assert f"The import noticed {suite.findings.count()} oddities" in text
