"""The kinds of export of this room: results and answers of a run, and verdicts of a suite."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.translation import gettext_noop as _n

from benchmark.floor.accounts.verbs import Verb
from benchmark.models import Answer, Export, Run
from benchmark.selectors import results
from benchmark.services.export_kinds import Column, ExportKind, Type

READ_AT_ONCE = 500
"""Rows that one fetch from the cursor of the server brings."""


def run_of(export: Export) -> Run:
    """The run of an export of a run. Raises ``ValueError`` for one of a suite."""
    if export.run is None:
        raise ValueError(f"export {export.pk} is of a suite, and {export.kind} are of a run")
    return export.run


_RESULT: Final = (
    Column("system", Type.TEXT, "name of the system"),
    Column("hint", Type.TEXT, "hint level"),
    Column("reader", Type.TEXT, "the answer model"),
    Column("reader_knows", Type.JSON, "what the reader knows that no system may"),
    Column("budget", Type.INTEGER, "context budget in tokens"),
    Column("knows", Type.JSON, "what the system knows that none may; such lines are never ranked"),
    Column("partial", Type.BOOLEAN, "whether answers are missing"),
    Column("asked", Type.INTEGER, "answers wanted"),
    Column("n", Type.INTEGER, "answers scored"),
    Column("ansacc", Type.NUMBER, "share of right answers; null is n/a"),
    Column("ansacc_correct", Type.INTEGER, "right answers"),
    Column("ansacc_low", Type.NUMBER, "lower end of its interval"),
    Column("ansacc_high", Type.NUMBER, "upper end of its interval"),
    Column("ansblacc", Type.NUMBER, "share of right labels; null is n/a"),
    Column("ansblacc_correct", Type.INTEGER, "right labels"),
    Column("citation_precision", Type.NUMBER, "mean precision of citations, its lower bound"),
    Column("citation_precision_high", Type.NUMBER, "its upper bound, where there are intervals"),
    Column("citation_precision_n", Type.INTEGER, "answers in that mean"),
    Column("citation_recall", Type.NUMBER, "mean recall of citations, its lower bound"),
    Column("citation_recall_high", Type.NUMBER, "its upper bound, where there are intervals"),
    Column("citation_recall_n", Type.INTEGER, "answers in that mean"),
    Column("citation_intervals", Type.INTEGER, "how many of these are intervals"),
    Column("system_failed", Type.INTEGER, "failures of the system, counted as wrong"),
    Column("infrastructure", Type.INTEGER, "answers left unscored because infrastructure failed"),
    Column("unread", Type.INTEGER, "answers left unscored because the reader could not read the context"),
    Column("format_errors", Type.INTEGER, "replies not in the format asked for"),
    Column("mean_context_tokens", Type.NUMBER, "tokens of the cut context, mean"),
    Column("na_reason", Type.TEXT, "why shares are n/a, empty where they are not"),
)


def _result_rows(export: Export) -> Iterator[Sequence[Any]]:
    for line in results.of_run(run_of(export)):
        figures = line.as_json()
        yield [figures[column.name] for column in _RESULT]


RESULTS = ExportKind(
    "results",
    _n("Results"),
    Verb.RUN_VIEW,
    True,
    _RESULT,
    _result_rows,
    lambda export: len(results.of_run(run_of(export))),
)
"""The table of a run: aggregates alone, also of a held-out suite."""

#: Name, type, place seen from an answer, doc.
_ANSWER: Final = (
    ("answer_id", Type.INTEGER, "pk", "row of the answer"),
    ("system", Type.TEXT, "context__variant__system__name", "name of the system"),
    ("hint", Type.TEXT, "context__variant__hint", "hint level"),
    ("walk", Type.INTEGER, "context__variant__repetition", "walk of the system, from 1"),
    ("scenario", Type.TEXT, "question__scenario__slug", "scenario"),
    ("query", Type.TEXT, "question__query__label", "label of the query"),
    ("family", Type.TEXT, "question__query__family", "family of the query"),
    ("asked_as", Type.TEXT, "question__kind", "query, tracked query or state probe"),
    ("checkpoint", Type.TEXT, "question__checkpoint", "number of the checkpoint, empty unless tracked"),
    ("cutoff", Type.TIME, "question__cutoff", "the question is of this time"),
    ("question", Type.TEXT, "question__text", "the words that were asked"),
    ("condition", Type.TEXT, "condition", "how the context was read: alone, a budget, inherited, split"),
    ("repetition", Type.INTEGER, "repetition", "repetition of the reading, from 1"),
    ("status", Type.TEXT, "status", "ok, system_failed, infrastructure or unread"),
    ("message", Type.TEXT, "message", "what failed"),
    ("model", Type.TEXT, "model", "the model that read the context"),
    ("label", Type.TEXT, "label", "the label that was answered"),
    ("answer", Type.JSON, "answer", "the answer that was read from the reply"),
    ("raw", Type.TEXT, "raw", "the reply as it came"),
    ("citations", Type.JSON, "citations", "labels of the records that it cites"),
    ("format_error", Type.TEXT, "format_error", "what is wrong with the format of the reply"),
    ("correct", Type.BOOLEAN, "correct", "whether it is right; null where unscored"),
    ("label_correct", Type.BOOLEAN, "label_correct", "whether its label is right"),
    ("precision", Type.NUMBER, "precision", "precision of its citations; a lower bound unless exact"),
    ("precision_high", Type.NUMBER, "precision_high", "upper bound of it"),
    ("recall", Type.NUMBER, "recall", "recall of its citations; a lower bound unless exact"),
    ("recall_high", Type.NUMBER, "recall_high", "upper bound of it"),
    ("exact", Type.BOOLEAN, "exact", "whether precision and recall are exact"),
    ("gathered", Type.INTEGER, "gathered", "events of the support in the cut context"),
    ("support_size", Type.INTEGER, "support_size", "events of the support"),
    ("items_used", Type.INTEGER, "items_used", "items of the context that fitted the budget"),
    ("tokens", Type.INTEGER, "tokens", "tokens of these"),
    ("prompt_tokens", Type.INTEGER, "prompt_tokens", "tokens sent to the model"),
    ("completion_tokens", Type.INTEGER, "completion_tokens", "tokens that it wrote"),
    ("seconds", Type.NUMBER, "seconds", "how long the reading took"),
    ("created_at", Type.TIME, "created_at", "when it was stored"),
)


def _answers(export: Export) -> QuerySet[Answer]:
    return Answer.objects.filter(context__variant__run=run_of(export))


def _answer_rows(export: Export) -> Iterator[Sequence[Any]]:
    places = [place for _, _, place, _ in _ANSWER]
    return _answers(export).order_by("pk").values_list(*places).iterator(chunk_size=READ_AT_ONCE)


ANSWERS = ExportKind(
    "answers",
    _n("Answers"),
    Verb.GOLD_VIEW,
    True,
    tuple(Column(name, type, doc) for name, type, _, doc in _ANSWER),
    _answer_rows,
    lambda export: _answers(export).count(),
)
"""Every answer of a run with its score, those to probes and at checkpoints too."""
