"""Turns what the services refuse into errors of the command line: message, exit code 1, no traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError

from scenarios.datalog.errors import DatalogError
from scenarios.exceptions import ScenariosError


@contextmanager
def as_command_errors(*more: type[Exception]) -> Iterator[None]:
    """Errors that a user can act on, ``more`` kinds among them, become ``CommandError``; faults of ours keep
    their traceback."""
    kinds: tuple[type[Exception], ...] = (ScenariosError, DatalogError, OSError, *more)
    try:
        yield
    except kinds as error:
        raise CommandError(str(error)) from error
