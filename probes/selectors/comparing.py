"""Lines of runs beside each other on the same queries (spec 10.4, 12.4; ux pain 13).

Runs are compared over one release. Over several, only on purpose: then the queries that all of them hold with
the same goal, cutoff and gold are compared, and what is dropped is counted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from benchmark.models import Answer, Condition, Question, QuestionKind
from benchmark.scoring import comparison
from benchmark.scoring.aggregation import ScoredAnswer, Share, Status
from benchmark.scoring.comparison import Comparison, Side
from benchmark.selectors.results import SEED, na_reason
from probes.exceptions import LinesRefusedError, ReleasesDifferError
from probes.selectors.comparison_lines import Line
from scenarios.models import Suite
from scenarios.selectors import suite_differences

#: What is sliced by unless told otherwise; scenarios may be many.
USUAL_SLICES: Final = ("family", "label", "answer_type", "domain")
#: What of a query must be equal in two releases for its answers to be a pair.
MUST_AGREE: Final = frozenset({"goal", "cutoff", "label", "answer", "scoring"})


@dataclass(frozen=True)
class Compared:
    """A line with what it scored by itself. ``against`` sets it beside the baseline: None for the baseline
    itself, and where one of both is n/a, which ``na_reason`` of that one explains."""

    line: Line
    side: Side
    na_reason: str
    against: Comparison | None = None

    @property
    def accuracy(self) -> Share:
        """Over its first repetition, of the queries that are compared."""
        return self.side.accuracy


@dataclass(frozen=True, slots=True)
class Dropped:
    """What the release of ``suite`` and that of the baseline do not share: ``absent`` queries are in one of
    them only, ``differing`` have another goal, cutoff or gold."""

    suite: str
    absent: int
    differing: int


@dataclass(frozen=True)
class RunComparison:
    """All of it; the first line is the baseline. ``questions`` holds the questions of each run by query."""

    lines: tuple[Compared, ...]
    by: tuple[str, ...]
    dropped: tuple[Dropped, ...]
    questions: Mapping[int, Mapping[str, int]]

    @property
    def baseline(self) -> Compared:
        return self.lines[0]

    @property
    def others(self) -> tuple[Compared, ...]:
        return self.lines[1:]

    @property
    def suites(self) -> list[Suite]:
        """Those of the runs, each once, that of the baseline first."""
        return list({one.line.run.suite_id: one.line.run.suite for one in self.lines}.values())


def compare(
    lines: Sequence[Line], *, intersect: bool = False, by: Sequence[str] = USUAL_SLICES
) -> RunComparison:
    """The lines on the same queries, in a constant number of database queries.

    Raises ``LinesRefusedError`` for fewer than two lines or slices that there are not, and
    ``ReleasesDifferError`` where the runs are over several releases and no ``intersect`` says that this is
    meant.
    """
    if len(lines) < 2:
        raise LinesRefusedError("Name at least two different lines; the first is the baseline.")
    if unknown := [trait for trait in by if trait not in comparison.SLICED_BY]:
        known = ", ".join(comparison.SLICED_BY)
        raise LinesRefusedError(f"No slices by {', '.join(unknown)}. Known: {known}.", field="by")
    dropped, without = _across(lines, intersect=intersect)
    asked = _asked(lines, without)
    sides = _sides(lines, asked)
    alone = [Compared(line, *sides[line.variant.pk]) for line in lines]
    return RunComparison(
        lines=(alone[0], *_against(alone[0], alone[1:], by)),
        by=tuple(dict.fromkeys(by)),
        dropped=dropped,
        questions={run: {one.query: one.pk for one in found.values()} for run, found in asked.items()},
    )


def _against(baseline: Compared, others: Sequence[Compared], by: Sequence[str]) -> Iterable[Compared]:
    """The others beside the baseline; what is n/a has no comparison and is no test to correct for."""
    fit = [one for one in others if not (one.na_reason or baseline.na_reason)]
    found = comparison.compare(
        baseline.side, [one.side for one in fit], seed=SEED, by=tuple(dict.fromkeys(by))
    )
    by_variant = {one.line.variant.pk: part for one, part in zip(fit, found, strict=True)}
    for one in others:
        yield Compared(one.line, one.side, one.na_reason, by_variant.get(one.line.variant.pk))


Release = tuple[str, int, str]


def release_of(line: Line) -> Release:
    """Slug, version and content hash of the release that its run pins."""
    return line.run.suite.slug, line.run.suite_version, line.run.suite_hash


def _across(lines: Sequence[Line], *, intersect: bool) -> tuple[tuple[Dropped, ...], set[str]]:
    """What is dropped because the runs are over several releases: the counts, and the queries."""
    releases = {release_of(line): line.run.suite for line in lines}
    if len(releases) == 1:
        return (), set()
    named = tuple(f"{slug} version {version} ({digest[:12]})" for slug, version, digest in releases)
    if not intersect:
        raise ReleasesDifferError(
            f"These runs are over other releases: {'; '.join(named)}. Their figures are of other queries. "
            "Compare runs over one release, or ask for the queries that the releases have in common.",
            releases=named,
        )
    for (_, version, digest), suite in releases.items():
        if (version, digest) != (suite.version, suite.content_hash):
            raise ReleasesDifferError(
                f"A run is over version {version} of {suite.slug}, which is stored no longer. Compare runs "
                "over what is stored.",
                releases=named,
            )
    first, *rest = releases.values()
    counted, without = [], set()
    for other in rest:
        absent, differing = _unlike(first, other)
        counted.append(Dropped(other.slug, len(absent), len(differing)))
        without |= absent | differing
    return tuple(counted), without


def _unlike(first: Suite, other: Suite) -> tuple[set[str], set[str]]:
    """The queries that only one of two suites has, and those that are not the same in both."""
    absent, differing = set(), set()
    for row in suite_differences.differing("queries", first, other):
        if row.added or row.removed:
            absent.add(f"{row.scenario}/{row.label}")
        elif MUST_AGREE & set(row.parts):
            differing.add(f"{row.scenario}/{row.label}")
    return absent, differing


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question of a run: its query by scenario and label, and what it can be sliced by."""

    pk: int
    query: str
    scenario: str
    label: str
    traits: Mapping[str, str]


def _asked(lines: Sequence[Line], without: set[str]) -> dict[int, dict[int, _Asked]]:
    """The questions of each run by their ids, without those on ``without``. One query."""
    found: dict[int, dict[int, _Asked]] = {line.run.pk: {} for line in lines}
    rows = Question.objects.filter(run__in=found, kind=QuestionKind.QUERY).values_list(
        "run",
        "pk",
        "query__scenario__slug",
        "query__label",
        "query__gold__label",
        "query__family",
        "query__answer_type",
        "query__scenario__domain",
    )
    for run, pk, scenario, name, label, family, answer_type, domain in rows.order_by("pk"):
        query = f"{scenario}/{name}"
        if query not in without:
            traits = {"family": family, "answer_type": answer_type, "domain": domain}
            found[run][pk] = _Asked(pk, query, scenario, label, traits)
    return found


def answers_of(variants: Iterable[int]) -> Any:
    """The answers that are compared: to queries, read alone, the first reading of each."""
    return Answer.objects.filter(
        context__variant__in=list(variants),
        question__kind=QuestionKind.QUERY,
        condition=Condition.ALONE,
        repetition=1,
    )


_COLUMNS = (
    "context__variant",
    "question",
    "status",
    "label",
    "correct",
    "label_correct",
    "items_used",
    "items_read",
)


def _sides(lines: Sequence[Line], asked: Mapping[int, Mapping[int, _Asked]]) -> dict[int, tuple[Side, str]]:
    """What each line scored, by its variant, and why that is n/a if it is. One query."""
    run_of = {line.variant.pk: line.run.pk for line in lines}
    rows: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in answers_of(run_of).order_by("pk").values(*_COLUMNS):
        if row["question"] in asked[run_of[row["context__variant"]]]:
            rows[row["context__variant"]].append(row)
    return {variant: _side(rows[variant], asked[run]) for variant, run in run_of.items()}


def _side(rows: Sequence[dict[str, Any]], asked: Mapping[int, _Asked]) -> tuple[Side, str]:
    found = comparison.side(
        (_scored(row, asked[row["question"]]) for row in rows), (one.query for one in asked.values())
    )
    told = [row for row in rows if row["items_read"] is not None]
    why = na_reason(
        counted=found.accuracy.denominator,
        unread=sum(row["status"] == Status.UNREAD for row in rows),
        used=sum(row["items_used"] for row in told),
        read=sum(row["items_read"] for row in told) if told else None,
    )
    return found, why


def _scored(row: dict[str, Any], asked: _Asked) -> ScoredAnswer:
    return ScoredAnswer(
        query=asked.query,
        cluster=asked.scenario,
        gold_label=asked.label,
        label=row["label"],
        correct=bool(row["correct"]),
        label_correct=bool(row["label_correct"]),
        status=Status(row["status"]),
        traits=asked.traits,
    )
