"""Evidence precision and witness recall of citations (spec 12.3, overview 4.3). PURE, exact fractions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from benchmark.scoring.gold_view import UNKNOWN, GoldView


@dataclass(frozen=True, slots=True)
class CitationScore:
    """p_E and r_W, each with the upper end of its interval; equal where ``exact``.

    Null where undefined: precision when nothing is cited, both when the gold is unknown or needs no
    event. ``cited`` counts distinct ids, ``invalid`` those that name no event at or before the cutoff.
    """

    precision: Fraction | None
    precision_high: Fraction | None
    recall: Fraction | None
    recall_high: Fraction | None
    cited: int
    invalid: int
    exact: bool

    @property
    def strict_precision(self) -> Fraction | None:
        """Precision that counts 0 where nothing was cited; null only where the gold is unknown."""
        return None if self.recall is None else self.precision or Fraction(0)

    @property
    def f_score(self) -> Fraction | None:
        """Harmonic mean of strict precision and recall (lower ends)."""
        if self.recall is None or self.strict_precision is None:
            return None
        total = self.strict_precision + self.recall
        return 2 * self.strict_precision * self.recall / total if total else Fraction(0)


def score_citations(citations: Sequence[str], gold: GoldView) -> CitationScore:
    """Score cited event ids. Ids that do not exist or lie after the cutoff stay in the denominator of
    precision. Recall is taken over minimal witnesses only."""
    cited = frozenset(citations)
    invalid = len(cited - gold.visible)
    if gold.label == UNKNOWN or any(not witness for witness in gold.witnesses):
        # An empty witness: the answer rests on an assumed completeness alone, so there is nothing to cite.
        return CitationScore(None, None, None, None, len(cited), invalid, True)
    high = gold.support if gold.exact or gold.support_high is None else gold.support_high
    recall, recall_high = _recall(cited, gold, high)
    return CitationScore(
        precision=Fraction(len(cited & gold.support), len(cited)) if cited else None,
        precision_high=Fraction(len(cited & high), len(cited)) if cited else None,
        recall=recall,
        recall_high=recall_high,
        cited=len(cited),
        invalid=invalid,
        exact=gold.exact,
    )


def _recall(cited: frozenset[str], gold: GoldView, possible: frozenset[str]) -> tuple[Fraction, Fraction]:
    """The largest share of a minimal witness that is cited, or bounds for it: from what is listed below,
    from what the witnesses are made of above (overview 4.3)."""
    listed = max((Fraction(len(cited & set(w)), len(w)) for w in gold.witnesses), default=Fraction(0))
    if gold.exact:
        return listed, listed
    if gold.choices is None:
        return listed, max(listed, _recall_bound(cited, possible, gold.smallest_unlisted))
    low, high = gold.choices.recall(cited)
    return max(low, listed), max(high, listed)


def _recall_bound(cited: frozenset[str], possible: frozenset[str], smallest: int) -> Fraction:
    """No unlisted witness shares more events with the citations than lie in the upper support, and
    none is smaller than ``smallest``."""
    return min(Fraction(1), Fraction(len(cited & possible), max(smallest, 1)))
