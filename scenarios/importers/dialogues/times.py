"""Times as files of dialogues write them, as UTC; what may be read in two ways is refused. PURE."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from scenarios.datalog.history import BEGIN_OF_TIME, END_OF_TIME
from scenarios.importers.errors import OptionError
from scenarios.rendering.entered_values import DAY_FIRST, MONTH_FIRST, month_number

_OFFSET = re.compile(r"(?:UTC|GMT)?([+-])(\d{1,2}):?(\d{2})?")
_CLOCK = re.compile(
    r"(?<!\d)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap])?\.?(?:m\.?)?(?![\w:])", re.IGNORECASE
)
_YEAR_FIRST = re.compile(r"(?<!\d)(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})(?!\d)")
_ZONE_AT_END = re.compile(r"\s*(Z|UTC|GMT|(?:UTC|GMT)?[+-]\d{2}:?\d{2})\s*$")
_FILLER = re.compile(r"\b(?:on|at|mon|tue|wed|thu|fri|sat|sun)\w{0,6}\b|[\s,()]+", re.IGNORECASE)
_EPOCH = re.compile(r"-?\d{9,10}(?:\.\d+)?|\d{13}")
#: When a date without a clock is meant, in its zone.
CLOCK_OF_DATES = time(9)


class TimeTextError(ValueError):
    """A time that is not read; ``naive`` where it only lacks its zone."""

    def __init__(self, message: str, *, naive: bool = False) -> None:
        super().__init__(message)
        self.naive = naive


def zone_of(name: str) -> tzinfo | None:
    """A time zone by its name or its offset, None for an empty text. Raises ``OptionError``."""
    if not name.strip():
        return None
    if name.strip().upper() in ("Z", "UTC", "GMT"):
        return UTC
    if found := _OFFSET.fullmatch(name.strip()):
        sign = -1 if found[1] == "-" else 1
        offset = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
        if offset < timedelta(hours=24):
            return timezone(sign * offset)
    return _named_zone(name.strip())


@lru_cache(maxsize=32)
def _named_zone(name: str) -> tzinfo:
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, LookupError) as error:
        raise OptionError(f"{name[:40]!r} is no time zone: write Europe/Berlin, +02:00 or UTC") from error


def read_time(value: Any, zone: tzinfo | None) -> datetime:
    """A time in UTC; ``zone`` is that of times that state none. Raises ``TimeTextError``."""
    found = _read(value)
    if found.tzinfo is None:
        if zone is None:
            raise TimeTextError(f"{str(value)[:40]!r} states no time zone", naive=True)
        found = _placed(found, zone)
    try:
        moment = found.astimezone(UTC)
    except OverflowError:
        moment = END_OF_TIME
    if not BEGIN_OF_TIME <= moment < END_OF_TIME:
        raise TimeTextError(f"{str(value)[:40]!r} lies outside the years 1 to {END_OF_TIME.year - 1}")
    return moment


def _placed(naive: datetime, zone: tzinfo) -> datetime:
    """A time on the clocks of a zone, the earlier where they showed it twice."""
    found = naive.replace(tzinfo=zone)
    try:
        back = found.astimezone(UTC).astimezone(zone).replace(tzinfo=None)
    except OverflowError as error:
        raise TimeTextError(f"{naive} lies outside the years that are read") from error
    if back != naive:
        raise TimeTextError(f"the clocks of {zone} never showed {naive}")
    return found


def _read(value: Any) -> datetime:
    """The time, without a zone where it states none."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise TimeTextError(f"{str(value)[:40]!r} is no time")
    text = str(value).strip()
    if _EPOCH.fullmatch(text):
        return _epoch(text)
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return _in_words(text)
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
        return datetime.combine(found.date(), CLOCK_OF_DATES)
    if not re.match(r"\d{4}-\d{2}-\d{2}", text):
        raise TimeTextError(f"{text[:40]!r} is no time as people write it")
    return found


def _epoch(text: str) -> datetime:
    """Seconds, or thirteen digits of milliseconds, since 1970."""
    seconds = float(text) / (1000 if len(text) == 13 else 1)
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)


def _in_words(text: str) -> datetime:
    """``1:56 pm on 8 May, 2023``, ``2023/05/20 (Sat) 02:21``, ``Sat, 20 May 2023 02:21:00 +0000``."""
    rest, zone = text, None
    if found := _ZONE_AT_END.search(rest):
        rest, zone = rest[: found.start()], zone_of(found[1])
    clock = _CLOCK.search(rest)
    if clock:
        rest = f"{rest[: clock.start()]} {rest[clock.end() :]}"
    day, rest = _day(rest, text)
    if _FILLER.sub("", rest):
        raise TimeTextError(f"{text[:40]!r} is no time that is read here")
    found_time = CLOCK_OF_DATES if clock is None else _clock(clock, text)
    return datetime.combine(day, found_time, tzinfo=zone)


def _day(rest: str, text: str) -> tuple[date, str]:
    """The day, and what stands around it."""
    if found := _YEAR_FIRST.search(rest):
        year, month, number = found[1], int(found[2]), found[3]
    elif found := DAY_FIRST.search(rest):
        year, month, number = found[3], month_number(found[2]) or 0, found[1]
    elif found := MONTH_FIRST.search(rest):
        year, month, number = found[3], month_number(found[1]) or 0, found[2]
    else:
        why = "may be read in two ways" if re.search(r"\d[/.]\d{1,2}[/.]\d", rest) else "is no time"
        raise TimeTextError(f"{text[:40]!r} {why}")
    try:
        day = date(int(year), month, int(number))
    except ValueError as error:
        raise TimeTextError(f"there is no day {text[:40]!r}") from error
    return day, f"{rest[: found.start()]} {rest[found.end() :]}"


def _clock(found: re.Match[str], text: str) -> time:
    hour, half = int(found[1]), (found[4] or "").lower()
    try:
        if half and not 1 <= hour <= 12:
            raise ValueError
        hour = hour % 12 + (12 if half == "p" else 0) if half else hour
        return time(hour, int(found[2]), int(found[3] or 0))
    except ValueError as error:
        raise TimeTextError(f"there is no time of day {text[:40]!r}") from error
