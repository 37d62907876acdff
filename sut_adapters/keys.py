"""Keys of models and systems out of the environment, and words without them (docs/threat_model.md).

Endpoints repeat in their errors what they were sent, also the key. Errors are stored, shown and exported, so
every error of an adapter loses the keys that its process has read.
"""

from __future__ import annotations

import os

#: A shorter one would be taken out of ordinary words.
SHORTEST = 6
_read: set[str] = set()


def key(variable: str) -> str:
    """The key in an environment variable, without space around it; empty if there is none. From now on no
    error of an adapter repeats it."""
    found = os.environ.get(variable, "").strip()
    if len(found) >= SHORTEST:
        _read.add(found)
    return found


def without_keys(text: str) -> str:
    """The text with each key that was read taken out."""
    for one in sorted(_read, key=len, reverse=True):
        text = text.replace(one, "[hidden]")
    return text
