"""PURE. What a line of the log belongs to: request, person, run, item and task (ADR 33).

The values are of the thread that works. A thread that it starts begins without them.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

FIELDS = ("request_id", "user_id", "run_id", "item_id", "task_id")
"""Names of what a line may belong to, in the order in which it is printed."""
_WELL_FORMED = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")

Value = str | int | None
_current: ContextVar[dict[str, Value | Callable[[], Value]]] = ContextVar("of_a_log_line")


@contextmanager
def bound(**values: Value | Callable[[], Value]) -> Iterator[None]:
    """Lines of this thread belong to these ``FIELDS`` as long as the block runs, beside those that they
    belong to already. A value may be a function, called at each line; it must ask no database."""
    unknown = values.keys() - set(FIELDS)
    if unknown:
        raise ValueError(f"a line of the log belongs to none of {sorted(unknown)}")
    mark = _current.set({**_current.get({}), **values})
    try:
        yield
    finally:
        _current.reset(mark)


def note(**values: Value) -> None:
    """Lines of this thread belong to these from now on, until the ``bound`` around ends or another is noted:
    for work whose end no block marks. None: to none any more."""
    _current.set({**_current.get({}), **values})


def fields() -> dict[str, str | int]:
    """What a line written now belongs to; what is not known is left out."""
    held = _current.get({})
    found = {}
    for name in FIELDS:
        value = held.get(name)
        value = value() if callable(value) else value
        if value is not None:
            found[name] = value
    return found


def request_id(given: str = "") -> str:
    """The id that a proxy or a client gave, if it is one (8 to 64 letters, digits, ``.``, ``_``, ``-``), else
    a new one. What is not well-formed could forge lines of the log, so nothing of it is kept."""
    return given if _WELL_FORMED.fullmatch(given) else secrets.token_hex(16)
