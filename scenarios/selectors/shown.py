"""An answer with all behind it as pages show it, whether it is stored gold or derived just now."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scenarios import graphs
from scenarios.datalog.derivation import Derivation, Evaluation, NodeKey
from scenarios.models import Event, Query, Scenario
from scenarios.selectors import browsing, derivations, drawings, panels, pictures
from scenarios.selectors.panels import NodePanel, NodeRow

#: Nodes that the table twin of a page lists; the API has all.
MOST_ROWS = 2_000

#: The address that opens a node, from what its link carries.
Opens = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class WitnessRow:
    """One witness with its records in order of time; ``minimal`` says how that is known, empty where no
    check has run."""

    position: int
    minimal: str
    events: list[Event]


@dataclass(frozen=True)
class Shown:
    """Label, answer, figures, witnesses, derivation, its table twin and drawing, and the node opened.

    ``support`` and ``support_high`` are the ends of an interval where ``exact`` is false; ``unlisted`` is
    None where the number of further witnesses is only bounded.
    """

    label: str
    answer: Any
    missing: Sequence[str]
    exact: bool
    unlisted: int | None
    support: int
    support_high: int
    height: int
    width: int
    derivation: Derivation
    rows: list[NodeRow]
    witnesses: list[WitnessRow]
    panel: NodePanel | None
    drawing: graphs.Drawing | None
    drawing_error: str = ""

    @property
    def more_rows(self) -> int:
        """Nodes that the table does not list."""
        return len(self.derivation.nodes) - len(self.rows)


def stored(query: Query, *, node: str, opens: Opens) -> Shown:
    """The gold of a query. A constant number of queries."""
    derivation, ids = derivations.with_ids(query)
    gold = query.gold
    rows = panels.rows_of(derivation, ids)
    witnesses = query.witnesses.all()
    records = browsing.texts_by_label(query.scenario, {name for one in witnesses for name in one.events})
    drawing, error = _drawn(
        query.scenario,
        derivation,
        rows,
        opens,
        frozenset(gold.support),
        f"dag:{query.pk}:{gold.pk}:{gold.root_id}",
    )
    return Shown(
        label=gold.label,
        answer=gold.answer,
        missing=gold.missing,
        exact=gold.exact,
        unlisted=gold.unlisted,
        support=len(gold.support),
        support_high=len(gold.support_high),
        height=gold.height,
        width=gold.width,
        derivation=derivation,
        rows=list(rows.values())[:MOST_ROWS],
        witnesses=[
            WitnessRow(number, one.minimal, _in_time(records, one.events))
            for number, one in enumerate(witnesses, start=1)
        ],
        panel=_panel(query.scenario, query.cutoff, derivation, rows, node),
        drawing=drawing,
        drawing_error=error,
    )


def derived(scenario: Scenario, cutoff: datetime, found: Evaluation, *, node: str, opens: Opens) -> Shown:
    """What was derived just now. A constant number of queries."""
    derivation, listed = found.derivation, found.witnesses
    rows = panels.rows_of(derivation, {key: node_ref(derivation, key) for key in derivation.nodes})
    records = browsing.texts_by_label(scenario, {name for events in listed.witnesses for name in events})
    support = listed.support_low or listed.support
    name = f"dag:{scenario.pk}:{cutoff.isoformat()}:{_content(derivation, opens, support)}"
    drawing, error = _drawn(scenario, derivation, rows, opens, frozenset(support), name)
    return Shown(
        label=found.gold.label.value,
        answer=found.gold.answer,
        missing=found.gold.missing,
        exact=listed.exact,
        unlisted=listed.unlisted,
        support=len(support),
        support_high=len(listed.support_high or support),
        height=derivation.height,
        width=derivation.width,
        derivation=derivation,
        rows=list(rows.values())[:MOST_ROWS],
        witnesses=[
            WitnessRow(number, "", _in_time(records, events))
            for number, events in enumerate(listed.witnesses, start=1)
        ],
        panel=_panel(scenario, cutoff, derivation, rows, node),
        drawing=drawing,
        drawing_error=error,
    )


def node_ref(derivation: Derivation, key: NodeKey) -> str:
    """What the link to a node that is not stored carries."""
    return f"{key[0]}:{derivation.nodes[key].label}"


def _in_time(records: Mapping[str, Event], labels: Collection[str]) -> list[Event]:
    return sorted((records[label] for label in labels), key=lambda event: (event.observed_at, event.seq))


def _panel(
    scenario: Scenario,
    cutoff: datetime,
    derivation: Derivation,
    rows: Mapping[NodeKey, NodeRow],
    node: str,
) -> NodePanel | None:
    opened = next((key for key, row in rows.items() if row.ref == node), None)
    return None if opened is None else panels.open_node(scenario, cutoff, derivation, rows, opened)


def _content(derivation: Derivation, opens: Opens, support: Collection[str]) -> str:
    """A name for everything that a drawing of this derivation shows."""
    parts = (
        sorted((key, repr(node.state)) for key, node in derivation.nodes.items()),
        derivation.edges,
        sorted(support),
        opens(""),
    )
    return hashlib.sha256(repr(parts).encode(errors="replace")).hexdigest()


def _drawn(
    scenario: Scenario,
    derivation: Derivation,
    rows: Mapping[NodeKey, NodeRow],
    opens: Opens,
    support: frozenset[str],
    name: str,
) -> tuple[graphs.Drawing | None, str]:
    """The drawing, kept under a name that changes with its content, or why there is none."""
    return pictures.kept(
        name,
        lambda: graphs.draw(
            derivation,
            href=lambda key: opens(rows[key].ref),
            emphasised=drawings.witness_path(derivation, support),
            event_order=drawings.event_order(scenario, derivation.context_events),
        ),
    )
