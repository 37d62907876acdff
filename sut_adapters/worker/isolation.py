"""How far a worker is kept apart from the server, in settings and in words (ADR 29)."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from sut_adapters.base import MisconfiguredError

#: What a worker gets of our environment: nothing that names a database, a secret or a proxy.
PASSED_ON = ("LANG", "LC_ALL", "TZ")
_PATH = "/usr/local/bin:/usr/bin:/bin"
_NOT_FOR_SYSTEMS = ("DATABASE_URL", "STEMMA_", "DJANGO_", "PG", "LD_", "PYTHON")


@dataclass(frozen=True, slots=True)
class Isolation:
    """The user a worker runs as: a uid of its own (the first of them, until it runs), or None for ours."""

    uid: int | None = None

    @classmethod
    def of(cls, configured: int) -> Isolation:
        """As configured (0: none), where we are root and so may choose; else ours."""
        return cls(configured if configured and os.geteuid() == 0 else None)

    def words(self, var: Path) -> str:
        """What a run page says. What other users may read in ``var`` is named, for the worker may too."""
        guarded = "network refused to Python code only"
        if self.uid is None:
            return f"same user: not isolated; {guarded}"
        open_to_it = ", ".join(_readable_by_others(var)) or "nothing"
        return f"uid {self.uid} of its own, which reads {open_to_it} of our folder; {guarded}"

    def user(self) -> dict[str, object]:
        """Keywords of ``Popen``."""
        return {} if self.uid is None else {"user": self.uid, "group": self.uid, "extra_groups": []}


def environment(own: Mapping[str, str], *, home: Path, ours: Mapping[str, str]) -> dict[str, str]:
    """The environment of a worker: a few names of ``ours``, its folder as home, and what its manifest sets.

    Raises ``MisconfiguredError`` where the manifest sets what belongs to the server.
    """
    wrong = sorted(name for name in own if name.startswith(_NOT_FOR_SYSTEMS))
    if wrong:
        raise MisconfiguredError(f"worker: env.{wrong[0]} is not set for systems; take it out of sut.toml")
    kept = {name: ours[name] for name in PASSED_ON if name in ours}
    return {**kept, "PATH": _PATH, **own, "HOME": str(home), "TMPDIR": str(home)}


def _readable_by_others(var: Path) -> Iterable[str]:
    """Names in ``var`` that any user of this machine may read or enter, without what workers need."""
    found = []
    with contextlib.suppress(FileNotFoundError), os.scandir(var) as entries:
        for entry in entries:
            with contextlib.suppress(FileNotFoundError):  # gone meanwhile
                if entry.stat(follow_symlinks=False).st_mode & 0o005 and not entry.is_symlink():
                    found.append(entry.name)
    return sorted(set(found) - {"sut", "sut_work"})
