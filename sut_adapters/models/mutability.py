"""Which rows may be updated once written. A test refuses models that are not listed here."""

from __future__ import annotations

MUTABILITY: dict[str, str] = {
    "SystemUnderTest": "mutable",
    "StoreVector": "immutable",
    "MeteredCall": "immutable",
    "KeptReply": "immutable",
}
