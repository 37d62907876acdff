"""``manage.py report RUN``: the table of a run, and its single answers."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from benchmark.management import printing
from benchmark.management.commands.run import as_json
from benchmark.models import Answer, Run
from benchmark.selectors import answers, progress, results
from benchmark.services import readers


class Command(BaseCommand):
    """The latest run where none is named."""

    help = "Print the results of a run."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The options."""
        parser.add_argument("run", type=int, nargs="?", help="number of the run; default: the latest")
        parser.add_argument("--answers", action="store_true", help="every answer, in order of the queries")
        parser.add_argument("--system", help="answers of this system only")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print."""
        run = self._run(options["run"])
        table = results.of_run(run)
        found = list(answers.of_run(run, system=options["system"])) if options["answers"] else []
        how_far = progress.of(run, now=timezone.now())
        if options["json"]:
            whole = {**as_json(run, table), "progress": how_far.as_json()}
            if options["answers"]:
                whole["answers"] = [_as_json(answer) for answer in found]
            self.stdout.write(json.dumps(whole, sort_keys=True))
            return
        self.stdout.write(printing.table(run, table, title=readers.title(run.reader)))
        if run.is_open:
            self.stdout.write(f"{how_far.done} of {how_far.total} answered; {how_far.message}")
        if found:
            head = ["system", "query", "status", "right", "label", "answer"]
            rows = [[str(_as_json(answer)[name]) for name in _SHOWN] for answer in found]
            self.stdout.write(printing.columns([head, *rows]))

    def _run(self, number: int | None) -> Run:
        found = Run.objects.select_related("suite")
        run = found.filter(pk=number).first() if number is not None else found.first()
        if run is None:
            raise CommandError(f"There is no run {number}." if number else "There is no run yet.")
        return run


_SHOWN = ("system", "query", "status", "correct", "label", "answer")


def _as_json(answer: Answer) -> dict[str, Any]:
    return {
        "system": answer.context.variant.system.name,
        "hint": answer.context.variant.hint,
        "scenario": answer.question.query.scenario.slug,
        "query": answer.question.query.label,
        "status": answer.status,
        "message": answer.message,
        "correct": answer.correct,
        "label": answer.label,
        "label_correct": answer.label_correct,
        "answer": answer.answer,
        "citations": answer.citations,
        "precision": answer.precision,
        "precision_high": answer.precision_high,
        "recall": answer.recall,
        "recall_high": answer.recall_high,
        "exact": answer.exact,
        "tries": answer.tries,
    }
