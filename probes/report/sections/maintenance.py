"""The section of a report that says whether changes arrive and whether the rest stays (Q3, spec 8.2)."""

from __future__ import annotations

from benchmark.models import Run
from benchmark.reporting import marks
from benchmark.reporting.answers import launch_command
from benchmark.reporting.sections import Column, ReportSection, Section, Table, Value, keys
from benchmark.scoring.maintenance import ChangeClass, LabelChange
from probes.selectors import maintenance
from probes.selectors.maintenance import PAPER, LineFigures

_LINE = keys("System", "Hint")
NOTE = (
    "Refresh: of the right answers whose gold changed, those right at the next checkpoint. Preservation: of "
    "those whose gold stayed, those still right. Silently stale: the old answer given again."
)


def _of(run: Run) -> Section:
    found = maintenance.of_run(run)
    if found.is_empty:
        command = launch_command(run, "tracked")
        return Section(
            MAINTENANCE.slug, MAINTENANCE.title, absent="Not run with tracked queries.", command=command
        )
    asked = f"{len(found.found.tracked)} tracked queries at up to {found.checkpoints} checkpoints."
    paper = "; ".join(f"{name} {figure}" for name, figure in PAPER.items())
    return Section(
        MAINTENANCE.slug,
        MAINTENANCE.title,
        (
            Table("figures", "Refresh and preservation", _FIGURES, [_figures(one) for one in found.lines]),
            Table("changes", "Refresh by kind of change", _CHANGES, [_changes(one) for one in found.lines]),
        ),
        (
            asked,
            NOTE,
            f"The paper reports {paper} (other data).",
            *(f"{one.line.name}: n/a, {one.na_reason}." for one in found.lines if one.na_reason),
            marks.reader(run),
            *marks.oracles((one.line.system, one.line.knows) for one in found.lines),
        ),
    )


_FIGURES = (
    *_LINE,
    Column("refresh", "Refresh"),
    Column("explicit", "Explicit"),
    Column("implicit", "Implicit"),
    Column("preservation", "Preservation"),
    Column("stale", "Silently stale"),
    Column("changed", "Changes"),
    Column("transitions", "Transitions"),
    Column("excluded", "Not scored"),
)
_CHANGES = (*_LINE, *(Column(change.value, str(change.value).replace("_", " ")) for change in LabelChange))


def _figures(one: LineFigures) -> tuple[Value, ...]:
    found = one.figures
    return (
        *_name(one),
        found.refresh,
        found.by_class[ChangeClass.EXPLICIT],
        found.by_class[ChangeClass.IMPLICIT],
        found.preservation,
        len(found.stale),
        found.changed,
        found.transitions,
        found.excluded,
    )


def _changes(one: LineFigures) -> tuple[Value, ...]:
    return (*_name(one), *(one.figures.by_change[change] for change in LabelChange))


def _name(one: LineFigures) -> tuple[str, str]:
    return marks.named(one.line.system, one.line.knows), one.line.hint


MAINTENANCE = ReportSection("maintenance", "Maintenance", _of)
"""Refresh and preservation, by class of change."""
