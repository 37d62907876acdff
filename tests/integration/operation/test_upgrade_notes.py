"""Every migration says what it does, and upgrade_notes prints those that a database lacks."""

from __future__ import annotations

import json

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from benchmark.services import upgrade_notes


def test_each_migration_after_the_first_of_its_app_has_a_line() -> None:
    ours = {
        f"{app}.{name}": migration
        for (app, name), migration in MigrationLoader(None).disk_migrations.items()
        if migration.__module__.partition(".")[0] in upgrade_notes.ROOMS
    }
    needed = {name for name in ours if ".0001_" not in name}
    assert len(needed) > 20
    assert set(upgrade_notes.written()) == needed
    irreversible = {name for name, one in ours.items() if not all(step.reversible for step in one.operations)}
    assert not irreversible, "say so in the last column, and here"


@pytest.mark.django_db
def test_what_a_database_lacks_is_printed_and_nothing_is_changed(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("upgrade_notes")
    assert capsys.readouterr().out == "The database is up to date.\n"
    recorder = MigrationRecorder(connection)
    recorder.record_unapplied("benchmark", "0010_record_removed_contexts")
    recorder.record_unapplied("accounts", "0004_make_service_accounts")
    call_command("upgrade_notes", "--json")
    found = json.loads(capsys.readouterr().out)["migrations"]
    assert {one["name"] for one in found} >= {
        "accounts.0004_make_service_accounts",
        "benchmark.0010_record_removed_contexts",
    }
    call_command("upgrade_notes")
    assert (
        "accounts.0004_make_service_accounts: accounts for programs. Locks: scan" in capsys.readouterr().out
    )
    assert ("benchmark", "0010_record_removed_contexts") not in recorder.applied_migrations()
