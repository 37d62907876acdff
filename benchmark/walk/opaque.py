"""Event ids as a system sees them: opaque, and different for each ingest variant (overview 4.8). PURE."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

_DIGITS = 10


def opaque_id(salt: str, label: str) -> str:
    """The id under which a variant with this salt sees the event ``label``; says nothing of its order."""
    digest = hashlib.blake2b(label.encode(), key=salt.encode()[:64], digest_size=10).digest()
    return "r" + base64.b32encode(digest).decode().lower()[:_DIGITS]


@dataclass(frozen=True, slots=True)
class OpaqueIds:
    """Both directions for the events of one scenario."""

    shown: dict[str, str]
    labels: dict[str, str]

    @classmethod
    def of(cls, salt: str, labels: Iterable[str]) -> OpaqueIds:
        """The ids of ``labels`` under ``salt``. Raises ``ValueError`` if two of them would be one."""
        shown = {label: opaque_id(salt, label) for label in labels}
        back = {opaque: label for label, opaque in shown.items()}
        if len(back) != len(shown):
            raise ValueError("two events share an opaque id; launch again, which draws another salt")
        return cls(shown, back)

    def label_of(self, opaque: str) -> str:
        """The label behind an id as a system or reader gave it; what names no record stays as it is."""
        return self.labels.get(opaque.strip(), opaque)
