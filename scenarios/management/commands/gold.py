"""``manage.py gold``: the gold of a query at any cutoff, by either evaluator."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from scenarios.datalog.derivation import Evaluation
from scenarios.datalog.goal_text import goal_text
from scenarios.management import arguments, refusals
from scenarios.services import evaluators


class Command(BaseCommand):
    """Derives and prints; stores nothing but the worked example, where it is absent."""

    help = "Derive the gold of a query: label, answer, height, width, nodes, edges, witnesses, support."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "query",
            help="SUITE/SCENARIO/QUERY; parts that leave no choice may be left out, as in worked-example",
        )
        parser.add_argument(
            "--cutoff", help="a date (its end, UTC) or a time with its zone; default: the query's own cutoff"
        )
        parser.add_argument("--evaluator", choices=evaluators.NAMES, default="postgres")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        query = arguments.find_query(options["query"])
        cutoff = arguments.cutoff(options["cutoff"], otherwise=query.cutoff)
        with refusals.as_command_errors():
            found = evaluators.evaluate(query=query, cutoff=cutoff, evaluator=options["evaluator"])
        shown = {
            "query": f"{query.scenario.suite.slug}/{query.scenario.slug}/{query.label}",
            "goal": goal_text(query.goal),
            "question": query.question,
            "cutoff": cutoff.isoformat(),
            "evaluator": options["evaluator"],
            **_object(found),
        }
        if options["json"]:
            self.stdout.write(json.dumps(shown, ensure_ascii=False))
        else:
            self._print(shown)

    def _print(self, shown: dict[str, Any]) -> None:
        for name in ("query", "question", "goal", "cutoff", "evaluator", "label", "answer"):
            self.stdout.write(f"{name:<12}{shown[name]}")
        for leaf in shown["missing"]:
            self.stdout.write(f"{'missing':<12}{leaf}")
        self.stdout.write(
            f"{'derivation':<12}height {shown['height']}, width {shown['width']}, "
            f"{shown['nodes']} nodes, {shown['edges']} edges"
        )
        for events in shown["witnesses"]:
            self.stdout.write(f"{'witness':<12}{len(events)} events: {', '.join(events) or 'none needed'}")
        if not shown["exact"]:
            rest = "an unknown number of" if shown["unlisted"] is None else shown["unlisted"]
            self.stdout.write(f"{'':<12}the list is not complete: {rest} more minimal witnesses exist")
            low, high = shown["witness_size"]
            self.stdout.write(
                f"{'bounds':<12}smallest witness {low} to {high} events, "
                f"support {len(shown['support'])} to {len(shown['support_high'])} events"
            )


def _object(found: Evaluation) -> dict[str, Any]:
    derivation, witnesses = found.derivation, found.witnesses
    return {
        "label": found.gold.label.value,
        "answer": found.gold.answer,
        "missing": list(found.gold.missing),
        "height": derivation.height,
        "width": derivation.width,
        "nodes": len(derivation.nodes),
        "edges": len(derivation.edges),
        "witnesses": [list(events) for events in witnesses.witnesses],
        "exact": witnesses.exact,
        "unlisted": witnesses.unlisted,
        "witnesses_most": witnesses.most,
        "witness_size": list(witnesses.smallest),
        "support": list(witnesses.support_low or witnesses.support),
        "support_high": list(witnesses.support_high or witnesses.support),
        "context_events": list(derivation.context_events),
        "obs_flag": derivation.obs_flag,
    }
