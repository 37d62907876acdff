"""``manage.py verify_release``: the gold of mini holds, and a row that was altered by hand is named."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from scenarios.generators import worked_example
from scenarios.models import DerivationEdge, DerivationNode, GoldAnswer, Query, Suite, Witness
from scenarios.services import suites
from tests.factories.mini_suite import mini_bundle

pytestmark = pytest.mark.django_db


@pytest.fixture
def example() -> Suite:
    """The paper's worked example, stored as a draft with its gold."""
    return suites.store(bundle=worked_example.bundle(), by=None)


def verified(slug: str) -> dict[str, Any]:
    """What the command prints; it raises where it would exit with 1."""
    out = io.StringIO()
    call_command("verify_release", slug, "--json", stdout=out)
    return dict(json.loads(out.getvalue()))


def refused(slug: str) -> tuple[dict[str, Any], str]:
    """What the command prints, and what it says as it exits with 1."""
    out = io.StringIO()
    with pytest.raises(CommandError) as refusal:
        call_command("verify_release", slug, "--json", stdout=out)
    assert refusal.value.returncode == 1
    return dict(json.loads(out.getvalue())), str(refusal.value)


@contextmanager
def altered_by_hand(table: str) -> Iterator[Any]:
    """A cursor with the trigger off that keeps rows of a table from being updated."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER {table}_no_update")
        yield cursor
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER {table}_no_update")


def the_query(suite: Suite) -> tuple[Query, str]:
    """A query with its place as messages name it."""
    found = Query.objects.filter(scenario__suite=suite, gold__label="answerable").select_related("scenario")
    query = found.order_by("scenario__position", "label")[0]
    return query, f"{query.scenario.slug}/{query.label}"


def test_all_gold_of_mini_is_what_the_reference_evaluator_derives_but_for_a_row_altered_by_hand() -> None:
    mini = suites.store(bundle=mini_bundle(), by=None)
    report = verified("mini")
    assert (report["ok"], report["differences"], report["violations"]) == (True, [], 0)
    assert report["content_hash"] == report["recomputed_hash"] == mini.content_hash
    assert report["queries"] == GoldAnswer.objects.filter(query__scenario__suite=mini).count()
    assert min(report["nodes"], report["edges"], report["witnesses"]) > report["queries"] / 2
    assert len(report["labels"]) == 3
    query, place = the_query(mini)
    with altered_by_hand("scenarios_goldanswer") as cursor:
        cursor.execute("UPDATE scenarios_goldanswer SET answer = '17' WHERE query_id = %s", [query.pk])
    report, said = refused("mini")
    (line,) = report["differences"]
    assert line.startswith(f"{place}: gold row: answer is 17, the reference evaluator gives ")
    assert report["recomputed_hash"] != report["content_hash"]
    assert said == "Suite 'mini': 1 difference(s) from its rows. The content hash differs too."


@pytest.mark.parametrize(
    ("column", "value", "told"),
    [
        ("answer", '"Nowhere"', "gold row: answer is 'Nowhere', the reference evaluator gives"),
        ("support", '["e1"]', "gold row: support is ['e1'], the reference evaluator gives"),
        ("height", "99", "gold row: height is 99, the reference evaluator gives"),
        ("checks", '{"c1": false}', "gold row: checks is"),
    ],
)
def test_a_gold_row_altered_by_hand_is_named(example: Suite, column: str, value: str, told: str) -> None:
    query, place = the_query(example)
    with altered_by_hand("scenarios_goldanswer") as cursor:
        cursor.execute(
            f"UPDATE scenarios_goldanswer SET {column} = %s WHERE query_id = %s", [value, query.pk]
        )
        assert cursor.rowcount == 1
    report, said = refused("worked-example")
    assert any(line.startswith(f"{place}: {told}") for line in report["differences"]), report["differences"]
    assert all(line.startswith(place) for line in report["differences"])
    assert report["recomputed_hash"] != report["content_hash"]
    assert "The content hash differs too." in said


def test_a_node_row_altered_by_hand_is_named_wherever_gold_rests_on_it(example: Suite) -> None:
    node = DerivationNode.objects.filter(scenario__suite=example, kind="fact").order_by("pk")[0]
    with altered_by_hand("scenarios_derivationnode") as cursor:
        cursor.execute("UPDATE scenarios_derivationnode SET state = '\"Nowhere\"' WHERE id = %s", [node.pk])
    report, _ = refused("worked-example")
    name = f"node row fact {node.pred}({','.join(node.args)}): ('Nowhere', "
    assert report["differences"]
    assert all(name in line for line in report["differences"])


def test_an_edge_row_altered_by_hand_is_named(example: Suite) -> None:
    edge = DerivationEdge.objects.filter(parent__scenario__suite=example, child__kind="event")
    edge_row = edge.select_related("parent", "child").order_by("pk")[0]
    other = (
        DerivationNode.objects.filter(
            scenario=edge_row.parent.scenario, cutoff=edge_row.parent.cutoff, kind="event"
        )
        .exclude(pk=edge_row.child_id)
        .order_by("pk")[0]
    )
    with altered_by_hand("scenarios_derivationedge") as cursor:
        cursor.execute(
            "UPDATE scenarios_derivationedge SET child_id = %s WHERE id = %s", [other.pk, edge_row.pk]
        )
    report, _ = refused("worked-example")
    lines = "\n".join(report["differences"])
    assert f"to {other.pred}: stored and not derived" in lines
    assert f"to {edge_row.child.pred}: derived and not stored" in lines


def test_a_witness_row_altered_by_hand_is_named(example: Suite) -> None:
    query, place = the_query(example)
    row = Witness.objects.get(query=query, position=0)
    with altered_by_hand("scenarios_witness") as cursor:
        cursor.execute("UPDATE scenarios_witness SET events = '[\"e1\"]' WHERE id = %s", [row.pk])
    report, _ = refused("worked-example")
    (line,) = report["differences"]
    assert line.startswith(f"{place}: witness row 0: {{e1}} ({row.minimal}), the reference evaluator")


def test_a_row_that_went_and_one_that_came_are_named(example: Suite) -> None:
    query, place = the_query(example)
    Witness.objects.create(query=query, position=7, events=["e1"])
    stray = DerivationNode.objects.create(
        scenario=query.scenario,
        cutoff=query.cutoff,
        kind="check",
        pred="norule",
        args=["x"],
        key_text="check norule(x)",
        state=True,
    )
    Witness.objects.filter(query=query, position=0).delete()
    report, _ = refused("worked-example")
    lines = report["differences"]
    assert f"{place}: witness row 7: {{e1}} (tested), the reference evaluator gives none" in lines
    assert any(line.startswith(f"{place}: witness row 0: none, the") for line in lines)
    assert any(
        f"node row check {stray.pred}(x) at" in line and "no gold rests on it" in line for line in lines
    )
    assert len(lines) == 3
