"""Which published scores a changed gold moves, and why: of a release that revises another, and of one that is
only thought of (overview 4.11, spec 6.5)."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as _n

from benchmark.models import Answer, QuestionKind, Run, RunStatus
from benchmark.selectors import leaderboards
from benchmark.selectors.leaderboards import Board
from benchmark.selectors.results import SystemResult
from benchmark.services import rescoring
from scenarios.datalog.history import ActionRecord
from scenarios.models import Query, Scenario, Suite
from scenarios.rendering.action_words import formal
from scenarios.review.services import withdrawing
from scenarios.review.services.next_drafts import revision_of
from scenarios.review.services.withdrawing import Withdrawn
from scenarios.selectors import suite_differences

#: What a board publishes of a system, by its key in ``SystemResult.as_json``, and the key of its n.
PUBLISHED: Final[Mapping[str, tuple[str, str]]] = {
    "ansacc": (_n("Answers right"), "n"),
    "ansblacc": (_n("Labels right"), "n"),
    "citation_precision": (_n("Citation precision"), "citation_precision_n"),
    "citation_recall": (_n("Citation recall"), "citation_recall_n"),
    "gathered_support": (_n("Gathered support"), "gathered_support_n"),
}
#: What an answer is worth; all else of its row stays as it was said.
_SCORES: Final = (
    *("correct", "label_correct", "format_error", "message", "precision", "precision_high", "recall"),
    *("recall_high", "exact", "invalid_citations", "gathered", "support_size", "gathered_high"),
    "support_size_high",
)


@dataclass(frozen=True, slots=True)
class Figure:
    """One published figure of a row on both sides; None is n/a."""

    title: str
    before: float | None
    after: float | None
    before_n: int
    after_n: int

    @property
    def moved(self) -> bool:
        """Whether it is another figure, or over another number of answers."""
        return (self.before, self.before_n) != (self.after, self.after_n)

    @property
    def difference(self) -> float | None:
        """By how much it is more now; None where a side is n/a."""
        return None if self.before is None or self.after is None else self.after - self.before


@dataclass(frozen=True, slots=True)
class MovedRow:
    """A row of a board on both sides. ``after`` is None where the run is not carried, or not whole: ``why``
    says so."""

    board: str
    budget: int
    before: SystemResult
    after: SystemResult | None
    figures: tuple[Figure, ...] = ()
    why: str = ""

    @property
    def moved(self) -> bool:
        """Whether any published figure differs."""
        return any(figure.moved for figure in self.figures)

    @property
    def accuracy(self) -> Figure | None:
        """The figure by which the board is ordered."""
        return self.figures[0] if self.figures else None


@dataclass(frozen=True, slots=True)
class Cause:
    """A decision that changed gold: what a record was decided not to say, and why. It names nobody."""

    scenario: str
    event: str
    without: tuple[str, ...]
    reason: str
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChangedGold:
    """A query whose gold differs, with its label and answer on both sides."""

    scenario: str
    query: str
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    cause: Cause | None = None


@dataclass(frozen=True, slots=True)
class Moved:
    """All that moves from one release to the next. ``after`` is None for what is only thought of. ``dropped``
    are queries that the new release leaves out, with the reason; ``waiting`` runs are still to be carried."""

    before: Suite
    after: Suite | None
    rows: tuple[MovedRow, ...]
    golds: tuple[ChangedGold, ...]
    dropped: tuple[Mapping[str, str], ...]
    causes: tuple[Cause, ...]
    waiting: int = 0
    runs: tuple[Run, ...] = ()

    @property
    def moved(self) -> tuple[MovedRow, ...]:
        """The rows of which a published figure moves."""
        return tuple(row for row in self.rows if row.moved)


# ------------------------------------------------------------------ done
def of_release(after: Suite) -> Moved | None:
    """What a suite moved of the release that it revises; None where it revises none that is still here."""
    stated = revision_of(after)
    before = Suite.objects.filter(slug=stated["suite"]).first() if stated else None
    if stated is None or before is None:
        return None
    causes = tuple(
        Cause(one["scenario"], one["event"], tuple(one["without"]), one["reason"], tuple(one["answers"]))
        for one in stated.get("changes", ())
    )
    runs = tuple(
        Run.objects.filter(suite=after, carried_from__isnull=False)
        .select_related("carried_from")
        .order_by("pk")
    )
    ends = {run.carried_from_id or 0: run for run in runs}
    return Moved(
        before=before,
        after=after,
        rows=_rows(leaderboards.of_suite(before), leaderboards.of_suite(after), ends),
        golds=tuple(_golds(before, after, causes)),
        dropped=tuple(stated.get("dropped", ())),
        causes=causes,
        waiting=sum(run.status == RunStatus.QUEUED for run in runs),
        runs=runs,
    )


def _golds(before: Suite, after: Suite, causes: Sequence[Cause]) -> Iterator[ChangedGold]:
    """Queries that have another label or answer. One query."""
    for row in suite_differences.differing("queries", before, after):
        if not {"label", "answer"} & set(row.parts):
            continue
        values = row.values
        old = {name: values[name].before for name in ("label", "answer")}
        new = {name: values[name].after for name in ("label", "answer")}
        cause = next(
            (one for one in causes if one.scenario == row.scenario and row.label in one.answers), None
        )
        yield ChangedGold(row.scenario, row.label, old, new, cause)


# ------------------------------------------------------------------ thought of
def forecast(*, scenario: Scenario, event: str, gone: Collection[ActionRecord], reason: str = "") -> Moved:
    """What a release without these actions of a record would move. Nothing is stored.

    The history is edited, gold derived and the answers of all finished runs scored again, and all of it
    undone. Raises as ``withdrawing.withdraw``.
    """
    suite = scenario.suite
    before = leaderboards.of_suite(suite)

    def look(done: Withdrawn) -> list[Board]:
        changed = {one.query for one in done.impact.queries if one.changed}
        ids = dict(
            Query.objects.filter(scenario=scenario, label__in={*changed, *done.dropped}).values_list(
                "label", "pk"
            )
        )
        _score_again(suite, [ids[label] for label in sorted(changed - done.dropped.keys())])
        return leaderboards.of_suite(suite, without=[ids[label] for label in done.dropped])

    done, after = withdrawing.forecast(scenario=scenario, event=event, gone=gone, look=look)
    said = tuple(formal(action) for action in gone)
    cause = Cause(scenario.slug, event, said, reason, done.answers)
    return Moved(
        before=suite,
        after=None,
        rows=_rows(before, after, {}),
        golds=tuple(_expected(done, scenario, cause)),
        dropped=tuple(
            {"scenario": scenario.slug, "query": label, "reason": why} for label, why in done.dropped.items()
        ),
        causes=(cause,),
    )


def _score_again(suite: Suite, queries: Sequence[int]) -> None:
    """Score the answers to these queries by the gold as it is now, in a transaction that is undone."""
    asked = Answer.objects.filter(
        context__variant__run__in=Run.objects.filter(suite=suite, status=RunStatus.DONE),
        question__kind=QuestionKind.QUERY,
        question__query__in=queries,
    ).select_related("context", "question__query__scenario")
    answers = list(asked)
    scored = rescoring.rescored(answers)
    for old, new in zip(answers, scored, strict=True):
        new.pk = old.pk
    Answer.objects.bulk_update(scored, _SCORES, batch_size=500)


def _expected(done: Withdrawn, scenario: Scenario, cause: Cause) -> Iterator[ChangedGold]:
    for one in done.impact.queries:
        if one.query in done.answers and one.before is not None:
            before = {"label": one.before.label.value, "answer": one.before.answer}
            after = {"label": one.after.label.value, "answer": one.after.answer}
            yield ChangedGold(scenario.slug, one.query, before, after, cause)


# ------------------------------------------------------------------ rows
def _rows(
    before: Sequence[Board], after: Sequence[Board], carried: Mapping[int, Run]
) -> tuple[MovedRow, ...]:
    """The rows of the boards before, those that moved first, each with its partner."""
    partners = {
        (*_key(board), row.result.system_id, row.result.hint): row.result
        for board in after
        for row in board.rows
    }
    found = []
    for board in before:
        for row in board.rows:
            partner = partners.get((*_key(board), row.result.system_id, row.result.hint))
            figures = () if partner is None else tuple(_figures(row.result, partner))
            why = "" if partner is not None else _why_missing(carried.get(row.result.run_id))
            found.append(MovedRow(board.title, board.budget, row.result, partner, figures, why))
    return tuple(sorted(found, key=lambda row: not row.moved))


def _key(board: Board) -> tuple[str, str, int]:
    return board.reader, json.dumps(board.reader_config, sort_keys=True), board.budget


def _why_missing(run: Run | None) -> str:
    if run is None:
        return _("its run is not carried")
    return run.message or _("its run is %(status)s") % {"status": run.get_status_display()}


def _figures(before: SystemResult, after: SystemResult) -> Iterator[Figure]:
    old, new = before.as_json(), after.as_json()
    for name, (title, n) in PUBLISHED.items():
        yield Figure(title, old[name], new[name], old[n], new[n])
