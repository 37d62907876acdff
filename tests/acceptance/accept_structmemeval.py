"""The published StructMemEval files where ``STEMMA_DATA`` points: audited, read, imported.

``STEMMA_DATA`` is the folder that holds ``structmemeval``. Nothing of the data stands in this repository;
without it these checks are "not run".
"""

from __future__ import annotations

import json
import os
from collections import Counter
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from scenarios.models import GoldAnswer, Witness
from scenarios.services import datasets


@pytest.fixture(scope="module")
def data() -> Path:
    root = os.environ.get("STEMMA_DATA")
    if not root:
        pytest.skip("STEMMA_DATA is not set")
    path = Path(root) / "structmemeval"
    if not path.is_dir():
        pytest.skip(f"{path} is not there")
    return path


@pytest.fixture(scope="module")
def report(data: Path) -> dict[str, Any]:
    out = StringIO()
    call_command("audit_dataset", "structmemeval", str(data), "--json", stdout=out)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def test_every_stated_settlement_is_beside_a_derived_position(report: dict[str, Any]) -> None:
    rows = report["accounting"]
    assert len(rows) == 75
    assert len({(row["file"], row["session"], row["checkpoint"]) for row in rows}) == 75
    for row in rows:
        assert {"file", "session", "checkpoint", "verdict", "net", "stated", "derived"} <= set(row)
        assert abs(sum(round(float(value) * 100) for value in row["net"].values())) <= len(row["net"])
        assert bool(row["convention"]) == (row["verdict"] == "other convention")
    assert {row["verdict"] for row in rows} <= {"agree", "reversed", "other convention", "disagree"}


def test_the_chosen_rule_about_the_checkpoints_fits_best(report: dict[str, Any]) -> None:
    fits = [rule["agree"] + rule["reversed"] for rule in report["checkpoint_rules"]]
    assert fits[0] == max(fits) >= 30


def test_every_stated_relation_is_beside_a_derived_one_and_one_is_unsupported(report: dict[str, Any]) -> None:
    rows = report["tree"]
    assert len(rows) == 181
    flagged = [row for row in rows if row["flagged"]]
    assert [(row["stated"], row["derived"]) for row in flagged] == [(True, False)]
    for row in rows:
        if not row["flagged"]:
            assert (row["verdict"], len(row["path"]), row["shortest_paths"]) == ("agree", 11, 1)
            assert len(row["path_events"]) == 10


def test_every_file_of_every_subset_is_read_or_reported(report: dict[str, Any]) -> None:
    counts = {name: (files["read"], files["reported"]) for name, files in report["files"].items()}
    assert counts == {
        "accounting": (3, 0),
        "tree": (100, 0),
        "state_tracking": (44, 0),
        "recommendations": (25, 1),
    }
    codes = Counter(finding["code"] for finding in report["findings"])
    expected = {
        "empty-file",
        "constant-answer",
        "dangling-fact",
        "repeated-message",
        "self-debtor",
        "unread-message",
    }
    assert expected <= set(codes)
    assert codes["empty-file"] == codes["constant-answer"] == codes["unsupported-question"] == 1


def test_nearly_every_message_is_read(report: dict[str, Any]) -> None:
    unread = [finding for finding in report["findings"] if finding["code"] == "unread-message"]
    assert len(unread) <= 2, unread
    assert all(finding["file"] and finding["session"] and finding["message"] for finding in unread)


@pytest.mark.django_db
def test_both_subsets_are_stored_with_derived_gold(data: Path) -> None:
    suites = datasets.import_dataset(path=data, by=None)
    assert [suite.slug for suite in suites] == ["structmemeval-accounting", "structmemeval-tree"]
    accounting, tree = suites
    assert (accounting.scenarios.count(), tree.scenarios.count()) == (15, 100)
    settled = GoldAnswer.objects.filter(query__scenario__suite=accounting)
    assert settled.count() == 75
    assert all(isinstance(answer, list) for answer in settled.values_list("answer", flat=True))
    related = GoldAnswer.objects.filter(query__scenario__suite=tree, query__operator="reachable")
    assert Counter(related.values_list("answer", flat=True)) == {True: 180, False: 181}
    paths = GoldAnswer.objects.filter(query__scenario__suite=tree, query__operator="shortest_path")
    assert {len(answer) for answer in paths.values_list("answer", flat=True)} == {11}
    listed = Witness.objects.filter(query__gold__in=paths, position=0)
    assert {len(events) for events in listed.values_list("events", flat=True)} == {10}
    assert all(suite.config["assumed_complete"] for suite in suites)
