"""A comparison as a comment for a review: the paired test, and the lost queries, each with its first lost
node."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from django.urls import reverse

from benchmark.management import printing
from probes.report.comparison_words import NA, ends, p_value, points
from probes.selectors.comparing import Compared, RunComparison
from probes.selectors.comparison_notes import marks, warnings
from probes.selectors.discordant import Discordant

#: As many lost queries are listed for a line.
MOST_LISTED: Final = 50
_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|])")


def comment(found: RunComparison, rows: Sequence[Discordant], *, origin: str) -> str:
    """Markdown of the comparison. ``rows`` are the queries that differ; links start with ``origin``."""
    names = ", ".join(
        f"{escaped(suite.slug)} version {suite.version} ({suite.verification_text})" for suite in found.suites
    )
    parts = [f"### Comparison on {names}", "", *_table(found)]
    parts += ["", *(f"- {escaped(note)}" for note in (*warnings(found), *marks(found)))]
    for place, other in enumerate(found.others, 1):
        parts += ["", *_lost(found, place, other, rows, origin)]
    return "\n".join(parts) + "\n"


def _table(found: RunComparison) -> Iterator[str]:
    yield "| line | right | pairs | difference, points | 95 % | lost | gained | McNemar p | Holm p |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|---:|"
    for one in found.lines:
        whole = None if one.against is None else one.against.whole
        cells = [escaped(str(one.line)), NA if one.na_reason else printing.share(one.accuracy)]
        if whole is None:
            cells += ["baseline" if one is found.baseline else NA, *[""] * 6]
        else:
            cells += [str(whole.n), points(whole.difference), ends(whole.spread)]
            cells += [str(len(whole.lost)), str(len(whole.gained)), p_value(whole.p), p_value(whole.holm)]
        yield f"| {' | '.join(cells)} |"


def _lost(
    found: RunComparison, place: int, other: Compared, rows: Sequence[Discordant], origin: str
) -> Iterator[str]:
    lost = set() if other.against is None else set(other.against.whole.lost)
    yield f"**Lost on {escaped(str(other.line))}: {len(lost)}**"
    listed = [row for row in rows if row.query in lost]
    if listed:
        yield ""
    for row in listed[:MOST_LISTED]:
        query, node = row.question.query, row.lost[place]
        page = reverse("scenarios:query", args=[query.scenario.suite.slug, query.scenario.slug, query.label])
        line = f"- [{escaped(row.query)}]({origin}{page})"
        if node is not None:
            diagnosis = reverse("probes:diagnosis", args=[node.run, node.answer])
            line += f": lost at [{escaped(node.node)}]({origin}{diagnosis}), {escaped(node.failure)}"
        yield line
    if len(listed) > MOST_LISTED:
        yield f"- and {len(listed) - MOST_LISTED} more"


def escaped(text: str) -> str:
    """Words as Markdown shows them, on one line: nothing in them is markup."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))
