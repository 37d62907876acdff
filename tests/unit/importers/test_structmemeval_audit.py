"""The audit of the look-alike: rows, verdicts, files read or reported, findings of every subset."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from scenarios.importers.errors import NotThisDataSetError
from scenarios.importers.structmemeval.audit import audit
from scenarios.importers.structmemeval.options import parse
from scenarios.importers.structmemeval.report import AuditReport
from tests.factories.structmemeval import RIDGE_NET, YES, session, write, write_json


@pytest.fixture
def report(tmp_path: Path) -> AuditReport:
    return audit(write(tmp_path / "look-alike"))


def of(report: AuditReport, code: str) -> list[tuple[str, str, str]]:
    return [(f.file, f.session, f.message) for f in report.findings if f.code == code]


def test_each_stated_settlement_has_a_row_with_the_net_position_by_person(report: AuditReport) -> None:
    ridge = [row for row in report.accounting if row.session == "ridge"]
    assert [(row.checkpoint, row.verdict) for row in ridge] == [(10, "agree"), (20, "reversed")]
    assert {row.checkpoint: dict(row.net) for row in ridge} == RIDGE_NET
    assert ridge[0].derived == "Maessa -> Ilvane : 41.00 EUR, Torrick -> Ilvane : 5.00 EUR"
    assert ridge[1].derived == "Maessa -> Ilvane : 33.00 EUR, Maessa -> Torrick : 18.00 EUR"
    assert dict(ridge[0].left) == {"Ilvane": "0.00", "Torrick": "0.00", "Maessa": "0.00"}


def test_the_faulty_session_disagrees_and_shows_what_is_left(report: AuditReport) -> None:
    (row,) = [row for row in report.accounting if row.session == "faulty"]
    assert (row.checkpoint, row.verdict, row.convention) == (10, "disagree", "")
    assert row.left["Ilvane"] != "0.00"


def test_each_stated_relation_has_a_row_with_its_path_and_witness(report: AuditReport) -> None:
    first = report.tree[0]
    assert (first.stated, first.derived, first.verdict) == (True, True, "agree")
    assert first.path == ("Pia Lund", "Ulf Senn", "Oda Brack")
    assert first.path_events == ("e0005", "e0001")
    assert (first.links, first.shortest_paths) == (5, 1)


def test_the_question_about_absent_people_is_flagged(report: AuditReport) -> None:
    (flagged,) = [row for row in report.tree if row.flagged]
    assert (flagged.file, flagged.stated, flagged.derived) == ("tree_based/guild_2.json", True, False)
    assert (flagged.verdict, flagged.path) == ("disagree", ())
    assert flagged.flag == "the file never mentions Rolf Aske or Jon Vik"


def test_every_file_is_read_or_reported(report: AuditReport) -> None:
    assert report.files == {
        "accounting": {"read": 1, "reported": 0},
        "tree": {"read": 2, "reported": 0},
        "state_tracking": {"read": 1, "reported": 0},
        "recommendations": {"read": 1, "reported": 1},
    }
    assert of(report, "empty-file") == [("recommendations/songs.json", "", "")]


def test_the_findings_of_every_subset(report: AuditReport) -> None:
    assert of(report, "dangling-fact") == [("recommendations/walks.json", "", "")]
    assert of(report, "quote-not-found") == [("recommendations/walks.json", "s2", "")]
    assert ("recommendations/walks.json", "s2", "1") in of(report, "repeated-message")
    assert of(report, "constant-answer") == [("tree", "", "")]
    assert of(report, "case-id") == [("tree_based/guild_2.json", "", "")]
    assert of(report, "self-debtor") == [("accounting/tour_20percent.json", "faulty", "2")]
    assert len(of(report, "unread-message")) == 6
    (constant,) = [finding.detail for finding in report.findings if finding.code == "constant-answer"]
    assert constant == f"all 4 stated answers are the same, so a constant answer scores 100 %: {YES}"


def test_the_counts_add_up_and_the_report_is_json(report: AuditReport) -> None:
    shown = json.loads(json.dumps(report.as_json()))
    assert shown["counts"]["accounting"] == {"agree": 1, "reversed": 1, "disagree": 1}
    assert shown["counts"]["tree"] == {"agree": 3, "disagree": 1}
    assert sum(shown["counts"]["findings"].values()) == len(shown["findings"])
    assert set(shown["findings"][0]) == {"code", "file", "session", "message", "detail"}
    assert shown["assumed_complete"] == {"accounting": ["transaction", "beneficiary"], "tree": ["link"]}
    assert shown["options"]["arrow"] == "debtor-to-creditor"


def test_the_rules_about_checkpoints_are_counted(report: AuditReport) -> None:
    chosen = report.rules[0]
    assert (chosen.agree, chosen.reversed, chosen.answers) == (1, 1, 3)
    assert chosen.rule == "chosen: after 10, 20, 50, 100, 200 messages"
    assert {rule.rule for rule in report.rules[1:]} == {
        "after 10, 20, 50, 100, 200 messages, one later",
        "after 10, 20, 50, 100, 200 transactions",
        "after every fifth of 200 messages",
    }


def test_options_change_what_is_derived(tmp_path: Path) -> None:
    path = write(tmp_path / "look-alike")
    turned = audit(path, parse(["arrow=creditor-to-debtor"]))
    assert [row.verdict for row in turned.accounting if row.session == "ridge"] == ["reversed", "agree"]
    other = audit(path, parse(["split-with=named-only"]))
    assert [row.verdict for row in other.accounting if row.session == "ridge"] == ["agree", "disagree"]


def test_a_convention_is_named_where_it_explains_the_stated_answer(tmp_path: Path) -> None:
    messages = ["Ann: Tea: €6. Bo and Cy owe me.", "Bo: Pie: €3. Split equally.", "Cy: Quiet."]
    answers = ["Settlement: Bo -> Ann : 3.00 EUR, Cy -> Ann : 3.00 EUR"]
    write_json(tmp_path / "accounting" / "a.json", {"sessions": [session("s", messages, answers)]})
    (row,) = audit(tmp_path, parse(["checkpoints=1"])).accounting
    assert (row.verdict, row.convention, row.turned) == (
        "other convention", '"owe me" means those named alone', False,
    )  # fmt: skip


def test_a_broken_file_is_a_finding_with_its_place_and_the_rest_is_audited(tmp_path: Path) -> None:
    path = write(tmp_path / "look-alike")
    (path / "tree_based" / "broken.json").write_text('{"sessions": [}')
    report = audit(path)
    (broken,) = [finding for finding in report.findings if finding.code == "unreadable-file"]
    assert broken.detail.startswith("tree_based/broken.json:1:15: not JSON")
    assert report.files["tree"] == {"read": 2, "reported": 1}
    assert len(report.tree) == 4


def test_unreadable_answers_and_questions_keep_their_rows(tmp_path: Path) -> None:
    stated = {"question": "How is A Bo?", "reference_answer": {"text": "Well."}}
    content = {"sessions": [session("s", ["A Bo works with C Do."])], "queries": [stated]}
    write_json(tmp_path / "tree_based" / "x.json", content)
    (row,) = audit(tmp_path).tree
    assert (row.stated, row.derived, row.verdict, row.path) == (None, None, "unreadable", ())


def test_differing_keys_and_repeated_names_are_found(tmp_path: Path) -> None:
    content = {
        "sessions": [session("s", ["a"]), session("s", ["b"], fact_id="f"), session("t", [])],
        "queries": [{"query_id": "q", "question": "?", "reference_answer": "x"}] * 2
        + [{"question": "!", "reference_answer": "x"}],
    }
    write_json(tmp_path / "recommendations" / "x.json", content)
    write_json(tmp_path / "state_tracking" / "y.json", {})
    found = Counter(finding.code for finding in audit(tmp_path).findings)
    assert found["keys-differ"] == 2
    assert {
        "repeated-session-id",
        "repeated-question",
        "repeated-query-id",
        "no-messages",
        "no-sessions",
    } <= set(found)


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotThisDataSetError):
        audit(tmp_path)
