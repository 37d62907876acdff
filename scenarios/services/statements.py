"""Runs the engine's statements: prepared, on Django's own connection, one array a column of the query rows.

The statements see the rows of the transaction they run in. ``prepare=True`` needs the connection option
``prepare_threshold`` (settings); with ``plan_cache_mode=force_generic_plan`` each is planned once.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection

from scenarios.datalog.errors import EvaluationError, RunawayError, SlowQueryError
from scenarios.datalog.sql.routines import RUNAWAY, TOO_LONG
from scenarios.datalog.sql.statements import Statement
from scenarios.datalog.values import MAX_DIGITS
from scenarios.services.array_texts import integer_array, text_array, time_array
from scenarios.services.routines import ready

_reading: ContextVar[str] = ContextVar("reading", default="")

#: Prepared statements kept on a connection: psycopg's 100 are fewer than a suite with declared rules needs.
PREPARED_STATEMENTS = 2000


@dataclass(frozen=True, slots=True)
class QueryRow:
    """One row of the relation ``q`` that every statement of the engine reads.

    A part of ``key`` is None where it is unknown. ``predicate`` is the version predicate, which only the
    statements of ``sql.evidence`` ask for.
    """

    id: int
    scenario: int
    cutoff: datetime
    key: tuple[str | None, ...]
    member: str = ""
    predicate: str = ""


def fetch(statement: Statement, rows: Sequence[QueryRow]) -> list[tuple[Any, ...]]:
    """All result rows of a statement over the given query rows. Raises as ``run``."""
    places = range(statement.keys)
    arrays = {
        "ids": integer_array([row.id for row in rows]),
        "scenarios": integer_array([row.scenario for row in rows]),
        "cutoffs": time_array([row.cutoff for row in rows]),
        **{f"a{place}": text_array([_part(row.key, place) for row in rows]) for place in places},
        "members": text_array([row.member for row in rows]),
        "predicates": text_array([row.predicate for row in rows]),
    }
    return run(statement, arrays, len(rows))


def run(statement: Statement, arrays: Mapping[str, str], count: int = 0) -> list[tuple[Any, ...]]:
    """All result rows of a statement over arrays given as texts (``array_texts``), by parameter name.

    Raises ``RunawayError`` for a recursion without end, ``SlowQueryError`` for a query that was cancelled
    (``count`` says over how many goals), and ``EvaluationError`` for a number that is too long.
    """
    connection.ensure_connection()
    connection.connection.prepared_max = PREPARED_STATEMENTS
    try:
        with psycopg.Cursor(connection.connection) as cursor:
            if statement.routines:
                ready(cursor, statement.routines, _reading.get() or uuid.uuid4().hex)
            cursor.execute(statement.text.encode(), {**arrays, **statement.constants}, prepare=True)
            return cursor.fetchall()
    except psycopg.Error as error:
        told = _told(error, statement, count)
        if told is None:
            raise
        raise told from error


def _told(error: psycopg.Error, statement: Statement, count: int) -> EvaluationError | None:
    """What a program brought about, in our words; None for a fault of ours."""
    if error.sqlstate == RUNAWAY:
        return RunawayError(error.diag.message_primary or "")
    if error.sqlstate == TOO_LONG:
        return EvaluationError(error.diag.message_primary or "")
    if isinstance(error, psycopg.errors.NumericValueOutOfRange):
        return EvaluationError(f"a number of more than {MAX_DIGITS:,} digits was made")
    if isinstance(error, psycopg.errors.QueryCanceled) and "statement timeout" in str(error):
        return SlowQueryError(
            f"the query for {statement.about or 'version rows'}{_over(count)} took longer than "
            f"{settings.ENGINE_STATEMENT_TIMEOUT} s and was cancelled: ask less at once, or raise "
            "STEMMA_STATEMENT_TIMEOUT"
        )
    return None


def _over(count: int) -> str:
    return f" over {count} goal{'' if count == 1 else 's'}" if count else ""


@contextmanager
def read_by_index() -> Iterator[None]:
    """A stretch of reading, in a transaction, during which the version rows do not change.

    Statements inside plan index reads only: a generic plan is kept for the life of a connection, and one
    made while the table was small would scan it whole for every row ever after. Each is cancelled after
    ``ENGINE_STATEMENT_TIMEOUT`` (``SlowQueryError``). What routines found is remembered until the end.
    """
    if _reading.get():  # within another one, whose settings hold to its own end
        yield
        return
    with connection.cursor() as cursor:
        limit = settings.ENGINE_STATEMENT_TIMEOUT
        cursor.execute(f"SET LOCAL enable_seqscan = off; SET LOCAL statement_timeout = '{limit}s'")
    token = _reading.set(uuid.uuid4().hex)
    try:
        yield  # after an error the savepoint around undoes the settings
    finally:
        _reading.reset(token)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan TO DEFAULT; SET LOCAL statement_timeout TO DEFAULT")


def _part(key: tuple[str | None, ...], place: int) -> str | None:
    return key[place] if place < len(key) else ""
