"""PURE. The texts of API tokens: ``stm_``, 256 random bits, and a checksum of eight hex digits.

The start lets scanners of leaked secrets know one; the checksum tells a text that was cut or mistyped from
a whole one that nobody has (any more).
"""

from __future__ import annotations

import hashlib
import re
import secrets
import zlib

MARK = "stm_"
PREFIX_LENGTH = 12
"""Characters that are kept in the clear, to tell tokens apart: 48 of the 256 random bits."""
_FORM = re.compile(r"stm_(?P<body>[A-Za-z0-9_-]{43})(?P<check>[0-9a-f]{8})")


def make() -> str:
    """A new secret."""
    body = secrets.token_urlsafe(32)
    return f"{MARK}{body}{_check(body)}"


def well_formed(text: str) -> bool:
    """Whether ``text`` is whole: mark, length, alphabet and checksum."""
    found = _FORM.fullmatch(text)
    return found is not None and found["check"] == _check(found["body"])


def digest(text: str) -> str:
    """What is stored, 64 hex digits. A fast hash is enough: there are 256 random bits, nothing to guess."""
    return hashlib.sha256(text.encode()).hexdigest()


def _check(body: str) -> str:
    return f"{zlib.crc32(body.encode()):08x}"
