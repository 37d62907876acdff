"""All diagnoses of a run: classes, gains with the paired test, what would help, the list, CSV and API."""

from __future__ import annotations

import csv
import html
import io
import re
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmark.floor.accounts.models import User
from benchmark.models import IngestVariant, Run
from benchmark.scoring.aggregation import Share
from benchmark.scoring.statistics import mcnemar
from probes.models import Diagnosis
from probes.selectors import diagnoses, diagnosis_figures
from probes.selectors.diagnoses import Wanted
from probes.selectors.diagnosis_figures import LineFigures
from scenarios.models import GoldAnswer, Query, Scenario, Suite
from tests.factories import diagnosed
from tests.factories import scenarios as make

pytestmark = pytest.mark.django_db

FAMILIES = ("rules", "semantic")


@dataclass
class Lost:
    """A run of one system, and its diagnoses in the order of the queries."""

    run: Run
    variant: IngestVariant
    scenario: Scenario
    rows: list[Diagnosis] = field(default_factory=list)

    @property
    def path(self) -> str:
        return f"/runs/{self.run.pk}/diagnosis/"

    def add(
        self, variant: IngestVariant | None = None, *, split: bool | None = None, **fields: Any
    ) -> Diagnosis:
        """One more query with its diagnosis, and a split answer if told."""
        query = asked(self.scenario, self.scenario.queries.count() + 1, **_of_query(fields))
        row = diagnosed.plain(variant or self.variant, query, **fields)
        if split is not None:
            diagnosed.answer(row.answer.context, "Corby", correct=split, condition="split")
        self.rows.append(row)
        return row


def _of_query(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: fields.pop(name) for name in ("family", "kind", "label") if name in fields}


def asked(scenario: Scenario, number: int, **fields: Any) -> Query:
    """A query with gold over one node of a kind."""
    kind = fields.pop("kind", "fact")
    query = make.query(scenario, number, goal_key=[f"trip {number}"], **fields)
    root = make.node(scenario, kind, "dest", f"trip {number}", state="Corby")
    GoldAnswer.objects.create(query=query, label="answerable", answer="Corby", height=1, width=1, root=root)
    return query


@pytest.fixture
def lost() -> Lost:
    """Eight queries: two right, six wrong in known ways, one of these incomplete."""
    cache.clear()
    suite = make.suite(slug="lost", is_open=True)
    scenario = make.scenario(suite=suite)
    make.released(suite)
    variant = diagnosed.variant(suite, "a-system")
    found = Lost(variant.run, variant, scenario)
    found.add(correct=True, family="rules", split=True)
    found.add(correct=True, family="semantic", split=False)
    found.add(family="rules", split=True)
    found.add(family="rules", self_recovered=True, gold_recovered=True, split=True)
    found.add(
        family="semantic",
        kind="rule",
        failure="unretrievable",
        dimension="evolution",
        self_recovered=False,
        gold_recovered=True,
        load_bearing=True,
        split=False,
    )
    found.add(
        family="semantic",
        kind="derived",
        failure="misderived",
        dimension="composition",
        self_recovered=False,
        gold_recovered=False,
    )
    found.add(
        family="semantic",
        failure="unretrievable",
        dimension="access",
        self_recovered=False,
        gold_recovered=False,
    )
    found.add(family="semantic", status="incomplete", self_recovered=None, gold_recovered=None)
    return found


@pytest.fixture
def lead() -> Client:
    """A browser of someone who may see gold."""
    client = Client()
    client.force_login(User.objects.create_user("someone", role="lead"))
    return client


def figures(lost: Lost) -> LineFigures:
    (line,) = diagnosis_figures.by_line(diagnoses.of_run(lost.run))
    return line


def page(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, path
    return response.content.decode()


def words_of(text: str) -> str:
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", text)))


def test_totals_leave_incomplete_diagnoses_out_of_both_parts(lost: Lost) -> None:
    found = figures(lost).totals
    assert found.right == Share(2, 7)
    assert found.incomplete == 1
    assert found.frontier_nodes == 5
    assert {str(name): share for name, share in found.by_class.items()} == {
        "ungathered": Share(2, 5),
        "unretrievable": Share(2, 5),
        "misderived": Share(1, 5),
    }
    assert found.load_bearing == Share(1, 5)
    assert found.residual == Share(2, 5)


def test_classes_by_kind_family_and_dimension_have_their_own_denominators(lost: Lost) -> None:
    tables = {
        table.title: {row.name: [str(cell.share) for cell in row.cells] for row in table.rows}
        for table in figures(lost).tables
    }
    assert tables["by kind of node"] == {
        "derived": ["0.0% (0 of 1)", "0.0% (0 of 1)", "100.0% (1 of 1)"],
        "fact": ["66.7% (2 of 3)", "33.3% (1 of 3)", "0.0% (0 of 3)"],
        "rule": ["0.0% (0 of 1)", "100.0% (1 of 1)", "0.0% (0 of 1)"],
    }
    assert tables["by family of query"] == {
        "rules": ["100.0% (2 of 2)", "0.0% (0 of 2)", "0.0% (0 of 2)"],
        "semantic": ["0.0% (0 of 3)", "66.7% (2 of 3)", "33.3% (1 of 3)"],
    }
    assert tables["by dimension"]["Evolution"][1] == "100.0% (1 of 1)"
    assert tables["by dimension"]["Other"] == ["n/a (0 of 0)"] * 3


def test_gains_are_paired_over_the_same_answers(lost: Lost) -> None:
    gains = {gain.name: gain for gain in figures(lost).gains}
    assert gains["original"].after == Share(2, 7)
    own = gains["➊ its own answers"]
    assert (own.before, own.after, own.won, own.lost) == (Share(2, 7), Share(4, 7), 2, 0)
    assert own.p == mcnemar(0, 2) == 0.5
    gold = gains["➋ gold evidence"]
    assert (gold.after, gold.won, gold.p) == (Share(5, 7), 3, mcnemar(0, 3))
    split = gains["split"]
    assert (split.before, split.after, split.won, split.lost) == (Share(2, 5), Share(3, 5), 2, 1)
    assert split.p == mcnemar(1, 2) == 1.0
    assert split.points == pytest.approx(20)


def test_what_would_help_most_comes_first_with_its_figures(lost: Lost) -> None:
    helps = figures(lost).helps
    values = [one.share.value or 0 for one in helps]
    assert values == sorted(values, reverse=True)
    said = {one.words.partition(":")[0]: one for one in helps}
    assert next(iter(said)).startswith("Join what the system finds")  # 2 of the 3 wrong ones with a split
    assert said["Let the newest record win"].share == Share(1, 5)
    assert said["Gather inputs with the question"].share == Share(2, 5)
    assert said["Let the newest record win"].wanted == {
        "system": "a-system",
        "failure": "unretrievable",
        "dimension": "evolution",
    }


def test_a_filter_is_met_by_one_node_as_a_whole(lost: Lost) -> None:
    rows = diagnoses.of_run(lost.run)
    both = lost.rows[4]
    diagnosed.frontier(both, None, "misderived", "composition", position=2)
    rows = diagnoses.of_run(lost.run)

    def found(**wanted: str) -> list[int]:
        return [row.diagnosis for row in diagnoses.failed(rows, Wanted(**wanted))]

    assert found(failure="misderived", dimension="composition") == [both.pk, lost.rows[5].pk]
    assert found(failure="unretrievable", dimension="composition") == []
    assert found(failure="unretrievable", kind="rule") == [both.pk]
    assert found(family="rules") == [lost.rows[2].pk, lost.rows[3].pk]
    assert len(found()) == 6
    assert found(system="another") == []


def test_the_page_says_it_all_and_cells_open_their_lists(lead: Client, lost: Lost) -> None:
    text = page(lead, lost.path)
    words = words_of(text)
    assert "2 of 7 diagnosed" in words
    assert "1 incomplete: infrastructure kept a probe from being scored." in words
    assert "other data: its own suite" in words
    assert "knows rules, templates" in words
    assert "6 wrong answers" in words
    href = html.unescape(re.search(r'href="(\?system=a-system&amp;kind=rule[^"]*)"', text)[1])  # type: ignore[index]
    listed = page(lead, f"{lost.path}{href.partition('#')[0]}")
    rows = listed.partition('id="queries"')[2].partition("<tbody>")[2].partition("</tbody>")[0]
    assert rows.count("<tr>") == 1
    assert f"/runs/{lost.run.pk}/diagnosis/{lost.rows[4].answer_id}/" in rows
    assert "◎ dest(trip 5): unretrievable, Evolution, load-bearing" in words_of(rows)
    assert "➋ gold evidence" in rows
    none = page(lead, f"{lost.path}?failure=misderived&family=rules")
    assert "No wrong answer matches." in none
    assert "No wrong answer matches." in page(lead, f"{lost.path}?failure=<b>&system=a-system")


def test_small_cells_are_greyed_and_large_ones_are_not(lead: Client, lost: Lost) -> None:
    for _ in range(10):
        lost.add(family="rules")
    text = page(lead, lost.path)
    rows = {
        words_of(row).split()[0]: row
        for row in re.findall(r"<tr>(?:(?!</tr>).)*</tr>", text, re.S)
        if '<th scope="row">' in row
    }
    assert "is-small" not in rows["rules"]
    assert rows["semantic"].count("is-small") == 3


def test_the_list_has_fifty_a_page(lead: Client, lost: Lost) -> None:
    for _ in range(50):
        lost.add()
    first, second = page(lead, lost.path), page(lead, f"{lost.path}?page=2")
    assert first.partition('id="queries"')[2].count('<tr><th scope="row">') == 50
    assert second.partition('id="queries"')[2].count('<tr><th scope="row">') == 6
    assert "Page 2 of 2" in second


def test_oracles_are_marked_and_systems_stand_apart(lead: Client, lost: Lost) -> None:
    oracle = diagnosed.variant(lost.run.suite, "supporting", run=lost.run, knows=["gold"])
    lost.add(oracle, correct=True)
    text = page(lead, lost.path)
    headings = [words_of(one).strip() for one in re.findall(r'<h2 id="line-\d">.*?</h2>', text)]
    assert headings == ["a-system", "supporting oracle: knows gold"]
    alone = page(lead, f"{lost.path}?system=supporting")
    assert len(re.findall(r'<h2 id="line-\d">', alone)) == 1
    assert "Nothing was lost." in alone


def test_the_paper_on_bm25_stands_beside_bm25_alone(lead: Client, lost: Lost) -> None:
    assert "58.28" not in page(lead, lost.path)
    lost.add(diagnosed.variant(lost.run.suite, "plain bm25", run=lost.run, adapter="bm25"))
    assert "There BM25 answers 58.28 % of all queries before any recovery (other data)." in page(
        lead, lost.path
    )


def test_a_run_without_diagnoses_says_so(lead: Client, lost: Lost) -> None:
    bare = diagnosed.variant(lost.run.suite, "a-system").run
    text = page(lead, f"/runs/{bare.pk}/diagnosis/")
    assert "No answer of this run is diagnosed" in text
    assert "<table" not in text


def test_csv_lists_what_the_page_lists_and_runs_no_formula(lead: Client, lost: Lost) -> None:
    scenario = lost.scenario
    Scenario.objects.filter(pk=scenario.pk).update(slug="=cmd")
    lost.rows[2].answer.question.__class__.objects.filter(pk=lost.rows[2].answer.question_id).update(
        text='=HYPERLINK("x")'
    )
    response = lead.get(f"{lost.path}queries.csv?family=rules")
    assert response["Content-Type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(response.content.decode())))
    assert [row["query"] for row in rows] == ["q003", "q004"]
    assert rows[0]["question"] == '\'=HYPERLINK("x")'
    assert rows[0]["scenario"] == "'=cmd"
    assert (rows[0]["classes"], rows[0]["split"], rows[0]["self_recovered"]) == (
        "ungathered/access",
        "true",
        "true",
    )
    whole = list(csv.DictReader(io.StringIO(lead.get(f"{lost.path}queries.csv").content.decode())))
    assert [row["gold_recovered"] for row in whole] == ["true", "true", "true", "false", "false", ""]


def test_a_held_out_suite_shows_figures_and_no_queries(lost: Lost) -> None:
    Suite.objects.filter(pk=lost.run.suite_id).update(held_out=True)
    client = Client()
    client.force_login(User.objects.create_user("else", role="researcher"))
    text = page(client, lost.path)
    assert "2 of 7 diagnosed" in words_of(text)
    assert 'id="queries"' not in text
    assert f"{lost.path}{lost.rows[2].answer_id}/" not in text
    assert client.get(f"{lost.path}queries.csv").status_code == 403


def test_it_costs_the_same_for_few_and_for_many(lead: Client, lost: Lost) -> None:
    costs = []
    api = f"/api/v1/runs/{lost.run.pk}/"
    paths = (lost.path, f"{api}diagnosis/", f"{api}diagnoses/", f"{lost.path}queries.csv")
    for _ in range(2):
        found = []
        for path in paths:
            page(lead, path)
            with CaptureQueriesContext(connection) as caught:
                page(lead, path)
            found.append(len(caught))
        costs.append(found)
        for _ in range(30):
            lost.add()
    assert costs[0] == costs[1]
    assert max(costs[0]) <= 11


def test_the_api_gives_the_same_figures(lead: Client, lost: Lost) -> None:
    found = lead.get(f"/api/v1/runs/{lost.run.pk}/diagnosis/").json()
    (line,) = found["lines"]
    assert (line["right"]["numerator"], line["right"]["denominator"]) == (2, 7)
    assert line["by_class"]["misderived"]["denominator"] == 5
    assert line["tables"]["by dimension"][3]["classes"]["ungathered"]["value"] is None
    assert [gain["p"] for gain in line["gains"]][0] is None
    assert found["reader_knows"] == ["rules", "templates"]


def test_the_api_lists_and_opens_diagnoses(lead: Client, lost: Lost) -> None:
    api = f"/api/v1/runs/{lost.run.pk}/diagnoses/"

    def listed(asked: str = "") -> list[int]:
        rows, address = [], f"{api}{asked}"
        while address:
            answer = lead.get(address).json()
            rows += [row["id"] for row in answer["results"]]
            address = answer["next"]
        return rows

    pks = [row.pk for row in lost.rows]
    assert listed("?page_size=3") == pks
    assert listed("?correct=false") == pks[2:]
    assert listed("?failure=unretrievable&dimension=evolution") == [pks[4]]
    assert listed("?failure=ungathered&dimension=evolution") == []
    assert listed("?kind=derived") == [pks[5]]
    assert listed("?family=rules&system=a-system&correct=true") == [pks[0]]
    for asked_wrongly in ("?failure=lost", "?correct=maybe", "?dimension=x", "?class=x"):
        assert lead.get(f"{api}{asked_wrongly}").status_code == 400


def test_the_api_tells_a_diagnosis_whole(lead: Client) -> None:
    example = diagnosed.worked_example()
    found = lead.get(f"/api/v1/diagnoses/{example.diagnosis.pk}/").json()
    assert [node["node"] for node in found["frontier"]] == ["dest(Grus)", "city_in(Corby)"]
    details = found["details"]
    states = {state["node"]: state for state in details["states"]}
    assert states["n_outside(Vera)"]["probe"] == 0
    assert states["dest(Grus)"]["targeted"]["answer"] == "Halewick"
    (inherited,) = states["city_in(Corby)"]["inherited"]
    assert inherited["parent"] == example.probes["country(Grus)"].pk
    assert inherited["answer"]["label"] == "unknown"
    assert inherited["answer"]["context"] == ["e7", "e4", "e9"]
    assert len(details["edges"]) == 14
    assert len(details["followed"]) == 4
    assert details["lost"][0]["words"] == (
        "dest(Grus): unretrievable, Evolution: answered Halewick, which e7 said; e10 replaced it"
    )
    assert [step["node"] for step in details["recoveries"]["gold"]["steps"]][-1] == "n_outside(Vera)"
    assert details["recoveries"]["gold"]["recovered"] is True
    assert details["split"]["answer"] == 3
