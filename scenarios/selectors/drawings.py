"""Drawings of derivations and of differences, with what a drawing needs to know of the history."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from scenarios import graphs
from scenarios.datalog.derivation import Derivation, Evaluation, NodeKey
from scenarios.datalog.differences import Difference
from scenarios.models import Scenario

Href = Callable[[NodeKey], str]


def of_evaluation(scenario: Scenario, found: Evaluation, *, href: Href | None = None) -> graphs.Drawing:
    """The derivation, events in time order, what rests on the support emphasised. Raises ``DrawingError``."""
    support = found.witnesses.support_low or found.witnesses.support
    return graphs.draw(
        found.derivation,
        href=href,
        emphasised=witness_path(found.derivation, frozenset(support)),
        event_order=event_order(scenario, found.derivation.context_events),
    )


def of_difference(scenario: Scenario, found: Difference, *, href: Href | None = None) -> graphs.Drawing:
    """Both derivations in one, each node that differs marked by sign and colour. Raises ``DrawingError``."""
    union = found.union
    return graphs.draw(
        union, href=href, marks=found.marks, event_order=event_order(scenario, union.context_events)
    )


def event_order(scenario: Scenario, labels: Iterable[str]) -> dict[str, int]:
    """The place of events in time, by label. One query."""
    return dict(scenario.events.filter(label__in=list(labels)).values_list("label", "seq"))


def witness_path(derivation: Derivation, support: frozenset[str]) -> set[NodeKey]:
    """The nodes from which an event of the support can be reached, and those events."""
    on_path = {key for key in derivation.nodes if key[0] == "event" and key[1] in support}
    for key in sorted(derivation.nodes, key=lambda key: -derivation.depths.get(key, 0)):
        if any(child in on_path for child in derivation.children[key]):
            on_path.add(key)
    return on_path
