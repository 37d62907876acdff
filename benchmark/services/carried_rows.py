"""The rows of a carried run, copied set-at-a-time from the run that it comes from (overview 4.11)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from django.db import connection, models

from benchmark.models import Answer, Condition, IngestVariant, Question, Run, SutContext

#: Answers that hang on probes, which are not carried.
_OF_PROBES: Final = (Condition.INHERITED.value, Condition.SPLIT.value)


@dataclass(frozen=True, slots=True)
class Carried:
    """How many rows were copied."""

    questions: int
    contexts: int
    answers: int


def copy(*, old: Run, new: Run, queries: Collection[int]) -> Carried:
    """Copy variants, and for these queries of the old release questions, contexts and answers, to a run on
    another release; rows find their partners by scenario, label, and system with hint and repetition.

    A query that the new release does not have is left out. Four statements, however many rows there are.
    """
    _variants(old, new)
    values: dict[str, Any] = {"old": old.pk, "new": new.pk, "suite": new.suite_id, "queries": list(queries)}
    with connection.cursor() as cursor:
        counts = []
        for statement in (_questions(), _contexts(), _answers()):
            cursor.execute(statement, {**values, "without": list(_OF_PROBES)})
            counts.append(cursor.rowcount)
    return Carried(*counts)


def _variants(old: Run, new: Run) -> None:
    """The salt comes along: the ids under which a system saw the records are part of what it handed over."""
    copied = []
    for variant in IngestVariant.objects.filter(run=old).order_by("pk"):
        variant.pk, variant.run = None, new
        variant._state.adding = True
        copied.append(variant)
    IngestVariant.objects.bulk_create(copied)


def _columns(model: type[models.Model], *mapped: str) -> tuple[str, ...]:
    """The columns of a table but its id and those that are mapped."""
    names = (str(field.column) for field in model._meta.concrete_fields)
    return tuple(name for name in names if name != "id" and name not in mapped)


def _statement(model: type[models.Model], mapped: dict[str, str], source: str, tables: str) -> str:
    plain = _columns(model, *mapped)
    into = ", ".join(f'"{name}"' for name in (*mapped, *plain))
    taken = ", ".join((*mapped.values(), *(f'{source}."{name}"' for name in plain)))
    return f"INSERT INTO {model._meta.db_table} ({into}) SELECT {taken} {tables}"


#: A query of the old release beside its partner in the new one.
_PARTNERS: Final = """
  JOIN scenarios_query oq ON oq.id = q.query_id
  JOIN scenarios_scenario os ON os.id = oq.scenario_id
  JOIN scenarios_scenario ns ON ns.suite_id = %(suite)s AND ns.slug = os.slug
  JOIN scenarios_query nq ON nq.scenario_id = ns.id AND nq.label = oq.label
"""
_WANTED: Final = "q.run_id = %(old)s AND q.kind = 'query' AND q.query_id = ANY(%(queries)s)"


def _questions() -> str:
    mapped: dict[str, Any] = {"run_id": "%(new)s", "scenario_id": "ns.id", "query_id": "nq.id"}
    tables = f"FROM benchmark_question q {_PARTNERS} WHERE {_WANTED} ORDER BY q.id"
    return _statement(Question, mapped, "q", tables)


_NEW_QUESTION: Final = (
    f"{_PARTNERS} JOIN benchmark_question n ON n.run_id = %(new)s AND n.query_id = nq.id AND n.kind = 'query'"
)
_NEW_VARIANT: Final = """
  JOIN benchmark_ingestvariant ov ON ov.id = c.variant_id
  JOIN benchmark_ingestvariant nv ON nv.run_id = %(new)s AND nv.system_id = ov.system_id
                                 AND nv.hint = ov.hint AND nv.repetition = ov.repetition
"""


def _contexts() -> str:
    mapped = {"variant_id": "nv.id", "scenario_id": "ns.id", "question_id": "n.id"}
    tables = f"""FROM benchmark_sutcontext c JOIN benchmark_question q ON q.id = c.question_id
      {_NEW_QUESTION} {_NEW_VARIANT} WHERE {_WANTED} ORDER BY c.id"""
    return _statement(SutContext, mapped, "c", tables)


def _answers() -> str:
    mapped = {"context_id": "nc.id", "question_id": "n.id"}
    tables = f"""FROM benchmark_answer a
      JOIN benchmark_sutcontext c ON c.id = a.context_id
      JOIN benchmark_question q ON q.id = a.question_id AND q.id = c.question_id
      {_NEW_QUESTION} {_NEW_VARIANT}
      JOIN benchmark_sutcontext nc ON nc.variant_id = nv.id AND nc.question_id = n.id
     WHERE {_WANTED} AND a.condition <> ALL(%(without)s) ORDER BY a.id"""
    return _statement(Answer, mapped, "a", tables)
