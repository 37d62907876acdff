"""What ``sut.toml`` says of an external system, and where its environment is (ADR 29)."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.conf import settings

from sut_adapters.base import MisconfiguredError
from sut_adapters.rest.wire import DECLARED
from sut_adapters.worker.serve import LIMITS

_KEYS = {"title", "version", "licence", "adapter", "capabilities", "limits", "env"}
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_TARGET = re.compile(r"\w+:\w+")
_WANTED: Mapping[type, str] = {bool: "true or false", int: "a whole number of at least 1", str: "a text"}
#: The file in an environment that says from which lock it was made.
STAMP = "installed.json"


@dataclass(frozen=True, slots=True)
class Manifest:
    """An external system: ``folder`` holds its adapter and its lock, ``home`` its environment once made.

    ``limits`` bound its process: ``memory_mb``, ``file_mb`` (one file), ``open_files``, ``cpu_seconds``.
    """

    name: str
    folder: Path
    title: str
    version: str
    adapter: str
    licence: str = ""
    capabilities: Mapping[str, bool] = field(default_factory=dict)
    limits: Mapping[str, int] = field(default_factory=dict)
    env: Mapping[str, str] = field(default_factory=dict)

    @property
    def home(self) -> Path:
        """The environment of the system."""
        return Path(settings.VAR_DIR) / "sut" / self.name

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.home / "bin" / "python"

    @property
    def lock(self) -> Path:
        """Its requirements, pinned with hashes."""
        return self.folder / "requirements.lock"

    def lock_hash(self) -> str:
        """What an environment that fits was made from."""
        return hashlib.sha256(self.lock.read_bytes()).hexdigest()

    @property
    def installed(self) -> bool:
        """Whether its environment is there, whole, and made from the lock as it stands."""
        try:
            stamp = json.loads((self.home / STAMP).read_text())
        except (OSError, ValueError):
            return False
        return stamp.get("lock") == self.lock_hash() and self.python.exists()


def names() -> list[str]:
    """The external systems that are packaged here, sorted."""
    return sorted(
        {path.parent.name for place in settings.SUT_FOLDERS for path in Path(place).glob("*/sut.toml")}
    )


def get(name: str) -> Manifest:
    """The manifest of a system. Raises ``MisconfiguredError`` naming what is wrong, or the known names."""
    for place in settings.SUT_FOLDERS:
        folder = Path(place) / name
        if _NAME.fullmatch(name) and (folder / "sut.toml").is_file():
            return _read(name, folder)
    raise MisconfiguredError(f"worker: no system {name!r} is packaged here; known are {', '.join(names())}")


def _read(name: str, folder: Path) -> Manifest:
    where = f"{name}/sut.toml"
    try:
        found = tomllib.loads((folder / "sut.toml").read_text())
    except (OSError, ValueError) as error:
        raise MisconfiguredError(f"{where}: {error}") from error
    if unknown := sorted(set(found) - _KEYS):
        raise MisconfiguredError(f"{where}: unknown key {unknown[0]}; known are {', '.join(sorted(_KEYS))}")
    for key in ("title", "version", "adapter"):
        if not isinstance(found.get(key), str) or not found[key]:
            raise MisconfiguredError(f"{where}: {key} must be a text that is not empty")
    if not _TARGET.fullmatch(found["adapter"]):
        raise MisconfiguredError(f"{where}: adapter must be module:Class, not {found['adapter']!r}")
    if not (folder / "requirements.lock").is_file():
        raise MisconfiguredError(f"{name}: requirements.lock is missing beside sut.toml")
    _table(where, found, "capabilities", bool, DECLARED)
    _table(where, found, "limits", int, LIMITS)
    _table(where, found, "env", str, None)
    return Manifest(name=name, folder=folder, **found)


def _table(where: str, found: dict[str, Any], key: str, kind: type, known: Any) -> None:
    table = found.get(key, {})
    if not isinstance(table, dict):
        raise MisconfiguredError(f"{where}: {key} must be a table")
    for name, value in table.items():
        if known is not None and name not in known:
            raise MisconfiguredError(f"{where}: {key}.{name} is none of {', '.join(known)}")
        if type(value) is not kind or (isinstance(value, int) and kind is int and value < 1):
            wanted = _WANTED[kind]
            raise MisconfiguredError(f"{where}: {key}.{name} must be {wanted}, not {value!r}")
