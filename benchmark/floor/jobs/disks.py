"""Whether a disk that this installation writes to is full, for the pages: then work stops, and says so."""

from __future__ import annotations

import errno
import shutil

from django.conf import settings

LEAST_FREE = 8_000_000
"""Bytes below which a disk counts as full: half of what Postgres takes when it next needs a piece of log."""
DATABASE = "the database"
"""How the disk of Postgres is called in ``DISKS``."""
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Errors of the system that mean: no room for this file."""


def shortage(*, of: str = "") -> str:
    """Which watched disk is full, or whether that ``of`` this name is; what follows and what to do. Empty
    where none is."""
    for name, folder in settings.DISKS.items():
        if of not in ("", name):
            continue
        try:
            free = shutil.disk_usage(folder).free
        except OSError:  # not made yet, or not ours to look at
            continue
        if free < LEAST_FREE:
            return (
                f"The disk of {name} is full ({free:,} bytes left): runs and exports stop until there "
                "is room. Nothing is lost; pages can be read. Make room, and they go on by themselves"
            )
    return ""


def is_full(error: BaseException) -> bool:
    """Whether an error says that there is no room for a file."""
    return isinstance(error, OSError) and error.errno in FULL
