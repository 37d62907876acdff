"""The manifest of an export: what it holds, how it was made, and the SHA-256 of each of its files (spec 16).

It holds neither clock nor commit id, and the content hash of the suite does not cover it: the same suite
gives the same manifest wherever the same version of the code writes it.
"""

from __future__ import annotations

import hashlib
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings

from scenarios.exceptions import FileRefusedError
from scenarios.generators.derive.statistics import SuiteStatistics
from scenarios.models import Suite
from scenarios.selectors.statistics import ALLOWED
from scenarios.selectors.texts import verification_counts
from scenarios.services import canonical_json
from scenarios.services.folder_files import read_bytes
from scenarios.services.json_rows import Row, read_object

NAME = "manifest.json"


@cache
def code_version() -> str:
    """The version of this project, as ``pyproject.toml`` states it."""
    text = (Path(settings.BASE_DIR) / "pyproject.toml").read_text(encoding="utf-8")
    return str(tomllib.loads(text)["project"]["version"])


def manifest(suite: Suite, figures: SuiteStatistics, files: dict[str, bytes]) -> dict[str, Any]:
    """The manifest of a suite whose other files are these."""
    scenarios = list(suite.scenarios.order_by("position", "pk"))
    verified, of = verification_counts(suite)
    return {
        "suite": suite.slug,
        "suite_version": suite.version,
        "kind": suite.kind,
        "content_hash": suite.content_hash,
        "code_version": code_version(),
        "config": suite.config,
        "seeds": sorted({scenario.seed for scenario in scenarios}),
        "scenarios": [
            {
                "slug": scenario.slug,
                "domain": scenario.domain,
                "seed": scenario.seed,
                "config": scenario.config,
            }
            for scenario in scenarios
        ],
        "counts": _counts(figures),
        "verification": {"state": suite.verification, "verified": verified, "of": of},
        "allowed_deviations": suite.config.get(ALLOWED, {}),
        "files": {name: hashlib.sha256(content).hexdigest() for name, content in sorted(files.items())},
    }


def _counts(figures: SuiteStatistics) -> dict[str, Any]:
    whole = figures.domains[-1]
    return {
        "scenarios": whole.scenarios,
        "events": whole.events,
        "queries": whole.queries,
        "labels": {"answerable": whole.answerable, "justified-zero": whole.zero, "unknown": whole.unknown},
        "families": {row.name: row.queries for row in figures.families[:-1]},
    }


def written(found: dict[str, Any]) -> bytes:
    """The bytes of ``manifest.json``."""
    return canonical_json.lines([found])


def check(folder: Path, expected: frozenset[str]) -> Row | None:
    """Hold the files of a folder against its manifest, where there is one, and give it back.

    ``expected`` are the files that such a suite may have. Raises ``FileRefusedError`` naming the first file
    that differs, that is missing, that is there and not stated, or that no suite has.
    """
    if not (folder / NAME).exists() and not (folder / NAME).is_symlink():
        return None
    head = read_object(folder, NAME)
    stated = head.object("files")
    for name in sorted({*stated, *(name for name in expected if (folder / name).exists())}):
        if name not in expected:
            head.refuse("files", f"names {name[:200]!r}, which is no file of this suite.")
        if name not in stated:
            head.refuse("files", f"does not name {name}, which is there.", _HINT)
        _check_file(folder, name, stated[name])
    return head


def check_statements(head: Row, own: dict[str, Any]) -> None:
    """Hold what a manifest says of its suite against ``own``, that of the stored suite.

    Another version of the code may word the data card otherwise, so code and files are left out. Raises
    ``FileRefusedError`` naming what differs.
    """
    for key in own:
        if key not in ("code_version", "files") and head.data.get(key) != own[key]:
            head.refuse(key, "is not what the files of the suite say.", _HINT)


_HINT = (
    "If the files were edited on purpose, remove manifest.json, and content_hash from suite.json: the gold "
    "is derived anew."
)


def _check_file(folder: Path, name: str, stated: Any) -> None:
    found = hashlib.sha256(read_bytes(folder, name)).hexdigest()
    if stated != found:
        raise FileRefusedError(
            file=name,
            line=0,
            column=0,
            what=f"differs from {NAME}, which states SHA-256 {str(stated)[:64]}; the file has {found}.",
            hint=_HINT,
        )
