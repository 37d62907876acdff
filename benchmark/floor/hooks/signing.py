"""PURE. Secrets and signatures of the Standard Webhooks specification: symmetric, ``v1``."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterable

PREFIX = "whsec_"
SECRET_BYTES = 32
"""The specification asks for 24 to 64."""


def make_secret() -> str:
    """``whsec_`` and 256 random bits in base64."""
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def sign(keys: Iterable[str], message_id: str, timestamp: int, body: bytes) -> str:
    """The value of ``webhook-signature``: one ``v1,…`` for each secret, with spaces between.

    ``timestamp`` is in seconds since 1970. Raises ``ValueError`` for a secret of another form.
    """
    signed = f"{message_id}.{timestamp}.".encode() + body
    return " ".join(f"v1,{_digest(key, signed)}" for key in keys)


def _digest(key: str, signed: bytes) -> str:
    if not key.startswith(PREFIX):
        raise ValueError(f"a secret of a hook begins with {PREFIX}")
    raw = base64.b64decode(key.removeprefix(PREFIX), validate=True)
    return base64.b64encode(hmac.new(raw, signed, hashlib.sha256).digest()).decode()
