"""``manage.py explain``: the derivation behind an answer, or what differs between two cutoffs of it."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scenarios import graphs
from scenarios.datalog import reference
from scenarios.datalog.cutoffs import cutoff_text
from scenarios.datalog.derivation import Derivation, Evaluation
from scenarios.datalog.derivation_text import tree_lines
from scenarios.datalog.differences import difference_lines, difference_object, gold_words
from scenarios.datalog.goal_text import goal_text
from scenarios.management import arguments, refusals
from scenarios.management.subjects import Subject, add_subject, subject
from scenarios.selectors import drawings, histories, programs
from scenarios.services import evaluators, explaining
from scenarios.services.interchange import node_id

FORMATS = ("text", "json", "svg")


class Command(BaseCommand):
    """Derives anew at the cutoff asked for, stores nothing; an input that several nodes share is unfolded
    once, and what a depth leaves out is counted."""

    help = "Show the derivation of an answer down to the records, or what differs between two cutoffs of it."

    def add_arguments(self, parser: CommandParser) -> None:
        add_subject(parser)
        parser.add_argument(
            "--against", help="another cutoff: show what differs, and which records caused it"
        )
        parser.add_argument("--depth", type=int, help="levels of the tree; what lies below is counted")
        parser.add_argument("--format", choices=FORMATS, default="text")
        parser.add_argument("--evaluator", choices=evaluators.NAMES, default="postgres")
        parser.add_argument("--json", action="store_true", help="the same as --format json")

    def handle(self, *args: Any, **options: Any) -> None:
        asked = subject(options)
        if asked.asked.expected is not None:
            raise CommandError(
                f"explain asks for the value: write {goal_text(asked.asked.goal)}. Why it is not "
                f"{asked.asked.expected!r} is what `manage.py whynot` says."
            )
        if options["depth"] is not None and options["depth"] < 0:
            raise CommandError("--depth counts levels: write 0 or more.")
        chosen = "json" if options["json"] else options["format"]
        with refusals.as_command_errors(graphs.DrawingError):
            if options["against"] is not None:
                self._difference(asked, options, chosen)
            else:
                self._derivation(asked, options, chosen)

    def _derivation(self, asked: Subject, options: dict[str, Any], chosen: str) -> None:
        found = _evaluated(asked, options["evaluator"])
        if chosen == "svg":
            self.stdout.write(drawings.of_evaluation(asked.scenario, found).svg)
        elif chosen == "json":
            self.stdout.write(json.dumps(_object(asked, found), ensure_ascii=False))
        else:
            self.stdout.write(f"{asked.title}  (at {cutoff_text(asked.cutoff)}): {gold_words(found.gold)}")
            for line in tree_lines(found.derivation, options["depth"]):
                self.stdout.write(line)

    def _difference(self, asked: Subject, options: dict[str, Any], chosen: str) -> None:
        if options["evaluator"] != "postgres":
            raise CommandError("--against compares what Postgres derives: leave --evaluator out.")
        against = arguments.cutoff(options["against"], otherwise=asked.cutoff)
        found = explaining.difference(
            scenario=asked.scenario,
            goal=asked.asked.goal,
            cutoffs=(against, asked.cutoff),
            query=asked.query,
        )
        if chosen == "svg":
            self.stdout.write(drawings.of_difference(asked.scenario, found).svg)
        elif chosen == "json":
            shown = {"goal": goal_text(asked.asked.goal), **difference_object(found)}
            self.stdout.write(json.dumps(shown, ensure_ascii=False))
        else:
            self.stdout.write(asked.title)
            for line in difference_lines(found):
                self.stdout.write(line)


def _evaluated(asked: Subject, evaluator: str) -> Evaluation:
    if asked.query is not None:
        return evaluators.evaluate(query=asked.query, cutoff=asked.cutoff, evaluator=evaluator)
    if evaluator == "reference":
        program, history = programs.load(asked.scenario), histories.load(asked.scenario)
        return reference.evaluate(program, history, asked.asked.goal, asked.cutoff)
    return explaining.evaluate(scenario=asked.scenario, goal=asked.asked.goal, cutoff=asked.cutoff)


def _object(asked: Subject, found: Evaluation) -> dict[str, Any]:
    return {
        "goal": goal_text(asked.asked.goal),
        "cutoff": asked.cutoff.isoformat(),
        "label": found.gold.label.value,
        "answer": found.gold.answer,
        "missing": list(found.gold.missing),
        **_graph(found.derivation),
    }


def _graph(derivation: Derivation) -> dict[str, Any]:
    depths = derivation.depths
    return {
        "root": node_id(derivation.nodes[derivation.root]),
        "height": derivation.height,
        "width": derivation.width,
        "nodes": [
            {
                "id": node_id(node),
                "kind": node.kind.value,
                "label": node.label,
                "state": node.state,
                "depth": depths[key],
                "meta": node.meta,
            }
            for key, node in sorted(derivation.nodes.items())
        ],
        "edges": [
            [node_id(derivation.nodes[parent]), node_id(derivation.nodes[child])]
            for parent, child in derivation.edges
        ],
    }
