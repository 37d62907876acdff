"""The tables of ``manage.py agreement`` as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scenarios.agreement.measure import Measure
from scenarios.agreement.summary import MEASURES
from scenarios.review.selectors.agreement import HEADS, Report, undefined
from scenarios.review.selectors.batches import Batch
from scenarios.review.selectors.judgments import Asked, OfField


def lines(report: Report) -> Iterator[str]:
    """Each field with its measures and intervals, what is to be said of them, and each batch."""
    if not report.fields:
        yield "No item was judged by two people, so there is nothing to compare."
    else:
        head = ["field", "n", *(HEADS[name] for name in MEASURES)]
        yield from _table(
            [head, *([_name(one.asked), str(one.found.n), *_measures(one)] for one in report.fields)]
        )
        for one in report.fields:
            yield from _notes(one)
    yield ""
    if not report.batches:
        yield "No scenario is under review."
    for batch in report.batches:
        yield _batch(batch)


def _name(asked: Asked) -> str:
    return f"{asked.kind}.{asked.name}{f' ({asked.form})' if asked.form else ''}"


def _measures(one: OfField) -> Iterator[str]:
    for name in MEASURES:
        yield _measure(getattr(one.found, name))


def _measure(measure: Measure) -> str:
    if measure.value is None or measure.interval is None:
        return str(measure)
    return f"{measure} [{measure.interval.low:.2f}, {measure.interval.high:.2f}]"


def _notes(one: OfField) -> Iterator[str]:
    notes = [f"{names} undefined: {why}" for names, why in undefined(one.found)]
    for note in [*notes, *filter(None, [one.found.note])]:
        yield f"{_name(one.asked)}: {note}"


def _batch(batch: Batch) -> str:
    if batch.holds:
        return f"{batch.scenario}: holds, {batch.verified} of {batch.items} items verified"
    failing = [
        f"{_name(one.asked)} raw {one.found.raw}, AC1 {one.found.ac1}, n = {one.found.n}"
        for one in batch.failing
    ]
    alone = [f"no item of {title} judged by two people" for title in batch.alone]
    return "; ".join([f"{batch.scenario}: {batch.todo}", *failing, *alone])


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [
            row[0].ljust(widths[0]),
            *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)),
        ]
        yield "  ".join(cells).rstrip()
