"""A backup put back (ADR 33): all of it or nothing, and proven by the counts and hashes of its manifest."""

from __future__ import annotations

import json
import os
import shutil
import tarfile
import tempfile
from pathlib import Path, PurePosixPath

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from benchmark.exceptions import OperationError
from benchmark.services import backups, database_programs
from benchmark.services.backups import Manifest

FRESH = ("django_migrations", "django_content_type", "auth_permission")
"""Tables that a migrated database without anybody's work has rows in."""
_EMPTY = "DROP SCHEMA public CASCADE; CREATE SCHEMA public;"


def read_manifest(path: Path) -> Manifest:
    """What the file says of itself. Raises ``OperationError`` for what is no backup of ours, or of a newer
    version."""
    try:
        with tarfile.open(path) as archive:
            member = archive.extractfile(backups.MANIFEST)
            raw = json.load(member) if member else None
    except (OSError, tarfile.TarError, KeyError, ValueError) as error:
        raise OperationError(f"{path} is no backup that can be read: {error}.") from error
    if not isinstance(raw, dict) or raw.get("format") != backups.FORMAT:
        raise OperationError(
            f"{path} has another format than {backups.FORMAT}. Restore it with its own version."
        )
    try:
        return Manifest(**raw)
    except TypeError as error:
        raise OperationError(f"{path} has a manifest that lacks something: {error}.") from error


def restore(*, path: Path, replace: bool = False) -> Manifest:
    """Put the backup into the database of the settings and its files into ``var/``, then compare counts of
    rows and hashes of releases with the manifest.

    The database is changed in one transaction: a fault leaves it as it was. Raises ``OperationError`` for a
    file that is damaged or newer than this version, for a database that others use, for one with rows in
    it unless ``replace``, and where what was restored is not what was backed up.
    """
    manifest = read_manifest(path)
    known = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    ours = {name.partition(".")[0] for name in known}
    newer = [name for name in manifest.migrations if name not in known and name.partition(".")[0] in ours]
    if newer:
        raise OperationError(f"{path} comes from a newer version (it has {newer[0]}). Update this one first.")
    _refuse_company()
    if not replace and (table := _filled_table()):
        raise OperationError(
            f"The database is not empty ({table} has rows). "
            "What is in it would be lost: give --replace for that."
        )
    with tempfile.TemporaryDirectory(prefix="restore.", dir=_var()) as folder:
        place = Path(folder)
        with tarfile.open(path) as archive:
            archive.extractall(place, filter="data")
        _check(place, manifest)
        script = place / "database.sql"
        dump = str(place / backups.DUMP)
        database_programs.run(
            "pg_restore", "--file=-", "--no-owner", "--no-privileges", "--no-comments", dump, output=script
        )
        connection.close()
        database_programs.run(
            "psql", "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1",
            f"--command={_EMPTY}", f"--file={script}",
        )  # fmt: skip
        _put_files(place / backups.FILES, manifest)
    _compare(manifest)
    return manifest


def _var() -> Path:
    var = Path(settings.VAR_DIR)
    var.mkdir(parents=True, exist_ok=True)
    return var


def _refuse_company() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        others = cursor.fetchone()[0]
    if others:
        raise OperationError(
            f"{others} other connection(s) use this database. Stop web, workers and tick first: make stop"
        )


def _filled_table() -> str:
    return next((name for name, rows in backups.row_counts().items() if rows and name not in FRESH), "")


def _check(place: Path, manifest: Manifest) -> None:
    """Before anything is changed: the dump and the files are those that were written."""
    if backups.sha256(place / backups.DUMP) != manifest.dump_sha256:
        raise OperationError("The dump in the backup is damaged (its SHA-256 differs). Use another backup.")
    for name, expected in manifest.files.items():
        parts = PurePosixPath(name).parts
        if parts[0] not in backups.KEPT_FILES or ".." in parts:
            raise OperationError(f"The backup holds {name}, which is no file of a backup.")
        if backups.sha256(place / backups.FILES / name) != expected:
            raise OperationError(
                f"{name} in the backup is damaged (its SHA-256 differs). Use another backup."
            )


def _put_files(place: Path, manifest: Manifest) -> None:
    for name in manifest.files:
        target = _var() / name
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft = target.with_name(f"{target.name}.{os.getpid()}")
        shutil.copyfile(place / name, draft)
        draft.chmod(0o600)
        draft.rename(target)


def _compare(manifest: Manifest) -> None:
    rows = backups.row_counts()
    wrong = [
        f"{table}: {rows.get(table, 0)} instead of {count}"
        for table, count in manifest.rows.items()
        if rows.get(table, 0) != count
    ]
    releases = backups.release_hashes()
    wrong += [f"release {name}" for name, found in manifest.releases.items() if releases.get(name) != found]
    if wrong:
        raise OperationError(f"What was restored differs from what was backed up: {'; '.join(wrong)}.")
