"""Reads complaints about nodes of gold derivations, with what became of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.utils.translation import gettext, gettext_noop

from scenarios.datalog.shown_states import stored_state_in_words
from scenarios.models import Complaint, Event, Query, ReviewItem, Suite
from scenarios.review.exceptions import ReviewStateError
from scenarios.review.selectors.working import Work
from scenarios.review.services.complaining import KIND
from scenarios.selectors import browsing, derivations, panels, queries
from scenarios.selectors.panels import NodePanel

#: Records of a node that a page lists.
MOST_RECORDS = 60


@dataclass(frozen=True, slots=True)
class ComplaintLine:
    """A complaint with the state of its item; ``by`` is empty for those who are not told who complained."""

    complaint: Complaint
    item: int | None
    status: str
    status_words: str


def of_node(query: Query, kind: str, label: str) -> list[ComplaintLine]:
    """What was said of one node, oldest first. Two database queries."""
    found = Complaint.objects.filter(query=query, node_kind=kind, node_label=label).order_by("pk")
    return lines_of(list(found))


def of_suite(suite: Suite) -> list[ComplaintLine]:
    """All complaints of a suite by scenario and query. Two database queries."""
    found = Complaint.objects.filter(query__scenario__suite=suite).select_related("query__scenario")
    return lines_of(list(found.order_by("query__scenario__position", "query__label", "pk")))


def lines_of(found: list[Complaint]) -> list[ComplaintLine]:
    """Complaints with the states of their items. One database query."""
    items = ReviewItem.objects.filter(kind=KIND, subject_id__in=[one.pk for one in found])
    by_subject = {item.subject_id: item for item in items}
    return [_line(one, by_subject) for one in found]


def _line(complaint: Complaint, items: Mapping[int, ReviewItem]) -> ComplaintLine:
    item = items.get(complaint.pk)
    if item is None:
        return ComplaintLine(complaint, None, "", "")
    return ComplaintLine(complaint, item.pk, item.status, WORDS.get(item.status, item.get_status_display()))


WORDS = {
    "disputed": gettext_noop("waits for a decision"),
    "verified": gettext_noop("gold was found right"),
    "rejected": gettext_noop("gold was found wrong"),
}
"""The states of a complaint's item in words."""


def revealed_to(work: Work) -> Query:
    """The query of an item whose gold its judge was shown, so that they may call a node of it wrong. Raises
    ``ReviewStateError`` where nothing was revealed to them."""
    rendering = work.item.rendering
    asked = None if rendering is None else rendering.query
    if asked is None or work.lost or not work.is_last:
        raise ReviewStateError(gettext("Gold is not revealed here, so no node of it can be called wrong."))
    return queries.get(work.item.scenario, asked.label)


@dataclass(frozen=True, slots=True)
class Complained:
    """A complaint with all that decides it: its query, the node as it stands now with what it rests on and
    what rests on it (None where the derivation has no such node any more), and the records below it in order
    of time, ``more`` of which are not listed."""

    complaint: Complaint
    panel: NodePanel | None
    records: list[Event]
    more: int
    gold: Any
    label: str

    @property
    def state_then(self) -> str:
        """The state of the node when it was complained of, in words."""
        return stored_state_in_words(self.complaint.node_state)


def complained(pk: int) -> Complained:
    """The complaint of this row with all that decides it. A constant number of database queries."""
    rows = Complaint.objects.select_related("query__gold__root", "query__scenario__suite", "by")
    complaint = rows.get(pk=pk)
    query = (
        Query.objects.with_question()
        .select_related("gold__root", "scenario__suite")
        .get(pk=complaint.query_id)
    )
    complaint.query = query
    try:
        derivation, ids = derivations.with_ids(query)
    except ObjectDoesNotExist:  # its gold was taken away with the history that it followed from
        return Complained(complaint, None, [], 0, None, "")
    rows_of = panels.rows_of(derivation, ids)
    wanted = (complaint.node_kind, complaint.node_label)
    key = next(
        (key for key, node in derivation.nodes.items() if (str(node.kind), node.label) == wanted), None
    )
    if key is None:
        return Complained(complaint, None, [], 0, query.gold.answer, query.gold.label)
    below, stack = {key}, [key]
    while stack:
        for child in derivation.children[stack.pop()]:
            if child not in below:
                below.add(child)
                stack.append(child)
    labels = sorted(one[1] for one in below if one[0] == "event")
    events = browsing.texts_by_label(query.scenario, labels)
    records = sorted(events.values(), key=lambda event: (event.observed_at, event.seq))
    return Complained(
        complaint=complaint,
        panel=panels.open_node(query.scenario, query.cutoff, derivation, rows_of, key),
        records=records[:MOST_RECORDS],
        more=max(0, len(records) - MOST_RECORDS),
        gold=query.gold.answer,
        label=query.gold.label,
    )
