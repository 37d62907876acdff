"""``manage.py whynot``: why an answer is false, unknown or other than expected, and what would settle it."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scenarios.datalog.cutoffs import cutoff_text
from scenarios.datalog.derivation import Answerability, Derivation, NodeKey, NodeKind
from scenarios.datalog.differences import gold_words
from scenarios.datalog.goal_text import goal_text
from scenarios.datalog.whynot_text import as_object, report_lines
from scenarios.management import refusals
from scenarios.management.subjects import Subject, add_subject, subject
from scenarios.services import explaining
from scenarios.services.explaining import Settled


class Command(BaseCommand):
    """The first failing literal of each clause with what is recorded nearby, each missing leaf with the way
    down to it, and of an unknown answer the first later record that settles it."""

    help = "Say why a goal is false, unknown or not what was expected, and from which record on it is known."

    def add_arguments(self, parser: CommandParser) -> None:
        add_subject(parser)
        parser.add_argument("--depth", type=int, default=1, help="levels of derived goals that are followed")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["depth"] < 0:
            raise CommandError("--depth counts levels: write 0 or more.")
        asked = subject(options)
        scenario, goal, cutoff = asked.scenario, asked.asked.goal, asked.cutoff
        with refusals.as_command_errors():
            found = explaining.evaluate(scenario=scenario, goal=goal, cutoff=cutoff, query=asked.query)
            report = explaining.why_not(
                scenario=scenario, asked=asked.asked, cutoff=cutoff, depth=options["depth"]
            )
            settled = None
            if found.gold.label is Answerability.UNKNOWN:
                settled = explaining.settled_by(scenario=scenario, goal=goal, cutoff=cutoff)
        missing = ways_to_missing(found.derivation)
        if options["json"]:
            shown = {
                "query": asked.path,
                "goal": goal_text(asked.asked.goal),
                "cutoff": asked.cutoff.isoformat(),
                "label": found.gold.label.value,
                "answer": found.gold.answer,
                "missing": missing,
                "settled_by": settled_object(settled),
                "settled_tried": None if settled is None else [settled.tried, settled.later],
                "reasons": as_object(report),
            }
            self.stdout.write(json.dumps(shown, ensure_ascii=False))
            return
        self.stdout.write(f"{asked.title}  (at {cutoff_text(asked.cutoff)}): {gold_words(found.gold)}")
        for line in report_lines(report):
            self.stdout.write(line)
        for leaf, way in missing.items():
            self.stdout.write(f"{leaf}  needed by {' ← '.join(reversed(way))}")
        self._print_settled(asked, settled)

    def _print_settled(self, asked: Subject, settled: Settled | None) -> None:
        if settled is None:
            return
        if settled.t is not None:
            self.stdout.write(f"Known from {settled.event} on ({settled.t.isoformat()}): {settled.answer}.")
        elif settled.tried < settled.later:
            self.stdout.write(
                f"None of the next {settled.tried} times at which something was observed settles it; "
                f"{settled.later - settled.tried} later ones were not tried: ask again with a later --cutoff."
            )
        else:
            self.stdout.write("No later record of this history settles it.")


def settled_object(settled: Settled | None) -> dict[str, Any] | None:
    """The record that settles an answer, None where none is known to."""
    if settled is None or settled.t is None:
        return None
    return {"event": settled.event, "t": settled.t.isoformat(), "answer": settled.answer}


def ways_to_missing(derivation: Derivation) -> dict[str, list[str]]:
    """Each missing leaf with the labels of the nodes on a shortest way from the answer down to it."""
    ways: dict[NodeKey, list[str]] = {derivation.root: []}
    queue = [derivation.root]
    found: dict[str, list[str]] = {}
    for key in queue:
        node = derivation.nodes[key]
        if node.kind is NodeKind.MISSING:
            found[node.label] = ways[key]
        for child in derivation.children[key]:
            if child not in ways:
                ways[child] = [*ways[key], node.label]
                queue.append(child)
    return dict(sorted(found.items()))
