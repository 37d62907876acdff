"""Floors, ceilings and what people reach on a suite, as lines beside its systems (spec 12.5).

Floors and ceilings are the latest check of the suite by shortcuts; what people reach comes from the sources
that the setting ``HUMAN_LINES`` names. None of them is ever ranked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from benchmark.models import Run, ShortcutScore
from benchmark.oracles.shortcuts import Shortcut
from benchmark.scoring.board_lines import Line, LineKind, Tried
from scenarios.models import Suite
from scenarios.sentences import Sentence

_FLOOR, _CEILING = LineKind.FLOOR, LineKind.CEILING
#: What each line is, how it is called, and what it knows.
LINES: Final[Mapping[Shortcut, tuple[LineKind, str, str]]] = {
    Shortcut.ALWAYS_UNKNOWN: (
        _FLOOR,
        Sentence("always unknown"),
        Sentence("knows neither record nor question"),
    ),
    Shortcut.ALWAYS_ZERO: (_FLOOR, Sentence("always zero"), Sentence("knows the answer type alone")),
    Shortcut.MAJORITY: (_FLOOR, Sentence("majority answer"), Sentence("knows the gold of other queries")),
    Shortcut.LAST_MENTION: (
        _FLOOR,
        Sentence("last mention"),
        Sentence("knows the names and types in the records"),
    ),
    Shortcut.MOST_FREQUENT: (
        _FLOOR,
        Sentence("most frequent"),
        Sentence("knows the names and types in the records"),
    ),
    Shortcut.QUESTION_ONLY: (
        _FLOOR,
        Sentence("question only"),
        Sentence("knows the wording and the gold of other queries"),
    ),
    Shortcut.FULL_HISTORY: (
        _CEILING,
        Sentence("full history"),
        Sentence("the symbolic reader over all records: knows rules and templates"),
    ),
    Shortcut.SUPPORTING_EVENTS: (
        _CEILING,
        Sentence("supporting events"),
        Sentence(
            "the symbolic reader over the records that the gold rests on: knows gold, rules and templates"
        ),
    ),
}


@dataclass(frozen=True, slots=True)
class BoardLines:
    """The lines of a suite. ``note`` says why floors and ceilings are missing; else it is empty."""

    lines: tuple[Line, ...]
    note: str = ""


def of_suite(suite: Suite) -> BoardLines:
    """The lines on the rows that the suite has now."""
    return _lines(suite, suite.content_hash)


def of_run(run: Run) -> BoardLines:
    """The lines on the rows that a run was made on."""
    return _lines(run.suite, run.suite_hash)


def _lines(suite: Suite, content_hash: str) -> BoardLines:
    checked = _checked(suite, content_hash)
    note = (
        ""
        if checked
        else _("Floors and ceilings: not yet run. manage.py shortcuts %(suite)s") % {"suite": suite.slug}
    )
    return BoardLines((*checked, *people(suite)), note)


def people(suite: Suite) -> list[Line]:
    """What people reach on a suite, from every registered source."""
    return [line for path in settings.HUMAN_LINES for line in _source(path, suite)]


def _source(path: str, suite: Suite) -> Iterable[Line]:
    found: Iterable[Line] = import_string(path)(suite)
    return found


def _checked(suite: Suite, content_hash: str) -> list[Line]:
    """Those of the latest check, none where it was made on other rows. One database query."""
    tried: dict[str, dict[int, Tried]] = defaultdict(dict)
    scores = ShortcutScore.objects.filter(
        check_made__suite=suite,
        check_made__content_hash=content_hash,
        shortcut__in=[one.value for one in LINES],
    )
    columns = ("shortcut", "query", "query__gold__label", "correct", "label_correct")
    for shortcut, query, label, right, label_right in scores.order_by().values_list(*columns):
        tried[shortcut][query] = Tried(label, int(right), int(label_right))
    return [
        Line(kind, name, knows, tried[one.value])
        for one, (kind, name, knows) in LINES.items()
        if one.value in tried
    ]
