"""What a system line cost at each checkpoint and in all (spec 8.5). PURE.

Tokens are counted in whitespace and punctuation tokens, those of the answer model as its provider counts
them where it does.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Spread:
    """A cost over ``n`` questions or answers: sum, median and 95th percentile, the latter None where n is 0
    and of sums of several."""

    total: float = 0
    n: int = 0
    median: float | None = None
    p95: float | None = None


@dataclass(frozen=True)
class Cost:
    """What a line cost up to a checkpoint from the one before it, or in all.

    ``events`` were handed over, once for each walk; ``ingest_calls`` counts metered calls of models.
    ``store_items`` and ``store_bytes`` are what its stores held at the end, over all scenarios; None where a
    system does not say. ``answer_calls`` counts tries.
    """

    events: int = 0
    ingest_tokens: int = 0
    ingest_seconds: float = 0
    ingest_calls: int = 0
    store_items: int | None = None
    store_bytes: int | None = None
    retrieval_seconds: Spread = field(default_factory=Spread)
    context_tokens: Spread = field(default_factory=Spread)
    prompt_tokens: Spread = field(default_factory=Spread)
    completion_tokens: Spread = field(default_factory=Spread)
    answer_seconds: Spread = field(default_factory=Spread)
    answer_calls: int = 0

    @property
    def queries(self) -> int:
        """Questions that the system was asked."""
        return self.retrieval_seconds.n

    @property
    def answers(self) -> int:
        """Answers that were read, under all conditions."""
        return self.answer_seconds.n

    @property
    def answer_tokens(self) -> float:
        """Tokens of the answer model, in and out."""
        return self.prompt_tokens.total + self.completion_tokens.total

    @property
    def seconds_per_thousand(self) -> float | None:
        """Seconds of ingest per 1,000 events."""
        return 1_000 * self.ingest_seconds / self.events if self.events else None

    @property
    def tokens_per_thousand(self) -> float | None:
        """Tokens of 1,000 events."""
        return 1_000 * self.ingest_tokens / self.events if self.events else None

    def as_json(self) -> dict[str, Any]:
        """For the API; null is n/a or not known."""
        per_thousand = {
            "ingest_seconds_per_1000_events": self.seconds_per_thousand,
            "ingest_tokens_per_1000_events": self.tokens_per_thousand,
        }
        return {**asdict(self), **per_thousand, "queries": self.queries, "answers": self.answers}


@dataclass(frozen=True)
class LineCosts:
    """The costs of one system under one hint. ``rows`` holds one for each checkpoint, then one for what came
    after the last; ``cumulative`` has their running sums."""

    system: str
    hint: str
    knows: tuple[str, ...]
    rows: tuple[Cost, ...]
    total: Cost

    @property
    def cumulative(self) -> tuple[Cost, ...]:
        """Sums up to each row; medians are left out, since they do not add up."""
        found: list[Cost] = []
        for row in self.rows:
            found.append(_added(found[-1], row) if found else _added(Cost(), row))
        return tuple(found)


@dataclass(frozen=True)
class RunCosts:
    """All lines of a run, in the order in which its systems were named; ``numbers`` names the rows, None the
    one after the last checkpoint."""

    numbers: tuple[int | None, ...]
    lines: tuple[LineCosts, ...]

    def as_json(self) -> dict[str, Any]:
        """For the API: of each line its rows, by checkpoint (null: after the last), and its totals."""
        return {
            "lines": [
                {
                    "system": line.system,
                    "hint": line.hint,
                    "knows": list(line.knows),
                    "rows": [
                        {"checkpoint": number, **row.as_json()}
                        for number, row in zip(self.numbers, line.rows, strict=True)
                    ],
                    "total": line.total.as_json(),
                }
                for line in self.lines
            ]
        }


def _added(one: Cost, two: Cost) -> Cost:
    """Both together; what the stores hold is what they held last."""
    return Cost(
        events=one.events + two.events,
        ingest_tokens=one.ingest_tokens + two.ingest_tokens,
        ingest_seconds=one.ingest_seconds + two.ingest_seconds,
        ingest_calls=one.ingest_calls + two.ingest_calls,
        store_items=two.store_items,
        store_bytes=two.store_bytes,
        retrieval_seconds=_both(one.retrieval_seconds, two.retrieval_seconds),
        context_tokens=_both(one.context_tokens, two.context_tokens),
        prompt_tokens=_both(one.prompt_tokens, two.prompt_tokens),
        completion_tokens=_both(one.completion_tokens, two.completion_tokens),
        answer_seconds=_both(one.answer_seconds, two.answer_seconds),
        answer_calls=one.answer_calls + two.answer_calls,
    )


def _both(one: Spread, two: Spread) -> Spread:
    return Spread(one.total + two.total, one.n + two.n)
