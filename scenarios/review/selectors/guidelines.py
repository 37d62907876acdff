"""Guidelines of a suite: the one in force, and how it came to be."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from scenarios.models import Guideline, Suite
from scenarios.review import guideline_texts, word_difference
from scenarios.review.subjects.base import all_subjects

ANNOTATION = "annotation"
"""The guideline for attaching actions to texts of one's own, beside those of the kinds of subjects."""


@dataclass(frozen=True, slots=True)
class Version:
    """One version as a page shows it; ``pieces`` set it against the one before, empty for the first."""

    guideline: Guideline
    pieces: tuple[word_difference.Piece, ...]

    @property
    def changed(self) -> tuple[int, int]:
        """How many words were added and removed."""
        counts = {"added": 0, "removed": 0}
        for piece in self.pieces:
            if piece.kind in counts:
                counts[piece.kind] += len(piece.text.split())
        return counts["added"], counts["removed"]


def kinds() -> dict[str, str]:
    """Every kind that has a guideline, with its title."""
    return {
        **{slug: gettext(one.title) for slug, one in all_subjects().items()},
        ANNOTATION: gettext("Texts of one's own"),
    }


def current(suite: Suite, kind: str) -> Guideline | None:
    """The newest version, None where none was written yet (``default_text`` says what holds until then)."""
    return Guideline.objects.filter(suite=suite, kind=kind).order_by("-version").first()


def default_text(kind: str) -> str:
    """What a kind begins with."""
    return guideline_texts.DEFAULTS.get(kind, guideline_texts.PLAIN)


def versions(suite: Suite, kind: str) -> list[Version]:
    """All versions, newest first, each against the one before."""
    rows = list(Guideline.objects.filter(suite=suite, kind=kind).select_related("by").order_by("version"))
    before = [None, *rows[:-1]] if rows else []
    found = [
        Version(row, word_difference.between(old.text, row.text) if old is not None else ())
        for old, row in zip(before, rows, strict=True)
    ]
    return found[::-1]
