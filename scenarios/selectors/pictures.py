"""Drawings that are kept under a name that changes with what they show: each is drawn once, by one at a time.

A drawing that ran out of time is not tried again for a while: another view would only start another one.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from weakref import WeakValueDictionary

from django.core.cache import cache
from django.utils.translation import get_language

from scenarios import graphs

KEPT_SECONDS = 24 * 3600
GIVEN_UP_SECONDS = 600


class _Turn:
    """Whoever holds its lock draws; it lives as long as somebody waits for it."""

    def __init__(self) -> None:
        self.lock = Lock()


_turns: WeakValueDictionary[str, _Turn] = WeakValueDictionary()
_turns_lock = Lock()


def kept(name: str, draw: Callable[[], graphs.Drawing]) -> tuple[graphs.Drawing | None, str]:
    """The drawing of this name in the language of the page, drawn if it is not there yet, or why there is
    none."""
    name = f"{name}:{get_language()}"
    found = cache.get(name)
    if found is None:
        with _turns_lock:
            turn = _turns.setdefault(name, _Turn())
        with turn.lock:
            found = cache.get(name) or _drawn(name, draw)
    return (None, found) if isinstance(found, str) else (found, "")


def _drawn(name: str, draw: Callable[[], graphs.Drawing]) -> graphs.Drawing | str:
    try:
        drawing = draw()
    except graphs.SlowDrawingError as error:
        cache.set(name, str(error), GIVEN_UP_SECONDS)
        return str(error)
    except graphs.DrawingError as error:
        return str(error)
    cache.set(name, drawing, KEPT_SECONDS)
    return drawing
