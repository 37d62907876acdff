"""``manage.py explain``: the derivation behind an answer, as an indented tree or as JSON."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from scenarios.datalog.derivation import Derivation, NodeKey
from scenarios.management import arguments, refusals
from scenarios.services import evaluators
from scenarios.services.interchange import node_id


class Command(BaseCommand):
    """Derives anew at the cutoff asked for; an input that several nodes share is written out once."""

    help = "Show the derivation of a query's answer, from the answer down to the records."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("query", help="SUITE/SCENARIO/QUERY; parts that leave no choice may be left out")
        parser.add_argument("--cutoff", help="a date (its end, UTC) or a time with its zone")
        parser.add_argument("--evaluator", choices=evaluators.NAMES, default="postgres")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        query = arguments.find_query(options["query"])
        cutoff = arguments.cutoff(options["cutoff"], otherwise=query.cutoff)
        with refusals.as_command_errors():
            found = evaluators.evaluate(query=query, cutoff=cutoff, evaluator=options["evaluator"])
        if options["json"]:
            self.stdout.write(json.dumps(_object(found.derivation), ensure_ascii=False))
        else:
            self.stdout.write(f"{query.question}  (at {cutoff.isoformat()})")
            for line in tree_lines(found.derivation):
                self.stdout.write(line)


def tree_lines(derivation: Derivation) -> list[str]:
    """The DAG as indented lines; a node met again is named and not unfolded a second time."""
    lines: list[str] = []
    unfolded: set[NodeKey] = set()
    stack: list[tuple[NodeKey, int]] = [(derivation.root, 0)]
    while stack:
        key, depth = stack.pop()
        node, children = derivation.nodes[key], derivation.children[key]
        again = key in unfolded and bool(children)
        state = "" if node.state is None else f" = {json.dumps(node.state, ensure_ascii=False)}"
        note = "  (above)" if again else ""
        lines.append(f"{'  ' * depth}{node.kind.value} {node.label}{state}{note}")
        if not again:
            unfolded.add(key)
            stack.extend((child, depth + 1) for child in reversed(children))
    return lines


def _object(derivation: Derivation) -> dict[str, Any]:
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
