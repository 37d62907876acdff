"""Prints what a run holds by content, without what names the run: contexts and answers, a line each.

python -m tests.acceptance.rows_of_run RUN
"""

from __future__ import annotations

import json
import os
import re
import sys

OPAQUE = re.compile(r"\[r[a-z0-9]+ \| ")
"""The name under which a record was handed over: each variant has its own."""


def main(number: str) -> None:
    """Print a JSON list of the rows, sorted."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchmark.settings.development")
    import django

    django.setup()
    from benchmark.models import Answer, SutContext

    contexts = SutContext.objects.filter(variant__run=number).values_list(
        "question__text", "step", "position", "status", "message", "items"
    )
    answers = Answer.objects.filter(context__variant__run=number).values_list(
        *("question__text", "condition", "repetition", "status", "label"),
        *("answer", "citations", "correct", "precision", "recall", "gathered"),
    )
    rows = [["context", *row] for row in contexts] + [["answer", *row] for row in answers]
    found = sorted(OPAQUE.sub("[", json.dumps(row, default=str)) for row in rows)
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
