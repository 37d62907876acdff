"""The figures of shortcuts as text."""

from __future__ import annotations

from collections.abc import Iterator

from benchmark.management.printing import columns
from benchmark.oracles.shortcuts import KNOWS, Shortcut
from benchmark.scoring.aggregation import Share
from benchmark.selectors.shortcuts import ShortcutResults
from benchmark.selectors.shortcuts_page import ends


def lines(found: ShortcutResults) -> Iterator[str]:
    """All of it: by family, BM25 beside the full history, by witness size, the forms above chance."""
    suite = found.suite
    yield f"Shortcuts on suite {suite.slug} v{suite.version}. {suite.verification_text}."
    if found.is_empty:
        yield "It has no query with gold, so there is nothing to score."
        return
    yield f"They know {' or '.join(KNOWS)}: marked, never ranked. BM25 hands over {found.check.k} records."
    for family in found.families:
        yield f"\n{family.name} (n {family.shares[Shortcut.BM25].denominator})"
        yield columns(
            [["shortcut", "", "right", "95 %"], *(_row(one.value, family.shares[one]) for one in Shortcut)]
        )
    yield f"\nSupporting events cite a whole witness: {found.whole_witness}"
    yield from _paired(found)
    yield "\nBM25 by events of the smallest witness"
    yield columns(
        [
            ["events", "", "right", "95 %", "above the band before, 95 %"],
            *(
                [*_row(step.band.value, step.share), ends(step.rise) + (" rises" if step.rises else "")]
                for step in found.curve
            ),
        ]
    )
    yield from _forms(found)


def _paired(found: ShortcutResults) -> Iterator[str]:
    paired = found.paired
    yield (
        f"Full history less BM25: {paired.mean or 0:+.1%}, 95 % {ends(paired.spread)}. Of {paired.n}, right "
        f"on the full history alone {paired.gained}, by BM25 alone {paired.lost}; McNemar p {paired.p:.2g}"
    )


def _forms(found: ShortcutResults) -> Iterator[str]:
    if not found.above_chance:
        yield f"\nNone of {len(found.forms)} forms is answered above chance from its wording alone."
        return
    yield "\nAnswered above chance from the wording alone"
    head = ["form", "domain", "right", "chance", "p", "reason"]
    rows = [
        [
            form.form,
            form.domain,
            f"{form.right}/{form.queries}",
            f"{form.chance:.0%}",
            f"{form.p:.2g}",
            form.reason,
        ]
        for form in found.above_chance
    ]
    yield columns([head, *rows])
    yield f"These queries: {', '.join(map(str, found.marked))}"


def _row(name: str, share: Share) -> list[str]:
    shown = "n/a" if share.value is None else f"{share.value:.1%} ({share.numerator}/{share.denominator})"
    return [name.replace("_", " "), "", shown, ends(share.interval)]
