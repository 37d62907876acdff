"""What the atoms of a recursion read while it is computed in rounds: the rows that its calls have so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenarios.datalog.sql.columns import or3
from scenarios.datalog.sql.routines import call_id, key_array
from scenarios.datalog.syntax import Atom, Decl, Reading

if TYPE_CHECKING:
    from scenarios.datalog.sql.predicates import Compiler


@dataclass(frozen=True, slots=True)
class Tables:
    """What atoms read inside a routine: those of its ``component`` read the tables of rows, and the atom
    ``fresh`` only what changed in the last round. ``preds`` are those that the routine answers, by number."""

    preds: tuple[str, ...]
    component: frozenset[str]
    fresh: Atom | None = None

    def read(self, compiler: Compiler, atom: Atom, keys: Sequence[str]) -> str:
        """The sub-select of an atom of the component, in the shape of every other predicate."""
        decl, row = compiler.emission.program.decls[atom.pred], compiler.emission.alias("t")
        call = call_id(self.preds.index(atom.pred), key_array(keys))
        changed = f"{row}.turn = v_last" if atom is self.fresh else ""
        if decl.reading is Reading.VALUE:
            return _value(compiler, decl, call, row, changed)
        source = f"FROM pg_temp.stemma_rows {row} WHERE {row}.call = {call}"
        if changed:
            source += f" AND {changed}"
        if decl.reading is Reading.TRUTH:
            return f"SELECT {or3(f'{row}.tr')} AS tr {source}"
        return f"SELECT {compiler.answer_column(decl, f'{row}.answer')} AS m, {row}.tr {source}"


def _value(compiler: Compiler, decl: Decl, call: str, row: str, changed: str) -> str:
    """The one possible value, known where it is certain; none while nothing is possible; else unknown.
    Where nothing changed it is none: such a row was found before."""
    one, asked, made = (compiler.emission.alias(prefix) for prefix in "oic")
    value = compiler.answer_column(decl, f"{one}.answer")
    single = f"{one}.rows = 1 AND NOT {one}.vague"
    fresh = f"coalesce(bool_or({changed}), FALSE)" if changed else "TRUE"
    return (
        f"SELECT CASE WHEN {single} THEN {value} END AS v,"
        f" CASE WHEN {one}.rows = 0 OR NOT {one}.fresh THEN FALSE"
        f" WHEN {single} AND {one}.answer IS NOT NULL THEN {one}.tr END AS ok"
        f" FROM (SELECT max({row}.answer) AS answer, bool_or({row}.tr) AS tr, count({row}.call) AS rows,"
        f" {fresh} AS fresh, coalesce(bool_or({made}.vague), FALSE) AS vague"
        f" FROM (SELECT {call} AS id) {asked} LEFT JOIN pg_temp.stemma_calls {made} ON {made}.id = {asked}.id"
        f" LEFT JOIN pg_temp.stemma_rows {row} ON {row}.call = {asked}.id) {one}"
    )
