"""The one JSON text of a value: sorted keys, no spaces, UTF-8, so equal content has equal bytes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

#: Characters that some readers take for the end of a line; JSON escapes the ASCII ones by itself.
_LINE_ENDS = {ord(char): f"\\u{ord(char):04x}" for char in "\x7f\x85\u2028\u2029"}


def dump(value: Any) -> str:
    """The canonical text of a JSON value, on one line. Raises ``ValueError`` for NaN and infinities."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.translate(_LINE_ENDS)


def lines(values: Iterable[Any]) -> bytes:
    """JSONL: one canonical object a line, each line ended by LF."""
    return "".join(dump(value) + "\n" for value in values).encode()


def moment(value: datetime) -> str:
    """An aware time as ISO text in UTC, ``2026-01-01T09:00:00Z``."""
    return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
