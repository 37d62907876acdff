"""Routines of Postgres that compute what one sub-select does not hold (engine notes).

A routine is a function of the session (``pg_temp``) that answers calls ``(predicate, scenario, cutoff,
keys)`` with rows ``(answer, tr)``. Calls and their rows stand in temporary tables that all routines share:

::

    stemma_calls  (id, routine, pred, scenario_id, cutoff, a, turn, vague)   id is the hash of the call
    stemma_rows   (call, mark, answer, tr, turn)                             mark is the hash of the answer
    stemma_edges  (callee, caller)

``turn`` is the round in which a call was made, or a row was added or became certain. Hashes stand for texts
because an index row holds 2.7 kB and a text may be longer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

_CALLS = """CREATE TEMP TABLE IF NOT EXISTS stemma_calls (
  id bytea PRIMARY KEY, routine text NOT NULL, pred integer NOT NULL, scenario_id bigint NOT NULL,
  cutoff timestamptz NOT NULL, a text[] COLLATE "C" NOT NULL, turn bigint NOT NULL,
  vague boolean NOT NULL DEFAULT FALSE
) ON COMMIT DELETE ROWS"""
_ROWS = """CREATE TEMP TABLE IF NOT EXISTS stemma_rows (
  call bytea NOT NULL, mark bytea NOT NULL, answer text COLLATE "C", tr boolean, turn bigint NOT NULL,
  PRIMARY KEY (call, mark)
) ON COMMIT DELETE ROWS"""
_EDGES = """CREATE TEMP TABLE IF NOT EXISTS stemma_edges (
  callee bytea NOT NULL, caller bytea NOT NULL, PRIMARY KEY (callee, caller)
) ON COMMIT DELETE ROWS"""

#: What the routines of a session share; made where it is missing. Rows end with their transaction.
TABLES = (
    "CREATE TEMP SEQUENCE IF NOT EXISTS stemma_turns",
    _CALLS,
    "CREATE INDEX IF NOT EXISTS stemma_calls_made ON pg_temp.stemma_calls (routine, turn)",
    _ROWS,
    "CREATE INDEX IF NOT EXISTS stemma_rows_changed ON pg_temp.stemma_rows (call, turn)",
    _EDGES,
)

#: Forgets all calls: what they rest on may have changed.
FORGET = "TRUNCATE pg_temp.stemma_calls, pg_temp.stemma_rows, pg_temp.stemma_edges"

#: SQLSTATE of a recursion without end, and of a number that is too long; the message says which.
RUNAWAY, TOO_LONG = "SR001", "SR002"


@dataclass(frozen=True, slots=True)
class Routine:
    """A function of the session. ``preds`` are the predicates that it answers, by number; ``needs`` are
    the routines that it calls."""

    name: str
    preds: tuple[str, ...]
    text: str
    needs: tuple[Routine, ...] = ()

    def call(self, pred: int, keys: Sequence[str]) -> str:
        """The function call for one query row ``q``."""
        return f"pg_temp.{self.name}({pred}, q.scenario_id, q.cutoff, {key_array(keys)})"


SIGNATURE = "(integer, bigint, timestamptz, text[])"


def key_array(keys: Sequence[str]) -> str:
    """Keys as one array of texts."""
    return f"ARRAY[{', '.join(keys)}]::text[]"


def call_id(pred: int | str, keys: str, row: str = "q") -> str:
    """The identity of a call of the routine at hand, inside its text."""
    call = f"ROW(v_routine, {pred}, {row}.scenario_id, {row}.cutoff, {keys})"
    return f"sha256(convert_to({call}::text, 'UTF8'))"


def mark_of(answer: str) -> str:
    """The identity of an answer among those of its call; an unknown one has the same always."""
    return f"sha256(convert_to(coalesce('=' || {answer}, ''), 'UTF8'))"


def routine(preds: tuple[str, ...], body: str, needs: tuple[Routine, ...]) -> Routine:
    """The routine of a body, named by its text: ``DECLARE … BEGIN … END``, without the first word."""
    name = "stemma_" + hashlib.sha256(body.encode()).hexdigest()[:24]
    quote = f"${name}$"  # a text that held it would have a hash of itself
    head = (
        f"CREATE OR REPLACE FUNCTION pg_temp.{name}(v_pred integer, v_scenario bigint, v_cutoff timestamptz,"
        " v_keys text[]) RETURNS TABLE(answer text, tr boolean) LANGUAGE plpgsql VOLATILE ROWS 10"
        " SET enable_seqscan = off SET jit = off"
    )
    declared = f"#variable_conflict use_column\nDECLARE\n  v_routine text := '{name}';\n"
    return Routine(name, preds, f"{head} AS {quote}\n{declared}{body}{quote}", needs)
