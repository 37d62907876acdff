"""How far the external systems of a run were kept apart from the server (overview 4.10, ADR 29)."""

from __future__ import annotations

from dataclasses import dataclass

from benchmark.models import Run, SutContext


@dataclass(frozen=True, slots=True)
class Kept:
    """How a system ran, in words, as noted with what it handed back. It may have run in several ways."""

    system: str
    words: str


def of_run(run: Run) -> list[Kept]:
    """By system, for those that ran in processes of their own; empty for all others. One query."""
    noted = SutContext.objects.filter(variant__run=run, variant__adapter="worker", meta__has_key="isolation")
    rows = noted.order_by("variant__system__name", "meta__isolation").values_list(
        "variant__system__name", "meta__isolation"
    )
    return [Kept(system, words) for system, words in rows.distinct()]
