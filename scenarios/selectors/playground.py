"""What the playground shows of a response: witnesses with their lines, nodes as rows, faults by text."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from scenarios.datalog.cutoffs import cutoff_text
from scenarios.datalog.derivation import Derivation, NodeKey
from scenarios.datalog.playground import FIELDS, Response, derivation_of
from scenarios.datalog.shown_states import state_in_words
from scenarios.services.playground_texts import Texts

#: Rows of the table and lines of the history that one page shows; the API and a notebook give all.
MOST_ROWS = 600
MOST_LINES = 600


@dataclass(frozen=True, slots=True)
class LineRow:
    """One line of the history: its number, and its event where it tells one."""

    number: int
    text: str
    event: str = ""
    t: datetime | None = None
    marked: bool = False
    after: bool = False


@dataclass(frozen=True, slots=True)
class WitnessRow:
    """One witness: its events as lines of the history, in the order of time."""

    position: int
    lines: list[LineRow]
    chosen: bool


@dataclass(frozen=True, slots=True)
class NodeRow:
    """A node as the table twin shows it."""

    id: str
    kind: str
    label: str
    state: str
    depth: int
    checks: list[str]
    obsolete: int
    children: list[str]


@dataclass(frozen=True, slots=True)
class Shown:
    """A result as the page shows it."""

    result: dict[str, Any]
    derivation: Derivation
    witnesses: list[WitnessRow]
    nodes: list[NodeRow]
    lines: list[LineRow]
    moments: list[str]
    cutoff: str
    chosen: int
    keys: dict[NodeKey, str] = field(default_factory=dict)

    @property
    def more_nodes(self) -> int:
        return len(self.derivation.nodes) - len(self.nodes)

    @property
    def chosen_events(self) -> frozenset[str]:
        """Events of the chosen witness."""
        found = self.result["witnesses"]
        return frozenset(found[self.chosen - 1]) if self.chosen else frozenset()

    @property
    def event_order(self) -> dict[str, int]:
        """The place of each event in time."""
        events = sorted(self.result["events"], key=lambda event: event["t"])
        return {event["id"]: place for place, event in enumerate(events)}


def shown(response: Response, texts: Texts, chosen: int = 1) -> Shown | None:
    """The result of a response with the witness number ``chosen`` marked (the first where there is no such
    one, none where the answer is unknown); None where there is no result."""
    result = response.get("result")
    if result is None:
        return None
    derivation = derivation_of(result["derivation"])
    listed = [] if result["label"] == "unknown" else result["witnesses"]
    chosen = chosen if 1 <= chosen <= len(listed) else min(1, len(listed))
    marked = frozenset(listed[chosen - 1]) if chosen else frozenset()
    lines = _lines(result, texts.history, marked)
    by_event = {line.event: line for line in lines if line.event}
    moments = sorted({event["t"] for event in result["events"]})
    keys = {
        (node["kind"], node["pred"], tuple(node["args"])): node["id"]
        for node in result["derivation"]["nodes"]
    }
    return Shown(
        result=result,
        derivation=derivation,
        witnesses=[
            WitnessRow(number, sorted((by_event[e] for e in events), key=_in_time), number == chosen)
            for number, events in enumerate(listed, start=1)
        ],
        nodes=_rows(result, derivation, keys)[:MOST_ROWS],
        lines=lines,
        moments=[cutoff_text(datetime.fromisoformat(t)) for t in moments],
        cutoff=cutoff_text(datetime.fromisoformat(result["cutoff"])),
        chosen=chosen,
        keys=keys,
    )


def _in_time(line: LineRow) -> tuple[Any, int]:
    return (line.t, line.number)


def _lines(result: dict[str, Any], history: str, marked: frozenset[str]) -> list[LineRow]:
    cutoff = datetime.fromisoformat(result["cutoff"])
    events = {event["line"]: event for event in result["events"]}
    found = []
    for number, text in enumerate(history.split("\n"), start=1):
        event = events.get(number)
        if event is None:
            found.append(LineRow(number, text))
            continue
        t = datetime.fromisoformat(event["t"])
        found.append(LineRow(number, text, event["id"], t, event["id"] in marked, t > cutoff))
    return found


def _rows(result: dict[str, Any], derivation: Derivation, keys: dict[NodeKey, str]) -> list[NodeRow]:
    labels = {keys[key]: node.label for key, node in derivation.nodes.items()}
    return [
        NodeRow(
            id=keys[key],
            kind=key[0].replace("_", " "),
            label=node.label,
            state=state_in_words(node),
            depth=derivation.depths[key],
            checks=[str(check) for check in node.meta["checks"]],
            obsolete=node.obsolete_count,
            children=[labels[keys[child]] for child in derivation.children[key]],
        )
        for key, node in derivation.nodes.items()
    ]


def faults_by_text(response: Response) -> list[tuple[str, list[dict[str, Any]]]]:
    """The faults of a response under the name of the text they stand in, in the order of the form."""
    found = response.get("faults", [])
    groups = ((name, [fault for fault in found if fault["file"] == name]) for name in FIELDS)
    return [(name, faults) for name, faults in groups if faults]
