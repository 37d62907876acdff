"""Runs the engine's statements: prepared, on Django's own connection, one array a column of the query rows.

The statements see the rows of the transaction they run in. ``prepare=True`` needs the connection option
``prepare_threshold`` (settings); with ``plan_cache_mode=force_generic_plan`` each is planned once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import psycopg
from django.db import connection

from scenarios.datalog.sql.recorded import KEY_COLUMNS
from scenarios.datalog.sql.statements import Statement
from scenarios.services.array_texts import integer_array, text_array, time_array

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
    """All result rows of a statement over the given query rows."""
    arrays = {
        "ids": integer_array([row.id for row in rows]),
        "scenarios": integer_array([row.scenario for row in rows]),
        "cutoffs": time_array([row.cutoff for row in rows]),
        **{f"a{place}": text_array([_part(row.key, place) for row in rows]) for place in range(KEY_COLUMNS)},
        "members": text_array([row.member for row in rows]),
        "predicates": text_array([row.predicate for row in rows]),
    }
    return run(statement, arrays)


def run(statement: Statement, arrays: Mapping[str, str]) -> list[tuple[Any, ...]]:
    """All result rows of a statement over arrays given as texts (``array_texts``), by parameter name."""
    connection.ensure_connection()
    connection.connection.prepared_max = PREPARED_STATEMENTS
    with psycopg.Cursor(connection.connection) as cursor:
        cursor.execute(statement.text.encode(), {**arrays, **statement.constants}, prepare=True)
        return cursor.fetchall()


@contextmanager
def read_by_index() -> Iterator[None]:
    """Let the statements run inside plan index reads only; needs a transaction.

    A generic plan is kept for the life of a connection. One made while the table was small would scan it
    whole for every row ever after.
    """
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
    yield  # after an error the savepoint around undoes the setting
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan TO DEFAULT")


def _part(key: tuple[str | None, ...], place: int) -> str | None:
    return key[place] if place < len(key) else ""
