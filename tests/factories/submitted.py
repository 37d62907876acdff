"""Files of contexts and answers for the suites of ``factories.runs``, kept and submitted."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from benchmark.models import Run
from benchmark.services import draining, submitting
from scenarios.models import Suite


def line(number: int, *, answer: str | None = None, **more: Any) -> dict[str, Any]:
    """A line on question ``number``: rightly answered where ``answer`` is not given."""
    said = f"A_{number}" if answer is None else answer
    return {"query": f"q{number:03d}", "label": "answerable", "answer": said, "citations": ["e0001"], **more}


def kept(*lines: dict[str, Any] | str) -> Path:
    """A kept file of these lines."""
    texts = [one if isinstance(one, str) else json.dumps(one) for one in lines]
    return submitting.keep([("\n".join(texts) + "\n").encode()])


def submitted(suite: Suite, *lines: dict[str, Any], reader: str = "own", **more: Any) -> Run:
    """A run of such a file, not yet written."""
    path = kept(*lines)
    return submitting.submit(suite=suite, system="ours", path=path, reader=reader, by=None, **more)


def finished(run: Run) -> Run:
    """The run once workers have done all of it."""
    submitting.work(run.pk)
    draining.work(until=datetime.now(UTC) + timedelta(minutes=2), run=run)
    run.refresh_from_db()
    return run
