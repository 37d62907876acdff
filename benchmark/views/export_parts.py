"""What pages show of exports: the form to ask for one, and how far each is."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from benchmark.models import Export, ExportFormat, Run
from benchmark.selectors import exports
from benchmark.services import export_kinds
from scenarios.models import Suite

NEWEST = 3
"""Exports that a page of something else shows below its form."""


@dataclass(frozen=True, slots=True)
class Shown:
    """An export with the addresses of what can be done with it."""

    export: Export
    title: str
    of: str
    of_url: str
    ask_url: str
    state_url: str
    cancel_url: str
    file_url: str

    @property
    def rows(self) -> str:
        """Rows of the file, or how many of how many are written."""
        done, total = self.export.rows_done, self.export.rows_total
        if self.export.is_open:
            if not total:
                return _("waits for a worker")
            return _("%(done)s of %(total)s rows written") % {"done": f"{done:,}", "total": f"{total:,}"}
        return ngettext("%(n)s row", "%(n)s rows", done) % {"n": f"{done:,}"}

    @classmethod
    def of_row(cls, row: Export) -> Shown:
        """The addresses are those of its run, or of its suite where it is of no run."""
        run, suite = row.run, row.suite
        of, owner = (_("run %(pk)s") % {"pk": run.pk}, run.pk) if run else (suite.slug, suite.slug)
        name = "run" if run else "suite"
        one = [owner, row.pk]
        return cls(
            export=row,
            title=export_kinds.every()[row.kind].title,
            of=of,
            of_url=reverse("benchmark:run" if run else "benchmark:leaderboard", args=[owner]),
            ask_url=reverse(f"benchmark:{name}_exports", args=[owner]),
            state_url=reverse(f"benchmark:{name}_export", args=one),
            cancel_url=reverse(f"benchmark:{name}_export_cancel", args=one),
            file_url=reverse(f"benchmark:{name}_export_file", args=one),
        )


def shown(rows: Iterable[Export]) -> list[Shown]:
    """Rows of kinds that are registered."""
    return [Shown.of_row(row) for row in rows]


def part(
    request: HttpRequest, suite: Suite, run: Run | None, *, only: Collection[str] = (), most: int = NEWEST
) -> dict[str, Any]:
    """The context of ``benchmark/_exports.html``: kinds and formats to choose from, where to ask, and the
    newest ``most``. ``only`` names the kinds where a page offers some alone."""
    kinds = exports.kinds_for(request.user, suite, of_run=run is not None)
    kinds = [kind for kind in kinds if not only or kind.slug in only]
    name, owner = ("run", run.pk) if run else ("suite", suite.slug)
    return {
        "export_kinds": kinds,
        "export_formats": ExportFormat.choices,
        "export_url": reverse(f"benchmark:{name}_exports", args=[owner]),
        "exports": shown(exports.of_kinds(kinds, suite, run)[:most]),
    }
