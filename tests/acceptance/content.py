"""What a run holds by content, without what names the run: a line for each context and each answer."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass

import psycopg

OPAQUE = re.compile(r"\[r[a-z0-9]+ \| ")
"""The name under which a record was handed over: each variant has its own."""

CONTEXTS = """
SELECT 'context', q.text, c.step, c.position, c.status, c.message, c.items
FROM benchmark_sutcontext c
JOIN benchmark_ingestvariant v ON v.id = c.variant_id
JOIN benchmark_question q ON q.id = c.question_id
WHERE v.run_id = %(run)s
"""
ANSWERS = """
SELECT 'answer', q.text, a.condition, a.repetition, a.status, a.label, a.answer, a.citations, a.correct,
       a.precision, a.recall, a.gathered
FROM benchmark_answer a
JOIN benchmark_sutcontext c ON c.id = a.context_id
JOIN benchmark_ingestvariant v ON v.id = c.variant_id
JOIN benchmark_question q ON q.id = a.question_id
WHERE v.run_id = %(run)s
"""


@dataclass(frozen=True)
class Damage:
    """Rows of an undisturbed run that are missing, and rows that it does not have."""

    lost: int
    doubled: int

    def __add__(self, other: Damage) -> Damage:
        return Damage(self.lost + other.lost, self.doubled + other.doubled)


NONE = Damage(0, 0)


def rows(url: str, run: int) -> Counter[str]:
    """The rows of a run, counted by content. Raises ``psycopg.Error`` while the database is away."""
    with psycopg.connect(url, connect_timeout=5) as line:
        found = [
            row
            for statement in (CONTEXTS, ANSWERS)
            for row in line.execute(statement, {"run": run}).fetchall()
        ]
    return Counter(OPAQUE.sub("[", json.dumps(row, default=str, sort_keys=True)) for row in found)


def compared(wanted: Counter[str], got: Counter[str]) -> Damage:
    """What a run that is over lacks, and has too much, beside one that nobody disturbed."""
    return Damage((wanted - got).total(), (got - wanted).total())


def meanwhile(before: Counter[str], after: Counter[str], wanted: Counter[str]) -> Damage:
    """What one fault cost a run that goes on: rows that were stored before and are gone, and rows that an
    undisturbed run does not have and that were not there before."""
    return Damage((before - after).total(), ((after - wanted) - (before - wanted)).total())
