"""Which rows may be updated once written. A test refuses models that are not listed here."""

from __future__ import annotations

#: Immutable rows are written once; what repeats a piece of work deletes and writes anew.
MUTABILITY: dict[str, str] = {
    "Run": "mutable",
    "IngestVariant": "immutable",
    "Store": "mutable",
    "IngestBatch": "immutable",
    "WalkItem": "mutable",
    "PullClient": "mutable",
    "Question": "immutable",
    "SutContext": "immutable",
    "ReadingItem": "mutable",
    "Answer": "immutable",
    "Export": "mutable",
    "ShortcutCheck": "immutable",
    "ShortcutScore": "immutable",
    "ShortcutForm": "immutable",
}
