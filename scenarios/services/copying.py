"""Rows written by COPY: one statement a table, however many rows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import connection


def new_ids(table: str, count: int) -> list[int]:
    """Ids for rows that are still to be copied into a table, so that others can point at them."""
    sequence = f"pg_get_serial_sequence('{table}', 'id')"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT nextval({sequence}) FROM generate_series(1, %s)", [count])
        return [pk for (pk,) in cursor.fetchall()]


def copy_rows(table: str, columns: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> None:
    """COPY rows into a table; faults of the database are Django's own errors, as for any other write."""
    statement = f"COPY {table} ({', '.join(columns)}) FROM STDIN"
    with (
        connection.cursor() as cursor,
        connection.wrap_database_errors,
        cursor.copy(statement) as copy,
    ):
        for row in rows:
            copy.write_row(row)
