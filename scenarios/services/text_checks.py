"""Runs the automatic checks on all words of a suite and stores what they found (spec 6.3, 6.5)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime

from scenarios.bundle import Bundle
from scenarios.datalog.derivation import Node
from scenarios.domains import registry
from scenarios.models import DerivationNode, GoldAnswer, Rendering, Suite, Transition
from scenarios.rendering.verdicts import Verdict, verdicts
from scenarios.selectors.derivations import node_key
from scenarios.selectors.texts import CheckCounts, current_texts
from scenarios.services.history_rows import BATCH

#: Scenario, whether a query, label.
_Place = tuple[str, bool, str]
_Status = Rendering.Status
#: What people are at, or said: it stands while the words pass and mean what they meant.
_REVIEWED = frozenset(
    {
        *(_Status.IN_REVIEW, _Status.AGREED, _Status.DISPUTED, _Status.ADJUDICATED),
        *(_Status.VERIFIED, _Status.REJECTED),
    }
)
_STATUS = {
    True: Rendering.Status.AUTO_PASSED,
    False: Rendering.Status.AUTO_FAILED,
    None: Rendering.Status.DRAFT,
}


def run(
    *, suite: Suite, bundle: Bundle, edited: Collection[_Place] = (), now: datetime | None = None
) -> CheckCounts:
    """Check the words of a suite that was just stored from ``bundle``, with its gold; the counts.

    A state that people gave a text stands, unless it fails now or is among ``edited``: texts whose actions or
    gold are others since. Of a suite that was stored before, ``now`` is when it is checked again; each state
    that changes then is on record. The number of reads does not depend on how much the suite holds; one write
    for each ``BATCH`` texts of which something else was found than before.
    """
    found = {
        (slug, verdict.asks, verdict.subject): verdict
        for slug, verdict in _verdicts(bundle, nodes_of(suite), _supports_of(suite))
    }
    statuses, rows, moves = [], [], []
    for pk, place, before in _places(suite):
        status, checks = _status(before[0], found[place].passed, place in edited), found[place].as_json()
        statuses.append(status)
        if before != (status, checks):
            rows.append(Rendering(pk=pk, status=status, checks=checks))
        if now is not None and before[0] != status:
            moves.append(
                Transition(rendering_id=pk, at=now, before=before[0], after=status, note="checked again")
            )
    Rendering.objects.bulk_update(rows, ["status", "checks"], batch_size=BATCH)
    Transition.objects.bulk_create(moves, batch_size=BATCH)
    return CheckCounts.of(statuses)


def _status(before: str, passed: bool | None, edited: bool) -> str:
    stands = before in _REVIEWED and passed is not False and not edited
    return before if stands else _STATUS[passed]


def _verdicts(
    bundle: Bundle, nodes: Mapping[str, list[Node]], supports: Mapping[str, Mapping[str, list[str]]]
) -> Iterator[tuple[str, Verdict]]:
    for spec in bundle.scenarios:
        domain = registry.get(spec.domain) if spec.domain in registry.names() else None
        yield from (
            (spec.slug, verdict) for verdict in verdicts(spec, domain, nodes[spec.slug], supports[spec.slug])
        )


def _supports_of(suite: Suite) -> dict[str, dict[str, list[str]]]:
    """S(q) by scenario and query."""
    found: dict[str, dict[str, list[str]]] = defaultdict(dict)
    rows = GoldAnswer.objects.filter(query__scenario__suite=suite)
    for slug, label, support in rows.values_list("query__scenario__slug", "query__label", "support"):
        found[slug][label] = support
    return found


def nodes_of(suite: Suite) -> dict[str, list[Node]]:
    """The nodes of all derivations by scenario, at every cutoff."""
    nodes: dict[str, list[Node]] = defaultdict(list)
    for row in DerivationNode.objects.filter(scenario__suite=suite).select_related("scenario"):
        nodes[row.scenario.slug].append(Node(node_key(row), row.state))
    return nodes


def _places(suite: Suite) -> Iterator[tuple[int, _Place, tuple[str, dict[str, object]]]]:
    """Each text by its id: where it stands, and what was found of it before."""
    for asks in (False, True):
        of = "query" if asks else "event"
        columns = ("pk", f"{of}__scenario__slug", f"{of}__label", "status", "checks")
        for pk, slug, label, status, checks in current_texts(suite, asks=asks).values_list(*columns):
            yield pk, (slug, asks, label), (status, checks)
