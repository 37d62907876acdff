"""The page that compares runs: choosing lines, figures, the queries that differ, refusals, roles."""

from __future__ import annotations

import csv
import io
import re
from urllib.parse import quote

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmark.models import Run
from scenarios.models import Suite
from tests.factories import diagnosed
from tests.factories import hand_made_runs as make
from tests.factories import scenarios as make_scenarios
from tests.factories.hand_made_runs import Asked
from tests.factories.web_world import World

PAGE = "/compare/"
FAMILIES = ("rules", "temporal")


def two_systems(slug: str = "hm", count: int = 12, **fields: object) -> Run:
    """``old`` right on the first three quarters, ``new`` on the last; families in turn."""
    asked = [Asked(family=FAMILIES[n % 2], history=n % 3) for n in range(count)]
    run = make.run(
        make.suite(asked, slug=slug, **{"is_open": True, **fields}),
        make.system(f"{slug}-old"),
        make.system(f"{slug}-new"),
    )
    make.answers(run, f"{slug}-old", [n < count * 3 // 4 for n in range(count)])
    make.answers(run, f"{slug}-new", [n >= count // 4 for n in range(count)])
    return run


def lines_of(run: Run, slug: str = "hm") -> str:
    return f"?line={run.pk}:{slug}-old&line={run.pk}:{slug}-new"


def page(client: Client, query: str, status: int = 200) -> str:
    response = client.get(PAGE + query)
    assert response.status_code == status, response.content.decode()
    return response.content.decode()


def test_without_lines_it_asks_for_them(quiet_world: World) -> None:
    run = two_systems()
    lead = quiet_world.client("lead")
    text = page(lead, "")
    assert "Choose two lines or more" in text
    assert 'name="line"' not in text
    text = page(lead, "?suite=hm")
    assert re.findall(r'name="line" value="([^"]*)"', text) == [
        f"{run.pk}:hm-old:none",
        f"{run.pk}:hm-new:none",
    ]
    assert "checked" not in text.partition("<fieldset")[0]
    assert page(lead, f"?suite=hm&run={run.pk}").partition("<fieldset")[0].count(" checked") == 2
    one = page(lead, f"?line={run.pk}:hm-old")
    assert "One line is chosen; choose at least one more." in one
    assert one.partition("<fieldset")[0].count(" checked") == 2  # the line, and that it is the baseline
    assert "No run on open has ended yet" in page(lead, "?suite=open")


def test_runs_that_still_go_are_not_offered(quiet_world: World) -> None:
    run = two_systems()
    make.run(run.suite, make.system("going"), status="reading", finished_at=None)
    assert "going" not in page(quiet_world.client("lead"), "?suite=hm").partition("<form")[2]


def test_the_table_of_the_lines(quiet_world: World) -> None:
    run = two_systems()
    text = page(quiet_world.client("lead"), lines_of(run))
    rows = re.findall(r"<tr><th scope=\"row\"><a href=\"/runs/.*?</tr>", text, re.DOTALL)
    assert len(rows) == 2
    assert "baseline" in rows[0]
    assert "75.0" in rows[0]
    assert "9 of 12" in rows[0]
    assert "9 less 9 of 12" in rows[1]
    assert re.findall(r'<td class="number">([^<]*)</td>', rows[1])[-4:] == ["3", "3", "1.000", "1.000"]
    assert rows[1].count('<svg class="differences"') == 1
    assert "Not verified by people" in text
    assert "Read by symbolic" in text


def test_slices_are_small_multiples_each_with_its_table(quiet_world: World) -> None:
    run = two_systems()
    text = page(quiet_world.client("lead"), f"{lines_of(run)}&by=family&by=scenario")
    labels = re.findall(
        r'aria-label="([^"]*) less the baseline by (\w+), in percentage points. ([^"]*)"', text
    )
    assert [(line, trait) for line, trait, _ in labels] == [
        (f"{run.pk}:hm-new:none", "family"),
        (f"{run.pk}:hm-new:none", "scenario"),
    ]
    assert re.fullmatch(r"rules: −16.7 \(.*, n 6\); temporal: \+16.7 \(.*, n 6\)", labels[0][2])
    assert text.count('<tr class="few"') == 5  # two families of six, three scenarios of four
    assert 'slice=family%3Arules&amp;against=1#queries">rules</a>' in text


def test_the_baseline_is_the_one_that_is_marked(quiet_world: World) -> None:
    run = two_systems()
    lead = quiet_world.client("lead")
    text = page(lead, f"{lines_of(run)}&baseline={run.pk}:hm-new:none")
    first, second = re.findall(r"<th scope=\"row\"><a href=\"/runs/\d+/\">([^<]*)</a>", text)[:2]
    assert (first, second) == (f"{run.pk}:hm-new:none", f"{run.pk}:hm-old:none")


def test_the_queries_that_differ_stand_side_by_side(quiet_world: World) -> None:
    run = two_systems()
    text = page(quiet_world.client("lead"), lines_of(run)).partition('id="queries"')[2]
    assert "6 queries." in text
    row = text.partition('href="/suites/hm/hm-0/queries/q001/"')[2].partition("</tr>")[0]
    assert row.index("state-right") < row.index("state-wrong")
    assert "<td>2</td>" in row  # its gold


def test_a_lost_query_leads_to_the_node_that_was_lost_first(quiet_world: World) -> None:
    example = diagnosed.worked_example()
    better = diagnosed.variant(example.run.suite, "better", run=example.run)
    diagnosed.answer(
        diagnosed.context(better, diagnosed.ask(better, example.query, None), []), 2, correct=True
    )
    query = f"?line={example.run.pk}:better&line={example.run.pk}:bm25"
    text = page(quiet_world.client("lead"), query)
    assert f'href="{example.path}">lost at dest(Grus): unretrievable</a>' in text
    assert text.count("lost at ") == 1


def test_they_are_filtered_and_the_filter_is_kept(quiet_world: World) -> None:
    run = two_systems()
    lead = quiet_world.client("lead")
    for query, found in (
        ("&direction=lost", ["q001", "q002", "q003"]),
        ("&direction=gained&slice=family:rules", ["q011"]),
        ("&slice=scenario:hm-1", ["q002", "q011"]),
        ("&slice=nothing:x&direction=up&against=9", ["q001", "q002", "q003", "q010", "q011", "q012"]),
    ):
        text = page(lead, lines_of(run) + query).partition('id="queries"')[2]
        assert sorted(re.findall(r"/queries/(q\d+)/", text)) == found, query
    text = page(lead, f"{lines_of(run)}&direction=lost&slice=family:temporal")
    assert '<option value="lost" selected>' in text
    assert '<option value="family:temporal" selected>' in text
    assert "No query differs under these filters" in page(lead, f"{lines_of(run)}&slice=label:unknown")


def test_they_come_in_pages_of_fifty(quiet_world: World) -> None:
    run = two_systems(count=104)
    lead = quiet_world.client("lead")
    first, second = (page(lead, f"{lines_of(run)}&page={n}").partition('id="queries"')[2] for n in (1, 2))
    assert "52 queries, 1 to 50 here" in first
    assert len(re.findall(r"/queries/q\d+/", first)) == 50
    assert len(re.findall(r"/queries/q\d+/", second)) == 2
    assert 'rel="next"' in first


def test_htmx_gets_the_list_of_queries_alone(quiet_world: World) -> None:
    run = two_systems()
    lead = quiet_world.client("lead")
    whole = lead.get(f"{PAGE}{lines_of(run)}&direction=lost")
    part = lead.get(f"{PAGE}{lines_of(run)}&direction=lost", headers={"HX-Request": "true"})
    assert "HX-Request" in whole["Vary"]
    assert "<html" not in part.content.decode()
    assert part.content.decode().strip() in whole.content.decode()


def test_both_exports_are_csv_and_safe(quiet_world: World) -> None:
    run = two_systems()
    lead = quiet_world.client("lead")
    figures = lead.get(f"{PAGE}figures.csv{lines_of(run)}&by=family")
    assert figures["Content-Type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(figures.content.decode())))
    assert [row["value"] for row in rows] == ["", "", "rules", "temporal"]
    queries = lead.get(f"{PAGE}queries.csv{lines_of(run)}&direction=lost")
    assert 'filename="comparison-queries.csv"' in queries["Content-Disposition"]
    rows = list(csv.DictReader(io.StringIO(queries.content.decode())))
    assert [row["query"] for row in rows] == ["q001", "q002", "q003"]


def test_an_export_of_nothing_leads_to_the_page_that_says_why(quiet_world: World) -> None:
    run = two_systems()
    lead = quiet_world.client("lead")
    for name in ("figures", "queries"):
        response = lead.get(f"{PAGE}{name}.csv?line={run.pk}:nobody&line={run.pk}:hm-new")
        assert response.status_code == 302
        assert "has no line" in page(lead, response["Location"].removeprefix(PAGE), 400)


def test_other_releases_are_refused_with_the_way_on(quiet_world: World) -> None:
    run, other = two_systems(), two_systems("hm2")
    lead = quiet_world.client("lead")
    query = f"?line={run.pk}:hm-old&line={other.pk}:hm2-old"
    text = page(lead, query, 409)
    assert "other releases: hm version 1" in text
    (way_on,) = re.findall(r'href="(\?[^"]*intersect=true)"', text)
    text = page(lead, way_on.replace("&amp;", "&"))
    assert "Of the queries of hm and hm2 are dropped: 24 that are in one of them only" in text
    elsewhere = f"{other.pk}:hm2-old:none"  # chosen on the other suite, and still chosen
    assert f'value="{elsewhere}" aria-label="Compare {elsewhere}" checked' in text


def test_other_readers_and_budgets_are_never_silent(quiet_world: World) -> None:
    run = two_systems()
    other = make.run(run.suite, make.system("third"), reader="scripted", budget=512)
    make.answers(other, "third", [True] * 12)
    text = page(quiet_world.client("lead"), f"?line={run.pk}:hm-old&line={other.pk}:third")
    warning = text.partition("Not the same in all lines")[2].partition("</ul>")[0]
    assert "Read by other readers: symbolic and scripted." in warning
    assert "other budgets: 8,192 and 512 tokens" in warning
    assert "Rehearsal with scripted answers (no result)" in text
    assert "Not the same in all lines" not in page(quiet_world.client("lead"), lines_of(run))


def test_oracles_and_partial_runs_are_marked(quiet_world: World) -> None:
    run = two_systems()
    other = make.run(run.suite, make.system("gold-reader", knows=["gold"]), status="incomplete")
    make.answers(other, "gold-reader", [True] * 6)
    text = page(quiet_world.client("lead"), f"?line={run.pk}:hm-old&line={other.pk}")
    assert "oracle: knows gold" in text
    assert '<span class="chip">partial</span>' in text
    assert f"Run {other.pk} ended as incomplete" in text
    assert "6 count on the baseline alone, 0 on this line alone, 0 on neither" in text
    assert "<td>counts</td><td>not answered</td>" in text


def test_what_could_not_be_read_is_na_and_not_low(quiet_world: World) -> None:
    run = two_systems()
    other = make.run(run.suite, make.system("rewritten"))
    make.answers(other, "rewritten", [False] * 12, items_used=10, items_read=1)
    text = page(quiet_world.client("lead"), f"?line={run.pk}:hm-old&line={other.pk}")
    row = text.partition(f">{other.pk}:rewritten:none</a>")[2].partition("</tr>")[0]
    assert "needs a language model: the reader could read 12 of 120 context items" in row
    assert "0.0" not in row
    assert '<td colspan="7">n/a</td>' in row


@pytest.mark.parametrize(
    "absurd", ["x", "9" * 40, "%00", "1:a:b:c", "<script>alert(1)</script>", "1:\U0001f30d"]
)
def test_absurd_lines_are_answered(quiet_world: World, absurd: str) -> None:
    run = two_systems()
    query = f"?line={run.pk}:hm-old&line={absurd if absurd == '%00' else quote(absurd)}"
    response = quiet_world.client("lead").get(PAGE + query)
    assert response.status_code in (400, 404)
    assert "<script>alert" not in response.content.decode()


def test_whoever_may_not_view_the_runs_does_not_see_them(quiet_world: World) -> None:
    run, hidden = two_systems(), two_systems("hidden", is_open=False)
    lead = quiet_world.client("lead")
    absent = lead.get(f"{PAGE}?line=99999&line={run.pk}:hm-new")
    theirs = lead.get(f"{PAGE}?line={hidden.pk}&line={run.pk}:hm-new")
    assert (absent.status_code, theirs.status_code) == (404, 404)
    bodies = [response.content.decode().partition("<main")[2] for response in (absent, theirs)]
    assert bodies[0] == bodies[1]
    assert ">hidden<" not in page(lead, "")
    assert "hidden-old" not in page(lead, "?suite=hidden")
    for role, status in (("anonymous", 302), ("annotator", 403), ("researcher", 200), ("system", 403)):
        assert quiet_world.client(role).get(PAGE + lines_of(run)).status_code == status, role


def test_a_member_without_that_right_is_refused(quiet_world: World) -> None:
    run = two_systems()
    make_scenarios.member(quiet_world.people["lead"], run.suite, "annotator")
    assert quiet_world.client("lead").get(PAGE + lines_of(run)).status_code == 403


def test_a_held_out_suite_shows_figures_and_no_single_query(quiet_world: World) -> None:
    run = two_systems()
    Suite.objects.filter(pk=run.suite_id).update(held_out=True)
    extra = make.run(run.suite, make.system("third"))
    make.answers(extra, "third", [True] * 3)
    query = f"{lines_of(run)}&line={extra.pk}:third"
    for role, sees in (("researcher", False), ("lead", False), ("admin", True)):
        text = page(quiet_world.client(role), query)
        assert "9 less 9 of 12" in text
        assert ("q001" in text) is sees, role
        assert ("Single answers are shown to those who may see the gold" in text) is not sees
    assert quiet_world.client("lead").get(f"{PAGE}queries.csv{query}").status_code == 403
    assert "q001" not in quiet_world.client("lead").get(f"{PAGE}figures.csv{query}").content.decode()


def test_it_costs_the_same_for_few_answers_and_for_many(quiet_world: World) -> None:
    lead, costs = quiet_world.client("lead"), []
    for slug, count in (("few", 4), ("many", 60)):
        run = two_systems(slug, count)
        cache.clear()
        lead.get(PAGE + lines_of(run, slug))
        with CaptureQueriesContext(connection) as caught:
            page(lead, lines_of(run, slug))
        costs.append(len(caught))
    assert costs[0] == costs[1] <= 16


def test_the_runs_lead_here(world: World) -> None:
    lead, run = world.client("lead"), world.runs["open"]
    assert f'href="/compare/?suite=open&amp;run={run.pk}"' in lead.get(f"/runs/{run.pk}/").content.decode()
    assert 'href="/compare/"' in lead.get("/runs/").content.decode()
    assert 'href="/compare/?suite=open"' in lead.get("/runs/?suite=open").content.decode()
