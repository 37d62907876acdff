"""Writes suites to interchange files (spec 16), with their data card and their manifest."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from django.db import transaction

from benchmark.floor.audit.services import records as audit
from scenarios.exceptions import StateRefusedError
from scenarios.models import Suite
from scenarios.selectors import statistics
from scenarios.selectors.texts import verified_places
from scenarios.services import canonical_json, card_markdown, data_cards, manifests
from scenarios.services.interchange import suite_files
from scenarios.services.interchange_reading import VERIFIED

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User


@dataclass(frozen=True, slots=True)
class ExportReport:
    """Where an export went, how many files and bytes it has, and the content hash it states."""

    folder: Path
    files: int
    bytes: int
    content_hash: str


def export_suite(*, suite: Suite, folder: Path, by: User | None) -> ExportReport:
    """Write all files of a suite to ``folder``, which must be absent or empty; all of them or none.

    The same suite always gives the same bytes. Raises ``StateRefusedError`` where the folder holds files.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise StateRefusedError(f"{folder} exists and is not an empty folder. Name a new folder.")
    with transaction.atomic():
        files = export_files(suite)
        audit.record(
            action="suite.exported",
            subject=f"suite:{suite.slug}",
            by=by,
            details={"version": suite.version, "content_hash": suite.content_hash, "files": len(files)},
        )
        _write(folder, files)
    return ExportReport(
        folder=folder,
        files=len(files),
        bytes=sum(map(len, files.values())),
        content_hash=suite.content_hash,
    )


def export_files(suite: Suite) -> dict[str, bytes]:
    """Every file of an export by its path: what its content hash covers, then which texts people verified,
    the data card, and the manifest over all of these."""
    files, figures = suite_files(suite), statistics.of_suite(suite)
    files[VERIFIED] = canonical_json.lines(
        {"scenario": slug, "query" if asks else "event": label, "suite_version": suite.version}
        for slug, asks, label in verified_places(suite)
    )
    files[data_cards.NAME] = card_markdown.markdown(data_cards.card(suite, figures))
    files[manifests.NAME] = manifests.written(manifests.manifest(suite, figures, files))
    return dict(sorted(files.items()))


def _write(folder: Path, files: dict[str, bytes]) -> None:
    """Write beside the target and rename, so that a full disk leaves no half of an export."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    staging = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        for name, content in files.items():
            path = staging / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content)
        staging.chmod(0o755)
        staging.rename(folder)
    except OSError:
        shutil.rmtree(staging, ignore_errors=True)
        raise
