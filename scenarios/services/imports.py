"""Stores suites from interchange files (spec 16)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.db import transaction

from scenarios.bundle import Bundle
from scenarios.exceptions import InputRefusedError, SuiteExistsError
from scenarios.models import Suite
from scenarios.selectors import statistics
from scenarios.services import data_cards, import_places, manifests, suites, verification
from scenarios.services.interchange import SCENARIO_FILES, SUITE_FILES, suite_files
from scenarios.services.interchange_reading import VERIFIED, ReadSuite, read_suite
from scenarios.services.json_rows import read_lines

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User


#: What a line of gold may state beside its answer; where it does, it must be what is derived.
STATED = (
    *("height", "width", "degree", "obs_flag", "exact", "witnesses", "witnesses_unlisted"),
    *("support", "support_high", "context_events", "minimal", "measures", "checks"),
)
#: As many differences are told.
TOLD = 20


@transaction.atomic
def import_suite(*, folder: Path, by: User | None, is_open: bool = False) -> Suite:
    """Store the suite in ``folder`` as a draft; the whole of it or nothing.

    Its gold is derived anew and must be what the files state, witnesses and support included. Where the
    files carry a content hash, the stored suite must have the same, so that it exports to the same bytes;
    where they have a manifest, every file must be the one that it states.
    Raises ``FileRefusedError`` with file, line and column for what cannot be read, ``SuiteExistsError`` for
    a suite that is here already, and what ``suites.store`` raises.
    """
    found = read_suite(folder)
    there = Suite.objects.filter(slug=found.bundle.slug).first()
    if there is not None and found.content_hash == there.content_hash:
        raise SuiteExistsError(
            f"Suite {there.slug!r} is here already ({there.status}) with the same "
            "content. There is nothing to import."
        )
    manifest = manifests.check(folder, _names(found.bundle))
    with import_places.named(folder):
        suite = suites.store(
            bundle=found.bundle, by=by, is_open=is_open, standing=found.standing, version=found.version
        )
    _take_over_verification(found, suite)
    files = suite_files(suite)
    if differences := list(_gold_differences(folder, files)):
        more = f"\n… and {len(differences) - TOLD} more" if len(differences) > TOLD else ""
        raise InputRefusedError(
            f"The recomputed gold differs in {len(differences)} place(s); nothing was stored.\n"
            + "\n".join(differences[:TOLD])
            + more
        )
    if found.content_hash is not None and found.content_hash != suite.content_hash:
        raise InputRefusedError(_difference(folder, files))
    if manifest is not None:
        own = manifests.manifest(suite, statistics.of_suite(suite), {})
        manifests.check_statements(manifest, own)
    return suite


def _names(bundle: Bundle) -> frozenset[str]:
    """The files that an export of this suite has, its manifest apart."""
    inside = (f"{spec.slug}/{name}" for spec in bundle.scenarios for name in SCENARIO_FILES)
    return frozenset({*SUITE_FILES, VERIFIED, data_cards.NAME, *inside})


def _take_over_verification(found: ReadSuite, suite: Suite) -> None:
    """The texts that people verified elsewhere count here as well, and the suite states what they say."""
    if found.verification not in Suite.Verification.values:
        known = ", ".join(Suite.Verification.values)
        found.head.refuse("verification", f"= {found.verification!r} is none of {known}.")
    verification.take_over(suite=suite, places=found.verified, stated=found.verification)
    if found.verification != suite.verification:
        found.head.refuse(
            "verification",
            f"= {found.verification!r} is stated, but {VERIFIED} names {suite.n_verified} of "
            f"{suite.n_texts} texts as verified.",
        )


def _gold_differences(folder: Path, files: dict[str, bytes]) -> Iterator[str]:
    """What lines of gold state beside their answers that is not what was derived."""
    for name in (name for name in files if name.endswith("/gold.jsonl")):
        rows: list[dict[str, Any]] = [json.loads(line) for line in files[name].splitlines()]
        derived = {row["id"]: row for row in rows}
        for row in read_lines(folder, name):
            own = derived[row.text("id")]
            for key in STATED:
                if key in row.data and row.data[key] != own[key]:
                    stated, ours = (json.dumps(value)[:200] for value in (row.data[key], own[key]))
                    yield f"{name}, line {row.line}: {key} = {stated} is stated, {ours} is derived"


def _difference(folder: Path, files: dict[str, bytes]) -> str:
    """Which files are not what their own records derive to."""
    differing = [
        name
        for name, content in files.items()
        if name != "suite.json" and (not (folder / name).is_file() or (folder / name).read_bytes() != content)
    ]
    named = ", ".join(differing) or "suite.json"
    return (
        f"The content hash of suite.json does not fit its files; these differ from what is derived: {named}. "
        "If the files were edited on purpose, remove content_hash from suite.json. Nothing was stored."
    )
