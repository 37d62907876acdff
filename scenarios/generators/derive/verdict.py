"""Whether the figures of the suite ``derive`` are those it aims at (spec 5.4, AC-5.1). PURE.

Counts, medians and maxima must be met exactly. Means and shares have tolerances; one outside may be allowed
with a reason, which the manifest of the suite names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Final

from scenarios.generators.derive.statistics import DomainRow, FamilyRow, SuiteStatistics, mean_text, number
from scenarios.generators.derive.targets import TABLE_A, TABLE_B, DomainTarget, tolerance_of

#: Differences below this are rounding of the machine.
_ROUNDING: Final = 1e-9


class AllowError(ValueError):
    """What was to be allowed cannot be: no such figure, one that must be exact, or no reason."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure beside its target. ``tolerance`` is in the unit of the figure, 0 where it must be exact;
    ``within`` says it in words. ``reason`` is why a figure outside is allowed, empty where none is given."""

    key: str
    value: float | None
    target: float
    tolerance: float
    within: str
    reason: str = ""

    @property
    def inside(self) -> bool:
        return self.value is not None and abs(self.value - self.target) <= self.tolerance + _ROUNDING

    @property
    def holds(self) -> bool:
        """Inside its tolerance, or outside for a stated reason."""
        return self.inside or bool(self.reason)

    @property
    def aim(self) -> str:
        """The target with its tolerance: ``4,692``, ``9.8 ±20 %``."""
        return f"{self.target:g} {self.within}" if self.tolerance else f"{self.target:,g}"

    @property
    def text(self) -> str:
        """The value as the tables write it."""
        return mean_text(self.value) if self.tolerance else number(self.value)

    def __str__(self) -> str:
        return f"{self.key} is {self.text}, aim {self.aim}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """All figures that have targets."""

    figures: tuple[Figure, ...]

    @property
    def ok(self) -> bool:
        return all(figure.holds for figure in self.figures)

    @property
    def missed(self) -> tuple[Figure, ...]:
        """Figures outside without a reason."""
        return tuple(figure for figure in self.figures if not figure.holds)

    @property
    def allowed(self) -> tuple[Figure, ...]:
        """Figures outside for a stated reason."""
        return tuple(figure for figure in self.figures if figure.holds and not figure.inside)

    @property
    def needless(self) -> tuple[Figure, ...]:
        """Figures inside for which a reason is stated all the same."""
        return tuple(figure for figure in self.figures if figure.inside and figure.reason)

    def figure(self, key: str) -> Figure | None:
        """The figure of a key, None where it has no target."""
        return next((figure for figure in self.figures if figure.key == key), None)


def judge(found: SuiteStatistics, allowed: Mapping[str, str] | None = None) -> Verdict:
    """Every figure of Tables A and B beside its target.

    ``allowed`` maps keys of figures to reasons. Raises ``AllowError`` naming every key that is none or must
    be exact, and every reason that is empty.
    """
    allowed = allowed or {}
    figures = [*_domain_figures(found, allowed), *_family_figures(found, allowed)]
    by_key = {figure.key: figure for figure in figures}
    wrong = [f"{key}: there is no such figure" for key in allowed if key not in by_key]
    wrong += [
        f"{key}: must be {by_key[key].target:g} exactly"
        for key in allowed
        if key in by_key and not by_key[key].tolerance
    ]
    wrong += [f"{key}: needs a reason" for key, reason in allowed.items() if not reason.strip()]
    if wrong:
        raise AllowError("; ".join(wrong))
    return Verdict(tuple(figures))


def _domain_figures(found: SuiteStatistics, allowed: Mapping[str, str]) -> Iterator[Figure]:
    for name, target in TABLE_A.items():
        row = found.domain(name)
        for one in fields(DomainTarget):
            key = f"domains.{name}.{one.name}"
            value = None if row is None else _domain_value(row, one.name)
            yield Figure(key, value, getattr(target, one.name), 0, "exact", allowed.get(key, ""))


def _domain_value(row: DomainRow, name: str) -> float | None:
    special = {"witness_median": row.witness.median, "witness_max": row.witness.largest}
    return special[name] if name in special else float(getattr(row, name))


def _family_figures(found: SuiteStatistics, allowed: Mapping[str, str]) -> Iterator[Figure]:
    for name, target in TABLE_B.items():
        row, tolerance = found.family(name), tolerance_of(name)
        queries = f"families.{name}.queries"
        yield Figure(queries, None if row is None else row.queries, target.queries, 0, "exact")
        steps = {
            "witness": (target.witness, tolerance.witness, f"±{tolerance.witness:g}"),
            "obs": (target.obs, tolerance.obs, f"±{tolerance.obs:g} pp"),
            "height": (target.height, tolerance.height, f"±{tolerance.height:g}"),
            "width": (target.width, tolerance.width * target.width, f"±{100 * tolerance.width:g} %"),
        }
        for measure, (wanted, step, words) in steps.items():
            key = f"families.{name}.{measure}"
            value = None if row is None else _family_value(row, measure)
            yield Figure(key, value, wanted, step, words, allowed.get(key, ""))


def _family_value(row: FamilyRow, measure: str) -> float | None:
    return row.obs.percent if measure == "obs" else row.measures[measure].mean
