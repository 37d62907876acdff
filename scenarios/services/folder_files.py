"""Reads the files of a folder that somebody handed over: regular files inside it, and nothing else."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from scenarios.exceptions import FileRefusedError

#: A file larger than this is refused before it is read.
MAX_BYTES = 1 << 30
#: How files begin that are no plain text, with what to do about them.
_BEGINNINGS = {
    b"\x1f\x8b": ("is compressed by gzip.", "Unpack it first."),
    b"PK\x03\x04": ("is a zip archive.", "Unpack it first."),
    b"\xff\xfe": ("is UTF-16 text.", "Write it as UTF-8."),
    b"\xfe\xff": ("is UTF-16 text.", "Write it as UTF-8."),
}


def read_bytes(folder: Path, name: str) -> bytes:
    """The bytes of ``name`` below ``folder``.

    Raises ``FileRefusedError`` for what is absent, too large, or no regular file: links (they may lead
    anywhere), folders, pipes and devices (they may never end).
    """
    path = folder
    for part in name.split("/"):
        path /= part
        if path.is_symlink():
            raise _refused(path, "is a link.", "Put the file itself there.")
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
    except OSError as error:
        raise _refused(
            path,
            f"cannot be read: {error.strerror or error}.",
            "Give a folder that export_suite wrote, or one like it.",
        ) from error
    found = os.fstat(descriptor)
    if not stat.S_ISREG(found.st_mode) or found.st_size > MAX_BYTES:
        os.close(descriptor)
        if stat.S_ISREG(found.st_mode):
            raise _refused(path, f"has {found.st_size:,} bytes, more than {MAX_BYTES:,}.")
        raise _refused(path, "is no regular file.", "Put the file itself there.")
    with os.fdopen(descriptor, "rb") as file:
        return file.read()


def read_text(folder: Path, name: str) -> str:
    """The UTF-8 text of a file, without a byte order mark. Raises ``FileRefusedError``."""
    raw = read_bytes(folder, name)
    for start, (what, hint) in _BEGINNINGS.items():
        if raw.startswith(start):
            raise FileRefusedError(file=name, line=1, column=1, what=what, hint=hint)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = error.start + (len(raw) - len(error.object))  # counted from behind a byte order mark
        before = raw[:place]
        raise FileRefusedError(
            file=name,
            line=before.count(b"\n") + 1,
            column=place - before.rfind(b"\n"),
            what="is not UTF-8 text.",
        ) from error


def _refused(path: Path, what: str, hint: str = "") -> FileRefusedError:
    return FileRefusedError(file=str(path), line=0, column=0, what=what, hint=hint)
