"""What runs and exports have hooks tell (ADR 27): ids, links and counts."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Count

from benchmark.floor.hooks.services import announcing
from benchmark.models import Answer, Export, IngestVariant, Run, RunStatus
from benchmark.services.export_kinds import ExportKind


def run_ended(*, run: Run, now: datetime) -> None:
    """Tell that a run has ended, as it now stands; in the transaction that ends it. A run that is resumed
    ends, and is told of, again."""
    kind = "run.failed" if run.status == RunStatus.FAILED else "run.finished"
    suite = run.suite.slug
    announcing.announce(kind=kind, suite=suite, payload=lambda: _of_run(run), now=now)


def _of_run(run: Run) -> dict[str, Any]:
    answers = Answer.objects.filter(context__variant__run=run).order_by().values_list("status")
    systems = (
        IngestVariant.objects.filter(run=run).order_by("system__name").values_list("system__name", flat=True)
    )
    return {
        "run": run.pk,
        "status": str(run.status),
        "suite": run.suite.slug,
        "suite_version": run.suite_version,
        "systems": list(dict.fromkeys(systems)),
        "reader": run.reader,
        "questions": run.questions.count(),
        "answers": dict(answers.annotate(n=Count("pk"))),
        "page": announcing.link("benchmark:run", run.pk),
        "api": announcing.link("api-run", run.pk),
    }


def export_ready(*, export: Export, kind: ExportKind, now: datetime) -> None:
    """Tell those who may have that export that its file is there; in the transaction that says so."""
    suite = export.suite.slug
    announcing.announce(
        kind="export.ready", suite=suite, payload=lambda: _of_export(export), now=now, verb=kind.verb
    )


def _of_export(export: Export) -> dict[str, Any]:
    places: dict[str, str] = {}
    if export.run_id is not None:
        places["page"] = announcing.link("benchmark:run_exports", export.run_id)
        places["api"] = announcing.link("api-run-export", export.run_id, export.pk)
    return {
        "export": export.pk,
        "kind": export.kind,
        "format": export.format,
        "suite": export.suite.slug,
        "run": export.run_id,
        "rows": export.rows_done,
        "bytes": export.size,
        "sha256": export.sha256,
        **places,
    }
