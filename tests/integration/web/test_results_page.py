"""The page of where a system is right and its API twin: figures, lists behind cells, lines, roles."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmark.models import Condition, Run
from benchmark.oracles.shortcuts import Shortcut
from benchmark.scoring.board_lines import Line, LineKind, Tried
from scenarios.models import Query, Suite
from tests.factories import hand_made_runs as make
from tests.factories.hand_made_runs import Asked
from tests.factories.web_world import World

ASKED = [
    Asked(family="rules", measures={"witness_size": 2}),
    Asked(family="rules", label="justified-zero", measures={"witness_size": 2}),
    Asked(family="closure", label="unknown"),
    Asked(family="closure", measures={"witness_size": 20}),
]
RIGHT = [True, False, True, False]


def people(suite: Suite) -> Iterable[Line]:
    """One person answered the first query rightly."""
    first = Query.objects.filter(scenario__suite=suite).order_by("pk").first()
    assert first is not None
    yield Line(
        LineKind.HUMAN, "people", "from the records of a witness", {first.pk: Tried("answerable", 1, 1)}
    )


def made(*, shortcuts: bool = True, **fields: Any) -> Run:
    """A finished run of one system over an open suite, with a check by shortcuts."""
    suite = make.suite(ASKED, is_open=True, **fields)
    if shortcuts:
        make.shortcuts(suite, {Shortcut.MAJORITY: RIGHT[::-1], Shortcut.FULL_HISTORY: [True] * 4})
    run = make.run(suite, make.system(f"system-of-{suite.slug}"))
    make.answers(run, name_of(run), RIGHT)
    return run


def name_of(run: Run) -> str:
    return f"system-of-{run.suite.slug}"


def page(world: World, run: Run, **asked: str) -> str:
    response = world.client("lead").get(f"/runs/{run.pk}/results/", asked)
    assert response.status_code == 200
    return response.content.decode()


def main(text: str) -> str:
    return text.partition("<main")[2]


def row_of(text: str, name: str) -> str:
    """The first table row that begins with that name."""
    found = re.search(
        rf'<tr[^>]*>\s*<th scope="row">(?:<a[^>]*>|<span[^>]*>)?{name}<.*?</tr>', text, re.DOTALL
    )
    assert found is not None, name
    return found[0]


def test_the_page_slices_by_family_unless_told_otherwise(quiet_world: World) -> None:
    run = made()
    text = page(quiet_world, run)
    assert "<h3>By family</h3>" in text
    assert re.findall(r"(\d+ of \d+)</span>", row_of(text, "rules"))[:2] == ["1 of 2", "2 of 2"]
    assert re.findall(r"(\d+ of \d+)</span>", row_of(text, "closure"))[:2] == ["1 of 2", "2 of 2"]
    assert re.findall(r"(\d+ of \d+)</span>", row_of(text, "all"))[:2] == ["2 of 4", "4 of 4"]
    assert 'class="few"' in row_of(text, "rules")
    by_size = page(quiet_world, run, by="witness_size")
    assert "<h3>By witness size</h3>" in by_size
    assert [row for row in ("1", "2", "17-32", "33\\+", "n/a") if row_of(by_size, row)] != []
    assert "n/a" in row_of(by_size, "5-8")


def test_each_picture_says_its_figures_and_has_a_table(quiet_world: World) -> None:
    run = made()
    text = main(page(quiet_world, run))
    pictures = re.findall(r'<svg class="shares breakdown[^"]*"[^>]*aria-label="([^"]*)"', text)
    assert pictures[0].startswith(f"Right answers of {name_of(run)} by family. closure: 50.0% (n = 2), floor")
    assert {said.partition(" by ")[0] for said in pictures} >= {
        "Right labels",
        "Citation recall",
        "Support gathered",
    }
    assert text.count("<h4>") == 2  # what is asked, and access: nothing else varies
    assert text.count("<table") == 5


def test_floors_and_ceilings_are_hatched_and_named(quiet_world: World, settings: LazySettings) -> None:
    settings.HUMAN_LINES = [f"{__name__}.people"]
    run = made()
    text = page(quiet_world, run)
    svg = text.partition("<figcaption>Right answers</figcaption>")[2].partition("</svg>")[0]
    assert 'class="hatched floor"' in svg
    assert 'class="hatched ceiling"' in svg
    assert "floor majority answer 50% · ceiling full history 100% · human people 100%" in svg
    assert (
        "floor majority answer 50% · ceiling full history 100%</text>" in svg
    )  # of closure: nobody answered
    assert '<th scope="col" class="number">human: people</th>' in text
    assert "<dd>knows the gold of other queries. Never ranked.</dd>" in text


def test_without_lines_the_page_says_how_to_get_them_and_nothing_of_people(quiet_world: World) -> None:
    run = made(shortcuts=False)
    text = page(quiet_world, run)
    assert f"not yet run. manage.py shortcuts {run.suite.slug}" in text
    assert "hatched" not in text.partition("<figcaption>Right answers</figcaption>")[2].partition("</svg>")[0]
    assert "human" not in main(text)
    assert "Floors and ceilings on the same queries" not in text


def test_a_cell_leads_to_the_list_of_its_answers(quiet_world: World) -> None:
    run = made()
    client = quiet_world.client("lead")
    text = page(quiet_world, run, by="witness_size")
    counts = {}
    for value, link in {"2": "2", "17-32": "17-32", "n/a": "n/a"}.items():
        found = re.search(r'href="([^"]+)"', row_of(text, link))
        assert found is not None
        listed = client.get(unescape(found[1])).content.decode()
        counts[value] = listed.count('<th scope="row">')
        assert f'witness size <span class="chip">{value}</span>' in listed
    assert counts == {"2": 2, "17-32": 1, "n/a": 1}


def test_answers_are_filtered_by_family_label_and_what_was_said(quiet_world: World) -> None:
    run = made()
    make.answer(run, name_of(run), 0, condition=Condition.BUDGET_512)
    client, address = quiet_world.client("lead"), f"/runs/{run.pk}/answers/"

    def listed(**asked: str) -> int:
        response = client.get(address, asked)
        assert response.status_code == 200
        return response.content.decode().count('<th scope="row">')

    assert listed() == 4
    assert listed(family="rules") == 2
    assert listed(family="rules", label="justified-zero") == 1
    assert listed(family="rules", by="label", **{"is": "answerable"}) == 1
    assert listed(said="unknown") == 1
    assert listed(by="label", said="none", **{"is": "unknown"}) == 0
    assert listed(family="nothing") == 0
    assert listed(hint="full") == 0
    assert client.get(address, {"by": "nothing", "is": "x"}).status_code == 404


def test_labels_are_counted_by_gold_and_lead_to_their_answers(quiet_world: World) -> None:
    run = made()
    table = page(quiet_world, run).partition('class="confusion"')[2].partition("</table>")[0]
    row = row_of(table, "justified-zero")
    cells = re.findall(r"<td.*?</td>", row, re.DOTALL)
    assert [re.sub(r"<[^>]+>|✓ same", "", cell).strip() for cell in cells[:4]] == ["0", "1", "0", "0"]
    assert "0 of 1" in cells[4]
    link = re.search(r'href="([^"]+)"', cells[1])
    assert link is not None
    assert "said=justified-zero" in link[1]
    assert quiet_world.client("lead").get(unescape(link[1])).content.decode().count('<th scope="row">') == 1


def test_the_run_and_the_board_show_accuracy_by_gold_label(quiet_world: World) -> None:
    run = made()
    client = quiet_world.client("lead")
    board = client.get(f"/leaderboards/{run.suite.slug}/").content.decode()
    for text in (client.get(f"/runs/{run.pk}/").content.decode(), board):
        shares = re.search(
            r'<ul class="label-shares small">(.*?)</ul>', text[text.index(name_of(run)) :], re.DOTALL
        )
        assert shares is not None
        assert re.findall(r"\((\d of \d)\)", shares[1]) == ["1 of 2", "0 of 1", "1 of 1"]
    assert f'href="/runs/{run.pk}/results/"' in client.get(f"/runs/{run.pk}/").content.decode()
    lines = re.findall(r'<tr class="line-row">\s*<td class="number">–</td>\s*<th scope="row">([^<]+)<', board)
    assert [line.strip() for line in lines] == ["ceiling: full history", "floor: majority answer"]


def test_budgets_are_drawn_with_their_lines(quiet_world: World) -> None:
    run = made()
    assert "at no budget but its own" in page(quiet_world, run)
    make.answers(run, name_of(run), RIGHT[::-1], condition=Condition.BUDGET_512, tokens=400)
    make.answers(run, name_of(run), RIGHT, condition=Condition.BUDGET_8192, tokens=8192)
    text = page(quiet_world, run)
    assert "No context exceeds its budget." in text
    svg = text.partition("<figcaption>Right answers by tokens of context</figcaption>")[2].partition(
        "</svg>"
    )[0]
    assert "floor: majority answer 50%" in svg
    assert "ceiling: full history 100%" in svg
    assert [re.search(rf">{name}</text>", svg) is not None for name in ("512", "8k", "natural")] == [True] * 3
    assert "8,192" in row_of(text, "8,192")
    together = row_of(text.partition("All systems of this run")[2], name_of(run))
    assert re.findall(r"(\d of \d)<", together) == ["2 of 4"] * 3
    assert ["400 tokens" in together, "8192 tokens" in together] == [True, True]
    make.answer(run, name_of(run), 0, condition=Condition.BUDGET_1024, tokens=1025)
    assert "1 contexts exceed their budget" in page(quiet_world, run)


def test_the_paper_stands_beside_ours_as_other_data(quiet_world: World) -> None:
    suite = make.suite(ASKED, is_open=True)
    run = make.run(suite, make.system("words", adapter="bm25"))
    make.answers(run, "words", RIGHT)
    text = page(quiet_world, run)
    row = row_of(text, "BM25")
    assert ("58.28 %" in row, "other data" in row, "words: 50.0" in row, "(2 of 4)" in row) == (True,) * 4
    assert "not yet run" in row_of(text, "whole history")
    assert "96.01 %" in row_of(text, "supporting events only")


def test_what_could_not_be_read_has_no_figures(quiet_world: World) -> None:
    suite = make.suite(ASKED, is_open=True)
    run = make.run(suite, make.system("rewriter"))
    for place in range(4):
        make.answer(run, "rewriter", place, status="unread", correct=None, label_correct=None, items_used=10,
                    items_read=1)  # fmt: skip
    text = main(page(quiet_world, run))
    assert "needs a language model" in text
    assert "<svg" not in text


def test_a_system_or_trait_that_is_not_there_is_404(quiet_world: World) -> None:
    run, client = made(), quiet_world.client("lead")
    for asked in ({"system": "nobody"}, {"by": "nothing"}, {"hint": "full"}):
        assert client.get(f"/runs/{run.pk}/results/", asked).status_code == 404
    api = quiet_world.api("lead")
    for wrong in ({"system": "nobody"}, {"by": "nothing"}, {"trait": "family"}):
        assert api.get(f"/api/v1/runs/{run.pk}/breakdown/", wrong).status_code == 400


def test_names_are_escaped_in_pictures(quiet_world: World) -> None:
    suite = make.suite([Asked(family='<b>"a"</b>'), Asked(family="rules")], is_open=True)
    run = make.run(suite, make.system("<i>one</i>"))
    make.answers(run, "<i>one</i>", [True, True])
    text = page(quiet_world, run)
    assert "<b>" not in text
    assert "<i>one" not in text
    assert "&lt;b&gt;" in text


def test_the_api_tells_the_same(quiet_world: World) -> None:
    run = made()
    found = (
        quiet_world.api("lead")
        .get(f"/api/v1/runs/{run.pk}/breakdown/?by=family&system={name_of(run)}")
        .json()
    )
    assert (found["run"], found["by"], found["result"]["system"]) == (run.pk, "family", name_of(run))
    assert {cell["value"]: (cell["ansacc"]["right"], cell["n"]) for cell in found["cells"]} == {
        "closure": (1, 2),
        "rules": (1, 2),
    }
    assert [line["name"] for line in found["lines"]] == ["majority answer", "full history"]
    assert [line["right"] for line in found["cells"][0]["lines"]] == [1, 2]
    assert found["confusion"]["unknown"] == {"answerable": 0, "justified-zero": 0, "unknown": 1, "none": 0}
    assert [one["paper_percent"] for one in found["paper"]] == [58.28, 79.84, 96.01]
    boards = quiet_world.api("lead").get(f"/api/v1/leaderboards/{run.suite.slug}/").json()["boards"]
    assert [
        (line["kind"], line["name"], line["ansacc_correct"], line["n"]) for line in boards[0]["lines"]
    ] == [
        ("ceiling", "full history", 4, 4),
        ("floor", "majority answer", 2, 4),
    ]
    assert boards[0]["rows"][0]["ansacc_by_label"]["answerable"] == {"right": 1, "n": 2, "share": 0.5}


def test_the_api_lists_the_answers_of_a_cell(quiet_world: World) -> None:
    run, api = made(), quiet_world.api("lead")
    address = f"/api/v1/runs/{run.pk}/answers/"
    found = api.get(address, {"by": "witness_size", "is": "2", "system": name_of(run), "hint": "none"}).json()
    assert [(one["query"], one["correct"]) for one in found["results"]] == [("q001", True), ("q002", False)]
    assert api.get(address, {"by": "nothing", "is": "2"}).status_code == 400


@pytest.mark.parametrize("role", ["annotator", "system"])
def test_who_may_not_see_gold_does_not_see_it(quiet_world: World, role: str) -> None:
    run = made()
    assert quiet_world.client(role).get(f"/runs/{run.pk}/results/").status_code == 403


def test_a_held_out_suite_keeps_single_cells_to_its_leads(quiet_world: World) -> None:
    run = made(held_out=True)
    assert quiet_world.client("researcher").get(f"/runs/{run.pk}/results/").status_code == 403
    assert quiet_world.client("researcher").get(f"/runs/{run.pk}/").status_code == 200
    assert quiet_world.client("admin").get(f"/runs/{run.pk}/results/").status_code == 200


def cost(client: Client, path: str) -> int:
    assert client.get(path).status_code == 200
    with CaptureQueriesContext(connection) as caught:
        assert client.get(path).status_code == 200
    return len(caught)


def test_many_answers_cost_as_many_queries_as_few(quiet_world: World) -> None:
    cache.clear()
    costs = []
    for size in (2, 40):
        suite = make.suite([ASKED[place % 4] for place in range(size)], is_open=True)
        make.shortcuts(suite, {Shortcut.MAJORITY: [True] * size})
        run = make.run(suite, make.system(f"of-{size}"))
        make.answers(run, f"of-{size}", [True] * size)
        make.answers(run, f"of-{size}", [True] * size, condition=Condition.BUDGET_512)
        costs.append(
            (
                cost(quiet_world.client("lead"), f"/runs/{run.pk}/results/?by=witness_size"),
                cost(quiet_world.client("lead"), f"/runs/{run.pk}/answers/?by=witness_size&is=2"),
                cost(quiet_world.api("lead"), f"/api/v1/runs/{run.pk}/breakdown/"),
                cost(quiet_world.client("lead"), f"/leaderboards/{suite.slug}/"),
            )
        )
    assert costs[0] == costs[1]
    assert max(costs[0]) <= 15
