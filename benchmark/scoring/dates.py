"""Dates as answers write them: ISO, ``7 May 2026``, ``May 7, 2026`` (overview 5). PURE."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

MONTHS: Final = {
    name: number
    for number, name in enumerate(
        [
            "january",
            "february",
            "march",
            "april",
            "may",
            "june",
            "july",
            "august",
            "september",
            "october",
            "november",
            "december",
        ],
        1,
    )
}
#: The orders that a suite may declare for dates in digits with slashes or dots.
ORDERS: Final = {"day-month-year": (2, 1, 0), "month-day-year": (2, 0, 1)}

_ISO = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_DAY_FIRST = re.compile(r"([0-9]{1,2})\s+([a-z]+),?\s+([0-9]{4})")
_MONTH_FIRST = re.compile(r"([a-z]+)\s+([0-9]{1,2}),?\s+([0-9]{4})")
_DIGITS = re.compile(r"([0-9]{1,2})[/.]([0-9]{1,2})[/.]([0-9]{4})")


class DateFormatError(ValueError):
    """A text is not one day in a declared notation."""


def parse_date(text: str, order: str = "") -> date:
    """The day a text names. ``order`` is a key of ``ORDERS`` or empty: then ``05/07/2026`` is refused,
    never guessed. Raises ``DateFormatError``."""
    cleaned = text.strip().strip("\"'").rstrip(".,;:!?").strip().casefold()
    if match := _ISO.fullmatch(cleaned):
        return _day(text, int(match[1]), int(match[2]), int(match[3]))
    if match := _DAY_FIRST.fullmatch(cleaned):
        return _day(text, int(match[3]), _month(text, match[2]), int(match[1]))
    if match := _MONTH_FIRST.fullmatch(cleaned):
        return _day(text, int(match[3]), _month(text, match[1]), int(match[2]))
    if match := _DIGITS.fullmatch(cleaned):
        if order not in ORDERS:
            raise DateFormatError(f"{text!r}: the order of day and month is not declared")
        year, month, day = (int(match[1 + index]) for index in ORDERS[order])
        return _day(text, year, month, day)
    raise DateFormatError(f"{text!r} is not a date like 2026-05-07, 7 May 2026 or May 7, 2026")


def _month(text: str, name: str) -> int:
    if name not in MONTHS:
        raise DateFormatError(f"{text!r}: {name!r} is not a month")
    return MONTHS[name]


def _day(text: str, year: int, month: int, day: int) -> date:
    try:
        return date(year, month, day)
    except ValueError as error:
        raise DateFormatError(f"{text!r} is not a day of the calendar") from error
