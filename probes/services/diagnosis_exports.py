"""Kinds of export of this room: diagnoses of a run, their nodes, recoveries, answers at checkpoints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.db.models import Model, QuerySet
from django.utils.translation import gettext_noop as _n

from benchmark.floor.accounts.verbs import Verb
from benchmark.models import Answer, Condition, Export, QuestionKind
from benchmark.services.export_kinds import Column, ExportKind, Type
from benchmark.services.run_exports import READ_AT_ONCE, run_of
from probes.models import Diagnosis, FrontierNode, Recovery

#: Name, type, place, doc.
Place = tuple[str, Type, str, str]


def _of_answer(prefix: str) -> tuple[Place, ...]:
    return (
        ("answer_id", Type.INTEGER, f"{prefix}pk", "row of the answer that was diagnosed"),
        ("system", Type.TEXT, f"{prefix}context__variant__system__name", "name of the system"),
        ("hint", Type.TEXT, f"{prefix}context__variant__hint", "hint level"),
        ("walk", Type.INTEGER, f"{prefix}context__variant__repetition", "walk of the system, from 1"),
        ("scenario", Type.TEXT, f"{prefix}question__scenario__slug", "scenario"),
        ("query", Type.TEXT, f"{prefix}question__query__label", "label of the query"),
        ("family", Type.TEXT, f"{prefix}question__query__family", "family of the query"),
    )


_DIAGNOSIS: Final = (
    ("diagnosis_id", Type.INTEGER, "pk", "row of the diagnosis"),
    *_of_answer("answer__"),
    ("status", Type.TEXT, "status", "done, or incomplete where infrastructure failed"),
    ("correct", Type.BOOLEAN, "correct", "whether the answer is right"),
    ("self_recovered", Type.BOOLEAN, "self_recovered", "whether the system's own answers repair it"),
    ("gold_recovered", Type.BOOLEAN, "gold_recovered", "whether gold in the place of wrong ones repairs it"),
    ("combiner", Type.TEXT, "combiner", "what combined the states"),
    ("reason", Type.TEXT, "reason", "why gold evidence did not repair it"),
    ("created_at", Type.TIME, "created_at", "when it was diagnosed"),
)
_NODE: Final = (
    ("diagnosis_id", Type.INTEGER, "diagnosis_id", "row of the diagnosis"),
    *_of_answer("diagnosis__answer__"),
    ("position", Type.INTEGER, "position", "place in the frontier"),
    ("probe", Type.TEXT, "probe__text", "what was asked of the node; null for the answer itself"),
    ("kind", Type.TEXT, "kind", "kind of the node"),
    ("failure", Type.TEXT, "failure", "ungathered, unretrievable or misderived"),
    ("dimension", Type.TEXT, "dimension", "evolution, access, composition or other"),
    ("depth", Type.INTEGER, "depth", "depth below the root"),
    ("load_bearing", Type.BOOLEAN, "load_bearing", "whether the answer rests on it"),
    ("unverified", Type.BOOLEAN, "unverified", "whether its inputs could not all be probed"),
    ("misleading", Type.JSON, "misleading", "labels of the events that gave the wrong state"),
)
_RECOVERY: Final = (
    ("diagnosis_id", Type.INTEGER, "diagnosis_id", "row of the diagnosis"),
    *_of_answer("diagnosis__answer__"),
    ("recovery", Type.TEXT, "kind", "self or gold: whose evidence"),
    ("position", Type.INTEGER, "position", "the order in which states were computed"),
    ("probe", Type.TEXT, "probe__text", "what was asked of the node; null for the answer itself"),
    ("source", Type.TEXT, "source", "targeted, gold or combined"),
    ("state", Type.JSON, "state", "label and answer"),
    ("correct", Type.BOOLEAN, "correct", "whether this state is right"),
    ("prompt_tokens", Type.INTEGER, "prompt_tokens", "tokens sent to the model"),
    ("completion_tokens", Type.INTEGER, "completion_tokens", "tokens that it wrote"),
)
_CHECKPOINT: Final = (
    *_of_answer(""),
    ("checkpoint", Type.TEXT, "question__checkpoint", "number of the checkpoint, from 1"),
    ("cutoff", Type.TIME, "question__cutoff", "its time"),
    ("question", Type.TEXT, "question__text", "the words that were asked"),
    ("gold", Type.JSON, "question__subject", "what is asked and its gold at this checkpoint"),
    ("status", Type.TEXT, "status", "ok, system_failed, infrastructure or unread"),
    ("label", Type.TEXT, "label", "the label that was answered"),
    ("answer", Type.JSON, "answer", "the answer"),
    ("correct", Type.BOOLEAN, "correct", "whether it is right; null where unscored"),
)


def _diagnoses(export: Export) -> QuerySet[Any]:
    return Diagnosis.objects.filter(answer__context__variant__run=run_of(export)).order_by("pk")


def _nodes(export: Export) -> QuerySet[Any]:
    found = FrontierNode.objects.filter(diagnosis__answer__context__variant__run=run_of(export))
    return found.order_by("diagnosis_id", "position")


def _recoveries(export: Export) -> QuerySet[Any]:
    found = Recovery.objects.filter(diagnosis__answer__context__variant__run=run_of(export))
    return found.order_by("diagnosis_id", "kind", "position")


def _checkpoints(export: Export) -> QuerySet[Any]:
    found = Answer.objects.filter(
        context__variant__run=run_of(export),
        question__kind=QuestionKind.TRACKED,
        condition=Condition.ALONE,
    )
    return found.order_by("context__variant", "question__query", "question__cutoff", "pk")


def _kind(slug: str, title: str, places: tuple[Place, ...], rows_of: Any) -> ExportKind:
    columns = tuple(Column(name, type, doc) for name, type, _, doc in places)

    def rows(export: Export) -> Iterator[Sequence[Any]]:
        found: QuerySet[Model] = rows_of(export)
        return found.values_list(*(place for _, _, place, _ in places)).iterator(chunk_size=READ_AT_ONCE)

    def count(export: Export) -> int:
        return int(rows_of(export).count())

    return ExportKind(slug, title, Verb.GOLD_VIEW, True, columns, rows, count)


DIAGNOSES = _kind("diagnoses", _n("Diagnoses"), _DIAGNOSIS, _diagnoses)
NODES = _kind("nodes", _n("Nodes where answers were lost"), _NODE, _nodes)
RECOVERIES = _kind("recoveries", _n("Recoveries"), _RECOVERY, _recoveries)
CHECKPOINTS = _kind("checkpoints", _n("Answers at checkpoints"), _CHECKPOINT, _checkpoints)
