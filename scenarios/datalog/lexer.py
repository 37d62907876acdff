"""Tokens of the program text (spec 1.7), each with its place.

``#`` and ``%`` begin a comment that runs to the end of the line. Digits are ASCII; ``1_000``, ``1e5``
and ``1.240,00`` are not numbers. Unreadable characters are faults, never skipped in silence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from scenarios.datalog.errors import Fault, fault_at
from scenarios.datalog.syntax import Span

_TOKEN = re.compile(
    r"""
    (?P<space>[ \t\r\n\ufeff]+)
  | (?P<comment>[#%][^\n]*)
  | (?P<string>"(?:[^"\\\n]|\\.)*")
  | (?P<broken>"[^\n]*)
  | (?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2}(?![0-9A-Za-z_]))
  | (?P<number>[0-9]+(?:\.[0-9]+)?)
  | (?P<name>[^\W\d]\w*)
  | (?P<mark>:-|->|!=|<=|>=|[-+*/(){}<>=,.:;@|])
    """,
    re.VERBOSE,
)
#: Where a whole file begins.
START = Span(1, 1, 0)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of source. ``kind`` is string, date, number, name, mark or end; ``text`` is the piece
    itself, of strings the characters they stand for. ``leads`` marks the first token of a line."""

    kind: str
    text: str
    span: Span
    leads: bool = False

    def is_mark(self, *marks: str) -> bool:
        return self.kind == "mark" and self.text in marks

    def is_word(self, *words: str) -> bool:
        return self.kind == "name" and self.text in words

    @property
    def shown(self) -> str:
        """How an error message speaks of the token."""
        return "the end of the text" if self.kind == "end" else repr(self.text)


def tokenize(text: str, filename: str, at: Span = START) -> tuple[list[Token], list[Fault]]:
    """All tokens of ``text``, closed by an ``end`` token, and the faults of unreadable pieces.

    ``at`` is where the text begins in its file, for a text that is a part of one.
    """
    tokens: list[Token] = []
    faults: list[Fault] = []
    place, line, line_start, last_line = 0, at.line, 1 - at.column, 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        kind = match.lastgroup if match and match.lastgroup else "unreadable"
        piece = match.group() if match else text[place]
        span = Span(line, place - line_start + 1, len(piece))
        if kind in ("unreadable", "broken"):
            faults.append(_unreadable(kind, piece, filename, span))
        elif kind == "string":
            value, bad = _unescape(piece[1:-1])
            if bad:
                faults.append(_bad_escape(bad, filename, span))
            tokens.append(Token(kind, value, span, leads=line != last_line))
            last_line = line
        elif kind not in ("space", "comment"):
            tokens.append(Token(kind, piece, span, leads=line != last_line))
            last_line = line
        breaks = piece.count("\n")
        if breaks:
            line += breaks
            line_start = place + piece.rindex("\n") + 1
        place += len(piece)
    tokens.append(Token("end", "", Span(line, place - line_start + 1, 1), leads=True))
    return tokens, faults


def _unescape(raw: str) -> tuple[str, str]:
    """The characters a quoted text stands for, and the first escape that is not known."""
    bad = ""

    def one(match: re.Match[str]) -> str:
        nonlocal bad
        char = match.group(1)
        if char not in _ESCAPES:
            bad = bad or "\\" + char
        return _ESCAPES.get(char, char)

    return re.sub(r"\\(.)", one, raw), bad


def _unreadable(kind: str, piece: str, filename: str, span: Span) -> Fault:
    if kind == "broken":
        return fault_at(
            "syntax",
            "a quoted text is not closed on its line",
            file=filename,
            span=span,
            hint='close it with "',
        )
    return fault_at("syntax", f"the character {piece!r} has no meaning here", file=filename, span=span)


def _bad_escape(escape: str, filename: str, span: Span) -> Fault:
    hint = 'known escapes are \\" \\\\ \\n \\t \\r'
    return fault_at("syntax", f"unknown escape {escape} in a text", file=filename, span=span, hint=hint)
