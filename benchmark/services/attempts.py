"""Calling a system or a model, with the failures sorted by who must act (overview 4.9).

A rate limit is waited out as long as it says; a failure of the system's own is kept apart from it;
a lost database is neither, and ends the work.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

import django.db

from sut_adapters.base import InfrastructureError, MisconfiguredError
from sut_adapters.keys import without_keys

logger = logging.getLogger(__name__)

#: How often one question is tried before its infrastructure failure is recorded.
TRIES = 4
#: A longer wait than this, in seconds, is not sat out: the item goes back and is taken up later.
PATIENCE_SECONDS = 30.0
#: Waits between tries where the other side names none.
BACKOFF_SECONDS = (0.5, 1.0, 2.0)

Result = TypeVar("Result")
Wait = Callable[[float], object]


class Verdict(StrEnum):
    """Whose matter the outcome is."""

    OK = "ok"
    SYSTEM_FAILED = "system_failed"
    INFRASTRUCTURE = "infrastructure"


@dataclass(frozen=True, slots=True)
class Outcome(Generic[Result]):
    """What came of a call. ``value`` is there exactly if ``verdict`` is ok; ``retry_after`` in seconds if
    the other side asked for a longer wait than our patience. ``seconds`` are those of the last try."""

    verdict: Verdict
    value: Result | None
    message: str
    tries: int
    seconds: float
    retry_after: float | None = None


def attempt(
    call: Callable[[], Result], *, what: str, wait: Wait = time.sleep, tries: int = TRIES
) -> Outcome[Result]:
    """Call until it answers, fails by itself, or infrastructure has failed ``tries`` times.

    ``wait`` gets the seconds to wait. Database errors and wrong settings pass through: they are nobody's
    answer.
    """
    number = 0
    while True:
        number += 1
        started = time.perf_counter()
        try:
            value = call()
        except InfrastructureError as error:
            seconds = time.perf_counter() - started
            pause = _pause(error, number)
            if pause > PATIENCE_SECONDS or number >= tries:
                longer = pause if pause > PATIENCE_SECONDS else None
                return Outcome(Verdict.INFRASTRUCTURE, None, _text(error), number, seconds, longer)
            wait(pause)
        except (django.db.Error, MisconfiguredError):
            raise
        except Exception as error:
            # Whatever else a system or model raises is its own failure, an AdapterError or not.
            logger.exception("%s failed", what)
            seconds = time.perf_counter() - started
            return Outcome(Verdict.SYSTEM_FAILED, None, _text(error), number, seconds)
        else:
            return Outcome(Verdict.OK, value, "", number, time.perf_counter() - started)


def _pause(error: InfrastructureError, number: int) -> float:
    if error.retry_after is not None:
        return max(0.0, error.retry_after)
    return BACKOFF_SECONDS[min(number, len(BACKOFF_SECONDS)) - 1]


def _text(error: Exception) -> str:
    return without_keys(f"{type(error).__name__}: {error}")
