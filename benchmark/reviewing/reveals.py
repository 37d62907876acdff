"""The last step of a question's form, and what who decides a dispute sees: gold, derivation, witnesses.

The derivation is drawn beside the form, its nodes linked to their rows below; the drawing is kept, so that it
is made once for all judges.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from benchmark.reviewing import answers, node_marks, operators, picks
from benchmark.reviewing.asked import ANSWER, Asked, in_words, said_of
from scenarios import graphs
from scenarios.datalog.derivation import Derivation, NodeKey
from scenarios.models import Complaint
from scenarios.selectors import browsing, derivations, drawings, panels, pictures

#: Nodes that the form lists.
MOST_ROWS = 400
#: A drawing of more nodes is first shown in its own size: fitted to the page it could not be read.
FITTING = 40


def of(asked: Asked, kept: Mapping[str, Any]) -> dict[str, Any]:
    """What is revealed of a question, beside what was answered before. A constant number of reads."""
    query, gold = asked.query, asked.query.gold
    derivation, ids = derivations.with_ids(query)
    rows = panels.rows_of(derivation, ids)
    drawing, error = _drawn(asked, derivation, ids)
    said = said_of(kept)
    return {
        "gold": {
            "label": gold.label,
            "answer": gold.answer,
            "unit": query.unit,
            "missing": gold.missing,
            "height": gold.height,
            "nodes": len(derivation.nodes),
        },
        "meant": asked.meant,
        "slips": _slips(asked, kept),
        "said": in_words(said),
        "scored": None if said is None else answers.scored(said, asked.view),
        "drawing": drawing,
        "drawing_error": error,
        "fits": len(derivation.nodes) <= FITTING,
        "nodes": _rows(asked, derivation, rows, kept),
        "more_nodes": max(0, len(rows) - MOST_ROWS),
        "witness": set(asked.content["records"]),
        "bait": _bait(asked),
        "of_query": {
            "label": query.label,
            "scenario": query.scenario.slug,
            "suite": query.scenario.suite.slug,
        },
    }


def _slips(asked: Asked, kept: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """What was picked otherwise than the question means it: about what, what was picked, what is meant."""
    meant, slips = asked.meant, []
    if "refers_to" in kept and sorted(kept["refers_to"]) != sorted(asked.pick["true"]):
        picked = ", ".join(name for name in kept["refers_to"] if name != picks.NONE) or gettext(
            "none of the names"
        )
        slips.append(
            (
                gettext("What it speaks of"),
                picked,
                ", ".join(meant["refers_to"]) or gettext("none of the names"),
            )
        )
    if "asks" in kept and kept["asks"] != asked.content["operator"]:
        slips.append((gettext("What it asks"), gettext(operators.WORDS[kept["asks"]]), meant["asks"]))
    return slips


def _drawn(
    asked: Asked, derivation: Derivation, ids: Mapping[NodeKey, int]
) -> tuple[graphs.Drawing | None, str]:
    gold = asked.query.gold
    return pictures.kept(
        f"dag-form:{asked.query.pk}:{gold.pk}:{gold.root_id}",
        lambda: graphs.draw(
            derivation,
            href=lambda key: f"#node-{ids[key]}",
            emphasised=drawings.witness_path(derivation, frozenset(gold.support)),
            event_order=drawings.event_order(asked.query.scenario, derivation.context_events),
        ),
    )


def _rows(
    asked: Asked,
    derivation: Derivation,
    rows: Mapping[NodeKey, panels.NodeRow],
    kept: Mapping[str, Any],
) -> list[dict[str, Any]]:
    """The nodes as the form lists them, from the target down: state, what was said of it, and what was said
    to be wrong with it."""
    numbers = {_key(node["key"]): place for place, node in enumerate(asked.nodes)}
    parts = numbers.keys() - {derivation.root}
    complained = _complainers(asked)
    found = []
    for key, row in list(rows.items())[:MOST_ROWS]:
        name = ANSWER if key == derivation.root else f"node.{numbers[key]}" if key in numbers else ""
        found.append(
            {
                "ref": row.ref,
                "kind": row.node.kind.replace("_", " "),
                "node_kind": str(row.node.kind),
                "label": row.node.label,
                "state": row.state,
                "depth": row.depth,
                "checks": row.checks,
                "said": in_words(said_of(kept, name)) if name else "",
                "right": node_marks.mark(asked, numbers[key], row.node.state, kept) if key in parts else None,
                "by": complained.get((str(row.node.kind), row.node.label), _NOBODY),
            }
        )
    return found


class Complainers:
    """Who called a node wrong. It answers for one name and lists none: judges do not learn of each other."""

    def __init__(self) -> None:
        self._names: set[str] = set()

    def add(self, name: str) -> None:
        self._names.add(name)

    def __contains__(self, name: object) -> bool:
        return name in self._names


_NOBODY = Complainers()


def _complainers(asked: Asked) -> dict[tuple[str, str], Complainers]:
    """Who called which node of the query wrong, by its kind and label."""
    found: dict[tuple[str, str], Complainers] = {}
    rows = Complaint.objects.filter(query=asked.query).order_by()
    for kind, label, name in rows.values_list("node_kind", "node_label", "by__username"):
        found.setdefault((kind, label), Complainers()).add(name)
    return found


def _key(stored: list[Any]) -> NodeKey:
    return (stored[0], stored[1], tuple(stored[2]))


def _bait(asked: Asked) -> dict[str, Any] | None:
    """Of a question that is flagged as bait: its key terms and the records that hold one, those that the
    answer needs marked."""
    stored = asked.content.get("bait")
    if not stored:
        return None
    events = browsing.texts_by_label(asked.query.scenario, stored["records"])
    needed = {*asked.query.gold.support, *asked.content["records"]}
    records = sorted(events.values(), key=lambda event: (event.observed_at, event.seq))
    return {
        "terms": stored["terms"],
        "records": [{"event": event, "needed": event.label in needed} for event in records],
    }
