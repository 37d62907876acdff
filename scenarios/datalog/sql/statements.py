"""A statement: SQL text, the constants of its program, the arrays it expects and the routines it calls."""

from __future__ import annotations

from dataclasses import dataclass, field

from scenarios.datalog.sql.routines import Routine
from scenarios.datalog.validation_declarations import MAX_RECORDED_KEYS

#: Key columns that query rows have at least: as many as version rows.
KEY_COLUMNS = MAX_RECORDED_KEYS


def query_rows(keys: int) -> str:
    """The query rows of a statement: one array for each column, so that one text serves one query and
    thousands. There are as many key columns as the widest predicate asked needs."""
    columns = [f"a{place}" for place in range(max(keys, KEY_COLUMNS))]
    shown = ", ".join(f'{column} COLLATE "C" AS {column}' for column in columns)
    given = ", ".join(f"%({column})s::text[]" for column in columns)
    return (
        f'(SELECT id, scenario_id, cutoff, {shown}, member COLLATE "C" AS member'
        " FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[],"
        f" %(cutoffs)s::timestamptz[], {given}, %(members)s::text[])"
        f" AS given(id, scenario_id, cutoff, {', '.join(columns)}, member)) q"
    )


QUERY_ROWS = query_rows(KEY_COLUMNS)


@dataclass(frozen=True, slots=True)
class Statement:
    """SQL text with named placeholders. ``constants`` are the values the program fixes by itself.

    ``keys`` is the number of key columns it reads, ``about`` the predicate it answers for, as an error
    names it.
    """

    text: str
    constants: dict[str, str] = field(default_factory=dict)
    routines: tuple[Routine, ...] = ()
    keys: int = KEY_COLUMNS
    about: str = ""


def key_texts(count: int) -> list[str]:
    """The key arguments of a query row as SQL texts."""
    return [f"q.a{place}" for place in range(count)]
