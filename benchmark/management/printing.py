"""How commands print results: one table, the same in `run`, `report`, `quickstart` and `score`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchmark.models import Run
from benchmark.scoring.aggregation import Mean, Share, Summary
from benchmark.selectors.results import SystemResult
from scenarios.sentences import Sentence

NA = "n/a"


def table(run: Run, results: Sequence[SystemResult], *, title: str) -> str:
    """The results of a run as text: shares with counts and 95 % intervals, marks and notes under it."""
    head = ["system", "hint", "n", "AnsAcc", "95 %", "AnsblAcc", "cit. P", "cit. R", "gathered", "errors"]
    rows = [_row(result) for result in results]
    parts = [f"Run {run.pk} over {run.suite.slug} v{run.suite_version} ({run.status}). {title}"]
    parts.append(columns([head, *rows]))
    parts.append(f"{run.suite.verification_text}.")
    parts += notes(results)
    if run.message:
        parts.append(run.message)
    return "\n".join(parts)


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows of text in aligned columns; the first is the head."""
    widths = [max(len(row[index]) for row in rows) for index in range(len(rows[0]))]
    lines = [
        "  ".join(
            cell.ljust(width) if index < 2 else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(lines)


def share(value: Share) -> str:
    """A share with both its parts."""
    if value.value is None:
        return NA
    return f"{value.value:.1%} ({value.numerator}/{value.denominator})"


def mean(value: Mean) -> str:
    """A mean with its n; both ends where some of its parts are bounds."""
    if value.low is None or value.high is None:
        return NA
    ends = f"{value.low:.1%}" if not value.intervals else f"{value.low:.1%} to {value.high:.1%}"
    return f"{ends} (n {value.n})"


def labels(figures: Summary) -> str:
    """AnsAcc per gold label."""
    return Sentence.joined(
        ", ",
        [Sentence.joined(" ", (Sentence(label), share(found))) for label, found in figures.by_label.items()],
    )


def _row(result: SystemResult) -> list[str]:
    figures = result.summary
    name = f"{result.system} *" if result.knows else result.system
    gathered = _gathered(result)
    errors = result.system_failed + result.infrastructure + result.unread
    count = f"{result.n}/{result.asked}"
    if result.na_reason:
        return [name, result.hint, count, NA, NA, NA, NA, NA, gathered, str(errors)]
    interval = figures.ansacc.interval
    return [
        name,
        result.hint,
        count,
        share(figures.ansacc),
        f"{interval.low:.1%} to {interval.high:.1%}" if interval else NA,
        share(figures.ansblacc),
        mean(figures.precision),
        mean(figures.recall),
        gathered,
        str(errors),
    ]


def _gathered(result: SystemResult) -> str:
    if result.gathered is None or result.gathered_high is None:
        return NA
    high = f" to {result.gathered_high:.1%}" if result.gathered_intervals else ""
    return f"{result.gathered:.1%}{high} (n {result.gathered_n})"


def notes(results: Sequence[SystemResult]) -> list[str]:
    """What must stand beside the figures: marks, n/a and why, failures by who must act."""
    found: list[str] = []
    for result in results:
        if result.knows:
            found.append(_oracle(result))
        found.append(_by_label(result))
        found.extend(_failed(result))
    if any(result.partial for result in results):
        found.append(
            Sentence("Partial: the run has not ended as done; these figures are not for comparison.")
        )
    return found


def _oracle(result: SystemResult) -> str:
    knows = Sentence.joined(", ", [Sentence(word) for word in result.knows])
    if "gold" in result.knows:
        return Sentence(
            "* %(system)s knows %(knows)s: a ceiling, never ranked.", system=result.system, knows=knows
        )
    return Sentence("* %(system)s knows %(knows)s: never ranked.", system=result.system, knows=knows)


def _by_label(result: SystemResult) -> str:
    line = f"{result.system} ({result.hint})"
    if result.na_reason:
        return Sentence("%(line)s: n/a, %(reason)s.", line=line, reason=Sentence(result.na_reason))
    return Sentence("%(line)s by gold label: %(labels)s.", line=line, labels=labels(result.summary))


def _failed(result: SystemResult) -> Iterator[str]:
    system = result.system
    if result.system_failed:
        yield Sentence(
            "%(system)s: failed on %(n)s, counted as wrong.", system=system, n=result.system_failed
        )
    if result.infrastructure:
        yield Sentence(
            "%(system)s: infrastructure failed on %(n)s, not scored.", system=system, n=result.infrastructure
        )
    if result.unread and not result.na_reason:
        yield Sentence(
            "%(system)s: %(n)s contexts could not be read, not scored.", system=system, n=result.unread
        )
