"""How hard a query is, on its page and in the API: figures among its family, and where records lie."""

from __future__ import annotations

import html
import io
import re
from typing import Any

import pytest
from django.core.management import call_command

from scenarios.models import GoldAnswer, Query, Witness
from scenarios.selectors import derivations, difficulty, queries, witness_marks
from tests.factories import scenarios as make
from tests.factories import web_world
from tests.factories.web_world import World

PAGE = "/suites/ranked/ranked-history/queries/q001/"
API = "/api/v1/suites/ranked/scenarios/ranked-history/queries/q001/difficulty/"
EXAMPLE = "/suites/worked-example/figure3/queries/"
EXAMPLE_API = "/api/v1/suites/worked-example/scenarios/figure3/queries/q1/difficulty/"


@pytest.fixture
def family(quiet_world: World) -> World:
    """The world with a suite where ``q001`` has four queries of its family beside it, ``q005`` unknown and
    the witnesses of ``q006``, of another family, not all listed."""
    suite = make.suite(slug="ranked", is_open=True)
    scenario = make.scenario(suite=suite, slug="ranked-history")
    make.action(make.event(scenario, 1, "Grus is on its way."))
    make.event(scenario, 2, "It rained.", kind="distractor", distractor_kind="D6")
    web_world.grow(scenario, events=10)
    for number, size in enumerate((3, 1, 3, 8, None, 4), start=1):
        family = "rules" if number == 6 else "temporal"
        query = make.query(scenario, number, goal_key=[f"trip {number}"], family=family)
        gold(query, size, exact=number != 6)
    quiet_world.suites["ranked"] = make.released(suite)
    return quiet_world


def gold(query: Query, size: int | None, *, exact: bool) -> None:
    """Gold whose smallest witness has so many records, unknown without a size."""
    root = make.node(query.scenario, "fact", "dest", *query.goal_key, state="Corby")
    if size:
        Witness.objects.create(query=query, position=0, events=["e0001"])
    GoldAnswer.objects.create(
        query=query,
        label="answerable" if size else "unknown",
        answer="Corby" if size else None,
        missing=[] if size else ["dest"],
        height=1,
        width=1,
        exact=exact,
        support=["e0001"] if size else [],
        support_high=["e0001"] if size else [],
        measures={"witness_size": size, "support_size": size or 0, "n_obsolete": 0},
        root=root,
    )


@pytest.fixture
def example(quiet_world: World) -> World:
    """The world with the worked example."""
    call_command("build_suite", "worked-example", stdout=io.StringIO())
    return quiet_world


def page(world: World, path: str, role: str = "lead", **headers: str) -> str:
    response = world.client(role).get(path, headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def words_of(text: str) -> str:
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", text)))


def row_of(text: str, title: str) -> str:
    """The words of the row of a figure."""
    row = text.partition(f'<tr><th scope="row">{title}</th>')[2].partition("</tr>")[0]
    assert row, f"no row of {title}"
    return words_of(row)


def test_a_figure_stands_among_those_of_its_family(family: World) -> None:
    text = page(family, PAGE)
    assert "Each figure beside those of the 5 temporal queries" in words_of(text)
    row = row_of(text, "Witness size")
    assert "3 larger than 1 of 4, 2 have this value; 1 to 8, median 3" in row
    assert "So few records are enough for the answer." in row
    assert 'aria-label="Witness size of 4 queries of temporal, 3 marked"' in text
    answer = family.api("lead").get(API).json()
    (witness,) = [one for one in answer["measures"] if one["name"] == "witness"]
    assert witness["standing"] == {"n": 4, "below": 1, "same": 2, "low": 1, "median": 3, "high": 8}


def test_a_figure_without_a_value_compares_with_nothing(family: World) -> None:
    text = page(family, PAGE.replace("q001", "q005"))
    assert "n/a nothing to compare" in row_of(text, "Witness size")
    assert "What is unknown has no witness." in words_of(text)


def test_an_incomplete_list_gives_bounds(family: World) -> None:
    text = page(family, PAGE.replace("q001", "q006"))
    assert row_of(text, "Witness size").strip().startswith("at most 4")
    assert row_of(text, "Support size").strip().startswith("at least 4")


def test_flags_count_their_family(family: World) -> None:
    Query.objects.filter(label__in=["q001", "q002"], scenario__slug="ranked-history").update(
        target={"bait": True}
    )
    assert "yes yes for 2 of 5" in row_of(page(family, PAGE), "Bait")
    assert "no yes for 0 of 5" in row_of(page(family, PAGE), "Excludes an obsolete version")


REFERENCES: list[tuple[dict[str, Any], str]] = [
    ({"refs": {"trip": {"kind": "id"}}}, "Everything is named outright."),
    ({"refs": "nonsense"}, "Not stated."),
    (
        {
            "args": {"person": "Vera <b>", "place": "Halewick"},
            "refs": {
                "person": {"kind": "id"},
                "trip": {"kind": "by_place", "by": ["person", "place"], "entity": "Grus"},
            },
        },
        "The trip is told by place (person Vera <b> , place Halewick ) and means Grus .",
    ),
]


@pytest.mark.parametrize(("target", "says"), REFERENCES)
def test_references_say_what_they_mean(family: World, target: dict[str, Any], says: str) -> None:
    Query.objects.filter(label="q001", scenario__slug="ranked-history").update(target=target)
    text = page(family, PAGE)
    assert says in words_of(text)
    assert "Vera <b>" not in text


def test_the_degree_names_what_the_answer_went_through(example: World) -> None:
    text = page(example, f"{EXAMPLE}q1/")
    found = example.api("lead").get(EXAMPLE_API).json()
    degree = GoldAnswer.objects.get(query__label="q1", query__scenario__slug="figure3").degree
    assert len(found["constructs"]) == degree > 1
    assert "passing over an obsolete version" in row_of(text, "Degree")
    assert "the only one of its family" in row_of(text, "Degree")


def test_what_is_told_agrees_with_what_is_stored(example: World) -> None:
    """Constructs are as many as the degree, records superseded on the way as many as measured."""
    told, stored = [], []
    for query in Query.objects.filter(scenario__slug="figure3").select_related("gold", "scenario"):
        derivation = derivations.of(query)
        told.append(
            (
                max(1, len(difficulty.of(query, derivation).constructs)),
                len(witness_marks.superseded(query.scenario, query.cutoff, derivation)),
            )
        )
        stored.append((query.gold.degree, query.gold.measures["n_obsolete"]))
    assert told == stored
    assert any(obsolete for _, obsolete in stored)


def test_the_smallest_witness_is_marked_in_its_lane_and_listed(example: World) -> None:
    text = page(example, f"{EXAMPLE}q1/")
    query = queries.get(Query.objects.get(label="q1", scenario__slug="figure3").scenario, "q1")
    strip = text.partition('<svg class="witness-strip"')[2].partition("</svg>")[0]
    witness = query.witnesses.all()[0].events
    marked = re.findall(r'<a href="/suites/worked-example/figure3/events/(\w+)/" aria-label="([^"]+)"', strip)
    in_witness = [label for label, says in marked if "smallest witness" in says]
    assert sorted(in_witness) == sorted(witness)
    assert strip.count('<path class="witness"') == len(witness)
    assert f"smallest witness ({len(witness)})" in strip
    table = text.partition('<details id="marked">')[2].partition("</details>")[0]
    for label, _ in marked:
        assert f'/events/{label}/">{label}</a>' in table
    roles = {row["id"]: row["roles"] for row in example.api("lead").get(EXAMPLE_API).json()["records"]}
    assert [label for label in roles if "witness" in roles[label]] == in_witness
    assert list(roles) == sorted(roles, key=lambda label: int(label[1:])), "in order of time"
    assert any("superseded" in found for found in roles.values())


def test_distractors_show_to_those_who_see_actions_and_only_by_the_cutoff(family: World) -> None:
    assert "Distractors: e0002" in words_of(page(family, PAGE))
    records = family.api("lead").get(API).json()["records"]
    assert [row["id"] for row in records if row["roles"] == ["distractor"]] == ["e0002"]
    Query.objects.filter(label="q001", scenario__slug="ranked-history").update(cutoff=make.day(1))
    assert "Distractors:" not in words_of(page(family, PAGE))
    query = queries.get(family.suites["ranked"].scenarios.get(), "q001")
    marks = witness_marks.of(query, derivations.of(query), with_actions=False)
    assert [mark.label for mark in marks.marks] == ["e0001"]
    assert (marks.seen, marks.total) == (1, 12)


def test_the_part_of_a_node_and_another_cutoff_have_no_such_section(family: World) -> None:
    query = Query.objects.get(label="q001", scenario__slug="ranked-history")
    node = page(family, f"{PAGE}?node={query.gold.root_id}", **{"HX-Request": "true"})
    assert "How hard it is" not in node
    assert "How hard it is" not in page(family, f"{PAGE}?as_of=2026-01-06")


def test_whoever_may_not_see_gold_sees_none_of_it(family: World) -> None:
    text = page(family, PAGE, "annotator")
    assert "How hard it is" not in text
    assert "witness-strip" not in text
    assert family.api("annotator").get(API).status_code == 403
    assert family.client("anonymous").get(PAGE).status_code == 302
