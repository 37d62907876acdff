"""The sentence by which a result is cited: the run, the exact suite, the reader, the code."""

from __future__ import annotations

from benchmark.models import Run, RunStatus
from scenarios.selectors import citations


def of_run(run: Run) -> str:
    """How the results of a run are cited, also while its suite has a newer release. Empty while it
    is not done."""
    if run.status != RunStatus.DONE:
        return ""
    suite = citations.by_hash(run.suite, version=run.suite_version, content_hash=run.suite_hash)
    revision = run.config.get("revision") or "not recorded"
    verified = run.suite.verification_text
    return f"Run {run.pk} over {suite} {verified}. Reader {run.reader}, Stemma code revision {revision}."
