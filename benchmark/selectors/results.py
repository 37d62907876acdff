"""The table of a run: one line per system and hint, with counts and denominators (spec 12.3, 12.4).

Of the questions of a run only its queries count: tracked queries and probes have measures of their own. What
infrastructure failed on and what the reader could not read is in no denominator; a failure of the
system's own counts as wrong. The figures come from ``scoring.aggregation``; here are the rows for it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from benchmark.models import Answer, AnswerStatus, Condition, IngestVariant, QuestionKind, Run, RunStatus
from benchmark.oracles.symbolic import READABLE_FLOOR
from benchmark.scoring.aggregation import ScoredAnswer, Share, Status, Summary, summarise
from benchmark.scoring.gathered import share_of

#: Chance of the bootstrap: the same answers give the same interval each time.
SEED = 20260101


@dataclass(frozen=True)
class SystemResult:
    """What one system, under one hint, achieved in one run, as one reader read it.

    ``asked`` answers were wanted in all; ``n`` of them are in the denominators. ``na_reason`` is set where
    the figures say nothing of the system and must not be shown: too few items could be read, or nothing
    was scored. ``gathered`` is the mean share of the support that the cut contexts carried, over
    ``gathered_n`` answers of systems that name their events; with ``gathered_high`` it bounds the mean
    where ``gathered_intervals`` of the shares are only bounded. ``items_read`` is None where the reader does
    not say what it could read. ``carried_from`` is the run on an earlier release whose answers these are.
    """

    run_id: int
    system: str
    system_id: int
    hint: str
    repetitions: int
    knows: tuple[str, ...]
    reader: str
    reader_knows: tuple[str, ...]
    budget: int
    partial: bool
    asked: int
    summary: Summary
    gathered: float | None
    gathered_high: float | None
    gathered_n: int
    gathered_intervals: int
    items_used: int
    items_read: int | None
    mean_tokens: float | None
    na_reason: str
    carried_from: int | None = None

    @property
    def n(self) -> int:
        """Scored answers, failures of the system included."""
        return self.summary.ansacc.denominator

    @property
    def system_failed(self) -> int:
        """Answers that count as wrong because the system failed."""
        return self.summary.system_failures.numerator

    @property
    def infrastructure(self) -> int:
        """Answers that stay unscored because infrastructure failed."""
        return self.summary.excluded.get(Status.INFRASTRUCTURE.value, 0)

    @property
    def unread(self) -> int:
        """Answers that stay unscored because the reader could not read enough of the context."""
        return self.summary.excluded.get(Status.UNREAD.value, 0)

    @property
    def readable_share(self) -> float | None:
        """Share of context items that the reader could read; None where it does not say, or had none."""
        if self.items_read is None or not self.items_used:
            return None
        return self.items_read / self.items_used

    @property
    def is_ranked(self) -> bool:
        """Systems that know what no system may know are shown but never ranked."""
        return not self.knows

    def as_json(self) -> dict[str, Any]:
        """Flat figures for commands and the API; null is n/a. Counts are given even where shares are not."""
        figures, shown = self.summary, not self.na_reason
        interval = figures.ansacc.interval if shown else None
        return {
            "run": self.run_id,
            "system": self.system,
            "hint": self.hint,
            "reader": self.reader,
            "reader_knows": list(self.reader_knows),
            "budget": self.budget,
            "knows": list(self.knows),
            "partial": self.partial,
            "asked": self.asked,
            "n": self.n,
            "ansacc": figures.ansacc.value if shown else None,
            "ansacc_correct": figures.ansacc.numerator,
            "ansacc_low": interval.low if interval else None,
            "ansacc_high": interval.high if interval else None,
            "ansacc_by_label": labels_as_json(figures.by_label, shown=shown),
            "ansblacc": figures.ansblacc.value if shown else None,
            "ansblacc_correct": figures.ansblacc.numerator,
            "citation_precision": figures.precision.low if shown else None,
            "citation_precision_high": figures.precision.high if shown else None,
            "citation_precision_n": figures.precision.n,
            "citation_precision_strict": figures.strict_precision.low if shown else None,
            "citation_recall": figures.recall.low if shown else None,
            "citation_recall_high": figures.recall.high if shown else None,
            "citation_recall_n": figures.recall.n,
            "citation_intervals": figures.recall.intervals,
            "gathered_support": self.gathered,
            "gathered_support_high": self.gathered_high,
            "gathered_support_n": self.gathered_n,
            "gathered_support_intervals": self.gathered_intervals,
            "system_failed": self.system_failed,
            "infrastructure": self.infrastructure,
            "unread": self.unread,
            "format_errors": figures.format_errors.numerator,
            "uncited": figures.uncited.numerator,
            "readable_share": self.readable_share,
            "mean_context_tokens": self.mean_tokens,
            "na_reason": self.na_reason,
            "carried_from": self.carried_from,
        }


def labels_as_json(shares: Mapping[str, Share], *, shown: bool = True) -> dict[str, Any]:
    """AnsAcc per gold label; null is n/a, which all are unless ``shown``."""
    return {
        label: {
            "right": share.numerator,
            "n": share.denominator,
            "share": share.value if shown else None,
        }
        for label, share in shares.items()
    }


def of_run(run: Run, *, condition: str = Condition.ALONE) -> list[SystemResult]:
    """The lines of a run's table, in the order in which its systems were named."""
    return of_runs([run], condition=condition)[run.pk]


def of_runs(
    runs: Iterable[Run], *, condition: str = Condition.ALONE, without: Collection[int] = ()
) -> dict[int, list[SystemResult]]:
    """The tables of several runs, by run, in a constant number of queries; ``without`` the queries of these
    ids, as if nobody had asked them."""
    by_id = {run.pk: run for run in runs}
    wanted = Q(questions__kind=QuestionKind.QUERY) & ~Q(questions__query__in=list(without))
    queries = Count("questions", filter=wanted)
    asked = dict(Run.objects.filter(pk__in=by_id).annotate(asked=queries).values_list("pk", "asked"))
    answers = _answers(by_id, condition, without)
    lines: dict[int, dict[tuple[int, str], list[IngestVariant]]] = {pk: {} for pk in by_id}
    for variant in IngestVariant.objects.filter(run__in=by_id).select_related("system").order_by("pk"):
        lines[variant.run_id].setdefault((variant.system_id, variant.hint), []).append(variant)
    return {
        pk: [
            line_of(run, group, asked[pk], [row for variant in group for row in answers[variant.pk]])
            for group in lines[pk].values()
        ]
        for pk, run in by_id.items()
    }


COLUMNS = (
    "context__variant",
    "question",
    "question__scenario",
    "question__query__gold__label",
    "status",
    "label",
    "correct",
    "label_correct",
    "format_error",
    "precision",
    "precision_high",
    "recall",
    "recall_high",
    "exact",
    "citations",
    "invalid_citations",
    "gathered",
    "support_size",
    "gathered_high",
    "support_size_high",
    "items_used",
    "items_read",
    "tokens",
)


def _answers(
    run_ids: Iterable[int], condition: str, without: Collection[int]
) -> dict[int, list[dict[str, Any]]]:
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    rows = Answer.objects.filter(
        context__variant__run__in=list(run_ids), question__kind=QuestionKind.QUERY, condition=condition
    )
    if without:
        rows = rows.exclude(question__query__in=list(without))
    for row in rows.order_by("pk").values(*COLUMNS):
        found[row["context__variant"]].append(row)
    return found


def as_scored(row: dict[str, Any]) -> ScoredAnswer:
    """One row of ``COLUMNS`` as aggregation takes it."""
    return ScoredAnswer(
        query=str(row["question"]),
        cluster=str(row["question__scenario"]),
        gold_label=row["question__query__gold__label"],
        label=row["label"],
        correct=bool(row["correct"]),
        label_correct=bool(row["label_correct"]),
        status=Status(row["status"]),
        format_error=bool(row["format_error"]),
        precision=row["precision"],
        precision_high=row["precision_high"],
        recall=row["recall"],
        recall_high=row["recall_high"],
        exact=row["exact"],
        cited=len(row["citations"]),
        invalid=row["invalid_citations"],
    )


def line_of(
    run: Run, group: Sequence[IngestVariant], questions: int, rows: Sequence[dict[str, Any]]
) -> SystemResult:
    """The line of the variants of one system and hint, from their ``rows`` of ``COLUMNS``; ``questions`` were
    put to each of them."""
    first = group[0]
    summary = summarise(map(as_scored, rows), seed=SEED)
    told = [row for row in rows if row["items_read"] is not None]
    used = sum(row["items_used"] for row in told)
    read = sum(row["items_read"] for row in told) if told else None
    found = (
        share_of(row["gathered"], row["support_size"], row["gathered_high"], row["support_size_high"])
        for row in rows
    )
    shares = [share for share in found if share is not None]
    tokens = [row["tokens"] for row in rows if row["status"] in (AnswerStatus.OK, AnswerStatus.UNREAD)]
    return SystemResult(
        run_id=run.pk,
        system=first.system.name,
        system_id=first.system_id,
        hint=first.hint,
        repetitions=len(group),
        knows=tuple(first.knows),
        reader=run.reader,
        reader_knows=tuple(run.reader_knows),
        budget=run.budget,
        partial=run.status != RunStatus.DONE,
        asked=questions * len(group) * run.config.get("reading_repetitions", 1),
        summary=summary,
        gathered=float(sum(share.low for share in shares) / len(shares)) if shares else None,
        gathered_high=float(sum(share.high for share in shares) / len(shares)) if shares else None,
        gathered_n=len(shares),
        gathered_intervals=sum(not share.exact for share in shares),
        items_used=used,
        items_read=read,
        mean_tokens=sum(tokens) / len(tokens) if tokens else None,
        na_reason=na_reason(
            counted=summary.ansacc.denominator,
            unread=summary.excluded.get(Status.UNREAD.value, 0),
            used=used,
            read=read,
        ),
        carried_from=run.carried_from_id,
    )


def na_reason(*, counted: int, unread: int, used: int, read: int | None) -> str:
    """Why figures say nothing of a system, empty where they do: ``counted`` answers are scored, ``unread``
    could not be read, and of the ``used`` context items the reader could read ``read`` (None: not said)."""
    if read is not None and used and read / used < READABLE_FLOOR:
        return _("needs a language model: the reader could read %(read)s of %(used)s context items") % {
            "read": read,
            "used": used,
        }
    if not counted:
        return _("needs a language model") if unread else _("nothing was scored yet")
    return ""
