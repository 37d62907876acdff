"""Runs the automatic checks on all words of a suite and stores what they found (spec 6.3, 6.5)."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime

from scenarios.bundle import Bundle
from scenarios.datalog.derivation import Node
from scenarios.domains import registry
from scenarios.models import DerivationNode, GoldAnswer, Rendering, Suite, Transition
from scenarios.rendering.verdicts import Verdict, verdicts
from scenarios.selectors.derivations import node_key
from scenarios.selectors.texts import CheckCounts, current_texts
from scenarios.services.history_rows import BATCH

#: So many texts of which the same was found are written together.
ALIKE_FROM = 100
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
    """Check the words of a suite that was just stored from ``bundle``, with its gold; the counts. Of a bundle
    that holds some of its scenarios only their words are checked: no check reads across scenarios.

    A state that people gave a text stands, unless it fails now or is among ``edited``: texts whose actions or
    gold are others since. Of a suite that was stored before, ``now`` is when it is checked again; each state
    that changes then is on record. The number of reads does not depend on how much the suite holds; one write
    for each ``BATCH`` texts of which something else was found than before.
    """
    slugs = [spec.slug for spec in bundle.scenarios]
    found = {
        (slug, verdict.asks, verdict.subject): verdict
        for slug, verdict in _verdicts(bundle, nodes_of(suite, slugs), _supports_of(suite, slugs))
    }
    statuses, rows, moves = [], [], []
    for pk, place, before in _places(suite, slugs):
        status, checks = _status(before[0], found[place].passed, place in edited), found[place].as_json()
        statuses.append(status)
        if before != (status, checks):
            rows.append(Rendering(pk=pk, status=status, checks=checks))
        if now is not None and before[0] != status:
            moves.append(
                Transition(rendering_id=pk, at=now, before=before[0], after=status, note="checked again")
            )
    _write(rows)
    Transition.objects.bulk_create(moves, batch_size=BATCH)
    return CheckCounts.of(statuses)


def _write(rows: Sequence[Rendering]) -> None:
    """Store what was found. Imported texts by the thousand are all found the same: those are written by one
    update for each ``BATCH``, without a case for each row, which takes ten times as long."""
    alike: dict[tuple[str, str], list[Rendering]] = defaultdict(list)
    for row in rows:
        alike[row.status, json.dumps(row.checks, sort_keys=True)].append(row)
    rest: list[Rendering] = []
    for group in alike.values():
        if len(group) < ALIKE_FROM:
            rest += group
            continue
        for first in range(0, len(group), BATCH):
            keys = [row.pk for row in group[first : first + BATCH]]
            Rendering.objects.filter(pk__in=keys).update(status=group[0].status, checks=group[0].checks)
    Rendering.objects.bulk_update(rest, ["status", "checks"], batch_size=BATCH)


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


def _supports_of(suite: Suite, slugs: Collection[str]) -> dict[str, dict[str, list[str]]]:
    """S(q) by scenario and query."""
    found: dict[str, dict[str, list[str]]] = defaultdict(dict)
    rows = GoldAnswer.objects.filter(query__scenario__suite=suite, query__scenario__slug__in=slugs)
    for slug, label, support in rows.values_list("query__scenario__slug", "query__label", "support"):
        found[slug][label] = support
    return found


def nodes_of(suite: Suite, slugs: Collection[str] | None = None) -> dict[str, list[Node]]:
    """The nodes of all derivations by scenario, at every cutoff; of these scenarios where some are named."""
    nodes: dict[str, list[Node]] = defaultdict(list)
    rows = DerivationNode.objects.filter(scenario__suite=suite).select_related("scenario")
    for row in rows if slugs is None else rows.filter(scenario__slug__in=slugs):
        nodes[row.scenario.slug].append(Node(node_key(row), row.state))
    return nodes


def _places(
    suite: Suite, slugs: Collection[str]
) -> Iterator[tuple[int, _Place, tuple[str, dict[str, object]]]]:
    """Each text by its id: where it stands, and what was found of it before."""
    for asks in (False, True):
        of = "query" if asks else "event"
        columns = ("pk", f"{of}__scenario__slug", f"{of}__label", "status", "checks")
        rows = current_texts(suite, asks=asks).filter(**{f"{of}__scenario__slug__in": slugs})
        for pk, slug, label, status, checks in rows.values_list(*columns):
            yield pk, (slug, asks, label), (status, checks)
