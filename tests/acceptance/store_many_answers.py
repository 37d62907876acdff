"""Stores a run with many answers in the database of ``DATABASE_URL``, or exports them and says what it took.

    python -m tests.acceptance.store_many_answers store ANSWERS
    python -m tests.acceptance.store_many_answers export FORMAT

The second prints one JSON object: rows and hash as recorded and as counted again from the file, bytes,
seconds, and the most memory that the process held while it wrote.
"""

from __future__ import annotations

import csv
import hashlib
import importlib.abc
import json
import os
import resource
import sys
import time
from pathlib import Path
from typing import Any

SLUG = "many-answers"
SYSTEMS, REPETITIONS, BATCH = 10, 5, 5_000
RAW = '{"label": "answerable", "answer": "%d", "citations": ["e0001", "e0002", "e0003"]} – “as recorded” '


def main(what: str, value: str) -> None:
    """Do it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchmark.settings.development")
    import django

    django.setup()
    if what == "store":
        store(int(value))
    else:
        sys.stdout.write(json.dumps(exported(value)) + "\n")


def store(answers: int) -> None:
    """A finished run of ten systems, five answers a context."""
    from tests.factories import hand_made_runs as make

    asked = [make.Asked()] * (answers // SYSTEMS // REPETITIONS)
    run = make.run(make.suite(asked, slug=SLUG), *(make.system(f"system-{n}") for n in range(SYSTEMS)))
    for variant in run.variants.all():
        _answers(run, variant)


def _answers(run: Any, variant: Any) -> None:
    from benchmark.models import Answer, SutContext

    contexts = SutContext.objects.bulk_create(
        [
            SutContext(
                variant=variant,
                question=question,
                scenario_id=question.scenario_id,
                step=place,
                position=0,
                created_at=run.created_at,
            )
            for place, question in enumerate(run.questions.all())
        ],
        batch_size=BATCH,
    )
    Answer.objects.bulk_create(
        (_answer(context, n, run.created_at) for context in contexts for n in range(1, REPETITIONS + 1)),
        batch_size=BATCH,
    )


def _answer(context: Any, repetition: int, now: Any) -> Any:
    from benchmark.models import Answer, AnswerStatus

    right = bool((context.step + repetition) % 3)
    return Answer(
        context=context,
        question_id=context.question_id,
        repetition=repetition,
        status=AnswerStatus.OK,
        raw=RAW % context.step * 4,
        model="a-model",
        label="answerable",
        answer=str(context.step) if right else f"=1+{repetition}",
        citations=["e0001", "e0002", "e0003"],
        correct=right,
        label_correct=True,
        precision=1 / 3,
        recall=1.0,
        support_size=1,
        gathered=1,
        items_used=20,
        tokens=900,
        created_at=now,
    )


class NoPandas(importlib.abc.MetaPathFinder):
    """Hides pandas, which is there for tests alone: pyarrow would load it and hold 60 MB."""

    def find_spec(self, name: str, path: object, target: object = None) -> None:
        """Raises ``ModuleNotFoundError`` for pandas; nothing else is found here."""
        if name == "pandas":
            raise ModuleNotFoundError(name)


def exported(format: str) -> dict[str, Any]:
    """An export by this process alone, and its file looked at afterwards."""
    sys.meta_path.insert(0, NoPandas())
    from django.utils import timezone

    from benchmark.models import Run
    from benchmark.services import exporting

    run = Run.objects.get(suite__slug=SLUG)
    row = exporting.request(
        kind="answers", format=format, suite=run.suite, run=run, by=None, now=timezone.now()
    )
    began = time.perf_counter()
    exporting.write(row.pk)
    seconds = time.perf_counter() - began
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    row.refresh_from_db()
    file = exporting.path_of(row)
    return {
        "format": format,
        "status": row.status,
        "rows": row.rows_done,
        "rows_in_manifest": row.manifest["rows"],
        "rows_in_file": counted(file, format),
        "sha256": row.sha256,
        "sha256_of_file": hashlib.sha256(file.read_bytes()).hexdigest(),
        "bytes": row.size,
        "seconds": round(seconds, 1),
        "most_memory_mb": round(most),
    }


def counted(file: Path, format: str) -> int:
    """How many different answers stand in a file, by a reader that is not ours."""
    if format == "parquet":
        import pyarrow.parquet as parquet

        return len(set(parquet.read_table(file, columns=["answer_id"])["answer_id"].to_pylist()))
    with file.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines) if format == "csv" else map(json.loads, lines)
        return len({int(row["answer_id"]) for row in rows})


if __name__ == "__main__":
    main(*sys.argv[1:])
