"""The report of a run: command, page, files and API say the same, with parts, marks and what is missing."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmark.floor.accounts.models import User
from benchmark.models import Run
from benchmark.reporting import registry
from scenarios.models import Suite
from tests.factories import diagnosed, tracked_example

pytestmark = pytest.mark.django_db

SLUGS = ["manifest", "answers", "budgets", "diagnosis", "maintenance", "costs"]


@pytest.fixture
def run() -> Run:
    """The worked example, lost at two nodes by one system; an oracle beside it."""
    found = diagnosed.worked_example()
    diagnosed.variant(found.run.suite, "=an oracle", run=found.run, knows=["gold"])
    Run.objects.filter(pk=found.run.pk).update(
        config={"systems": ["bm25"], "tokenizer": "words", "parts": []}
    )
    found.run.refresh_from_db()
    return found.run


@pytest.fixture
def lead() -> Client:
    client = Client()
    client.force_login(User.objects.create_user("the-lead", role="lead"))
    return client


def printed(capsys: pytest.CaptureFixture[str], *arguments: Any) -> str:
    capsys.readouterr()
    call_command("report", *map(str, arguments))
    return capsys.readouterr().out


def words_of(page: str) -> str:
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", page)))


def test_the_report_has_every_section_with_its_parts(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(printed(capsys, run.pk, "--json"))
    assert list(found["sections"]) == sorted(SLUGS)
    assert [section.slug for section in registry.registered()] == SLUGS
    facts = {row["what"]: row["value"] for row in found["sections"]["manifest"]["tables"]["run"]["rows"]}
    assert facts["suite"] == f"worked-example v{run.suite_version}"
    assert facts["content hash"] == run.suite_hash
    assert facts["verification"] == run.suite.verification_text
    assert facts["tokenizer"] == "words"
    assert facts["code revision"] == "not recorded"
    systems = found["sections"]["manifest"]["tables"]["systems"]["rows"]
    assert [(row["system"], row["version"], row["knows"]) for row in systems] == [
        ("bm25", "1", "nothing"),
        ("=an oracle *", "1", "gold"),
    ]
    first, second = found["sections"]["answers"]["tables"]["systems"]["rows"]
    assert (first["ansacc"]["numerator"], first["ansacc"]["denominator"]) == (0, 1)
    assert first["ansacc"]["low"] == 0
    assert second["ansacc"] is None  # it has answered nothing: n/a
    families = found["sections"]["answers"]["tables"]["families"]["rows"]
    assert [row[run.suite.scenarios.get().queries.get().family]["denominator"] for row in families[:1]] == [1]


def test_the_diagnosis_is_in_the_report_and_adds_up(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    tables = json.loads(printed(capsys, run.pk, "--json"))["sections"]["diagnosis"]["tables"]
    (line,) = tables["classes"]["rows"]
    shares = [line[name] for name in ("ungathered", "unretrievable", "misderived")]
    assert [(share["numerator"], share["denominator"]) for share in shares] == [(1, 2), (1, 2), (0, 2)]
    assert {row["recovery"]: row["after"]["numerator"] for row in tables["recoveries"]["rows"]} == {
        "original": 0,
        "split": 0,
        "➊ its own answers": 0,
        "➋ gold evidence": 1,
        "load-bearing: only ➋ repairs, of wrong": 1,
        "residual: ➋ does not repair, of wrong": 0,
    }
    (dimension,) = [row for row in tables["dimension"]["rows"] if row["dimension"] == "Evolution"]
    assert dimension["unretrievable"]["numerator"] == 1


def test_text_marks_oracles_and_readers_and_says_what_is_missing(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    text = printed(capsys, run.pk)
    assert "* =an oracle knows gold: a ceiling" in text
    assert "Reader symbolic: What the retrieved records allow" in text
    assert "It knows rules, templates." in text
    assert "0.0% (0/1), 0.0% to 79.3%, few" in text
    again = f"manage.py run --suite {run.suite.slug} --system bm25 --reader symbolic --part"
    assert f"Not run with budgets. To have it: {again} budgets --wait" in text
    assert f"Not run with tracked queries. To have it: {again} tracked --wait" in text
    assert "(other data: its own suite" in text
    assert run.suite.verification_text in text


def test_sections_are_chosen_and_unknown_ones_named(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, run.pk, "--section", "budgets", "--section", "manifest")
    assert text.startswith("Manifest\n")
    assert "Not run with budgets." in text
    assert "Frontier nodes" not in text
    with pytest.raises(CommandError, match="No section is called 'nothing'. Sections: manifest, answers"):
        call_command("report", str(run.pk), "--section", "nothing")


def test_csv_and_markdown_hold_the_same_figures(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(csv.DictReader(io.StringIO(printed(capsys, run.pk, "--csv"))))
    (share,) = [
        row
        for row in rows
        if (row["section"], row["table"], row["figure"], row["row"])
        == ("answers", "systems", "ansacc", "bm25 / none")
    ]
    assert (share["numerator"], share["denominator"]) == ("0", "1")
    assert not [cell for row in rows for cell in row.values() if cell and cell[0] in "=+@"]
    assert {row["section"] for row in rows if row["figure"] == "absent"} == {"budgets", "maintenance"}
    said = printed(capsys, run.pk, "--markdown")
    assert said.startswith(f"# Run {run.pk}: A diagnosed run\n")
    assert "| bm25 | none | 1 | 1 | 0.0% (0/1), 0.0% to 79.3%, few |" in said


def test_the_page_shows_what_the_command_prints(run: Run, lead: Client) -> None:
    page = lead.get(f"/runs/{run.pk}/report/").content.decode()
    words = words_of(page)
    assert [one in page for one in map('<section class="report-section" id="{}"'.format, SLUGS)] == [True] * 6
    for said in ("0 of 1", "* =an oracle knows gold", run.suite_hash, "Not run with budgets."):
        assert said in words
    assert "--part budgets --wait" in page
    assert f'href="/runs/{run.pk}/report/"' in lead.get(f"/runs/{run.pk}/").content.decode()
    only = words_of(lead.get(f"/runs/{run.pk}/report/?section=costs").content.decode())
    assert "Retrieval and answers" in only
    assert "Frontier nodes" not in only
    assert lead.get(f"/runs/{run.pk}/report/?section=nothing").status_code == 404
    styles = (settings.BASE_DIR / "static" / "css" / "report.css").read_text()
    assert "css/report.css" in page
    assert "color-scheme: light" in styles.partition("@media print")[2]
    assert "break-before: page" in styles.partition("@media print")[2]


def test_files_and_api_say_what_the_command_says(
    run: Run, lead: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    file = lead.get(f"/runs/{run.pk}/report.csv")
    assert file.headers["Content-Disposition"] == f'attachment; filename="run-{run.pk}-report.csv"'
    assert file.content.decode().splitlines() == printed(capsys, run.pk, "--csv").splitlines()
    markdown = lead.get(f"/runs/{run.pk}/report.md").content.decode()
    assert markdown == printed(capsys, run.pk, "--markdown")
    told = lead.get(f"/api/v1/runs/{run.pk}/report/").json()
    assert told["sections"] == json.loads(printed(capsys, run.pk, "--json"))["sections"]
    assert list(lead.get(f"/api/v1/runs/{run.pk}/report/?section=costs").json()["sections"]) == ["costs"]
    assert lead.get(f"/api/v1/runs/{run.pk}/report/?section=nothing").status_code == 400


def test_a_report_costs_the_same_whatever_it_holds(run: Run, lead: Client) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as caught:
            assert lead.get(f"/runs/{run.pk}/report/").status_code == 200
        return len(caught)

    cost()
    before = cost()
    other = diagnosed.variant(run.suite, "another", run=run)
    diagnosed.worked_example(other)
    for number in range(3):
        diagnosed.variant(run.suite, f"further-{number}", run=run)
    assert cost() <= before


def test_single_queries_of_a_held_out_suite_do_not_show(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    Suite.objects.filter(pk=run.suite_id).update(held_out=True)
    sections = json.loads(printed(capsys, run.pk, "--json"))["sections"]
    assert set(sections["answers"]["tables"]) == {"systems", "labels"}
    assert not {"kind", "family", "dimension"} & set(sections["diagnosis"]["tables"])


def test_maintenance_is_in_the_report_of_a_run_that_tracked(capsys: pytest.CaptureFixture[str]) -> None:
    run = tracked_example.run(tracked_example.suite(is_open=True), "a-system")
    tracked_example.answered(run, "a-system")
    tables = json.loads(printed(capsys, run.pk, "--json"))["sections"]["maintenance"]["tables"]
    (line,) = tables["figures"]["rows"]
    assert (line["refresh"]["numerator"], line["refresh"]["denominator"]) == (2, 3)
    assert (line["implicit"]["numerator"], line["implicit"]["denominator"]) == (1, 2)
    assert (line["preservation"]["numerator"], line["preservation"]["denominator"]) == (4, 5)
    assert line["stale"] == 1
    assert "Refresh and preservation" in printed(capsys, run.pk)


def test_a_run_that_has_not_ended_says_so(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    Run.objects.filter(pk=run.pk).update(status="incomplete")
    assert "Partial: the run is incomplete; these figures are not for comparison." in printed(capsys, run.pk)
