"""The SQL that the compiler writes, as golden files to be reviewed; ``--update-golden`` writes them anew."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.db import connection

from scenarios.datalog.loading import load_program
from scenarios.datalog.sql.answers import batch_statement
from scenarios.datalog.syntax import Shape
from scenarios.services.statements import QueryRow, fetch
from tests.factories.small_histories import day

GOLDEN = Path(__file__).parents[2] / "golden" / "sql"
PROGRAMS = sorted(path.stem for path in GOLDEN.glob("*.dl"))


def _emitted(name: str) -> str:
    program = load_program((GOLDEN / f"{name}.dl").read_text(encoding="utf-8"), f"{name}.dl")
    parts, routines = [], {}
    for pred, decl in program.decls.items():
        if decl.shape is Shape.DERIVED:
            statement = batch_statement(program, pred)
            constants = "".join(f"-- {key} = {value!r}\n" for key, value in statement.constants.items())
            parts.append(f"-- {pred}\n{constants}{_broken(statement.text)};\n")
            routines.update((routine.name, routine) for routine in statement.routines)
    for routine in routines.values():
        parts.append(f"-- routine of {', '.join(routine.preds)}\n{_broken(routine.text)};\n")
    return "\n".join(parts)


def _broken(text: str) -> str:
    """The statement with a line break before each clause of it, so that a diff can be read."""
    return re.sub(r" (?=(?:FROM|WHERE|LEFT JOIN|CROSS JOIN|UNION|GROUP BY|ORDER BY q)\b)", "\n", text)


@pytest.mark.parametrize("name", PROGRAMS)
def test_emitted_sql_is_the_golden_file(name: str, update_golden: bool) -> None:
    path = GOLDEN / f"{name}.sql"
    if update_golden:
        path.write_text(_emitted(name), encoding="utf-8")
    assert _emitted(name) == path.read_text(encoding="utf-8")


@pytest.mark.django_db
@pytest.mark.parametrize("name", PROGRAMS)
def test_postgres_accepts_every_statement_over_no_facts(name: str) -> None:
    program = load_program((GOLDEN / f"{name}.dl").read_text(encoding="utf-8"), f"{name}.dl")
    for pred, decl in program.decls.items():
        rows = [QueryRow(7, 0, day(0), ("x",) * len(decl.key_types))]
        assert [row[0] for row in fetch(batch_statement(program, pred), rows)] == [7], pred


@pytest.mark.django_db
def test_statements_are_prepared_and_keep_a_generic_plan() -> None:
    program = load_program((GOLDEN / "worked_example.dl").read_text(encoding="utf-8"), "worked_example.dl")
    statement = batch_statement(program, "n_outside")

    def generic_plans() -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT coalesce(sum(generic_plans), 0) FROM pg_prepared_statements")
            return int(cursor.fetchone()[0])

    rows = [QueryRow(1, 0, day(0), ("Vera",))]
    fetch(statement, rows)
    before = generic_plans()
    fetch(statement, rows)
    fetch(statement, rows)
    assert generic_plans() == before + 2
