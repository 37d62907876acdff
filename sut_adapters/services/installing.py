"""Making the environment of an external system from its lock (ADR 29)."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

from sut_adapters.base import MisconfiguredError
from sut_adapters.worker import manifest
from sut_adapters.worker.manifest import STAMP, Manifest

_PINNED = re.compile(r"^[A-Za-z0-9]", re.MULTILINE)
_MINUTES = 30


def install(*, name: str, python: str = "") -> Manifest:
    """The system with an environment made anew from its lock, every package checked against its hash.

    ``python`` is the interpreter, ours if empty. What was there before is removed first; an environment
    without its stamp counts as not installed. Raises ``MisconfiguredError`` with the end of what was printed.
    """
    system = manifest.get(name)
    shutil.rmtree(system.home, ignore_errors=True)
    system.home.parent.mkdir(parents=True, exist_ok=True)
    _run([python or sys.executable, "-m", "venv", "--without-pip", str(system.home)], name)
    if _PINNED.search(system.lock.read_text()):
        pip = [sys.executable, "-m", "pip", "--python", str(system.python), "--disable-pip-version-check"]
        _run([*pip, "install", "--require-hashes", "--no-input", "-r", str(system.lock)], name)
    stamp = {"lock": system.lock_hash(), "version": system.version}
    (Path(system.home) / STAMP).write_text(json.dumps(stamp))
    return system


def _run(command: list[str], name: str) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_MINUTES * 60, check=False)
    except OSError as error:
        raise MisconfiguredError(f"{name}: {command[0]} cannot be run: {error}") from error
    except subprocess.TimeoutExpired as error:
        raise MisconfiguredError(f"{name}: {command[2]} took longer than {_MINUTES} minutes") from error
    if done.returncode:
        said = (done.stderr or done.stdout).strip()[-1500:]
        raise MisconfiguredError(f"{name}: {' '.join(command[1:3])} failed: {said}")
