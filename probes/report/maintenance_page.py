"""The maintenance of a run as its page shows it: figures, trajectories of one scenario, costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from benchmark.scoring.aggregation import Share
from benchmark.scoring.costs import Cost, LineCosts, RunCosts
from benchmark.scoring.maintenance import LabelChange
from probes.report import cost_pictures, trajectory_pictures
from probes.report.trajectory_pictures import Cell
from probes.selectors.maintenance import LineFigures, RunMaintenance
from probes.selectors.trajectories import Given, Line, Moment, Tracked
from scenarios.sentences import Sentence

BY_QUERY, BY_SYSTEM = "query", "system"
LABEL_CHANGES = tuple(LabelChange)


@dataclass(frozen=True, slots=True)
class Step:
    """One answer of a table: at which checkpoint, what the gold was, what was said."""

    moment: Moment
    given: Given


@dataclass(frozen=True, slots=True)
class Told:
    """One row of a table: the answers of a line to a query, in order of the checkpoints."""

    line: Line
    tracked: Tracked
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Multiple:
    """One small picture with the rows of its table; ``tracked`` or ``line`` is what it is about."""

    svg: str
    rows: tuple[Told, ...]
    tracked: Tracked | None = None
    line: Line | None = None


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """Refresh of one line by what became of the label."""

    line: Line
    shares: tuple[tuple[LabelChange, Share], ...]


@dataclass(frozen=True, slots=True)
class CostRow:
    """One checkpoint of one line, or its total where ``name`` says so; ``sums`` runs up to it."""

    name: str
    cost: Cost
    sums: Cost


@dataclass(frozen=True, slots=True)
class LineCost:
    """The costs of one line: its curves, and the rows of its table, the total last."""

    line: LineCosts
    svg: str
    rows: tuple[CostRow, ...]


def by_change(lines: Sequence[LineFigures]) -> tuple[ChangeRow, ...]:
    """Refresh of each line by the change of the label."""
    return tuple(
        ChangeRow(one.line, tuple((change, one.figures.by_change[change]) for change in LABEL_CHANGES))
        for one in lines
    )


def multiples(found: RunMaintenance, *, scenario: str, by: str) -> tuple[Multiple, ...]:
    """The pictures of one scenario, one a query or one a system; of several walks the first is drawn."""
    shown = [tracked for tracked in found.found.tracked if tracked.scenario == scenario]
    if by == BY_SYSTEM:
        return tuple(_of_line(found, line, shown) for line in found.found.lines)
    return tuple(_of_query(found, tracked) for tracked in shown)


def _of_query(found: RunMaintenance, tracked: Tracked) -> Multiple:
    rows = tuple(_told(found, line, tracked) for line in found.found.lines)
    svg = trajectory_pictures.grid(
        [(row.line.name, _cells(row)) for row in rows],
        says=gettext("Answers to %(query)s by checkpoint") % {"query": tracked.label},
    )
    return Multiple(svg, rows, tracked=tracked)


def _of_line(found: RunMaintenance, line: Line, shown: Sequence[Tracked]) -> Multiple:
    rows = tuple(_told(found, line, tracked) for tracked in shown)
    svg = trajectory_pictures.grid(
        [(row.tracked.label, _cells(row)) for row in rows],
        says=gettext("Answers of %(line)s by checkpoint") % {"line": line.name},
    )
    return Multiple(svg, rows, line=line)


def _told(found: RunMaintenance, line: Line, tracked: Tracked) -> Told:
    walk = line.walks[0]
    steps = tuple(Step(moment, found.found.answer(walk, moment)) for moment in tracked.moments)
    return Told(line, tracked, steps)


def _cells(row: Told) -> list[Cell]:
    return [Cell(step.given.verdict, step.moment.kind) for step in row.steps]


def costs(found: RunCosts) -> tuple[LineCost, ...]:
    """The costs of each line, with curves of its tokens at one scale for all."""
    names = [f"{number}" if number else Sentence("after") for number in found.numbers]
    sums = {line: line.cumulative for line in found.lines}
    highest = max((one for rows in sums.values() for _, curve in _tokens(rows) for one in curve), default=0.0)
    return tuple(
        LineCost(
            line,
            cost_pictures.curves(
                _tokens(sums[line]),
                marks=names,
                highest=highest,
                says=gettext("Tokens of %(system)s so far") % {"system": line.system},
            ),
            (
                *(CostRow(*row) for row in zip(names, line.rows, sums[line], strict=True)),
                CostRow(Sentence("total"), line.total, line.total),
            ),
        )
        for line in found.lines
    )


def _tokens(rows: Sequence[Cost]) -> list[tuple[str, list[float]]]:
    return [
        (gettext("ingest"), [row.ingest_tokens for row in rows]),
        (gettext("contexts"), [row.context_tokens.total for row in rows]),
        (gettext("answer model"), [row.answer_tokens for row in rows]),
    ]
