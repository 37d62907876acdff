"""What a run cost, by system line and checkpoint (spec 8.5).

A checkpoint pays for the records since the one before it, and for the questions whose cutoffs lie there; a
last row pays for what came after. The rows of a line add up to its totals.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db.models import Count, F, Sum, Value
from django.db.models.functions import Coalesce

from benchmark.models import Answer, IngestBatch, IngestVariant, Run, Store, SutContext
from benchmark.scoring.costs import Cost, LineCosts, RunCosts, Spread
from benchmark.selectors.checkpoints import Checkpoints, Percentile
from sut_adapters.models import MeteredCall

LineKey = tuple[int, str]
"""(system, hint level)."""
_MEDIAN, _HIGH = 0.5, 0.95
#: The phase of metered calls that a store makes while it takes records; their scope is its key.
INGEST = "ingest"


def of_run(run: Run) -> RunCosts:
    """The costs of a run so far, in a constant number of queries."""
    checkpoints = Checkpoints.of(run)
    numbers = checkpoints.numbers
    by_row = _costs(run, checkpoints)
    totals = _costs(run, None)
    lines = []
    for key, variant in _lines(run).items():
        rows = tuple(_shared(by_row, key, place) for place in range(1, len(numbers) + 1))
        lines.append(
            LineCosts(variant.system.name, variant.hint, tuple(variant.knows), rows, _shared(totals, key, 1))
        )
    return RunCosts(numbers, tuple(lines))


def _lines(run: Run) -> dict[LineKey, IngestVariant]:
    found: dict[LineKey, IngestVariant] = {}
    for variant in IngestVariant.objects.filter(run=run).select_related("system").order_by("pk"):
        found.setdefault((variant.system_id, variant.hint), variant)
    return found


Parts = dict[LineKey, dict[int, dict[str, Any]]]
"""The fields of each cost, by line and row."""


def _shared(parts: Parts, key: LineKey, place: int) -> Cost:
    return Cost(**parts.get(key, {}).get(place, {}))


def _costs(run: Run, checkpoints: Checkpoints | None) -> Parts:
    """The fields of every cost; without checkpoints all of a line is in row 1."""
    found: Parts = defaultdict(lambda: defaultdict(dict))
    for read in (_ingest, _ingest_calls, _holdings, _contexts, _answers):
        for key, place, fields in read(run, checkpoints):
            found[key][place] |= fields
    return found


Read = Iterable[tuple[LineKey, int, dict[str, Any]]]


def _ingest(run: Run, checkpoints: Checkpoints | None) -> Read:
    """What the records cost as they were handed over."""
    batches = IngestBatch.objects.filter(store__variant__run=run).annotate(
        place=checkpoints.of_batch() if checkpoints else Value(1)
    )
    rows = batches.order_by().values("store__variant__system", "store__variant__hint", "place")
    for row in rows.annotate(
        events=Sum(F("end") - F("first")), token_sum=Sum("tokens"), second_sum=Sum("seconds")
    ):
        yield (
            (row["store__variant__system"], row["store__variant__hint"]),
            row["place"],
            {
                "events": row["events"],
                "ingest_tokens": row["token_sum"],
                "ingest_seconds": row["second_sum"],
            },
        )


def _ingest_calls(run: Run, checkpoints: Checkpoints | None) -> Read:
    """Calls of models that a store made while it took records. A call falls to the batch that ended next."""
    stores = {row.key: row for row in Store.objects.filter(variant__run=run).select_related("variant")}
    batches: dict[str, list[tuple[datetime, int]]] = defaultdict(list)
    placed = IngestBatch.objects.filter(store__variant__run=run).annotate(
        place=checkpoints.of_batch() if checkpoints else Value(1)
    )
    for key, ended, place in placed.order_by("created_at").values_list("store__key", "created_at", "place"):
        batches[key].append((ended, place))
    counts: Counter[tuple[LineKey, int]] = Counter()
    calls = MeteredCall.objects.filter(scope__in=list(stores), phase=INGEST)
    for key, called in calls.values_list("scope", "called_at"):
        known = batches[key]
        after = bisect_left(known, (called, 0))
        place = known[min(after, len(known) - 1)][1] if known else 1
        variant = stores[key].variant
        counts[(variant.system_id, variant.hint), place] += 1
    for (line, place), number in counts.items():
        yield line, place, {"ingest_calls": number}


def _holdings(run: Run, checkpoints: Checkpoints | None) -> Read:
    """What the stores of each line held at the end of each row: of each store its last word, also where it
    took no record since."""
    batches = IngestBatch.objects.filter(store__variant__run=run).annotate(
        place=checkpoints.of_batch() if checkpoints else Value(1)
    )
    last = batches.order_by("store", "place", "-end").distinct("store", "place")
    held: dict[LineKey, dict[int, dict[int, tuple[int | None, int | None]]]] = defaultdict(dict)
    columns = (
        "store__variant__system",
        "store__variant__hint",
        "store",
        "place",
        "store_items",
        "store_bytes",
    )
    for system, hint, store, place, items, size in last.values_list(*columns):
        held[system, hint].setdefault(store, {})[place] = (items, size)
    places = len(checkpoints.numbers) if checkpoints else 1
    for key, stores in held.items():
        for place in range(1, places + 1):
            now = [_until(told, place) for told in stores.values()]
            yield (
                key,
                place,
                {
                    "store_items": _summed(items for items, _ in now),
                    "store_bytes": _summed(size for _, size in now),
                },
            )


def _until(told: dict[int, tuple[int | None, int | None]], place: int) -> tuple[int | None, int | None]:
    """The last word of a store up to a row; a store that has taken nothing holds nothing."""
    known = [number for number in told if number <= place]
    return told[max(known)] if known else (0, 0)


def _summed(parts: Iterable[int | None]) -> int | None:
    total = 0
    for part in parts:
        if part is None:
            return None
        total += part
    return total


def _contexts(run: Run, checkpoints: Checkpoints | None) -> Read:
    """What the questions cost the system."""
    contexts = SutContext.objects.filter(variant__run=run).annotate(
        place=checkpoints.of_question("question") if checkpoints else Value(1)
    )
    rows = contexts.order_by().values("variant__system", "variant__hint", "place")
    for row in rows.annotate(**_spreads("seconds", "tokens")):
        yield (
            (row["variant__system"], row["variant__hint"]),
            row["place"],
            {"retrieval_seconds": _spread(row, "seconds"), "context_tokens": _spread(row, "tokens")},
        )


def _answers(run: Run, checkpoints: Checkpoints | None) -> Read:
    """What the answer model cost, under all conditions and repetitions."""
    answers = Answer.objects.filter(context__variant__run=run).annotate(
        place=checkpoints.of_question("question") if checkpoints else Value(1)
    )
    rows = answers.order_by().values("context__variant__system", "context__variant__hint", "place")
    spreads = _spreads("prompt_tokens", "completion_tokens", "seconds")
    for row in rows.annotate(calls=Coalesce(Sum("tries"), 0), **spreads):
        yield (
            (row["context__variant__system"], row["context__variant__hint"]),
            row["place"],
            {
                "prompt_tokens": _spread(row, "prompt_tokens"),
                "completion_tokens": _spread(row, "completion_tokens"),
                "answer_seconds": _spread(row, "seconds"),
                "answer_calls": row["calls"],
            },
        )


def _spreads(*columns: str) -> dict[str, Any]:
    """Aggregates of some columns; ``rows`` counts what they are over."""
    found: dict[str, Any] = {"rows": Count("pk")}
    for column in columns:
        found[f"{column}_total"] = Sum(column)
        found[f"{column}_median"] = Percentile(column, share=_MEDIAN)
        found[f"{column}_p95"] = Percentile(column, share=_HIGH)
    return found


def _spread(row: Mapping[str, Any], column: str) -> Spread:
    return Spread(row[f"{column}_total"], row["rows"], row[f"{column}_median"], row[f"{column}_p95"])
