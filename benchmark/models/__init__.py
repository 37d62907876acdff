"""The rows of a run. One model a file; this is the one ``__init__`` that re-exports."""

from __future__ import annotations

from benchmark.models.answer import Answer, AnswerStatus
from benchmark.models.export import OPEN_EXPORTS, Export, ExportFormat, ExportStatus
from benchmark.models.ingest_batch import IngestBatch
from benchmark.models.ingest_variant import HintLevel, IngestVariant
from benchmark.models.leased import OPEN_ITEMS, ItemStatus, LeasedWork
from benchmark.models.mutability import MUTABILITY
from benchmark.models.pull_client import PullClient
from benchmark.models.question import Question, QuestionKind
from benchmark.models.reading_item import Condition, ReadingItem
from benchmark.models.run import ENDED_RUNS, OPEN_RUNS, Run, RunStatus
from benchmark.models.shortcut_check import ShortcutCheck, ShortcutForm, ShortcutScore
from benchmark.models.store import Store
from benchmark.models.sut_context import ContextStatus, SutContext
from benchmark.models.walk_item import WalkItem

__all__ = [
    "ENDED_RUNS",
    "MUTABILITY",
    "OPEN_EXPORTS",
    "OPEN_ITEMS",
    "OPEN_RUNS",
    "Answer",
    "AnswerStatus",
    "Condition",
    "ContextStatus",
    "Export",
    "ExportFormat",
    "ExportStatus",
    "HintLevel",
    "IngestBatch",
    "IngestVariant",
    "ItemStatus",
    "LeasedWork",
    "PullClient",
    "Question",
    "QuestionKind",
    "ReadingItem",
    "Run",
    "RunStatus",
    "ShortcutCheck",
    "ShortcutForm",
    "ShortcutScore",
    "Store",
    "SutContext",
    "WalkItem",
]
