"""The client programs of Postgres, run against the database of the settings (ADR 33)."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from django.conf import settings

from benchmark.exceptions import OperationError
from benchmark.postgres_programs import PostgresLauncherError, packaged_install


def find(name: str) -> str:
    """The program of the packaged server, which reads every older one; else that on PATH.

    Raises ``OperationError`` where there is none.
    """
    try:
        packaged = packaged_install() / "bin" / name
        if os.access(packaged, os.X_OK):
            return str(packaged)
    except PostgresLauncherError:
        pass  # a server of their own, without the wheel
    found = shutil.which(name)
    if found is None:
        raise OperationError(
            f"{name} is not installed. Install the client programs of Postgres in the version of your server "
            "(Debian: postgresql-client), or: pip install -r requirements/base.txt"
        )
    return found


def run(name: str, *arguments: str, output: Path | None = None) -> None:
    """Run it to its end; ``output`` takes what it writes. Raises ``OperationError`` with its own words."""
    with (output or Path(os.devnull)).open("wb") as handle:
        done = subprocess.run(
            [find(name), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=handle,
            stderr=subprocess.PIPE,
            env=_login(),
            check=False,
        )
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise OperationError(f"{name} failed (exit {done.returncode}): {' '.join(said[-5:])}")


def _login() -> dict[str, str]:
    """By the environment: a password on the command line could be read by everybody on this machine."""
    database = settings.DATABASES["default"]
    options = {
        "PGHOST": database["HOST"],
        "PGPORT": database["PORT"],
        "PGUSER": database["USER"],
        "PGPASSWORD": database["PASSWORD"],
        "PGDATABASE": database["NAME"],
        "PGSSLMODE": database["OPTIONS"].get("sslmode", ""),
    }
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "PGAPPNAME": "stemma-backup",
        **{name: str(value) for name, value in options.items() if value},
    }
