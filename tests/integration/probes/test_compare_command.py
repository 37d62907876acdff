"""``manage.py compare``: text, JSON, CSV, and what it refuses."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from benchmark.models import Answer, Run
from probes.report import comparison_markdown
from tests.factories import diagnosed
from tests.factories import hand_made_runs as make
from tests.factories.hand_made_runs import Asked

pytestmark = pytest.mark.django_db
FORMULA = "=1+cmd"


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    call_command("compare", *arguments)
    return capsys.readouterr().out


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.fixture
def run() -> Run:
    """``old`` right on 9 of 12, ``new`` on 8: four lost, three gained."""
    asked = [Asked(family=("temporal", "rules")[n % 2], history=n % 3) for n in range(12)]
    found = make.run(make.suite(asked, slug="hm"), make.system("old"), make.system("new"))
    make.answers(found, "old", [letter == "1" for letter in "111111111000"])
    make.answers(found, "new", [letter == "1" for letter in "000011111111"])
    return found


def lines_of(run: Run) -> list[str]:
    return [f"{run.pk}:old", f"{run.pk}:new"]


def test_the_table_has_the_paired_test_and_the_slices(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, *lines_of(run))
    assert "hm v1 (000000000000). Not verified by people." in text
    (line,) = (row for row in text.splitlines() if row.startswith(f"{run.pk}:new:none  "))
    cells = line.split()
    assert cells[1:4] == ["12", "66.7%", "(8/12)"]
    assert cells[7:9] == ["12", "\N{MINUS SIGN}8.3"]
    assert cells[-4:] == ["4", "3", "1.000", "1.000"]
    sliced = [row.split()[:2] for row in text.splitlines() if row.startswith(("family", "gold", "domain"))]
    assert ["family", "rules"] in sliced
    assert ["domain", "tripops"] in sliced
    assert "(few)" in text


def test_the_queries_that_differ_are_listed_on_demand(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, *lines_of(run), "--slices", "", "--queries")
    assert "family" not in text
    listed = [row.split() for row in text.splitlines() if row.startswith("hm-")]
    assert listed[0] == ["hm-0/q001", "right", "wrong"]
    assert len(listed) == 7


def test_one_json_object_names_the_single_queries(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(printed(capsys, *lines_of(run), "--json", "--slices", "family"))
    assert (found["baseline"], found["by"], found["warnings"]) == (f"{run.pk}:old:none", ["family"], [])
    baseline, other = found["lines"]
    assert baseline["against_baseline"] is None
    assert (baseline["n"], baseline["right"], baseline["ansacc"]) == (12, 9, 0.75)
    against = other["against_baseline"]
    assert (against["n"], against["lost"], against["gained"], against["mcnemar_p"]) == (12, 4, 3, 1)
    assert against["difference"] == pytest.approx(-1 / 12)
    assert against["low"] <= against["difference"] <= against["high"]
    assert against["queries"]["lost"] == ["hm-0/q001", "hm-0/q004", "hm-1/q002", "hm-2/q003"]
    assert against["queries"]["unmatched"] == []
    assert [(part["by"], part["value"], part["n"]) for part in against["slices"]] == [
        ("family", "rules", 6),
        ("family", "temporal", 6),
    ]


def test_figures_as_csv(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    found = rows(printed(capsys, *lines_of(run), "--csv", "--slices", "family"))
    assert [(row["system"], row["by"], row["value"], row["n"]) for row in found] == [
        ("old", "all", "", ""),
        ("new", "all", "", "12"),
        ("new", "family", "rules", "6"),
        ("new", "family", "temporal", "6"),
    ]
    assert (found[1]["baseline_right"], found[1]["right"], found[1]["holm_p"]) == ("9", "8", "1.0")
    assert float(found[1]["difference"]) == pytest.approx(-1 / 12)


def test_no_cell_of_words_is_taken_for_a_formula(capsys: pytest.CaptureFixture[str]) -> None:
    asked = make.suite([Asked(family=FORMULA), Asked(family="@x")], slug="hm")
    run = make.run(asked, make.system("=sys"), make.system("+sys"))
    run.questions.update(text="-1 is asked")
    make.answers(run, "=sys", [True, True])
    make.answers(run, "+sys", [False, False])
    Answer.objects.filter(context__variant__system__name="+sys").update(answer=-5)
    lines = [f"{run.pk}:=sys", f"{run.pk}:+sys"]
    figures = rows(printed(capsys, *lines, "--csv"))
    assert {row["system"] for row in figures} == {"'=sys", "'+sys"}
    assert {f"'{FORMULA}", "'@x"} <= {row["value"] for row in figures}
    assert figures[1]["difference"] == "-1.0"
    queries = rows(printed(capsys, *lines, "--csv", "--queries"))
    assert [row["family"] for row in queries] == [f"'{FORMULA}", "'@x"]
    assert {row["question"] for row in queries} == {"'-1 is asked"}
    assert queries[0][f"{run.pk}:+sys:none answer"] == "'-5"
    assert queries[0][f"{run.pk}:=sys:none verdict"] == "right"


def test_a_comment_for_a_review_names_the_lost_queries(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, *lines_of(run), "--markdown")
    assert text.startswith("### Comparison on hm version 1 (Not verified by people)\n")
    assert f"| {run.pk}:old:none | 75.0% (9/12) | baseline |" in text
    assert f"| {run.pk}:new:none | 66.7% (8/12) | 12 | \N{MINUS SIGN}8.3 |" in text
    assert "- Read by symbolic" in text
    lost = text.partition(f"**Lost on {run.pk}:new:none: 4**")[2]
    assert lost.count("\n- [hm-") == 4
    assert f"- [hm-0/q001]({settings.PUBLIC_ORIGIN}/suites/hm/hm-0/queries/q001/)\n" in lost


def test_a_lost_query_that_was_diagnosed_leads_to_its_first_lost_node(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The worked example: right on one system, lost at two nodes on the other (spec 7.6)."""
    example = diagnosed.worked_example()
    right = diagnosed.variant(example.run.suite, "better", run=example.run)
    asked = diagnosed.ask(right, example.query, None)
    diagnosed.answer(diagnosed.context(right, asked, []), 2, correct=True)
    text = printed(capsys, f"{example.run.pk}:better", f"{example.run.pk}:bm25", "--markdown")
    page = f"{settings.PUBLIC_ORIGIN}/runs/{example.run.pk}/diagnosis/{example.answer.pk}/"
    assert f": lost at [dest(Grus)]({page}), unretrievable" in text


def test_nothing_in_a_name_is_markup() -> None:
    assert comparison_markdown.escaped("a|b <i>\n[x](y) `c` *d* _e_ \\f") == (
        "a\\|b \\<i\\> \\[x\\](y) \\`c\\` \\*d\\* \\_e\\_ \\\\f"
    )


def test_what_cannot_be_compared_is_told_and_exits_with_an_error(run: Run) -> None:
    other = make.run(make.suite([Asked()], slug="another"), make.system("third"))
    refused: tuple[tuple[list[str], str], ...] = (
        ([f"{run.pk}:old", "4711"], "There is no run 4711"),
        (["bm25", "dense"], "'bm25' is no line"),
        ([f"{run.pk}:old"], "at least two different lines"),
        ([str(run.pk), f"{run.pk}:new"], "several such lines"),
        ([f"{run.pk}:old", str(other.pk)], "other releases: .* have in common. .--intersect."),
        ([*lines_of(run), "--slices", "family,colour"], "No slices by colour. Known: family, label"),
    )
    for arguments, words in refused:
        with pytest.raises(CommandError, match=words):
            call_command("compare", *arguments)


def test_releases_are_intersected_on_purpose(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    other = make.run(make.suite([Asked()], slug="another"), make.system("third"))
    make.answers(other, "third", [True])
    text = printed(capsys, f"{run.pk}:old", str(other.pk), "--intersect")
    assert "Note: Over several releases. Of the queries of hm and another are dropped: 13" in text
    found: Any = json.loads(printed(capsys, f"{run.pk}:old", str(other.pk), "--intersect", "--json"))
    assert found["dropped"] == [{"suite": "another", "absent": 13, "differing": 0}]
    assert found["lines"][1]["na_reason"] == "nothing was scored yet"
