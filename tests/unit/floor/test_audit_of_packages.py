"""What an audit of the pinned packages says: found, clean, or not run, and never one for another."""

from __future__ import annotations

import json

import pytest

from tests import audit


def said(*packages: dict[str, object]) -> str:
    return json.dumps({"dependencies": list(packages), "fixes": []})


SOUND = {"name": "django", "version": "5.2.19", "vulns": []}
HURT = {"name": "old", "version": "1.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1"], "aliases": []}]}
SKIPPED = {"name": "ours", "skip_reason": "not on the index"}


def test_a_vulnerability_is_named_with_what_mends_it() -> None:
    found = audit.read(said(SOUND, HURT), "Found 1 known vulnerability in 1 package")
    assert found.code == audit.FOUND
    assert "old 1.0: PYSEC-1, mended in 1.1" in found.lines


def test_clean_is_said_with_how_many_were_looked_up_and_what_was_not() -> None:
    found = audit.read(said(SOUND, SKIPPED), "")
    assert found.code == audit.CLEAN
    assert found.lines == (
        "1 packages looked up, 0 known vulnerabilities",
        "not looked up: ours: not on the index",
    )


@pytest.mark.parametrize("stdout", ["", "no JSON", "{}", said()])
def test_what_looked_nothing_up_was_not_run(stdout: str) -> None:
    found = audit.read(stdout, "trace\nConnectionError: the service cannot be reached\n")
    assert found.code == audit.NOT_RUN
    assert found.lines == ("not run: ConnectionError: the service cannot be reached",)


def test_a_service_that_knows_none_of_them_was_not_asked() -> None:
    found = audit.read(said(SKIPPED, SKIPPED), "No known vulnerabilities found")
    assert found.code == audit.NOT_RUN
    assert found.lines == ("not run: none of 2 packages could be looked up: not on the index",)
