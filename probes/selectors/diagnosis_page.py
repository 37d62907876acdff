"""A diagnosis as its page shows it: drawing, table twin, the opened node, frontier, recoveries (spec 7)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from benchmark.models import Answer
from probes import graphs
from probes.graphs import ProbedState, Said
from probes.selectors import diagnosis_words as words
from probes.selectors.diagnosis_rows import ROOT, DiagnosisRows
from probes.selectors.diagnosis_words import Lost, Replay
from scenarios.datalog.derivation import NodeKey
from scenarios.datalog.shown_states import state_in_words
from scenarios.graphs import Drawing
from scenarios.models import Event
from scenarios.selectors import browsing, drawings, panels, pictures
from scenarios.selectors.panels import NodePanel, NodeRow
from scenarios.selectors.shown import MOST_ROWS, Opens


@dataclass(frozen=True, slots=True)
class Mark:
    """A record in a context: whether what is asked rests on it, it misled, the answer cites it."""

    label: str
    supports: bool
    misleads: bool
    cited: bool


@dataclass(frozen=True, slots=True)
class ItemLine:
    """An item of a context in the system's order; ``used`` says whether it fitted the budget."""

    text: str
    marks: tuple[Mark, ...]
    used: bool


@dataclass(frozen=True)
class GivenAnswer:
    """One answer to a probe with the context it was read from. ``asked_for`` is the node whose question the
    context was returned for; ``missing`` are the records that the context lacks."""

    title: str
    asked_for: str
    asked_for_ref: str
    said: Said
    answer: Answer | None
    items: tuple[ItemLine, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True)
class OpenedProbe:
    """A probed node opened: what was asked, gold, the answers; ``notes`` say what of it was left out."""

    probe: int
    label: str
    text: str
    gold: str
    answers: tuple[GivenAnswer, ...]
    lost: Lost | None
    notes: tuple[str, ...]


@dataclass(frozen=True)
class TableRow:
    """A node of the derivation with its answers, where it was probed."""

    row: NodeRow
    state: ProbedState | None


@dataclass(frozen=True)
class ShownDiagnosis:
    """Everything on the page of a diagnosis. ``records`` are the events it names, by label."""

    rows: DiagnosisRows
    said: Said
    split: Said
    gold: str
    lost: tuple[Lost, ...]
    replays: tuple[Replay, ...]
    repair: str
    table: list[TableRow]
    more_rows: int
    drawing: Drawing | None
    drawing_error: str
    records: Mapping[str, Event]
    opened: OpenedProbe | None = None
    panel: NodePanel | None = None

    @property
    def misleading(self) -> list[Event]:
        """The records that misled, oldest first."""
        return self._records(label for one in self.lost for label in one.misleading)

    @property
    def instead(self) -> list[Event]:
        """The records that gold rests on where a state was lost, oldest first."""
        return self._records(label for one in self.lost for label in one.instead)

    def _records(self, labels: Iterable[str]) -> list[Event]:
        found = [self.records[label] for label in dict.fromkeys(labels) if label in self.records]
        return sorted(found, key=lambda event: (event.observed_at, event.seq))


def shown(rows: DiagnosisRows, *, opens: Opens | None, node: str = "") -> ShownDiagnosis:
    """The page; ``opens`` gives the address that opens a node, None for a drawing without links. ``node`` is
    the node to be opened. At most six more database queries."""
    lost = words.lost(rows)
    gold = words.gold_words(rows, ROOT)
    states = probed_states(rows, lost)
    node_rows = panels.rows_of(rows.derivation, rows.refs)
    drawing, error = _drawing(rows, states, lost, node_rows, opens)
    probe = _probe_of(rows, node)
    named = {label for one in lost for label in (*one.misleading, *one.instead)}
    return ShownDiagnosis(
        rows=rows,
        said=words.said(rows.answer),
        split=words.said(rows.split),
        gold=gold,
        lost=lost,
        replays=words.replays(rows),
        repair=words.repair(rows.diagnosis, lost, gold),
        table=[TableRow(row, states.get(key)) for key, row in list(node_rows.items())[:MOST_ROWS]],
        more_rows=max(0, len(node_rows) - MOST_ROWS),
        drawing=drawing,
        drawing_error=error,
        records=browsing.texts_by_label(rows.scenario, named),
        opened=None if probe is None else opened(rows, probe, lost),
        panel=_panel(rows, node_rows, node),
    )


def probed_states(rows: DiagnosisRows, lost_nodes: tuple[Lost, ...]) -> dict[NodeKey, ProbedState]:
    """What the system answered, by node: the root and all probed nodes."""
    lost = {node.probe_id or ROOT: one.title for node, one in zip(rows.frontier, lost_nodes, strict=True)}
    found = {rows.keys[ROOT]: ProbedState(words.said(rows.answer), lost=lost.get(ROOT, ""))}
    for probe, key in rows.keys.items():
        if probe == ROOT or key == rows.keys[ROOT]:
            continue
        inherited = tuple(
            (rows.label(parent), words.said(rows.inherited.get((parent, child))))
            for parent, child in rows.edges
            if child == probe
        )
        found[key] = ProbedState(words.said(rows.targeted.get(probe)), inherited, lost.get(probe, ""))
    return found


def _drawing(
    rows: DiagnosisRows,
    states: Mapping[NodeKey, ProbedState],
    lost: tuple[Lost, ...],
    node_rows: Mapping[NodeKey, NodeRow],
    opens: Opens | None,
) -> tuple[Drawing | None, str]:
    """The drawing, kept under a name made of all that it shows."""
    misleading = {
        rows.keys[node.probe_id or ROOT]: one.misleading
        for node, one in zip(rows.frontier, lost, strict=True)
        if one.misleading and (node.probe_id or ROOT) in rows.keys
    }
    edges, followed = rows.as_nodes(rows.edges), rows.as_nodes(rows.followed)
    gold = rows.query.gold
    parts = (
        (rows.query.pk, gold.pk, gold.root_id, opens("") if opens else None),
        sorted((key, state_in_words(node)) for key, node in rows.derivation.nodes.items()),
        sorted(states.items()),
        edges,
        followed,
        sorted(misleading.items()),
    )
    name = f"diagnosis:{hashlib.sha256(repr(parts).encode(errors='replace')).hexdigest()}"
    extra = {label for labels in misleading.values() for label in labels}

    def href(key: NodeKey) -> str:
        # A record that gold does not rest on has no row among the nodes: its own page is opened.
        if key in node_rows:
            return opens(node_rows[key].ref) if opens else ""
        return f"/suites/{rows.suite.slug}/{rows.scenario.slug}/events/{key[1]}/"

    return pictures.kept(
        name,
        lambda: graphs.draw(
            rows.derivation,
            states,
            edges,
            followed,
            href=href if opens else None,
            misleading=misleading,
            event_order=drawings.event_order(rows.scenario, {*rows.derivation.context_events, *extra}),
        ),
    )


def _probe_of(rows: DiagnosisRows, node: str) -> int | None:
    return next((probe for probe in rows.keys if rows.ref(probe) == node), None) if node else None


def _panel(rows: DiagnosisRows, node_rows: Mapping[NodeKey, NodeRow], node: str) -> NodePanel | None:
    key = next((key for key, row in node_rows.items() if row.ref == node), None) if node else None
    if key is None:
        return None
    return panels.open_node(rows.scenario, rows.query.cutoff, rows.derivation, node_rows, key)


def opened(rows: DiagnosisRows, probe: int, lost: tuple[Lost, ...]) -> OpenedProbe:
    """A probed node, or the root, with every answer and the context it was read from."""
    needed = rows.needed(probe)
    found = next((one for one in lost if one.ref == rows.ref(probe)), None)
    misleading = frozenset(label for one in lost for label in one.misleading)
    given: list[tuple[str, int, Answer | None]] = []
    if probe == ROOT:
        given.append(("The original answer", ROOT, rows.answer))
    if probe != ROOT:
        given.append(("Asked for directly", probe, rows.targeted.get(probe)))
        given += [
            (f"In the context of {rows.label(parent)}", parent, rows.inherited.get((parent, child)))
            for parent, child in rows.edges
            if child == probe
        ]
    row = rows.probes.get(probe)
    return OpenedProbe(
        probe=probe,
        label=rows.label(probe),
        text=rows.answer.question.text if row is None else row.text,
        gold=words.gold_words(rows, probe),
        answers=tuple(
            _given(rows, title, asked_for, answer, needed, misleading) for title, asked_for, answer in given
        ),
        lost=found,
        notes=_notes(row if row is not None else rows.diagnosis.plan),
    )


def _notes(row: object) -> tuple[str, ...]:
    found = []
    if getattr(row, "inputs_unprobed", False):
        found.append("Some of its inputs were not asked about: the budget of probes was spent.")
    if getattr(row, "children_sampled", False):
        found.append("Only a sample of its inputs was asked about.")
    return tuple(found)


def _given(
    rows: DiagnosisRows,
    title: str,
    asked_for: int,
    answer: Answer | None,
    needed: frozenset[str],
    misleading: frozenset[str],
) -> GivenAnswer:
    items = () if answer is None else _items(answer, needed, misleading)
    got = {mark.label for item in items if item.used for mark in item.marks}
    return GivenAnswer(
        title=title,
        asked_for=rows.label(asked_for),
        asked_for_ref=rows.ref(asked_for),
        said=words.said(answer),
        answer=answer,
        items=items,
        missing=() if answer is None else tuple(sorted(needed - got)),
    )


def _items(answer: Answer, needed: frozenset[str], misleading: frozenset[str]) -> tuple[ItemLine, ...]:
    cited = set(answer.citations)
    return tuple(
        ItemLine(
            text=item["text"],
            marks=tuple(
                Mark(label, label in needed, label in misleading, label in cited) for label in item["events"]
            ),
            used=index < answer.items_used,
        )
        for index, item in enumerate(answer.context.items)
    )
