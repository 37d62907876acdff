"""JSON whose objects know where they begin, so that a fault can name its line. PURE.

Python's own decoder in its Python form, with the place kept at each object; texts are still read by its
fast part.
"""

from __future__ import annotations

import bisect
import json
from json import decoder, scanner
from typing import Any

from scenarios.importers.dialogues.rows import Fault


class Located(dict[str, Any]):
    """A JSON object and the offset at which it begins; ``repeated`` are keys that it has twice."""

    at: int = 0
    repeated: tuple[str, ...] = ()


class _Decoder(json.JSONDecoder):
    """Builds ``Located`` objects."""

    def __init__(self) -> None:
        super().__init__(parse_constant=_refused)
        plain = decoder.JSONObject  # type: ignore[attr-defined]  # not in the stubs

        def located(source: tuple[str, int], *args: Any) -> tuple[Located, int]:
            strict, scan_once = args[0], args[1]
            memo = args[4] if len(args) > 4 else None
            pairs, end = plain(source, strict, scan_once, None, list, memo)
            found = Located(pairs)
            found.at = source[1] - 1
            if len(found) < len(pairs):
                names = [name for name, _ in pairs]
                found.repeated = tuple(sorted({name for name in names if names.count(name) > 1}))
            return found, end

        self.parse_object = located
        self.scan_once = scanner.py_make_scanner(self)  # type: ignore[attr-defined]  # not in the stubs


def _refused(text: str) -> Any:
    raise ValueError(f"{text} is not a number of JSON")


class Lines:
    """The lines of a text by offset."""

    def __init__(self, text: str, first: int = 1) -> None:
        self._first = first
        self._starts = [0]
        self._starts.extend(place + 1 for place, char in enumerate(text) if char == "\n")

    def line(self, offset: int) -> int:
        """The 1-based line of an offset."""
        return bisect.bisect_right(self._starts, offset) - 1 + self._first


def parse(text: str, first_line: int = 1) -> tuple[Any, Fault | None]:
    """The content of a JSON text, or the fault that keeps it from being read, with its line and column."""
    try:
        return _Decoder().decode(text), None
    except json.JSONDecodeError as error:
        line = error.lineno + first_line - 1
        what = f"not JSON at column {error.colno}: {error.msg[:1].lower()}{error.msg[1:]}"
        return None, Fault(line, "", what, "mend it there; what follows was not read")
    except RecursionError:
        return None, Fault(first_line, "", "nested too deeply to be dialogues")
    except ValueError as error:  # a constant refused above, or a number of more digits than Python converts
        return None, Fault(first_line, "", f"a number cannot be read: {error}")
