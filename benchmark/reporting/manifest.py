"""What a run is: everything that its figures depend on, as it was when the run was launched."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext_noop as _n

from benchmark.floor.accounts.models import User
from benchmark.models import Run
from benchmark.reporting import marks
from benchmark.reporting.sections import Column, ReportSection, Section, Table, Value, keys
from benchmark.services import reading_kinds


def _of(run: Run) -> Section:
    facts = [row for row in _facts(run) if row[1] not in (None, "")]
    return Section(
        MANIFEST.slug,
        MANIFEST.title,
        tables=(
            Table("run", _n("Run"), (*keys(_n("What")), Column("value", _n("Value"))), facts),
            Table("systems", _n("Systems"), _SYSTEM, _systems(run)),
        ),
        notes=(marks.reader(run), *marks.partial(run)),
    )


_SYSTEM = (
    *keys(_n("System"), _n("Hint"), _n("Walk")),
    Column("adapter", _n("Adapter")),
    Column("version", _n("Version")),
    Column("knows", _n("Knows")),
    Column("configuration", _n("Configuration")),
)


def _facts(run: Run) -> Iterator[tuple[str, Value]]:
    config, suite = run.config, run.suite
    yield "run", f"{run.pk}: {run.title}"
    yield "status", f"{run.get_status_display()}. {run.message}".rstrip(". ")
    yield "suite", f"{suite.slug} v{run.suite_version}"
    yield "content hash", run.suite_hash or "none"
    yield "verification", suite.verification_text
    yield "reader", run.reader
    yield "reader knows", ", ".join(run.reader_knows)
    yield "reader settings", _json(config.get("reader_config"))
    yield "prompt version", config.get("prompt_version") or "none"
    yield "context budget", f"{run.budget:,} tokens"
    yield "tokenizer", config.get("tokenizer")
    parts = config.get("parts", ())
    yield "parts", ", ".join(parts) or "none beside the answers"
    yield "parts not run", ", ".join(part for part in reading_kinds.PARTS if part not in parts)
    yield "hint levels", ", ".join(config.get("hints", ()))
    yield "walks of each system", str(config.get("repetitions", 1))
    yield "answers to each context", str(config.get("reading_repetitions", 1))
    yield "code revision", config.get("revision") or "not recorded"
    yield "launched by", _person(run.created_by)
    yield "launched", _time(run.created_at)
    yield "started", _time(run.started_at)
    yield "finished", _time(run.finished_at)
    yield "note", run.note


def _person(user: User | None) -> str:
    """Who launched it; a program is marked."""
    if user is None:
        return "the command line"
    return f"{user.username} (a service account)" if user.is_service else user.username


def _systems(run: Run) -> list[tuple[Value, ...]]:
    variants = run.variants.select_related("system").order_by("pk")
    return [
        (
            marks.named(variant.system.name, variant.knows),
            variant.hint,
            f"walk {variant.repetition}",
            variant.adapter,
            variant.adapter_version,
            ", ".join(variant.knows) or "nothing",
            _json(variant.config),
        )
        for variant in variants
    ]


def _json(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False) if value else "none"


def _time(moment: datetime | None) -> str:
    return f"{moment:%Y-%m-%d %H:%M:%S} UTC" if moment else "not yet"


MANIFEST = ReportSection("manifest", _n("Manifest"), _of)
"""Suite, version, hash and verification, systems, reader, settings, times."""
