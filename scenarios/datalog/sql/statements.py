"""A statement: SQL text, the constants of its program, and the arrays it expects."""

from __future__ import annotations

from dataclasses import dataclass, field

#: The query rows of a statement: one array for each column, so that one text serves one query and thousands.
QUERY_ROWS = (
    '(SELECT id, scenario_id, cutoff, a0 COLLATE "C" AS a0, a1 COLLATE "C" AS a1, a2 COLLATE "C" AS a2,'
    ' member COLLATE "C" AS member FROM unnest(%(ids)s::bigint[], %(scenarios)s::bigint[],'
    " %(cutoffs)s::timestamptz[], %(a0)s::text[], %(a1)s::text[], %(a2)s::text[], %(members)s::text[])"
    " AS given(id, scenario_id, cutoff, a0, a1, a2, member)) q"
)


@dataclass(frozen=True, slots=True)
class Statement:
    """SQL text with named placeholders. ``constants`` are the values the program fixes by itself."""

    text: str
    constants: dict[str, str] = field(default_factory=dict)


def key_texts(count: int) -> list[str]:
    """The key arguments of a query row as SQL texts."""
    return [f"q.a{place}" for place in range(count)]
