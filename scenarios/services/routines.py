"""Makes the routines of a session and has them forget what may have changed.

Routines and their tables are temporary: they end with the connection, or with the transaction that made
them if it is rolled back. So before each statement that calls routines it is looked up what is missing, and
which reading the calls they remember belong to. A reading is a stretch in which the version rows do not
change; its name is a setting of the transaction, so a rollback takes it back together with the rows.
"""

from __future__ import annotations

from collections.abc import Sequence

import psycopg

from scenarios.datalog.sql.routines import FORGET, SIGNATURE, TABLES, Routine

_FOUND = (
    b"SELECT current_setting('stemma.reading', true), to_regclass('pg_temp.stemma_edges') IS NOT NULL,"
    b" ARRAY(SELECT n FROM unnest(%(names)s::text[]) n"
    b" WHERE to_regprocedure('pg_temp.' || n || %(signature)s) IS NULL)"
)


def ready(cursor: psycopg.Cursor[tuple[object, ...]], routines: Sequence[Routine], reading: str) -> None:
    """Make what is missing of ``routines``, and let them start anew unless they are of this ``reading``."""
    names = [routine.name for routine in routines]
    cursor.execute(_FOUND, {"names": names, "signature": SIGNATURE}, prepare=True)
    (found,) = cursor.fetchall()
    known, tables, missing = found
    if not tables:
        for text in TABLES:
            cursor.execute(text.encode())
    assert isinstance(missing, list)
    for routine in routines:
        if routine.name in missing:
            cursor.execute(routine.text.encode())
    if known != reading:
        cursor.execute(FORGET.encode())
        cursor.execute(b"SELECT set_config('stemma.reading', %(reading)s, true)", {"reading": reading})
