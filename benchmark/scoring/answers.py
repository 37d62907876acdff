"""The score of one answer: AnsAcc, AnsblAcc and its citations (spec 12.3). PURE."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from benchmark.scoring.citations import CitationScore, score_citations
from benchmark.scoring.envelope import AnswerObject
from benchmark.scoring.equivalence import Match, Reason, compare
from benchmark.scoring.gold_view import UNKNOWN, GoldView

__all__ = ["AnswerObject", "GoldView", "Score", "score"]


@dataclass(frozen=True, slots=True)
class Score:
    """``correct`` is AnsAcc, ``label_correct`` AnsblAcc. ``format_error`` tells what could not be read
    (envelope or typed field), None if nothing; ``no_answer`` marks an empty field under a label that
    promises one. ``partial`` is F1 of a set. ``detail`` says in words why an answer is wrong."""

    correct: bool
    label_correct: bool
    format_error: str | None
    no_answer: bool
    partial: float | None
    detail: str
    citations: CitationScore

    @property
    def precision(self) -> float | None:
        return _float(self.citations.precision)

    @property
    def precision_high(self) -> float | None:
        return _float(self.citations.precision_high)

    @property
    def recall(self) -> float | None:
        return _float(self.citations.recall)

    @property
    def recall_high(self) -> float | None:
        return _float(self.citations.recall_high)

    @property
    def invalid_citations(self) -> int:
        return self.citations.invalid

    @property
    def exact(self) -> bool:
        return self.citations.exact

    @property
    def justified_correct(self) -> bool:
        """Right, and a whole witness is cited; of an unknown gold: right."""
        return self.correct and self.citations.recall in (None, 1)


def score(answer: AnswerObject, gold: GoldView) -> Score:
    """Score an answer. The label of a right answer that is not ``unknown`` does not matter to AnsAcc."""
    label_correct = answer.format_error is None and answer.label == gold.label
    match = judge(answer, gold)
    return Score(
        correct=match.right,
        label_correct=label_correct,
        format_error=match.detail if match.reason == Reason.FORMAT else None,
        no_answer=match.reason == Reason.NO_ANSWER,
        partial=match.partial,
        detail=match.detail,
        citations=score_citations(answer.citations, gold),
    )


def judge(answer: AnswerObject, gold: GoldView) -> Match:
    """Whether an answer is right, and why or why not."""
    if answer.format_error is not None:
        return Match(Reason.FORMAT, answer.format_error)
    if gold.label == UNKNOWN or answer.label == UNKNOWN:
        same = gold.label == answer.label
        return Match(
            Reason.EQUAL if same else Reason.DIFFERENT,
            "" if same else f"said {answer.label} where the gold is {gold.label}",
        )
    return compare(answer.answer, gold)


def _float(value: Fraction | None) -> float | None:
    return None if value is None else float(value)
