"""The list of a suite's queries as CSV. Without gold it has none of its columns."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from typing import Any

from scenarios.selectors.query_facts import QueryFacts
from scenarios.selectors.query_filters import FIGURES, figure_of

#: What a spreadsheet would take for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_PLAIN = ("scenario", "domain", "id", "tau", "family", "operator", "answer_type", "question")
_GOLD = ("label", "answer", *FIGURES, "bounded", "obs", "bait", "references")


def as_csv(queries: Iterable[QueryFacts], *, with_gold: bool) -> str:
    """A line a query under a line of names; what is absent is empty, answers are JSON."""
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow((*_PLAIN, *(_GOLD if with_gold else ())))
    for query in queries:
        writer.writerow([*_plain(query), *(_gold(query) if with_gold else ())])
    return written.getvalue()


def _plain(query: QueryFacts) -> list[str]:
    texts = (query.family, query.operator, query.answer_type, query.question)
    return [
        formula_safe(query.scenario),
        formula_safe(query.domain),
        formula_safe(query.id),
        query.cutoff.isoformat(),
        *map(formula_safe, texts),
    ]


def _gold(query: QueryFacts) -> list[Any]:
    gold = query.gold
    if gold is None:
        return [""] * len(_GOLD)
    return [
        gold.label,
        "" if gold.answer is None else json.dumps(gold.answer, ensure_ascii=False),
        *(figure_of(query, name) for name in FIGURES),
        *(str(value).lower() for value in (gold.bounded, gold.obs, gold.bait)),
        formula_safe(" ".join(gold.references)),
    ]


def formula_safe(value: str) -> str:
    """Words as they are, with an apostrophe before what a spreadsheet would take for a formula and run."""
    return f"'{value}" if value.startswith(_FORMULA) else value
