"""What suites and their reviews have hooks tell (ADR 27): ids, links and counts.

How a dispute was decided is not told, for that says what is true of a record."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from benchmark.floor.accounts.verbs import Verb
from benchmark.floor.hooks.services import announcing
from scenarios.models import Adjudication, Suite, VerdictExport


def release_published(*, suite: Suite) -> None:
    """Tell that a suite was released; in the transaction that releases it."""
    assert suite.released_at is not None

    def payload() -> dict[str, Any]:
        return {
            "suite": suite.slug,
            "version": suite.version,
            "content_hash": suite.content_hash,
            "verification": suite.verification_text,
            "page": announcing.link("scenarios:suite", suite.slug),
            "api": announcing.link("api-suite", suite.slug),
        }

    announcing.announce(kind="release.published", suite=suite.slug, payload=payload, now=suite.released_at)


def item_adjudicated(*, decision: Adjudication, now: datetime) -> None:
    """Tell that a dispute was decided, and not how; in the transaction that decides it."""
    item = decision.item

    def payload() -> dict[str, Any]:
        return {
            "item": item.pk,
            "item_kind": item.kind,
            "version": decision.version,
            "suite": item.suite.slug,
            "page": announcing.link("review_lead:dispute", item.suite.slug, item.pk),
            "api": announcing.link("api-review-dispute", item.suite.slug, item.pk),
        }

    announcing.announce(kind="item.adjudicated", suite=item.suite.slug, payload=payload, now=now)


def export_ready(*, export: VerdictExport, now: datetime) -> None:
    """Tell those who may export verdicts that a file of them is there; in the transaction that says so."""
    suite = export.suite.slug

    def payload() -> dict[str, Any]:
        return {
            "export": export.pk,
            "kind": "verdicts",
            "format": export.format,
            "suite": suite,
            "run": None,
            "rows": export.rows_done,
            "bytes": export.size,
            "sha256": export.sha256,
            "api": announcing.link("api-review-export", suite, export.pk),
        }

    announcing.announce(kind="export.ready", suite=suite, payload=payload, now=now, verb=Verb.REVIEW_EXPORT)
