"""A suite of a domain that does not ship goes to files and comes back from them (``docs/domains.md``)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from scenarios.models import Scenario
from tests.factories.exchanged import files_in, nothing_stored, printed
from tests.factories.own_suite import OWN

pytestmark = pytest.mark.django_db


def as_json(command: str, *args: str) -> dict[str, Any]:
    return dict(json.loads(printed(command, *args, "--json")))


def test_its_files_are_read_back_elsewhere(tmp_path: Path) -> None:
    file, out, again = tmp_path / "own.toml", tmp_path / "out", tmp_path / "again"
    file.write_text(OWN, encoding="utf-8")
    elsewhere = transaction.savepoint()
    built = as_json("build_suite", "--config", str(file))
    as_json("export_suite", "own", str(out))
    transaction.savepoint_rollback(elsewhere)
    assert nothing_stored()
    imported = as_json("import_suite", str(out), "--release")
    assert (imported["status"], imported["content_hash"]) == ("released", built["content_hash"])
    assert as_json("verify_release", "own")["ok"]
    as_json("export_suite", "own", str(again))
    assert files_in(again) == files_in(out)
    assert Scenario.objects.get().domain == "glassops"
