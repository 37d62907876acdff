"""Turns what the services refuse into errors of the command line: message, exit code 1, no traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError

from scenarios.datalog.errors import DatalogError
from scenarios.exceptions import ScenariosError


@contextmanager
def as_command_errors() -> Iterator[None]:
    """Errors that a user can act on become ``CommandError``; faults of ours keep their traceback."""
    try:
        yield
    except (ScenariosError, DatalogError, OSError) as error:
        raise CommandError(str(error)) from error
