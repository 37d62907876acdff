"""``manage.py whynot``: why an answer is unknown at a cutoff, and what would make it known."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from scenarios.datalog.derivation import Answerability, Derivation, NodeKey, NodeKind
from scenarios.management import arguments, refusals
from scenarios.models import Query
from scenarios.services import evaluation, evaluators


class Command(BaseCommand):
    """Names each missing leaf with the way down to it, and the first later record that settles the answer."""

    help = "Say what is missing for a query's answer at a cutoff, and from which record on it is known."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("query", help="SUITE/SCENARIO/QUERY; parts that leave no choice may be left out")
        parser.add_argument("--cutoff", help="a date (its end, UTC) or a time with its zone")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        query = arguments.find_query(options["query"])
        cutoff = arguments.cutoff(options["cutoff"], otherwise=query.cutoff)
        with refusals.as_command_errors():
            found = evaluators.evaluate(query=query, cutoff=cutoff)
            settled = _settled_by(query, cutoff) if found.gold.label is Answerability.UNKNOWN else None
        shown = {
            "query": f"{query.scenario.suite.slug}/{query.scenario.slug}/{query.label}",
            "cutoff": cutoff.isoformat(),
            "label": found.gold.label.value,
            "answer": found.gold.answer,
            "missing": ways_to_missing(found.derivation),
            "settled_by": settled,
        }
        if options["json"]:
            self.stdout.write(json.dumps(shown, ensure_ascii=False))
        else:
            self._print(query, shown)

    def _print(self, query: Query, shown: dict[str, Any]) -> None:
        self.stdout.write(f"{query.question}  (at {shown['cutoff']})")
        if shown["label"] != Answerability.UNKNOWN:
            self.stdout.write(f"It is known: {shown['answer']} ({shown['label']}).")
        for leaf, way in shown["missing"].items():
            self.stdout.write(f"{leaf}  needed by {' ← '.join(reversed(way))}")
        settled = shown["settled_by"]
        if settled:
            self.stdout.write(f"Known from {settled['event']} on ({settled['t']}): {settled['answer']}.")
        elif shown["label"] == Answerability.UNKNOWN:
            self.stdout.write("No later record of this history settles it.")


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


def _settled_by(query: Query, cutoff: datetime) -> dict[str, Any] | None:
    """The first later record from whose time on the answer is known, all later times asked at once."""
    later = query.scenario.events.filter(observed_at__gt=cutoff).order_by("observed_at", "seq")
    events = {event.observed_at: event.label for event in later}
    asked = [(query.goal, moment) for moment in events]
    golds = evaluation.answers_at(scenario=query.scenario, asked=asked)
    for (moment, label), gold in zip(events.items(), golds, strict=True):
        if gold.label is not Answerability.UNKNOWN:
            return {"event": label, "t": moment.isoformat(), "answer": gold.answer}
    return None
