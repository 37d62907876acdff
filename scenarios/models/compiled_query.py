"""Queries whose statement is made once, for what runs with every submission (ADR 21).

Building a statement costs the ORM three to ten times what running it costs psycopg, and planning it costs
Postgres more than running it. Where one request holds twenty of them, and people wait for it, that is most of
the wait.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import psycopg
from django.db import connection
from django.db.models import QuerySet
from django.db.models.query import get_related_populators

Row = TypeVar("Row")

STAND_IN, OTHER_STAND_IN = 2_000_000_011, 2_000_000_033
"""Ids that no row will have, to stand in for one."""


def prepared(sql: str, parameters: Sequence[Any] | Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """All rows of a statement that Postgres plans once for each connection, in the caller's transaction.

    The text must never hold a value. Raises the errors of ``django.db``.
    """
    connection.ensure_connection()
    connection.validate_no_broken_transaction()
    started = time.monotonic()
    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as cursor:
        cursor.execute(sql.encode(), parameters, prepare=True)
        found = cursor.fetchall()
    if connection.queries_logged:  # so that tests count it like any other
        connection.queries_log.append({"sql": sql, "time": f"{time.monotonic() - started:.3f}"})
    return found


class CompiledQuery(Generic[Row]):
    """A queryset with places for values. ``build`` gets a stand-in for each value and gives the queryset;
    each stand-in must differ from every constant in it. Rows are model instances with what the queryset
    selects, or tuples for ``values_list``; prefetches are not made.

        _BY_SLUG = CompiledQuery(lambda slug: Suite.objects.filter(slug=slug), "stand-in")
        found = _BY_SLUG.rows("mini")
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Any]], *stand_ins: Any) -> None:
        self._build = build
        self._stand_ins = stand_ins
        # A compiler holds the connection of its thread.
        self._of_thread = threading.local()

    def rows(self, *values: Any) -> list[Row]:
        """The rows for these values, read now. Raises ``ValueError`` where their number is wrong."""
        made: _Made | None = getattr(self._of_thread, "made", None)
        if made is None:
            made = self._of_thread.made = _made(self._build(*self._stand_ins))
        given = dict(zip(self._stand_ins, values, strict=True))
        parameters = [given.get(one, one) for one in made.parameters]
        return list(made.read(prepared(made.sql, parameters)))

    def first(self, *values: Any) -> Row | None:
        """The first of the rows; None where there is none."""
        return next(iter(self.rows(*values)), None)


@dataclass(frozen=True, slots=True)
class _Made:
    """A statement with how its rows are read."""

    sql: str
    parameters: tuple[Any, ...]
    read: Callable[[Sequence[Any]], Iterator[Any]]


def _made(queryset: QuerySet[Any, Any]) -> _Made:
    compiler: Any = queryset.query.get_compiler(using=queryset.db)
    sql, parameters = compiler.as_sql()

    def tuples(found: Sequence[Any]) -> Iterator[Any]:
        yield from compiler.results_iter([found], tuple_expected=True)

    if queryset.query.values_select:
        return _Made(sql, tuple(parameters), tuples)
    # As ``django.db.models.query.ModelIterable`` reads the rows of the same compiler.
    klass = compiler.klass_info
    start, end = klass["select_fields"][0], klass["select_fields"][-1] + 1
    names = [column[0].target.attname for column in compiler.select[start:end]]
    populators: Any = get_related_populators  # its stubs are those of a later Django
    related: list[Any] = populators(klass, compiler.select, queryset.db)

    def instances(found: Sequence[Any]) -> Iterator[Any]:
        for row in compiler.results_iter([found]):
            one = klass["model"].from_db(queryset.db, names, row[start:end])
            for populator in related:
                populator.populate(row, one)
            yield one

    return _Made(sql, tuple(parameters), instances)
