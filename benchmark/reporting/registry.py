"""The sections that stand in every report: the setting ``REPORT_SECTIONS`` names a ``ReportSection`` each."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.utils.module_loading import import_string

from benchmark.exceptions import BenchmarkError
from benchmark.models import Run
from benchmark.reporting.sections import ReportSection, Section


class UnknownSectionError(BenchmarkError):
    """A section of a report that there is none of."""

    http_status = 400
    code = "bad_request"


def registered() -> list[ReportSection]:
    """All sections, in the order of the setting."""
    return [import_string(path) for path in settings.REPORT_SECTIONS]


def of_run(run: Run, slugs: Sequence[str] = ()) -> list[Section]:
    """The sections of a run's report, or those that are named. Raises ``UnknownSectionError``."""
    known = registered()
    if absent := [slug for slug in slugs if slug not in {one.slug for one in known}]:
        listed = ", ".join(one.slug for one in known)
        raise UnknownSectionError(f"No section is called {absent[0]!r}. Sections: {listed}.")
    return [one.of(run) for one in known if not slugs or one.slug in slugs]
