"""Python's search for cycles put off while many values are made at once."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collecting_later() -> Iterator[None]:
    """Make no search for cycles inside. Derivations are hundreds of thousands of values that all stay in use
    until they are returned: searching them again and again takes longer than making them."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
