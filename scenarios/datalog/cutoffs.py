"""Cutoffs as text: a date means the end of that day in UTC, a time needs its zone. PURE."""

from __future__ import annotations

from datetime import UTC, date, datetime

from scenarios.datalog.errors import GoalError
from scenarios.datalog.facts import on_day
from scenarios.datalog.history import BEGIN_OF_TIME, END_OF_TIME

_HINT = "write 2026-08-31, which means the end of that day, or 2026-08-31T12:00:00Z"


def parse_cutoff(text: str) -> datetime:
    """The cutoff that a text writes, in UTC. Raises ``GoalError`` for what is no date and no time, for a
    time without a zone, and for years that no record can have."""
    text = text.strip()
    try:
        found = on_day(date.fromisoformat(text))
    except ValueError:
        found = _moment(text)
    if not BEGIN_OF_TIME <= found < END_OF_TIME:
        raise GoalError(f"the cutoff {text} is not within the years 1 to {END_OF_TIME.year - 1}")
    return found


def _moment(text: str) -> datetime:
    try:
        found = datetime.fromisoformat(text)
    except ValueError as error:
        raise GoalError(f"{text[:40]!r} is no cutoff: {_HINT}") from error
    if found.utcoffset() is None:
        raise GoalError(f"the cutoff {text} has no time zone, and none is guessed: {_HINT}")
    try:
        return found.astimezone(UTC)
    except OverflowError as error:
        raise GoalError(f"the cutoff {text} lies outside the years 1 to 9999 in UTC") from error


def cutoff_text(cutoff: datetime) -> str:
    """A cutoff in its shortest form that ``parse_cutoff`` reads as the same moment."""
    moment = cutoff.astimezone(UTC)
    if moment == on_day(moment.date()):
        return moment.date().isoformat()
    return moment.isoformat().replace("+00:00", "Z")
