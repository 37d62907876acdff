"""The configuration of a generated scenario: every knob of spec 5.1, checked when it is made. PURE."""

from __future__ import annotations

import enum
import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise
from typing import TypeVar

from scenarios.domains import registry
from scenarios.generators.derive.loss import Aims
from scenarios.generators.derive.measured import Measured
from scenarios.generators.derive.targets import (
    FAMILIES,
    LABELS,
    TABLE_B,
    TYPE_SHARES,
    UNKNOWN,
    Band,
    Cell,
    FamilyTarget,
    band_of,
)

Name = TypeVar("Name", str, int)

_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,79}")
DISTRACTORS = tuple(f"D{number}" for number in range(1, 10))
#: First and last whole day of a history, UTC.
HORIZON = (datetime(2030, 1, 7, tzinfo=UTC), datetime(2031, 12, 19, tzinfo=UTC))
#: The largest composition degree (spec 3.1).
MOST_DEGREE = 6
#: Shares that are parts of a whole may miss 1 by rounding.
_ROUNDING = 1e-6


class ConfigError(ValueError):
    """A configuration is at fault; ``faults`` lists each with its key."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        self.faults = faults
        super().__init__("\n".join(faults))


class Dispersion(enum.StrEnum):
    """How the events of a planned witness lie on the timeline: in one block, within half of the horizon, or
    one in each stratum of it."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class ChainLengths:
    """Versions of a key: geometric with this mean, at most ``most``."""

    mean: float
    most: int


@dataclass(frozen=True, slots=True)
class TauWindow:
    """Cutoffs that fall between two points of the horizon (0 to 1), as a share of all."""

    low: float
    high: float
    share: float


@dataclass(frozen=True, slots=True)
class TauPolicy:
    """Where cutoffs fall. ``on_event`` is the share that is an event's own instant: cutoffs are inclusive."""

    windows: tuple[TauWindow, ...] = (
        TauWindow(0.75, 1.0, 0.6),
        TauWindow(0.5, 0.75, 0.3),
        TauWindow(0.3, 0.5, 0.1),
    )
    on_event: float = 0.1


def _default_distractors() -> dict[str, float]:
    """Three tenths of the events have no action (D1, D5 to D7); those with actions come on top. The late
    obsolete records (D3) of ``late_obsolete_rate`` are not in here."""
    return {"D1": 0.10, "D2": 0.03, "D3": 0.0, "D4": 0.03, "D5": 0.08, "D6": 0.08, "D7": 0.04, "D8": 0.02,
            "D9": 0.02}  # fmt: skip


def _default_degrees() -> dict[int, float]:
    return {1: 0.15, 2: 0.25, 3: 0.28, 4: 0.20, 5: 0.09, 6: 0.03}


def _default_families() -> dict[str, FamilyTarget]:
    return {family: TABLE_B[family] for family in FAMILIES}


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioConfig:
    """The knobs of one scenario.

    ``quotas`` says how many queries of each family have each label; families, labels and ``n_queries`` are
    its margins. ``witness_bands`` counts what is not unknown by the size of its smallest witness.
    ``horizon`` is the first and the last whole day of the history, UTC.
    ``planned_witness`` is the exact size that one query must have, None where none is planned; no witness is
    larger than ``witness_max``. Rates and shares lie between 0 and 1; ``distractor_rate`` are shares of all
    events. ``family_targets`` are what the selection aims at.

    Raises ``ConfigError`` listing every fault with its key.
    """

    slug: str
    title: str
    domain: str
    n_events: int
    quotas: Mapping[Cell, int]
    witness_bands: Mapping[Band, int]
    accent: str = ""
    horizon: tuple[datetime, datetime] = HORIZON
    planned_witness: int | None = None
    witness_max: int = Band.GIANT.high
    actions_per_event: float = 1.8
    chain_len_dist: ChainLengths = ChainLengths(2.0, 5)
    late_obsolete_rate: float = 0.15
    late_revision_rate: float = 0.15
    dispersion: Dispersion = Dispersion.MEDIUM
    distractor_rate: Mapping[str, float] = field(default_factory=_default_distractors)
    bait_rate: float = 0.2
    indirect_rate: float = 0.25
    completeness_rate: float = 0.85
    dup_assert_rate: float = 0.1
    degree_dist: Mapping[int, float] = field(default_factory=_default_degrees)
    answer_type_shares: Mapping[str, float] = field(default_factory=lambda: dict(TYPE_SHARES))
    tau_policy: TauPolicy = TauPolicy()
    family_targets: Mapping[str, FamilyTarget] = field(default_factory=_default_families)

    def __post_init__(self) -> None:
        if faults := tuple(f"{self.slug or 'scenario'}: {fault}" for fault in _faults(self)):
            raise ConfigError(faults)

    @property
    def n_queries(self) -> int:
        return sum(self.quotas.values())

    @property
    def family_counts(self) -> dict[str, int]:
        """Queries by family."""
        return {name: sum(n for (family, _), n in self.quotas.items() if family == name) for name in FAMILIES}

    @property
    def label_counts(self) -> dict[str, int]:
        """Queries by label."""
        return {
            name.value: sum(n for (_, label), n in self.quotas.items() if label is name) for name in LABELS
        }

    @property
    def known(self) -> int:
        """Queries that are not unknown: those with a witness size."""
        return sum(n for (_, label), n in self.quotas.items() if label is not UNKNOWN)

    def admits(self, one: Measured) -> bool:
        """Whether a candidate may be chosen at all: its cell is asked for, its witness not too large."""
        return one.cell in self.quotas and (one.witness_size or 0) <= self.witness_max

    @property
    def aims(self) -> Aims:
        """What the selection of this scenario aims at."""
        asked = {name: target for name, target in self.family_targets.items() if self.family_counts[name]}
        return Aims(
            self.n_queries, asked, self.witness_bands, self.answer_type_shares, self.degree_dist,
            self.indirect_rate,
        )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteConfig:
    """A generated suite: its scenarios in order. Raises ``ConfigError``."""

    slug: str
    title: str
    scenarios: tuple[ScenarioConfig, ...]

    def __post_init__(self) -> None:
        faults = [] if _SLUG.fullmatch(self.slug) else [_slug_fault(self.slug)]
        if not self.scenarios:
            faults.append("scenario: a suite needs at least one")
        slugs = [one.slug for one in self.scenarios]
        faults += [
            f"slug: two scenarios are called {slug!r}" for slug in sorted({*slugs}) if slugs.count(slug) > 1
        ]
        if faults:
            raise ConfigError(tuple(faults))


def _slug_fault(slug: str) -> str:
    return f"slug: {slug!r} is not made of lower-case letters, digits and hyphens, 80 at most"


def _faults(config: ScenarioConfig) -> Iterator[str]:
    """Every fault, each with the key it stands at."""
    if not _SLUG.fullmatch(config.slug):
        yield _slug_fault(config.slug)
    if fault := registry.fault_of(config.domain):
        yield f"domain: {fault}"
    if config.horizon[0] >= config.horizon[1]:
        yield "horizon: it ends before it begins"
    if config.n_events < 1:
        yield f"n_events: {config.n_events} is not 1 or more"
    if not config.actions_per_event >= 1:
        yield f"actions_per_event: {config.actions_per_event} is not 1 or more"
    chain = config.chain_len_dist
    if not 1 <= chain.mean <= chain.most:
        yield f"chain_len_dist: the mean {chain.mean} does not lie between 1 and the maximum {chain.most}"
    yield from _count_faults(config)
    yield from _rate_faults(config)
    yield from _share_faults("degree_dist", config.degree_dist, range(1, MOST_DEGREE + 1))
    yield from _share_faults("answer_type_shares", config.answer_type_shares, TYPE_SHARES)
    yield from _tau_faults(config.tau_policy)
    yield from _target_faults(config)


def _count_faults(config: ScenarioConfig) -> Iterator[str]:
    cells = {(family, label) for family in FAMILIES for label in LABELS}
    for cell in config.quotas:
        if cell not in cells:
            yield f"quotas: there is no family {cell[0]!r} with label {str(cell[1])!r}"
    for key, counts in (("quotas", config.quotas), ("witness_bands", config.witness_bands)):
        if min(counts.values(), default=0) < 0:
            yield f"{key}: a count is below 0"
    if config.n_queries < 1:
        yield "quotas: no query is asked"
    banded = sum(config.witness_bands.values())
    if banded != config.known:
        yield f"witness_bands: {banded} queries in bands, but {config.known} are not unknown"
    size = config.planned_witness
    if size is not None and not 1 <= size <= config.witness_max:
        yield f"planned_witness: {size} does not lie between 1 and witness_max, {config.witness_max}"
    elif size is not None and not config.witness_bands.get(band_of(size), 0):
        yield f"planned_witness: witness_bands has no query in {band_of(size)}, where {size} lies"
    low = max((band.low for band, count in config.witness_bands.items() if count), default=0)
    if low > config.witness_max:
        yield f"witness_max: {config.witness_max} is below {low}, where a band of witness_bands begins"


def _rate_faults(config: ScenarioConfig) -> Iterator[str]:
    rates = {
        name: getattr(config, name)
        for name in (
            *("late_obsolete_rate", "late_revision_rate", "bait_rate", "indirect_rate"),
            *("completeness_rate", "dup_assert_rate"),
        )
    } | {f"distractor_rate.{kind}": rate for kind, rate in config.distractor_rate.items()}
    for name, rate in rates.items():
        if not 0 <= rate <= 1:
            yield f"{name}: {rate} does not lie between 0 and 1"
    for kind in sorted(set(config.distractor_rate) - set(DISTRACTORS)):
        yield f"distractor_rate: there is no kind {kind!r}, only {', '.join(DISTRACTORS)}"
    if sum(config.distractor_rate.values()) > 1:
        yield "distractor_rate: more than all events would be distractors"
    if config.late_obsolete_rate + config.late_revision_rate > 1:
        yield "late_revision_rate: with late_obsolete_rate it is more than all revised keys"


def _share_faults(key: str, shares: Mapping[Name, float], known: Container[Name]) -> Iterator[str]:
    strange = [name for name in shares if name not in known]
    if strange:
        yield f"{key}: unknown {', '.join(map(repr, strange))}"
    if min(shares.values(), default=0) < 0:
        yield f"{key}: a share is below 0"
    if not abs(sum(shares.values()) - 1) <= _ROUNDING:
        yield f"{key}: the shares sum up to {sum(shares.values()):.6g}, not to 1"


def _tau_faults(policy: TauPolicy) -> Iterator[str]:
    for window in policy.windows:
        if not 0 <= window.low < window.high <= 1:
            yield f"tau_policy: the window from {window.low} to {window.high} does not lie between 0 and 1"
    ordered = sorted(policy.windows, key=lambda window: window.low)
    if any(one.high > other.low for one, other in pairwise(ordered)):
        yield "tau_policy: windows overlap"
    shares = {f"window {place}": window.share for place, window in enumerate(policy.windows, 1)}
    yield from _share_faults("tau_policy", shares, shares)
    if not 0 <= policy.on_event <= 1:
        yield f"tau_policy.on_event: {policy.on_event} does not lie between 0 and 1"


def _target_faults(config: ScenarioConfig) -> Iterator[str]:
    asked = {family for (family, _), count in config.quotas.items() if count}
    for family in sorted(asked - set(config.family_targets)):
        yield f"family_targets: family {family!r} is asked and has no target"
    for family, target in config.family_targets.items():
        if family not in FAMILIES:
            yield f"family_targets: there is no family {family!r}"
        elif not (target.witness > 0 and target.width > 0):
            yield f"family_targets.{family}: witness and width must be above 0"
