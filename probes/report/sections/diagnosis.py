"""The section of a report that says where wrong answers were lost, and what repairs them (spec 7.7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from django.utils.translation import gettext_noop as _n

from benchmark.models import Run
from benchmark.reporting import marks
from benchmark.reporting.answers import launch_command
from benchmark.reporting.sections import Column, ReportSection, Section, Table, Value, keys
from probes.models import FailureClass
from probes.selectors import diagnoses, diagnosis_figures
from probes.selectors.diagnoses import DiagnosisFacts
from probes.selectors.diagnosis_figures import PAPER, LineFigures
from scenarios.sentences import Sentence

_LINE = keys(_n("System"), _n("Hint"))
_CLASSES = tuple(Column(name, name) for name in FailureClass.values)


def _of(run: Run) -> Section:
    rows = diagnoses.of_run(run)
    if not rows:
        said = _n("Nothing is diagnosed yet.") if "probes" in run.config.get("parts", ()) else NOT_RUN
        return Section(DIAGNOSIS.slug, DIAGNOSIS.title, absent=said, command=launch_command(run, "probes"))
    return section(rows, run)


NOT_RUN = _n("Not run with probes.")
NOTE = Sentence(
    "Classes are shares of frontier nodes. Recoveries count a system's right answers and those that are "
    "right once rebuilt; p is McNemar's, exact and two-sided."
)


def section(rows: Sequence[DiagnosisFacts], run: Run) -> Section:
    """The section over the diagnoses of a run, or of a file that is scored."""
    lines = diagnosis_figures.by_line(rows)
    tables = [_figures(lines), _classes(lines), _failures(lines), _recoveries(lines), _helps(lines)]
    return Section(
        DIAGNOSIS.slug,
        DIAGNOSIS.title,
        # A cell of these may hold one query, and of a held-out suite only sums are told.
        [*tables, *([] if run.suite.held_out else _by(lines))],
        (
            NOTE,
            PAPER,
            marks.reader(run),
            *_incomplete(lines),
            *marks.oracles((line.system, line.knows) for line in lines),
        ),
    )


def _rows(lines: Sequence[LineFigures], of: Callable[[LineFigures], Sequence[Value]]) -> list[list[Value]]:
    return [[*_name(line), *of(line)] for line in lines]


def _name(line: LineFigures) -> tuple[str, str]:
    return marks.named(line.system, line.knows), line.hint


def _figures(lines: Sequence[LineFigures]) -> Table:
    columns = (
        *_LINE,
        Column("right", _n("Right")),
        Column("wrong", _n("Wrong")),
        Column("incomplete", _n("Incomplete")),
        Column("frontier_nodes", _n("Frontier nodes")),
        Column("frontier_size", _n("Mean frontier"), digits=2),
        Column("depth", _n("Mean depth"), digits=2),
        Column("unverified", _n("Unverified nodes")),
    )

    def of(line: LineFigures) -> tuple[Value, ...]:
        found = line.totals
        size, depth = found.frontier_size.value, found.depth.value
        return (
            found.right,
            found.wrong,
            found.incomplete,
            found.frontier_nodes,
            None if size is None else float(size),
            None if depth is None else float(depth),
            found.unverified,
        )

    return Table("diagnosed", _n("Diagnosed answers"), columns, _rows(lines, of))


def _classes(lines: Sequence[LineFigures]) -> Table:
    rows = _rows(lines, lambda line: list(line.totals.by_class.values()))
    return Table("classes", _n("Frontier nodes by class"), (*_LINE, *_CLASSES), rows)


def _failures(lines: Sequence[LineFigures]) -> Table:
    rows = _rows(lines, lambda line: list(line.totals.failures_with.values()))
    return Table("failures", _n("Wrong answers with at least one node of a class"), (*_LINE, *_CLASSES), rows)


def _recoveries(lines: Sequence[LineFigures]) -> Table:
    columns = (
        *_LINE,
        *keys(_n("Recovery")),
        Column("after", _n("AnsAcc after")),
        Column("points", _n("Points")),
        Column("won", _n("Repaired")),
        Column("lost", _n("Broken")),
        Column("p", _n("McNemar p"), digits=4),
    )
    rows: list[Sequence[Value]] = []
    for line in lines:
        rows += [
            (*_name(line), gain.name, gain.after, gain.points, gain.won, gain.lost, gain.p)
            for gain in line.gains
        ]
        for name, share in (
            (Sentence("load-bearing: only ➋ repairs, of wrong"), line.totals.load_bearing),
            (Sentence("residual: ➋ does not repair, of wrong"), line.totals.residual),
        ):
            rows.append((*_name(line), name, share, None, None, None, None))
    return Table("recoveries", _n("Recoveries"), columns, rows)


def _helps(lines: Sequence[LineFigures]) -> Table:
    columns = (*_LINE, *keys(_n("What would help")), Column("of_wrong", _n("Of wrong answers")))
    rows = [(*_name(line), one.words, one.share) for line in lines for one in line.helps]
    return Table("helps", _n("What would help, the most first"), columns, rows)


def _by(lines: Sequence[LineFigures]) -> Iterator[Table]:
    """Classes by kind of node, family and dimension."""
    titles = dict.fromkeys(table.title for line in lines for table in line.tables)
    for title in titles:
        name = title.removeprefix("by ").split()[0]
        rows: list[Sequence[Value]] = [
            (*_name(line), row.name, *(cell.share for cell in row.cells))
            for line in lines
            for table in line.tables
            if table.title == title
            for row in table.rows
        ]
        columns = (*_LINE, Column(name, title.removeprefix("by ").capitalize(), key=True), *_CLASSES)
        yield Table(name, Sentence("Frontier nodes %(by)s", by=title), columns, rows)


def _incomplete(lines: Sequence[LineFigures]) -> list[str]:
    return [
        Sentence(
            "%(line)s: %(n)s diagnoses lack an answer to a probe and are in no share.",
            line=f"{line.system} ({line.hint})",
            n=line.totals.incomplete,
        )
        for line in lines
        if line.totals.incomplete
    ]


DIAGNOSIS = ReportSection("diagnosis", _n("Diagnosis"), _of)
"""Classes, dimensions, recoveries, what would help."""
