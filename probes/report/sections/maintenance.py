"""The section of a report that says whether changes arrive and whether the rest stays (Q3, spec 8.2)."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _n

from benchmark.models import Run
from benchmark.reporting import marks
from benchmark.reporting.answers import launch_command
from benchmark.reporting.sections import Column, ReportSection, Section, Table, Value, keys
from benchmark.scoring.maintenance import ChangeClass, LabelChange
from probes.selectors import maintenance
from probes.selectors.maintenance import PAPER, LineFigures
from scenarios.sentences import Sentence

_LINE = keys(_n("System"), _n("Hint"))
NOTE = Sentence(
    "Refresh: of the right answers whose gold changed, those right at the next checkpoint. Preservation: of "
    "those whose gold stayed, those still right. Silently stale: the old answer given again."
)


def _of(run: Run) -> Section:
    found = maintenance.of_run(run)
    if found.is_empty:
        command = launch_command(run, "tracked")
        return Section(
            MAINTENANCE.slug,
            MAINTENANCE.title,
            absent=Sentence("Not run with tracked queries."),
            command=command,
        )
    asked = Sentence(
        "%(n)s tracked queries at up to %(checkpoints)s checkpoints.",
        n=len(found.found.tracked),
        checkpoints=found.checkpoints,
    )
    paper = "; ".join(f"{name} {figure}" for name, figure in PAPER.items())
    return Section(
        MAINTENANCE.slug,
        MAINTENANCE.title,
        (
            Table(
                "figures", _n("Refresh and preservation"), _FIGURES, [_figures(one) for one in found.lines]
            ),
            Table(
                "changes", _n("Refresh by kind of change"), _CHANGES, [_changes(one) for one in found.lines]
            ),
        ),
        (
            asked,
            NOTE,
            Sentence("The paper reports %(figures)s (other data).", figures=paper),
            *(
                Sentence("%(line)s: n/a, %(reason)s.", line=one.line.name, reason=Sentence(one.na_reason))
                for one in found.lines
                if one.na_reason
            ),
            marks.reader(run),
            *marks.oracles((one.line.system, one.line.knows) for one in found.lines),
        ),
    )


_FIGURES = (
    *_LINE,
    Column("refresh", _n("Refresh")),
    Column("explicit", _n("Explicit")),
    Column("implicit", _n("Implicit")),
    Column("preservation", _n("Preservation")),
    Column("stale", _n("Silently stale")),
    Column("changed", _n("Changes")),
    Column("transitions", _n("Transitions")),
    Column("excluded", _n("Not scored")),
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


MAINTENANCE = ReportSection("maintenance", _n("Maintenance"), _of)
"""Refresh and preservation, by class of change."""
