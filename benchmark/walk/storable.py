"""What strangers hand us, in the form in which Postgres can hold it. PURE.

Systems and models return any text and any values: NUL and halves of characters cannot be stored, nor can
JSON hold numbers that are not finite. They are replaced, never dropped silently: by the replacement
character, by null, and by the text of a value that JSON does not know.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
REPLACEMENT = "\ufffd"


def storable_text(text: str) -> str:
    """The text with what cannot be stored replaced."""
    return _UNSTORABLE.sub(REPLACEMENT, text)


def storable(value: Any) -> Any:
    """A JSON value made of ``value``: the same where it can be stored as it is."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return storable_text(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {storable_text(str(key)): storable(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [storable(entry) for entry in value]
    return storable_text(str(value))
