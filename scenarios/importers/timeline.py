"""Times and ids for records that come without them (overview 5). PURE."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

#: An import without times starts here; each record lies one minute after the one before it.
SYNTHETIC_START = datetime(2000, 1, 1, tzinfo=UTC)


def synthetic_time(ordinal: int) -> datetime:
    """The time of the ``ordinal``-th record (from 1) of an import without times."""
    return SYNTHETIC_START + timedelta(minutes=ordinal)


def event_id(ordinal: int) -> str:
    """``e0001`` for the first record."""
    return f"e{ordinal:04d}"


def item_id(ordinal: int) -> str:
    """``t0001``: what the first record adds to a ledger."""
    return f"t{ordinal:04d}"


def query_id(ordinal: int) -> str:
    """``q001`` for the first query."""
    return f"q{ordinal:03d}"
