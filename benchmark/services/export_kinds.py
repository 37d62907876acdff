"""What can be exported: kinds of rows, which each room registers in the setting ``EXPORT_KINDS``."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

from benchmark.floor.accounts.verbs import Verb
from benchmark.models import Export


class Type(enum.StrEnum):
    """What the cells of a column hold: ``time`` is aware, ``json`` any JSON value."""

    TEXT = "text"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    TIME = "time"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of an export; any cell of it may be null. ``doc`` says what it means."""

    name: str
    type: Type
    doc: str


Rows = Callable[[Export], Iterator[Sequence[Any]]]


@dataclass(frozen=True, slots=True)
class ExportKind:
    """Rows that can be exported: of a run where ``of_run``, else of a suite.

    ``verb`` is what a person must be allowed to do on the suite, when they ask and whenever they take the
    file: a kind whose columns repeat gold, or show single records, needs a verb that a held-out suite keeps
    to itself. ``rows`` gives the rows in a fixed order, cells in that of ``columns``, read in batches through
    a cursor of the server; ``count`` how many there are.
    """

    slug: str
    title: str
    verb: Verb
    of_run: bool
    columns: tuple[Column, ...]
    rows: Rows
    count: Callable[[Export], int]


def every() -> dict[str, ExportKind]:
    """The kinds by slug, in the order of the setting."""
    found: list[ExportKind] = [import_string(path) for path in settings.EXPORT_KINDS]
    return {kind.slug: kind for kind in found}
