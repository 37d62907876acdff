"""Bytes of a file as text: UTF-8, with or without a mark, or UTF-16 by its mark; nothing is guessed. PURE."""

from __future__ import annotations

from scenarios.importers.dialogues.rows import MAX_BYTES, Fault, TooLargeError

_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


def decode(data: bytes) -> tuple[str, list[Fault]]:
    """The text, or a fault that says at which line it ends being readable. Raises ``TooLargeError``."""
    if len(data) > MAX_BYTES:
        raise TooLargeError(
            f"the file has {len(data):,} bytes, {MAX_BYTES:,} are read at most: part it into several"
        )
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :], encoding)
    return _decoded(data, "utf-8")


def _decoded(data: bytes, encoding: str) -> tuple[str, list[Fault]]:
    try:
        return data.decode(encoding), []
    except UnicodeDecodeError as error:
        line = data[: error.start].decode(encoding, errors="replace").count("\n") + 1
        name = encoding.upper().removesuffix("-LE").removesuffix("-BE")
        what = f"it is not {name} from byte {error.start + 1:,} on (0x{data[error.start]:02x})"
        return "", [Fault(line, "", what, "save it as UTF-8; no other encoding is guessed")]
