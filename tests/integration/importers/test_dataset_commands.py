"""``import_dataset`` and ``audit_dataset`` on the look-alike: what is stored, printed and refused."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scenarios.importers.folds import balance_of
from scenarios.importers.netting import money_text
from scenarios.models import DerivationNode, Finding, GoldAnswer, Query, Suite
from scenarios.services import releases
from tests.factories.structmemeval import RIDGE_NET, write

pytestmark = pytest.mark.django_db


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    return write(tmp_path / "look-alike")


def run(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def stored(dataset: Path, *arguments: str) -> list[dict[str, Any]]:
    printed = run("import_dataset", "structmemeval", str(dataset), "--json", *arguments)
    found: list[dict[str, Any]] = json.loads(printed)["suites"]
    return found


# ---------------------------------------------------------------- import
def test_both_subsets_become_draft_suites_with_assumed_completeness(dataset: Path) -> None:
    accounting, tree = stored(dataset)
    assert (accounting["suite"], accounting["status"]) == ("structmemeval-accounting", "draft")
    assert (accounting["scenarios"], accounting["events"], accounting["queries"]) == (2, 30, 3)
    assert accounting["assumed_complete"] == ["transaction", "beneficiary"]
    assert (tree["suite"], tree["scenarios"], tree["events"], tree["queries"]) == (
        "structmemeval-tree",
        2,
        9,
        10,
    )
    assert set(Suite.objects.values_list("kind", flat=True)) == {"imported"}


def test_the_stored_gold_is_the_settlement_derived_by_hand_with_its_items_as_support(dataset: Path) -> None:
    stored(dataset, "--subset", "accounting")
    queries = Query.objects.filter(scenario__slug="ridge").select_related("gold").order_by("label")
    for query, (messages, net) in zip(queries, RIDGE_NET.items(), strict=True):
        balance = balance_of(query.gold.answer, query.target["args"]["parties"])
        assert {name: money_text(value) for name, value in balance.items()} == net
        assert query.gold.label == "answerable"
        (witness,) = query.witnesses.all()
        assert witness.events == query.gold.support
        assert max(witness.events) <= f"e{messages:04d}"
    assert "e0008" in queries[0].gold.support
    assert "e0008" not in queries[1].gold.support


def test_the_stated_answer_stays_beside_the_derived_one(dataset: Path) -> None:
    stored(dataset, "--subset", "accounting")
    query = Query.objects.select_related("gold").get(scenario__slug="ridge", label="q002")
    assert query.stated["transfers"] == ["Ilvane -> Maessa : 33.00", "Torrick -> Maessa : 18.00"]
    assert query.gold.answer == ["Maessa -> Ilvane : 33.00", "Maessa -> Torrick : 18.00"]
    assert query.checkpoint == "after 20 messages"


def test_paths_and_sound_noes_are_stored_with_their_witnesses(dataset: Path) -> None:
    stored(dataset, "--subset", "tree")
    golds = GoldAnswer.objects.filter(query__scenario__slug="guild-1").select_related("query")
    path = golds.get(query__label="q003")
    assert path.answer == ["Pia Lund", "Ulf Senn", "Oda Brack"]
    assert path.support == ["e0001", "e0005"]
    related = golds.filter(query__operator="reachable").order_by("query__label")
    assert [gold.answer for gold in related] == [True, True, False, False]


def test_the_assumed_completeness_stands_in_the_derivation(dataset: Path) -> None:
    stored(dataset, "--subset", "tree")
    gold = GoldAnswer.objects.get(query__scenario__slug="guild-1", query__label="q005")
    checks = DerivationNode.objects.filter(scenario=gold.query.scenario, kind="check")
    assert {(node.pred, node.args[0]) for node in checks} == {("assumed", "link")}


def test_findings_are_stored_with_file_session_and_message(dataset: Path) -> None:
    (suite,) = stored(dataset, "--subset", "accounting")
    unread = Finding.objects.filter(suite__slug=suite["suite"], code="unread-message")
    assert sorted(unread.values_list("session", "message")) == [
        ("faulty", n) for n in ("3", "4", "5", "6", "9")
    ]


def test_a_release_of_an_import_is_verified_by_the_reference_evaluator(dataset: Path) -> None:
    for suite in stored(dataset):
        report = releases.verify(Suite.objects.get(slug=suite["suite"]))
        assert report.ok, report.differences


def test_an_option_changes_the_gold_and_is_kept(dataset: Path) -> None:
    (suite,) = stored(dataset, "--subset", "accounting", "--option", "checkpoints=4")
    assert suite["options"]["checkpoints"] == [4]
    assert set(Query.objects.values_list("checkpoint", flat=True)) == {"after 4 messages"}


def test_a_broken_file_is_refused_with_its_place_and_nothing_is_stored(dataset: Path) -> None:
    (dataset / "tree_based" / "zz.json").write_text('{\n "sessions": oops\n}')
    with pytest.raises(CommandError, match=r"tree_based/zz\.json:2:14: not JSON") as caught:
        stored(dataset)
    assert "Nothing was stored." in str(caught.value)
    assert not Suite.objects.exists()


def test_a_second_import_is_refused_and_leaves_the_first(dataset: Path) -> None:
    stored(dataset, "--subset", "accounting")
    with pytest.raises(CommandError, match="already a suite 'structmemeval-accounting'"):
        stored(dataset, "--subset", "tree", "--subset", "accounting")
    assert list(Suite.objects.values_list("slug", flat=True)) == ["structmemeval-accounting"]


@pytest.mark.parametrize("option, words", [("owing=maybe", "payer-shares"), ("nonsense", "name=value")])
def test_a_wrong_option_is_refused(dataset: Path, option: str, words: str) -> None:
    with pytest.raises(CommandError, match=words):
        stored(dataset, "--option", option)


def test_a_person_reads_what_was_stored(dataset: Path) -> None:
    printed = run("import_dataset", "structmemeval", str(dataset), "--subset", "tree")
    assert "Stored structmemeval-tree as a draft: 2 scenarios, 9 events, 10 queries" in printed
    assert "Completeness is assumed for link." in printed


# ---------------------------------------------------------------- audit
def test_the_audit_prints_one_json_object(dataset: Path) -> None:
    report = json.loads(run("audit_dataset", "structmemeval", str(dataset), "--json"))
    assert [row["verdict"] for row in report["accounting"]] == ["agree", "reversed", "disagree"]
    assert report["accounting"][0]["net"] == RIDGE_NET[10]
    assert [row["flagged"] for row in report["tree"]] == [False, False, False, True]
    assert not Suite.objects.exists()


def test_the_audit_is_readable(dataset: Path) -> None:
    printed = run("audit_dataset", "structmemeval", str(dataset))
    for words in (
        "Settlements: 3 stated answers",
        "accounting/tour_20percent.json  ridge  after 20  reversed",
        "net      Ilvane 33.00, Maessa -51.00, Torrick 18.00",
        "Relations: 4 stated answers",
        "2 hops (the only one): Pia Lund - Ulf Senn - Oda Brack",
        "unsupported: the file never mentions Rolf Aske or Jon Vik",
        "recommendations 1 files read, 1 reported",
        "accounting  agree 1, disagree 1, reversed 1",
        "chosen: after 10, 20, 50, 100, 200 messages: 1 agree, 1 reversed, of 3",
    ):
        assert words in printed


def test_the_audit_of_another_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="holds no file of StructMemEval"):
        run("audit_dataset", "structmemeval", str(tmp_path))


def test_the_help_states_every_default(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run("audit_dataset", "--help")
    printed = capsys.readouterr().out
    assert "owing=payer-shares|named-only|as-worded" in printed
    assert "checkpoints=10,20,50,100,200" in printed
