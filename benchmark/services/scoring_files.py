"""Scoring a file of answers against a suite, without a run: no account, no worker, no store (ux 15)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from benchmark.exceptions import BenchmarkError
from benchmark.scoring import answers as scoring
from benchmark.scoring import envelope
from benchmark.scoring.aggregation import ScoredAnswer, Summary, summarise
from benchmark.selectors.results import SEED
from benchmark.services.golds import ScenarioGolds
from scenarios.models import Query, Suite

#: What a line may hold: the query's label, its scenario where labels repeat, and the answer or raw text.
KEYS = frozenset({"query", "scenario", "label", "answer", "citations", "raw"})


class AnswerFileError(BenchmarkError):
    """Lines of the file cannot be scored; all of them are named, nothing was scored."""

    def __init__(self, faults: list[str]) -> None:
        self.faults = faults
        super().__init__("; ".join(faults))


@dataclass(frozen=True)
class FileScore:
    """``summary`` over the answers given; ``missing`` queries of the suite have none and are not in it."""

    summary: Summary
    given: int
    missing: tuple[str, ...]
    wrong: tuple[tuple[str, str], ...]


def score(*, suite: Suite, lines: Iterable[str]) -> FileScore:
    """Score JSON lines ``{"query", "label", "answer", "citations"}`` or ``{"query", "raw"}``.

    Citations are event labels. Raises ``AnswerFileError`` naming every line that cannot be used.
    """
    queries = _queries(suite)
    golds = {scenario.pk: ScenarioGolds(scenario) for scenario in suite.scenarios.all()}
    faults: list[str] = []
    given: dict[int, ScoredAnswer] = {}
    wrong: list[tuple[str, str]] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            query, said = _read(line, queries)
            if query.pk in given:
                raise ValueError(f"query {query.label} is answered twice")
        except ValueError as error:
            faults.append(f"line {number}: {error}")
            continue
        given[query.pk], why = _scored(query, said, golds[query.scenario_id])
        if why:
            wrong.append((query.label, why))
    if not given and not faults:
        faults = ['the file holds no line; write one a question: {"query": "q001", "label": "unknown"}']
    if faults:
        raise AnswerFileError(faults)
    left = sorted({query.label for query in queries.values() if query.pk not in given})
    return FileScore(summarise(given.values(), seed=SEED), len(given), tuple(left), tuple(wrong))


def _queries(suite: Suite) -> dict[tuple[str, str], Query]:
    """Queries by (scenario, label), and by ("", label) where the label is used once in the suite."""
    found: dict[tuple[str, str], Query] = {}
    repeated: set[str] = set()
    for query in Query.objects.filter(scenario__suite=suite).select_related("scenario", "gold"):
        found[query.scenario.slug, query.label] = query
        if ("", query.label) in found:
            repeated.add(query.label)
        found["", query.label] = query
    return {key: query for key, query in found.items() if key[0] or key[1] not in repeated}


def _read(line: str, queries: dict[tuple[str, str], Query]) -> tuple[Query, envelope.AnswerObject]:
    try:
        row: Any = json.loads(line)
    except json.JSONDecodeError as error:
        raise ValueError(f"no JSON: {error.msg} at column {error.colno}") from error
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    except ValueError as error:  # a number of more digits than Python converts
        raise ValueError("a number of too many digits") from error
    if not isinstance(row, dict) or not set(row) <= KEYS:
        raise ValueError(f"a line is an object with keys among {', '.join(sorted(KEYS))}")
    key = (str(row.get("scenario", "")), str(row.get("query", "")))
    if key not in queries:
        raise ValueError(_no_query(key, queries))
    said = row.get("raw", {name: row[name] for name in row if name not in ("query", "scenario")})
    return queries[key], envelope.parse(said if isinstance(said, str) else json.dumps(said))


def _no_query(key: tuple[str, str], queries: dict[tuple[str, str], Query]) -> str:
    if not key[0] and any(label == key[1] for _, label in queries):
        return f"query {key[1]!r} is in several scenarios; name its scenario too"
    known = ", ".join(list(dict.fromkeys(label for _, label in queries))[:8])
    return f"no query {key[1]!r}{' of ' + key[0] if key[0] else ''}; known are {known} and so on"


def _scored(query: Query, said: envelope.AnswerObject, golds: ScenarioGolds) -> tuple[ScoredAnswer, str]:
    gold = golds.view(query.pk)
    found = scoring.score(said, gold)
    row = ScoredAnswer(
        query=str(query.pk),
        cluster=str(query.scenario_id),
        gold_label=gold.label,
        label=said.label or "",
        correct=found.correct,
        label_correct=found.label_correct,
        format_error=bool(found.format_error),
        no_answer=found.no_answer,
        precision=found.precision,
        precision_high=found.precision_high,
        recall=found.recall,
        recall_high=found.recall_high,
        exact=found.exact,
        cited=len(said.citations),
        invalid=found.invalid_citations,
    )
    return row, "" if found.correct else found.detail or "another answer"
