"""The figures of a run's diagnoses, one set a system line: classes, gains, what would help (spec 7.7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from benchmark.scoring.aggregation import Share
from benchmark.scoring.statistics import mcnemar
from probes.diagnosis.totals import Totals, totals
from probes.models import Dimension, FailureClass
from probes.selectors.diagnoses import DiagnosisFacts, NodeFacts
from probes.selectors.diagnosis_helps import Help, helping
from scenarios.datalog.derivation import NodeKind
from scenarios.sentences import Sentence

#: What the paper says of recoveries, over its own suite, systems and answer model.
PAPER = Sentence(
    "The paper finds most failures ungathered, and rebuilding answers from intermediate ones to gain up to "
    "30.0 points (other data: its own suite, systems and answer model)."
)
PAPER_BM25 = Sentence("There BM25 answers 58.28 % of all queries before any recovery (other data).")


@dataclass(frozen=True, slots=True)
class Cell:
    """A share of the frontier nodes of a row that are of one class; ``wanted`` are the filters that list
    their queries."""

    share: Share
    wanted: dict[str, str]


@dataclass(frozen=True, slots=True)
class ClassRow:
    """A row of a table of classes."""

    name: str
    cells: list[Cell]
    n: int


@dataclass(frozen=True, slots=True)
class ClassTable:
    """Frontier nodes by class (columns) and something else (rows)."""

    title: str
    rows: list[ClassRow]


@dataclass(frozen=True, slots=True)
class Gain:
    """Accuracy with and without a recovery over the same ``before.denominator`` answers: ``won`` became
    right, ``lost`` wrong; ``p`` is McNemar's, exact and two-sided, None for the original itself."""

    name: str
    before: Share
    after: Share
    won: int
    lost: int
    p: float | None

    @property
    def points(self) -> float | None:
        """The difference in percentage points; None over nothing."""
        if self.after.value is None or self.before.value is None:
            return None
        return 100 * (self.after.value - self.before.value)


@dataclass(frozen=True)
class LineFigures:
    """One system line: ``totals`` over its diagnoses, tables of classes, gains, and what would help, the most
    first. ``paper`` is what the paper reports of other data."""

    system: str
    hint: str
    knows: tuple[str, ...]
    totals: Totals
    tables: list[ClassTable]
    gains: list[Gain]
    helps: list[Help]
    paper: str

    def as_json(self) -> dict[str, Any]:
        """The figures with both parts of each share."""
        found = self.totals
        return {
            "system": self.system,
            "hint": self.hint,
            "knows": list(self.knows),
            "right": found.right.as_json(),
            "incomplete": found.incomplete,
            "wrong": found.wrong,
            "frontier_nodes": found.frontier_nodes,
            "by_class": {str(name): share.as_json() for name, share in found.by_class.items()},
            "failures_with": {str(name): share.as_json() for name, share in found.failures_with.items()},
            "mean_frontier_size": _mean(found.frontier_size.value),
            "mean_depth": _mean(found.depth.value),
            "unverified": found.unverified.as_json(),
            "load_bearing": found.load_bearing.as_json(),
            "residual": found.residual.as_json(),
            "tables": {
                table.title: [
                    {
                        "name": row.name,
                        "n": row.n,
                        "classes": {
                            name: cell.share.as_json()
                            for name, cell in zip(FailureClass.values, row.cells, strict=True)
                        },
                    }
                    for row in table.rows
                ]
                for table in self.tables
            },
            "gains": [
                {
                    "name": gain.name,
                    "before": gain.before.as_json(),
                    "after": gain.after.as_json(),
                    "points": gain.points,
                    "won": gain.won,
                    "lost": gain.lost,
                    "p": gain.p,
                }
                for gain in self.gains
            ],
            "helps": [{"words": one.words, "of_wrong": one.share.as_json()} for one in self.helps],
            "paper": self.paper,
        }


def _mean(value: Any) -> float | None:
    return None if value is None else float(value)


def by_line(rows: Iterable[DiagnosisFacts]) -> list[LineFigures]:
    """The figures of each system and hint, by name."""
    lines: dict[tuple[str, str], list[DiagnosisFacts]] = {}
    for row in rows:
        lines.setdefault(row.line, []).append(row)
    return [_figures(lines[line]) for line in sorted(lines)]


def _figures(rows: Sequence[DiagnosisFacts]) -> LineFigures:
    first = rows[0]
    complete = [row for row in rows if row.complete]
    wrong = [row for row in complete if not row.correct]
    found = totals(row.as_query() for row in rows)
    is_bm25 = first.adapter == "bm25"
    return LineFigures(
        system=first.system,
        hint=first.hint,
        knows=first.knows,
        totals=found,
        tables=_tables(wrong, first.system),
        gains=_gains(complete),
        helps=helping(wrong, found, first.system),
        paper=Sentence.joined(" ", (PAPER, PAPER_BM25)) if is_bm25 else PAPER,
    )


def _tables(wrong: Sequence[DiagnosisFacts], system: str) -> list[ClassTable]:
    nodes = [(row, node) for row in wrong for node in row.frontier]
    kinds = [kind.value for kind in NodeKind if any(node.kind == kind for _, node in nodes)]
    families = sorted({row.family for row, _ in nodes})
    return [
        ClassTable(
            Sentence("by kind of node"),
            [
                _row(
                    Sentence(kind.replace("_", " ")), nodes, {"system": system, "kind": kind}, _of_kind(kind)
                )
                for kind in kinds
            ],
        ),
        ClassTable(
            Sentence("by family of query"),
            [
                _row(family, nodes, {"system": system, "family": family}, _of_family(family))
                for family in families
            ],
        ),
        ClassTable(
            Sentence("by dimension"),
            [
                _row(str(title), nodes, {"system": system, "dimension": name}, _of_dimension(name))
                for name, title in Dimension.choices
            ],
        ),
    ]


Nodes = Sequence[tuple[DiagnosisFacts, NodeFacts]]
Holds = Callable[[DiagnosisFacts, NodeFacts], bool]


def _of_kind(kind: str) -> Holds:
    return lambda row, node: node.kind == kind


def _of_family(family: str) -> Holds:
    return lambda row, node: row.family == family


def _of_dimension(dimension: str) -> Holds:
    return lambda row, node: node.dimension == dimension


def _row(name: str, nodes: Nodes, wanted: dict[str, str], holds: Holds) -> ClassRow:
    inside = [node for row, node in nodes if holds(row, node)]
    cells = [
        Cell(
            Share(sum(node.failure == failure for node in inside), len(inside)),
            {**wanted, "failure": failure},
        )
        for failure in FailureClass.values
    ]
    return ClassRow(name, cells, len(inside))


def _gains(complete: Sequence[DiagnosisFacts]) -> list[Gain]:
    right = sum(row.correct for row in complete)
    own = Share(right, len(complete))
    return [
        Gain(Sentence("original"), own, own, 0, 0, None),
        _gain(Sentence("split"), [(row.correct, row.split) for row in complete if row.split is not None]),
        _gain(
            Sentence("➊ its own answers"),
            [(row.correct, row.correct or row.self_recovered) for row in complete],
        ),
        _gain(
            Sentence("➋ gold evidence"),
            [(row.correct, row.correct or row.gold_recovered) for row in complete],
        ),
    ]


def _gain(name: str, pairs: Sequence[tuple[bool, bool | None]]) -> Gain:
    won = sum(bool(after) and not before for before, after in pairs)
    lost = sum(before and not after for before, after in pairs)
    return Gain(
        name=name,
        before=Share(sum(before for before, _ in pairs), len(pairs)),
        after=Share(sum(bool(after) for _, after in pairs), len(pairs)),
        won=won,
        lost=lost,
        p=mcnemar(lost, won),
    )
