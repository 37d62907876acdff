"""A comparison of runs as text, for the command."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from benchmark.management import printing
from benchmark.scoring.comparison import Comparison, Paired
from probes.report.comparison_csv import verdict
from probes.report.comparison_words import NA, TRAITS, ends, p_value, points, wilson
from probes.selectors.comparing import Compared, RunComparison
from probes.selectors.comparison_notes import marks, warnings
from probes.selectors.discordant import Discordant

_PAIR_HEAD = ["pairs", "difference", "95 %", "lost", "gained", "McNemar p", "Holm p"]


def lines(found: RunComparison) -> Iterator[str]:
    """What was compared, its table, its slices, and what must be said beside them."""
    for suite in found.suites:
        yield f"{suite.slug} v{suite.version} ({suite.content_hash[:12]}). {suite.verification_text}."
    yield from (f"Note: {warning}" for warning in warnings(found))
    yield printing.columns([["line", "", "n", "AnsAcc", "95 %", *_PAIR_HEAD], *map(_line, found.lines)])
    yield (
        "Differences are in percentage points, less the baseline, over the queries that count on both. "
        "Intervals: Wilson of a share, bootstrap over scenarios of a difference."
    )
    for other in found.others:
        if other.against is not None:
            yield from _against(found, other, other.against)
    yield from marks(found)


def _line(one: Compared) -> list[str]:
    name = f"{one.line} *" if one.line.knows else str(one.line)
    share = one.accuracy
    shown = [NA, NA] if one.na_reason else [printing.share(share), wilson(share)]
    return [
        name,
        "",
        str(share.denominator),
        *shown,
        *_pair(None if one.against is None else one.against.whole),
    ]


def _pair(one: Paired | None) -> list[str]:
    if one is None:
        return [""] * len(_PAIR_HEAD)
    small = " (few)" if one.small else ""
    return [
        f"{one.n}{small}",
        points(one.difference),
        ends(one.spread),
        str(len(one.lost)),
        str(len(one.gained)),
        p_value(one.p),
        p_value(one.holm),
    ]


def _against(found: RunComparison, other: Compared, against: Comparison) -> Iterator[str]:
    yield f"\n{other.line} beside {found.baseline.line}"
    for gaps, place in ((against.only_first, found.baseline.line), (against.only_second, other.line)):
        if gaps:
            yield f"Only on {place}: {_gaps(gap.query for gap in gaps)}"
    if against.neither:
        yield f"On neither: {_gaps(gap.query for gap in against.neither)}"
    if against.slices:
        rows = [[TRAITS[part.trait], part.value or "none", *_pair(part.paired)] for part in against.slices]
        yield printing.columns([["by", "value", *_PAIR_HEAD], *rows])


def _gaps(queries: Iterable[str], most: int = 10) -> str:
    listed = list(queries)
    more = f" and {len(listed) - most} more" if len(listed) > most else ""
    return f"{', '.join(listed[:most])}{more} ({len(listed)} without a pair)"


def queries(found: RunComparison, rows: Iterable[Discordant]) -> str:
    """The queries on which the lines differ, with the verdict on each line."""
    head = ["query", "", *(str(one.line) for one in found.lines)]
    table = [
        [row.query, "", *("not asked" if answer is None else verdict(answer) for answer in row.answers)]
        for row in rows
    ]
    return printing.columns([head, *table])
