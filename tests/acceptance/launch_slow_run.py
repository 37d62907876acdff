"""Makes a suite and a slow scripted system in the database of ``DATABASE_URL`` and launches a run of it.

    python -m tests.acceptance.launch_slow_run LOG SLEEP QUESTIONS [POISON]

With POISON (``odd_python``) the third question does that to whoever puts it. Prints the number of the run.
"""

from __future__ import annotations

import os
import sys


def main(log: str, sleep: str, questions: str, poison: str = "") -> None:
    """Launch."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchmark.settings.development")
    import django

    django.setup()
    from pathlib import Path

    from tests.factories import runs as make

    count = int(questions)
    answers = [
        {"match": f"Question {n}:", "reply": make.says(answer=f"A_{n}", citations=("e0001",))}
        for n in range(1, count + 1)
    ]
    name = Path(log).stem
    poisoned = [{"match": "Question 3:", "reply": f"poison:{poison}"}] if poison else []
    run = make.launch(
        make.suite(slug=f"slow-{name}", events=2 * count, questions=count),
        make.system(name, script=[*poisoned, {"sleep": float(sleep)}], log=log),
        reader="scripted",
        reader_config={"script": answers},
    )
    sys.stdout.write(f"{run.pk}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
