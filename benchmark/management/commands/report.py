"""``manage.py report RUN``: all about a run, as text, JSON, CSV or Markdown; and its single answers."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from benchmark.floor.jobs import clocks
from benchmark.management import printing
from benchmark.management.commands.run import as_json
from benchmark.models import Answer, Run
from benchmark.reporting import files, registry, text
from benchmark.reporting.sections import Section
from benchmark.selectors import answers, progress, results


class Command(BaseCommand):
    """The latest run where none is named."""

    help = "Print the results of a run."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The options."""
        parser.add_argument("run", type=int, nargs="?", help="number of the run; default: the latest")
        parser.add_argument(
            "--section",
            action="append",
            default=[],
            metavar="NAME",
            help="only this section; may be repeated; of "
            + ", ".join(section.slug for section in registry.registered()),
        )
        parser.add_argument("--answers", action="store_true", help="every answer, in order of the queries")
        parser.add_argument("--system", help="answers of this system only")
        form = parser.add_mutually_exclusive_group()
        form.add_argument("--json", action="store_true", help="print one JSON object")
        form.add_argument("--csv", action="store_true", help="print CSV, a line a figure with its parts")
        form.add_argument("--markdown", action="store_true", help="print Markdown")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print."""
        run = self._run(options["run"])
        try:
            sections = registry.of_run(run, options["section"])
        except registry.UnknownSectionError as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            self._print_json(run, sections, options)
        elif options["csv"]:
            self.stdout.write(files.as_csv(sections), ending="")
        elif options["markdown"]:
            self.stdout.write(text.markdown(f"Run {run.pk}: {run.title}", sections), ending="")
        else:
            self._print(run, sections, options)

    def _print_json(self, run: Run, sections: list[Section], options: dict[str, Any]) -> None:
        how_far = progress.of(run, now=clocks.now())
        whole = {
            **as_json(run, results.of_run(run)),
            "progress": how_far.as_json(),
            "sections": files.as_json(sections),
        }
        if options["answers"]:
            whole["answers"] = [_as_json(one) for one in answers.of_run(run, system=options["system"])]
        self.stdout.write(json.dumps(whole, sort_keys=True))

    def _print(self, run: Run, sections: list[Section], options: dict[str, Any]) -> None:
        self.stdout.write(text.text(sections))
        if run.is_open:
            how_far = progress.of(run, now=clocks.now())
            self.stdout.write(f"{how_far.done} of {how_far.total} answered; {how_far.message}")
        found = answers.of_run(run, system=options["system"]) if options["answers"] else ()
        rows = [[str(_as_json(answer)[name]) for name in _SHOWN] for answer in found]
        if rows:
            head = ["system", "query", "status", "right", "label", "answer"]
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
