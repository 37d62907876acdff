"""A whole installation in one file (ADR 33): the database, the files that belong to it, and a manifest.

The file is a tar of ``manifest.json``, ``database.dump`` (pg_dump, custom format) and ``files/``. Rows are
counted in the very snapshot that is dumped, so a restore can prove that it has them all. The file holds
password hashes and the signing key: it is made with mode 0600.
"""

from __future__ import annotations

import hashlib
import json
import os
import tarfile
import tempfile
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from psycopg import sql

from benchmark.exceptions import OperationError
from benchmark.services import database_programs

FORMAT = 1
MANIFEST, DUMP, FILES = "manifest.json", "database.dump", "files"
KEPT_FILES = ("secret_key", "submissions", "uploads")
"""What of ``var/`` belongs to the rows: the key that signs sessions (where it is kept there), and files that
were handed in and are not read yet. Exports and drawings can be made again, environments of systems are
installed again."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup holds. ``rows`` by table, ``releases`` content hashes by suite and version,
    ``migrations`` those applied, as ``app.name``; ``dump_sha256`` of the dump, ``files`` paths below ``var/``
    with their SHA-256."""

    format: int
    made_at: str
    database_version: int
    rows: dict[str, int]
    releases: dict[str, str]
    migrations: list[str]
    dump_sha256: str
    files: dict[str, str]

    @property
    def row_count(self) -> int:
        """Rows of all tables."""
        return sum(self.rows.values())


def write(*, path: Path, now: datetime) -> Manifest:
    """Write a backup to ``path``: first beside it, then renamed, so there is a whole file or none.

    Raises ``OperationError``: the file exists, its folder does not, or Postgres' programs failed.
    """
    if path.exists():
        raise OperationError(f"{path} exists already. Name another file, or remove it.")
    if not path.parent.is_dir():
        raise OperationError(f"{path.parent} is no folder. Make it first.")
    with tempfile.TemporaryDirectory(prefix=f".{path.name}.", dir=path.parent) as folder:
        dump = Path(folder) / DUMP
        rows, releases, migrations = _dump(dump)
        files = _files()
        manifest = Manifest(
            format=FORMAT,
            made_at=now.astimezone(UTC).isoformat(timespec="seconds"),
            database_version=_server_version(),
            rows=rows,
            releases=releases,
            migrations=migrations,
            dump_sha256=sha256(dump),
            files={name: sha256(Path(settings.VAR_DIR) / name) for name in files},
        )
        draft = Path(folder) / "whole"
        _pack(draft, dump, manifest)
        draft.rename(path)
    return manifest


def sha256(path: Path) -> str:
    """Of a file, in hex."""
    with path.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()


def row_counts() -> dict[str, int]:
    """Rows of every table of ours, by name."""
    found = {}
    with connection.cursor() as cursor:
        for table in sorted(connection.introspection.table_names(cursor)):
            query = sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table))
            cursor.execute(query)
            found[table] = cursor.fetchone()[0]
    return found


def release_hashes() -> dict[str, str]:
    """Content hashes of the released suites, by ``slug@version``; of a database without suites: none."""
    with connection.cursor() as cursor:
        if "scenarios_suite" not in connection.introspection.table_names(cursor):
            return {}
        cursor.execute("SELECT slug, version, content_hash FROM scenarios_suite WHERE content_hash <> ''")
        return {f"{slug}@{version}": found for slug, version, found in sorted(cursor.fetchall())}


def _dump(target: Path) -> tuple[dict[str, int], dict[str, str], list[str]]:
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            # A dump may take longer than a transaction may idle (ADR 34).
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            cursor.execute("SELECT pg_export_snapshot()")
            snapshot = cursor.fetchone()[0]
        database_programs.run(
            "pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}",
            output=target,
        )  # fmt: skip
        migrations = sorted(
            f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations()
        )
        return row_counts(), release_hashes(), migrations


def _files() -> list[str]:
    var = Path(settings.VAR_DIR)
    found = []
    for name in KEPT_FILES:
        place = var / name
        paths = [place] if place.is_file() else sorted(place.rglob("*")) if place.is_dir() else []
        found += [str(path.relative_to(var)) for path in paths if path.is_file() and not path.is_symlink()]
    return found


def _pack(target: Path, dump: Path, manifest: Manifest) -> None:
    listing = dump.with_name(MANIFEST)
    listing.write_text(json.dumps(asdict(manifest), indent=1, sort_keys=True), encoding="utf-8")
    with os.fdopen(os.open(target, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600), "wb") as handle:
        with tarfile.open(fileobj=handle, mode="w") as archive:
            archive.add(listing, MANIFEST)
            archive.add(dump, DUMP)
            for name in manifest.files:
                archive.add(Path(settings.VAR_DIR) / name, f"{FILES}/{name}", recursive=False)
        handle.flush()
        os.fsync(handle.fileno())


def _server_version() -> int:
    connection.ensure_connection()
    version: Any = connection.connection.info.server_version
    return int(version)
