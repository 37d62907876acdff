"""Files that wait between a preview and its confirmation, under ``var/uploads`` for a day.

A form cannot send a file again by itself, and one of 10 MB is too much for a hidden entry; text that a
browser sends back has other line ends, so that a file would not stay what its hash says. So the bytes wait on
disk, under a name that nobody can guess, and the form carries a signed note of who may fetch them.
"""

from __future__ import annotations

import contextlib
import re
import secrets
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings
from django.core import signing

from scenarios.exceptions import InputRefusedError

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

KEPT = timedelta(days=1)
_SALT = "scenarios.uploads"
_NAME = re.compile(r"[A-Za-z0-9_-]{32}")


class UploadGoneError(InputRefusedError):
    """The file is not kept any more, or was another person's: it has to be sent again."""

    http_status = 422
    code = "gone"

    def __init__(self) -> None:
        super().__init__("The file is not kept any more (it waits for a day). Choose it again.")


def folder() -> Path:
    """Where files wait."""
    return Path(settings.VAR_DIR) / "uploads"


def keep(*, data: bytes, by: User, now: datetime) -> str:
    """Keep bytes for their sender; the note by which they are fetched. What is older than a day goes."""
    place = folder()
    place.mkdir(parents=True, exist_ok=True)
    forget_old(now=now)
    name = secrets.token_urlsafe(24)
    (place / name).write_bytes(data)
    return signing.dumps({"name": name, "by": by.pk, "at": now.isoformat()}, salt=_SALT)


def fetch(*, note: str, by: User, now: datetime) -> bytes:
    """The bytes that a note stands for. Raises ``UploadGoneError``."""
    try:
        told = signing.loads(note, salt=_SALT)
        fresh = timedelta(0) <= now - datetime.fromisoformat(told["at"]) <= KEPT
        if told["by"] != by.pk or not fresh or not _NAME.fullmatch(told["name"]):
            raise UploadGoneError
        return (folder() / told["name"]).read_bytes()
    except (signing.BadSignature, OSError, KeyError, TypeError, ValueError) as error:
        raise UploadGoneError from error


def forget_old(*, now: datetime) -> int:
    """Delete what has waited for more than a day; how many files."""
    gone = 0
    for path in folder().iterdir():
        with contextlib.suppress(FileNotFoundError):  # another process was first
            if now.timestamp() - path.stat().st_mtime > KEPT.total_seconds():
                path.unlink()
                gone += 1
    return gone
