"""Suites that are sent and taken as texts by path, for programs without a folder beside the server."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from django.db import transaction

from benchmark.floor.audit.services import records as audit
from scenarios.exceptions import FileRefusedError, InputRefusedError, ScenariosError
from scenarios.models import Suite
from scenarios.services import exports, imports, suites

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

_PATH = re.compile(r"(?:[a-z0-9][a-z0-9-]{0,79}/)?[A-Za-z_]+\.(?:jsonl?|md)")
"""A file of an export, in the folder itself or in that of a scenario."""


class SentRefusedError(InputRefusedError):
    """The files that were sent are no suite; nothing was stored."""

    http_status = 422
    code = "refused"


def texts_of(*, suite: Suite, by: User | None) -> dict[str, str]:
    """Every file of an export as text by its path; the same suite gives the same texts. It is audited."""
    files = exports.export_files(suite)
    audit.record(
        action="suite.exported",
        subject=f"suite:{suite.slug}",
        by=by,
        details={"version": suite.version, "content_hash": suite.content_hash, "files": len(files)},
    )
    return {path: content.decode() for path, content in files.items()}


@transaction.atomic
def store(
    *, files: Mapping[str, str], by: User | None, is_open: bool = False, release: bool = False
) -> Suite:
    """Store the suite of these files, and release it where asked; all of it or nothing.

    Raises ``SentRefusedError`` for a path that no export has and for what cannot be read, with file, line and
    column, and else what ``imports.import_suite`` and ``suites.release`` raise.
    """
    if wrong := sorted(path for path in files if not _PATH.fullmatch(path)):
        raise SentRefusedError(f"{wrong[0]!r} is no file of an export. Nothing was stored.")
    with tempfile.TemporaryDirectory(prefix="suite-") as name:
        folder = Path(name)
        for path, text in files.items():
            place = folder / path
            place.parent.mkdir(exist_ok=True)
            place.write_bytes(text.encode())
        try:
            suite = imports.import_suite(folder=folder, by=by, is_open=is_open)
        except FileRefusedError as error:
            raise SentRefusedError(str(error).replace(f"{folder}/", "")) from error
        except ScenariosError as error:
            error.args = tuple(str(part).replace(f"{folder}/", "") for part in error.args)
            raise
    return suites.release(suite=suite, by=by) if release else suite
