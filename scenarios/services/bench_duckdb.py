"""The emitted SQL in DuckDB, over the same version rows in a table of DuckDB's own.

What is changed is only what DuckDB spells otherwise: how arrays become rows, its one order of texts, grouping
by a key, the empty array, and the names of two functions.
"""

from __future__ import annotations

import importlib
import re
import tempfile
import time
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from django.db import connection

from scenarios.datalog.derivation import Gold
from scenarios.datalog.sql.compiled import CompiledProgram
from scenarios.datalog.sql.recorded import VERSION_TABLE
from scenarios.services.bench_turns import ANSWERS, NotRunError, Timed, Way
from scenarios.services.bench_ways import gold_of_row, values_of
from scenarios.services.evaluation import Request

_TYPES = {
    "id": "bigint",
    "scenario_id": "bigint",
    "event_id": "bigint",
    "predicate": "text",
    "a0": "text",
    "a1": "text",
    "a2": "text",
    "member": "text",
    "op": "text",
    "value": "text",
    "size": "int",
    "observed_at": "timestamptz",
    "as_of": "timestamptz",
    "seq": "int",
    "pos": "int",
    "valid_until": "timestamptz",
}
_NEVER_NULL = "a0, a1, a2, member"
_PLAIN = "CASE WHEN contains(x::text, '.') THEN rtrim(x::text, '0') ELSE x::text END"
_FUNCTIONS = (
    f"CREATE MACRO trim_scale(x) AS rtrim({_PLAIN}, '.')",
    "CREATE MACRO cardinality(x) AS len(x)",
)
_SPELLING = (
    (r' COLLATE "C"', ""),
    (r"GROUP BY (\w+)\.id\b", r"GROUP BY \1.id, \1.size"),
    (r"'\{\}'", "[]"),
    (r"%\((\w+)\)s", r"$\1"),
)


class Loaded:
    """Version rows of some scenarios in DuckDB's memory; ``seconds`` is what loading them took."""

    def __init__(self, program: CompiledProgram, scenarios: Iterable[int]) -> None:
        self.program = program
        self.duckdb = installed()
        self.connection = self.duckdb.connect(":memory:")
        for statement in _FUNCTIONS:
            self.connection.execute(statement)
        columns = ", ".join(f"{name} {kind}" for name, kind in _TYPES.items())
        self.connection.execute(f"CREATE TABLE {VERSION_TABLE} ({columns})")
        self.seconds = self._load(sorted(set(scenarios)))
        self._prepared: dict[str, str] = {}

    def close(self) -> None:
        """Give the memory back."""
        self.connection.close()

    def _load(self, scenarios: list[int]) -> float:
        names = ", ".join(_TYPES)
        chosen = ", ".join(map(str, scenarios))
        with tempfile.TemporaryDirectory(prefix="stemma-bench-") as folder:
            path = Path(folder) / "versions.csv"
            statement = (
                f"COPY (SELECT {names} FROM {VERSION_TABLE} WHERE scenario_id IN ({chosen}))"
                " TO STDOUT (FORMAT csv)"
            )
            with connection.cursor() as cursor, cursor.copy(statement) as rows, path.open("wb") as file:
                for block in rows:
                    file.write(block)
            began = time.perf_counter()
            self.connection.execute(
                f"COPY {VERSION_TABLE} FROM '{path}' (HEADER false, FORCE_NOT_NULL ({_NEVER_NULL}))"
            )
            return time.perf_counter() - began

    def answer_all(self, requests: Sequence[Request]) -> list[Gold]:
        """All answers set-at-a-time. ``NotRunError`` where DuckDB refuses a statement."""
        found: dict[int, Gold] = {}
        by_statement: dict[tuple[str, bool], list[int]] = {}
        for number, one in enumerate(requests):
            by_statement.setdefault((one.goal.pred, one.goal.member is not None), []).append(number)
        for (pred, member), numbers in by_statement.items():
            statement = self.program.answers(pred, member=member)
            text = translated(statement.text)
            given = {**values_of([requests[number] for number in numbers]), **statement.constants}
            used = {name: given[name] for name in _names(text)}
            for place, *row in self._rows(text, used):
                goal = requests[numbers[place]].goal
                found[numbers[place]] = gold_of_row(self.program, goal, (place, *row))
        return [found[number] for number in range(len(requests))]

    def answer_one(self, request: Request) -> tuple[Gold, float]:
        """One answer by a prepared statement, and the seconds of executing it."""
        statement = self.program.answers(request.goal.pred, member=request.goal.member is not None)
        text = translated(statement.text)
        if text not in self._prepared:
            self._prepared[text] = f"one{len(self._prepared)}"
            self._rows(f"PREPARE {self._prepared[text]} AS {text}", {})
        given = {**values_of([request]), **statement.constants}
        values = ", ".join(f"{name} := {_literal(given[name])}" for name in _names(text))
        execute = f"EXECUTE {self._prepared[text]}({values})"
        began = time.perf_counter()
        (row,) = self._rows(execute, {})
        spent = time.perf_counter() - began
        return gold_of_row(self.program, request.goal, row), spent

    def _rows(self, text: str, given: dict[str, Any]) -> list[tuple[Any, ...]]:
        try:
            rows: list[tuple[Any, ...]] = self.connection.execute(text, given or None).fetchall()
        except self.duckdb.Error as error:
            raise NotRunError(f"DuckDB refuses the emitted SQL: {str(error).splitlines()[0]}") from error
        return rows


def way(program: CompiledProgram, requests: Sequence[Request]) -> Way:
    """DuckDB over all requests, loaded when first taken. ``NotRunError`` where it is not installed."""
    loaded: list[Loaded] = []

    def answers() -> Timed:
        if not loaded:
            loaded.append(Loaded(program, {request.scenario.pk for request in requests}))
        began = time.perf_counter()
        golds = loaded[0].answer_all(requests)
        return Timed(golds, {ANSWERS: time.perf_counter() - began, "load": loaded[0].seconds})

    return answers


def installed() -> Any:
    """The duckdb module. Raises ``NotRunError`` where it is not installed."""
    try:
        return importlib.import_module("duckdb")
    except ModuleNotFoundError:
        raise NotRunError("DuckDB is not installed: pip install duckdb") from None


def translated(text: str) -> str:
    """A statement of ours as DuckDB spells it."""
    text = re.sub(r"FROM unnest\((.*?)\) AS given\((.*?)\)", _rows_of_arrays, text, flags=re.DOTALL)
    for ours, theirs in _SPELLING:
        text = re.sub(ours, theirs, text)
    return text


def _rows_of_arrays(match: re.Match[str]) -> str:
    arrays = re.split(r",\s*(?=%\()", match[1])
    names = [name.strip() for name in match[2].split(",")]
    columns = ", ".join(f"unnest({array}) AS {name}" for array, name in zip(arrays, names, strict=True))
    return f"FROM (SELECT {columns}) AS given"


def _names(text: str) -> list[str]:
    return list(dict.fromkeys(re.findall(r"\$(\w+)", text)))


def _literal(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_literal(part) for part in value)}]"
    if isinstance(value, datetime):
        return f"TIMESTAMPTZ '{value.isoformat()}'"
    return str(value) if isinstance(value, int) else "'" + str(value).replace("'", "''") + "'"
