"""Figures of a suite that meets every target of spec 5.2 exactly, as rows to be summed up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from scenarios.datalog.derivation import Answerability
from scenarios.generators.derive.statistics import QueryFigures, ScenarioSize
from scenarios.generators.derive.suites import DERIVE
from scenarios.generators.derive.targets import DOMAINS, FAMILIES, TABLE_A, TABLE_B, UNKNOWN, cells_of


def query(**fields: Any) -> QueryFigures:
    """An answerable query of TripOps unless told otherwise."""
    stated = {
        "domain": "tripops",
        "family": "rules",
        "label": Answerability.ANSWERABLE,
        "answer_type": "entity",
        "obs": False,
        "height": 3,
        "width": 9,
        "degree": 2,
    }
    return QueryFigures(**{**stated, **fields})


def sizes() -> list[ScenarioSize]:
    """The ten scenarios of ``derive``."""
    return [ScenarioSize(config.domain, config.n_events) for config in DERIVE.scenarios]


def on_target() -> list[QueryFigures]:
    """1,503 queries on every target."""
    rows = [row for domain in DOMAINS for row in _of_domain(domain)]
    return [row for family in FAMILIES for row in _on_means([one for one in rows if one.family == family])]


def _of_domain(domain: str) -> Iterator[QueryFigures]:
    """Labels as Table C has them."""
    for (family, label), count in cells_of(domain).items():
        for _ in range(count):
            witness = None if label is UNKNOWN else 0
            yield query(domain=domain, family=family, label=label, witness=witness)


def _on_means(rows: list[QueryFigures]) -> list[QueryFigures]:
    """Witness sizes, heights, widths and obsolete versions that give the means of the family.

    Most sizes are the median of their domain; the largest of each domain and what else the mean needs lies
    in few queries.
    """
    target = TABLE_B[rows[0].family]
    heights, widths = _spread(target.height, len(rows)), _spread(target.width, len(rows))
    obsolete = round(target.obs * len(rows) / 100)
    found = [
        replace(row, height=heights[place], width=widths[place], obs=place < obsolete)
        for place, row in enumerate(rows)
    ]
    return _with_witnesses(found, target.witness)


def _spread(mean: float, count: int) -> list[int]:
    """Whole numbers of this mean, as near to it as they come."""
    total = round(mean * count)
    return [total // count + (place < total % count) for place in range(count)]


def _with_witnesses(rows: list[QueryFigures], mean: float) -> list[QueryFigures]:
    known = [place for place, row in enumerate(rows) if row.label is not UNKNOWN]
    wanted = round(mean * len(known))
    found = {place: 1 if mean < 2 else min(TABLE_A[rows[place].domain].witness_median, 3) for place in known}
    if rows[0].family == "set_quant":
        for domain in DOMAINS:
            largest = next(place for place in known if rows[place].domain == domain)
            found[largest] = TABLE_A[domain].witness_max
    _raise_to(found, wanted)
    return [replace(row, witness=found.get(place)) for place, row in enumerate(rows)]


def _raise_to(found: dict[int, int], wanted: int) -> None:
    """Raise a few sizes to 16, or lower some to 1, until the sum is as wanted."""
    for place in sorted(found, reverse=True):
        gap = wanted - sum(found.values())
        if found[place] <= 3:
            found[place] = max(1, min(16, found[place] + gap))
