"""Stores suites from interchange files (spec 16)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from django.db import transaction

from scenarios.exceptions import InputRefusedError
from scenarios.models import Suite
from scenarios.services import suites
from scenarios.services.interchange import suite_files
from scenarios.services.interchange_reading import read_suite

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User


@transaction.atomic
def import_suite(*, folder: Path, by: User | None, is_open: bool = False) -> Suite:
    """Store the suite in ``folder`` as a draft; the whole of it or nothing.

    Its gold is derived anew and must be what the files state. Where the files carry a content hash, the
    stored suite must have the same, so that it exports to the same bytes. Raises ``FileRefusedError``
    with file, line and column for what cannot be read, and what ``suites.store`` raises.
    """
    found = read_suite(folder)
    suite = suites.store(
        bundle=found.bundle, by=by, is_open=is_open, held_out=found.held_out, version=found.version
    )
    if found.verification != suite.verification:
        if found.verification not in Suite.Verification.values:
            raise InputRefusedError(
                f"suite.json: verification {found.verification!r} is none of "
                f"{', '.join(Suite.Verification.values)}. Nothing was stored."
            )
        suite.verification = found.verification
        suite.save(update_fields=["verification"])
    if found.content_hash is not None and found.content_hash != suite.content_hash:
        raise InputRefusedError(_difference(folder, suite))
    return suite


def _difference(folder: Path, suite: Suite) -> str:
    """Which files are not what their own records derive to."""
    differing = [
        name
        for name, content in suite_files(suite).items()
        if name != "suite.json" and (not (folder / name).is_file() or (folder / name).read_bytes() != content)
    ]
    named = ", ".join(differing) or "suite.json"
    return (
        f"The content hash of suite.json does not fit its files; these differ from what is derived: {named}. "
        "If the files were edited on purpose, remove content_hash from suite.json. Nothing was stored."
    )
