"""The suites whose scenarios are configurations: ``derive`` with its ten (spec 4.8), ``mini`` with one a
domain. PURE.

The queries and witness bands of a domain (Tables C and D) are split over its scenarios by largest remainder
in the order below.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from scenarios.generators.derive import targets
from scenarios.generators.derive.config import ChainLengths, Dispersion, ScenarioConfig, SuiteConfig
from scenarios.generators.derive.fitting import WIDTHS, mean_witness
from scenarios.generators.derive.quotas import split
from scenarios.generators.derive.targets import (
    ANSWERABLE,
    DOMAINS,
    FAMILIES,
    TABLE_A,
    TABLE_B,
    UNKNOWN,
    ZERO,
    Band,
    Cell,
    bands_of_domain,
    cells_of,
)

LOW, MEDIUM, HIGH = Dispersion.LOW, Dispersion.MEDIUM, Dispersion.HIGH


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of the table of spec 4.8. ``planned`` is the size of the one giant witness of the domain."""

    slug: str
    title: str
    domain: str
    events: int
    queries: int
    accent: str
    chain: ChainLengths
    dispersion: Dispersion
    actions: float
    planned: int | None = None


_ROWS: Final = (
    _Row("trip-1-ledger", "Trips by the ledger", "tripops", 455, 141,
         "yearly records, large trip sets", ChainLengths(1.6, 4), HIGH, 1.7, planned=69),
    _Row("trip-2-policy", "Trips under changing policy", "tripops", 454, 140,
         "caps and waivers revised often", ChainLengths(2.2, 6), MEDIUM, 1.6),
    _Row("trip-3-reorg", "Trips through a reorganization", "tripops", 454, 140,
         "reporting lines, moves of home base", ChainLengths(1.9, 5), MEDIUM, 1.6),
    _Row("trip-4-churn", "Trips moved and dropped", "tripops", 454, 140,
         "bookings moved and cancelled, late obsolete records", ChainLengths(2.8, 7), HIGH, 1.5),
    _Row("shop-1-household", "A household's orders", "shopops", 488, 158,
         "budgets, categories in two levels", ChainLengths(1.7, 5), MEDIUM, 2.2),
    _Row("shop-2-returns", "Orders sent back", "shopops", 487, 158,
         "returns and their reversals", ChainLengths(2.3, 6), HIGH, 2.0, planned=31),
    _Row("shop-3-plans", "Orders under plans", "shopops", 487, 157,
         "plans, thresholds, waivers with end dates", ChainLengths(2.0, 5), LOW, 2.0),
    _Row("edu-1-audit", "Degree audits", "eduops", 471, 157,
         "requirement sheets, missing courses", ChainLengths(1.5, 4), MEDIUM, 1.9, planned=20),
    _Row("edu-2-catalog", "A catalogue that changes", "eduops", 471, 156,
         "deep prerequisite graphs, catalogue changes", ChainLengths(1.9, 5), HIGH, 2.0),
    _Row("edu-3-regrade", "Grades corrected", "eduops", 471, 156,
         "grades corrected, the repeat policy changed", ChainLengths(2.5, 7), MEDIUM, 1.6),
)  # fmt: skip

#: 18 queries of a mini scenario: 13 answerable, 2 justified-zero, 3 unknown.
MINI_QUOTAS: Mapping[Cell, int] = MappingProxyType(
    {
        ("temporal", ANSWERABLE): 2,
        ("semantic", ANSWERABLE): 4,
        ("semantic", UNKNOWN): 1,
        ("closure", ANSWERABLE): 2,
        ("rules", ANSWERABLE): 3,
        ("rules", ZERO): 1,
        ("rules", UNKNOWN): 1,
        ("set_quant", ANSWERABLE): 2,
        ("set_quant", ZERO): 1,
        ("set_quant", UNKNOWN): 1,
    }
)
MINI_BANDS: Mapping[Band, int] = MappingProxyType(
    {Band.ONE: 4, Band.TWO: 3, Band.FEW: 4, Band.SEVERAL: 3, Band.MANY: 1}
)
#: Small enough for a witness to be proven minimal by trying every subset, in well under a second.
MINI_WITNESS_MAX: Final = 10
_MINI: Final = (
    ("mini-trip", "A year of trips", "tripops"),
    ("mini-shop", "A year of orders", "shopops"),
    ("mini-edu", "A year of study", "eduops"),
)


def _scenarios_of(domain: str) -> list[ScenarioConfig]:
    """The scenarios of one domain, with their parts of Tables C and D."""
    rows = [row for row in _ROWS if row.domain == domain]
    quotas = split(cells_of(domain), [row.queries for row in rows])
    known = [sum(n for (_, label), n in part.items() if label is not UNKNOWN) for part in quotas]
    bands = split(bands_of_domain(domain), known)
    aimed_at = {
        family: replace(
            TABLE_B[family], witness=round(mean_witness(domain, family), 2), width=WIDTHS[domain][family]
        )
        for family in FAMILIES
    }
    return [
        ScenarioConfig(
            slug=row.slug,
            title=row.title,
            domain=domain,
            accent=row.accent,
            n_events=row.events,
            quotas=cells,
            witness_bands=sizes,
            planned_witness=row.planned,
            witness_max=TABLE_A[domain].witness_max,
            chain_len_dist=row.chain,
            dispersion=row.dispersion,
            actions_per_event=row.actions,
            family_targets=aimed_at,
        )
        for row, cells, sizes in zip(rows, quotas, bands, strict=True)
    ]


def _mini(slug: str, title: str, domain: str) -> ScenarioConfig:
    return ScenarioConfig(
        slug=slug,
        title=title,
        domain=domain,
        n_events=60,
        quotas=dict(MINI_QUOTAS),
        witness_bands=dict(MINI_BANDS),
        witness_max=MINI_WITNESS_MAX,
    )


DERIVE: Final = SuiteConfig(
    slug=targets.DERIVE,
    title="Derive",
    scenarios=tuple(config for domain in DOMAINS for config in _scenarios_of(domain)),
)
MINI: Final = SuiteConfig(
    slug="mini", title="Mini derive suite", scenarios=tuple(_mini(*named) for named in _MINI)
)
