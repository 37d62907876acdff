"""Complaints: somebody calls a node of a gold derivation wrong; it waits among the disputes (spec 6.5)."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext

from benchmark.floor.audit.services import records as audit
from scenarios.datalog.derivation import Node
from scenarios.exceptions import NotVisibleError
from scenarios.models import Complaint, Query, ReviewItem
from scenarios.review import states
from scenarios.review.exceptions import FormRefusedError
from scenarios.review.services import transitions
from scenarios.selectors import derivations

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

KIND = "complaint"
LONGEST = 2_000
"""Characters of a complaint."""
#: Places of one scenario (as those of its records and questions); complaints stand behind them.
_A_SCENARIO = 1_000_000


@transaction.atomic
def complain(
    *, query: Query, node_kind: str, node_label: str, text: str, by: User, now: datetime
) -> Complaint:
    """Say that a node of the query's derivation is wrong, and why. Once a person and node: what was said
    first stands, and is returned again.

    Its review item goes to adjudicators at once; nobody is asked to judge it first, and who complains does
    not decide. Raises ``FormRefusedError`` without words, and ``NotVisibleError`` for a node that is not in
    the derivation.
    """
    words = text.strip()
    if not words:
        raise FormRefusedError({"text": gettext("Say what is wrong with it.")})
    if len(words) > LONGEST:
        raise FormRefusedError(
            {
                "text": gettext("%(n)s characters: %(longest)s are the most.")
                % {"n": f"{len(words):,}", "longest": f"{LONGEST:,}"}
            }
        )
    node = _node_of(query, node_kind, node_label)
    complaint, made = Complaint.objects.get_or_create(
        query=query,
        node_kind=node_kind,
        node_label=node_label,
        by=by,
        defaults={"node_state": node.state, "text": words, "at": now},
    )
    if made:
        _put_to_adjudicators(complaint, by, now)
    return complaint


def _node_of(query: Query, kind: str, label: str) -> Node:
    for node in derivations.of(query).nodes.values():
        if (str(node.kind), node.label) == (kind, label):
            return node
    raise NotVisibleError(gettext("There is no such node in the derivation."))


def _put_to_adjudicators(complaint: Complaint, by: User, now: datetime) -> None:
    query = complaint.query
    scenario = query.scenario
    item = ReviewItem.objects.create(
        suite=scenario.suite,
        scenario=scenario,
        kind=KIND,
        subject_id=complaint.pk,
        label=f"{query.label} {complaint.node_label}"[:200],
        place=(scenario.position + 1) * _A_SCENARIO - 1,
        form=KIND,
        wanted=1,
        author=by,
        created_at=now,
    )
    path = (states.IN_REVIEW, states.DISPUTED)
    transitions.move_along(item=item, path=path, by=by, now=now, note=complaint.text)
    audit.record(
        action="review.complained",
        subject=f"suite:{scenario.suite.slug}",
        by=by,
        details={
            "scenario": scenario.slug,
            "query": query.label,
            "node": f"{complaint.node_kind}:{complaint.node_label}",
            "item": item.pk,
        },
    )
