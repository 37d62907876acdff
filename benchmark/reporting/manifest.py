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
from scenarios.sentences import Sentence


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
    yield Sentence("run"), f"{run.pk}: {run.title}"
    yield Sentence("status"), f"{run.get_status_display()}. {run.message}".rstrip(". ")
    yield Sentence("suite"), f"{suite.slug} v{run.suite_version}"
    yield Sentence("content hash"), run.suite_hash or Sentence("none")
    yield Sentence("verification"), suite.verification_text
    yield Sentence("reader"), run.reader
    yield Sentence("reader knows"), marks.listed(run.reader_knows)
    yield Sentence("reader settings"), _json(config.get("reader_config"))
    yield Sentence("prompt version"), config.get("prompt_version") or Sentence("none")
    yield Sentence("context budget"), Sentence("%(n)s tokens", n=f"{run.budget:,}")
    yield Sentence("tokenizer"), config.get("tokenizer")
    parts = config.get("parts", ())
    yield Sentence("parts"), ", ".join(parts) or Sentence("none beside the answers")
    yield Sentence("parts not run"), ", ".join(part for part in reading_kinds.PARTS if part not in parts)
    yield Sentence("hint levels"), ", ".join(config.get("hints", ()))
    yield Sentence("walks of each system"), str(config.get("repetitions", 1))
    yield Sentence("answers to each context"), str(config.get("reading_repetitions", 1))
    yield Sentence("code revision"), config.get("revision") or Sentence("not recorded")
    yield Sentence("launched by"), _person(run.created_by)
    yield Sentence("launched"), _time(run.created_at)
    yield Sentence("started"), _time(run.started_at)
    yield Sentence("finished"), _time(run.finished_at)
    yield Sentence("note"), run.note


def _person(user: User | None) -> str:
    """Who launched it; a program is marked."""
    if user is None:
        return Sentence("the command line")
    return Sentence("%(name)s (a service account)", name=user.username) if user.is_service else user.username


def _systems(run: Run) -> list[tuple[Value, ...]]:
    variants = run.variants.select_related("system").order_by("pk")
    return [
        (
            marks.named(variant.system.name, variant.knows),
            variant.hint,
            Sentence("walk %(n)s", n=variant.repetition),
            variant.adapter,
            variant.adapter_version,
            marks.listed(variant.knows) or Sentence("nothing"),
            _json(variant.config),
        )
        for variant in variants
    ]


def _json(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False) if value else Sentence("none")


def _time(moment: datetime | None) -> str:
    return f"{moment:%Y-%m-%d %H:%M:%S} UTC" if moment else Sentence("not yet")


MANIFEST = ReportSection("manifest", _n("Manifest"), _of)
"""Suite, version, hash and verification, systems, reader, settings, times."""
