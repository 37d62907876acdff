"""Whether a run is good enough to go on: limits on its figures, and a paired test against an earlier run.

For the CI of memory teams (ux.md 17). A fall below a limit fails; so does a difference to the baseline that
chance hardly explains, over all queries or in one family. A smaller figure alone does not: with few queries
figures move by chance, and a check that cries wolf is switched off.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from benchmark.models import Run, RunStatus
from benchmark.scoring.comparison import Paired
from benchmark.scoring.statistics import holm
from benchmark.selectors import results
from benchmark.selectors.results import SystemResult
from probes.exceptions import GateRefusedError
from probes.report.comparison_words import ends, p_value, points
from probes.selectors import comparing, comparison_lines
from probes.selectors.comparing import RunComparison
from probes.selectors.comparison_lines import Line, LineName

METRICS: Final = ("ansacc", "ansblacc", "citation_precision", "citation_recall", "gathered_support")
"""What can have a limit: means of the results as ``--json`` names them. Of an interval its lower end."""
ALPHA: Final = 0.05
"""A difference is a regression where the corrected p is below this, unless told otherwise."""


@dataclass(frozen=True, slots=True)
class Limit:
    """The least that a metric may be, from 0 to 1."""

    metric: str
    least: Decimal


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at, of one ``line`` of the run (empty: of the run). ``says`` has the figures;
    ``of_part`` marks what looks at one family of queries."""

    line: str
    name: str
    passed: bool
    says: str
    of_part: bool = False


@dataclass(frozen=True, slots=True)
class Gate:
    """What was decided of a run, with all that was looked at. ``comparisons`` are those with the baseline."""

    run: Run
    checks: tuple[Check, ...]
    comparisons: tuple[RunComparison, ...]
    alpha: float

    @property
    def passed(self) -> bool:
        """Whether every check passed."""
        return all(check.passed for check in self.checks)

    def as_json(self) -> dict[str, Any]:
        """The decision for the API and ``--json``. It names no query."""
        return {
            "run": self.run.pk,
            "passed": self.passed,
            "alpha": self.alpha,
            "checks": [
                {"line": one.line, "name": one.name, "passed": one.passed, "says": one.says}
                for one in self.checks
            ],
        }


def limit_of(text: str) -> Limit:
    """``ansacc=0.60`` as a limit. Raises ``GateRefusedError`` for another metric or number."""
    metric, _, number = text.partition("=")
    if metric not in METRICS:
        raise GateRefusedError(
            f"No limit on {metric[:40]!r}: write METRIC=VALUE, METRIC of {', '.join(METRICS)}."
        )
    try:
        least = Decimal(number)
    except InvalidOperation:
        least = Decimal(-1)
    if not (least.is_finite() and 0 <= least <= 1):
        raise GateRefusedError(
            f"The limit of {metric} is {number[:40]!r}; it lies from 0 to 1, as 0.60 does."
        )
    return Limit(metric, least)


def alpha_of(value: float) -> float:
    """The level of the tests. Raises ``GateRefusedError`` where it is none."""
    if not 0 < value < 1:
        raise GateRefusedError(
            f"A level of {value} is none; it lies between 0 and 1, as 0.05 does.", field="alpha"
        )
    return value


def judge(
    run: Run, *, limits: Sequence[Limit], baseline: LineName | None = None, alpha: float = ALPHA
) -> Gate:
    """Look at every line of the run that is no oracle. Where ``baseline`` names no system, each line is set
    beside the line of the same system and hint, or beside the only one that there is.

    Raises ``GateRefusedError`` where nothing is to be looked at, and what ``comparing.compare`` raises.
    """
    if not limits and baseline is None:
        raise GateRefusedError("Nothing to look at: give a limit, a baseline, or both.")
    lines = [line for line in comparison_lines.of_runs([run])[run.pk] if not line.knows]
    if not lines:
        raise GateRefusedError(
            f"Run {run.pk} has oracles only; they are never ranked, so no gate is for them."
        )
    checks = [_ended(run)]
    found = {(one.system, one.hint): one for one in results.of_run(run)}
    for line in lines:
        checks += (_limited(line, found.get((line.system, line.hint)), limit) for limit in limits)
    comparisons: tuple[RunComparison, ...] = ()
    if baseline is not None and not run.is_open:
        more, comparisons = _against(lines, baseline, alpha)
        checks += more
    return Gate(run, tuple(checks), comparisons, alpha)


def _ended(run: Run) -> Check:
    return Check("", "the run is done", run.status == RunStatus.DONE, run.message or f"It is {run.status}.")


def _limited(line: Line, found: SystemResult | None, limit: Limit) -> Check:
    name = f"{limit.metric} at least {limit.least}"
    if found is None or found.na_reason:
        return Check(str(line), name, False, f"n/a: {found.na_reason if found else 'nothing was scored'}")
    figures: Mapping[str, Any] = found.as_json()
    value, high = figures[limit.metric], figures.get(f"{limit.metric}_high")
    if value is None:
        return Check(str(line), name, False, "n/a: nothing to take the mean of")
    bounded = limit.metric != "ansacc" and high is not None and high != value
    says = f"{value:.4f} to {high:.4f}; the lower end counts" if bounded else f"{value:.4f}"
    return Check(str(line), name, Decimal(str(value)) >= limit.least, f"{says} (n {found.n})")


def _against(
    lines: Sequence[Line], baseline: LineName, alpha: float
) -> tuple[list[Check], tuple[RunComparison, ...]]:
    """The lines beside the baseline. Holm's correction is over the lines, and over the families of all."""
    runs = comparison_lines.stored([baseline])
    if baseline.run not in runs:
        raise GateRefusedError(f"There is no run {baseline.run} to be the baseline.", field="baseline")
    offered = [one for one in comparison_lines.of_runs(list(runs.values()))[baseline.run] if not one.knows]
    found = [comparing.compare([_partner(line, baseline, offered), line], by=("family",)) for line in lines]
    checks: list[Check] = []
    whole = _corrected([one.others[0].against.whole for one in found if one.others[0].against is not None])
    families = _corrected(
        [
            part.paired
            for one in found
            if one.others[0].against is not None
            for part in one.others[0].against.slices
        ]
    )
    for one in found:
        checks += _of_line(one, whole, families, alpha)
    return checks, tuple(found)


def _of_line(
    found: RunComparison, whole: Iterator[float], families: Iterator[float], alpha: float
) -> Iterator[Check]:
    other = found.others[0]
    line, name = str(other.line), f"no regression against {found.baseline.line}"
    if other.against is None:
        yield Check(line, name, False, f"n/a: {other.na_reason or found.baseline.na_reason}")
        return
    yield _paired(line, name, other.against.whole, next(whole), alpha)
    for part in other.against.slices:
        in_part = f"{name} in {part.value or 'no family'}"
        yield replace(_paired(line, in_part, part.paired, next(families), alpha), of_part=True)


def _corrected(tests: Sequence[Paired]) -> Iterator[float]:
    """The p of each test, Holm's correction over all; 1 where there is no pair, which shows nothing."""
    return iter(holm([1.0 if one.p is None else one.p for one in tests]))


def _paired(line: str, name: str, paired: Paired, p: float, alpha: float) -> Check:
    worse = (paired.difference or 0.0) < 0
    says = (
        f"{points(paired.difference)} points ({ends(paired.spread)}), {len(paired.lost)} lost and "
        f"{len(paired.gained)} gained of {paired.n}, corrected p {p_value(p)}"
    )
    return Check(line, name, not (worse and p < alpha), says)


def _partner(line: Line, baseline: LineName, offered: Sequence[Line]) -> Line:
    """The line of the baseline that a line is set beside."""
    wanted = (baseline.system or line.system, baseline.hint or line.hint)
    for one in offered:
        if (one.system, one.hint) == wanted:
            return one
    if len(offered) == 1 and not baseline.system:
        return offered[0]
    has = ", ".join(map(str, offered)) or "none"
    raise GateRefusedError(
        f"Run {baseline.run} has no line {':'.join(wanted)} to set {line} beside. It has {has}: name one, as "
        f"{baseline.run}:SYSTEM:HINT.",
        field="baseline",
    )
