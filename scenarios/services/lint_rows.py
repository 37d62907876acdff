"""The rows of what the lints of a history find, kept as the history is edited (spec 1.6)."""

from __future__ import annotations

from collections.abc import Iterable

from scenarios.bundle import Finding
from scenarios.models import Finding as FindingRow
from scenarios.models import Scenario

#: Findings that the lints of a history make: an edit makes them anew.
_LINTS = ("equal-times", "nothing-to-end", "nothing-to-revise")


def restate(*, scenario: Scenario, findings: Iterable[Finding]) -> None:
    """The lints of the history as they are now: those that are gone go, new ones come last."""
    wanted = list(findings)
    rows = FindingRow.objects.filter(suite=scenario.suite, session=scenario.slug, code__in=_LINTS)
    present = {(row.code, row.message, row.detail): row.pk for row in rows}
    keep = {(finding.code, finding.message, finding.detail) for finding in wanted}
    FindingRow.objects.filter(pk__in=[pk for key, pk in present.items() if key not in keep]).delete()
    last = FindingRow.objects.filter(suite=scenario.suite).order_by("-position").first()
    FindingRow.objects.bulk_create(
        FindingRow(
            suite=scenario.suite,
            position=place,
            code=finding.code,
            file=finding.file,
            session=finding.session,
            message=finding.message,
            detail=finding.detail,
        )
        for place, finding in enumerate(
            (finding for finding in wanted if (finding.code, finding.message, finding.detail) not in present),
            start=0 if last is None else last.position + 1,
        )
    )
