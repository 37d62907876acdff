"""Writes suites to interchange files (spec 16)."""

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
from scenarios.services.interchange import suite_files

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
        files = suite_files(suite)
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
