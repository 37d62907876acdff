"""The tables of ``manage.py suite_stats`` as text: each figure with its target and tolerance behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scenarios.generators.derive.statistics import (
    MEASURES,
    DomainRow,
    FamilyRow,
    SuiteStatistics,
    Summary,
    mean_text,
    number,
)
from scenarios.generators.derive.targets import TYPE_SHARES
from scenarios.generators.derive.verdict import Verdict

_COUNTS = ("scenarios", "events", "queries", "answerable", "zero", "unknown")
_MEANS = ("witness", "height", "width")
#: Measures beyond those of the paper's table.
_FURTHER = tuple(name for name in MEASURES if name not in _MEANS)
#: Behind a figure outside its tolerance: allowed, or not.
ALLOWED_MARK, MISSED_MARK = "*", "!"


def lines(found: SuiteStatistics, verdict: Verdict | None) -> Iterator[str]:
    """Both tables, the figures that have no targets, and what lies outside."""
    yield from _table("By domain", _domain_head(), [_domain_cells(row, verdict) for row in found.domains])
    yield from _table("By family", _family_head(), [_family_cells(row, verdict) for row in found.families])
    yield from _table(
        "By family: mean (median, largest)",
        ["family", *_FURTHER],
        [[row.name, *(_summary(row.measures[name]) for name in _FURTHER)] for row in found.families],
    )
    yield from _table(
        "Answer types, % of queries, and Booleans that are true",
        ["domain", *(f"{name} ({100 * share:.0f})" for name, share in TYPE_SHARES.items()), "true (45–55)"],
        [_type_cells(row) for row in found.domains],
    )
    if bounded := found.families[-1].bounded:
        yield f"{bounded} of the witness sizes are upper bounds: their lists of witnesses are not complete."
    if verdict is not None:
        yield from verdict_lines(verdict)


def verdict_lines(verdict: Verdict) -> Iterator[str]:
    """What lies outside its tolerance, what of that is allowed and why, and reasons that nothing needs."""
    inside = sum(figure.inside for figure in verdict.figures)
    yield f"{inside} of {len(verdict.figures)} figures lie within their targets."
    for figure in verdict.missed:
        yield f"OUTSIDE  {figure}"
    for figure in verdict.allowed:
        yield f"ALLOWED  {figure}: {figure.reason}"
    for figure in verdict.needless:
        yield f"NEEDLESS {figure}: a reason is stated, and it lies within"


def _domain_head() -> list[str]:
    return ["domain", *_COUNTS, "median witness", "max witness"]


def _domain_cells(row: DomainRow, verdict: Verdict | None) -> list[str]:
    values: dict[str, float | None] = {name: getattr(row, name) for name in _COUNTS}
    values |= {"witness_median": row.witness.median, "witness_max": row.witness.largest}
    return [
        row.name,
        *(_cell(number(value), f"domains.{row.name}.{name}", verdict) for name, value in values.items()),
    ]


def _family_head() -> list[str]:
    return ["family", "queries", "mean witness", "obs %", "height", "width"]


def _family_cells(row: FamilyRow, verdict: Verdict | None) -> list[str]:
    texts = {
        "queries": number(row.queries),
        "witness": mean_text(row.measures["witness"].mean),
        "obs": mean_text(row.obs.percent),
        "height": mean_text(row.measures["height"].mean),
        "width": mean_text(row.measures["width"].mean),
    }
    return [row.name, *(_cell(text, f"families.{row.name}.{name}", verdict) for name, text in texts.items())]


def _type_cells(row: DomainRow) -> list[str]:
    shares = [
        f"{100 * row.types.get(name, 0) / row.queries:.1f}" if row.queries else "n/a" for name in TYPE_SHARES
    ]
    true = "n/a" if row.true.percent is None else f"{row.true.percent:.1f} % ({row.true.part}/{row.true.n})"
    return [row.name, *shares, true]


def _cell(text: str, key: str, verdict: Verdict | None) -> str:
    """A figure, with its target where it has one and a mark where it lies outside."""
    figure = verdict.figure(key) if verdict is not None else None
    if figure is None:
        return text
    mark = "" if figure.inside else ALLOWED_MARK if figure.holds else MISSED_MARK
    return f"{text}{mark} ({figure.aim})"


def _summary(summary: Summary) -> str:
    if summary.mean is None:
        return "n/a"
    return f"{mean_text(summary.mean)} ({number(summary.median)}, {number(summary.largest)})"


def _table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    yield title
    for cells in (head, ["-" * width for width in widths], *rows):
        first, *rest = (
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(cells, widths, strict=True))
        )
        yield "  ".join((first, *rest)).rstrip()
    yield ""
