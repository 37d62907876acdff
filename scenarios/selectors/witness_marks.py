"""Which records of a history matter to a query, and where they stand in it: those of its smallest witness, of
other witnesses, those that state what was superseded on the way, and distractors."""

from __future__ import annotations

import enum
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

from scenarios.datalog.derivation import Derivation, NodeKind
from scenarios.datalog.errors import DatalogError
from scenarios.datalog.history import TOMBSTONES
from scenarios.models import Event, FactVersion, Query, Scenario
from scenarios.selectors import browsing, programs
from scenarios.services.measures import version_keys_of

#: As many records are marked at most; what stands first in time comes first.
MOST = 600

_PLACED = """
WITH placed AS (
    SELECT e.label, e.observed_at, e.kind, coalesce(e.distractor_kind, '') AS distractor_kind,
           row_number() OVER (ORDER BY e.observed_at, e.seq) - 1 AS place
      FROM scenarios_event e WHERE e.scenario_id = %(scenario)s)
SELECT label, observed_at, kind, distractor_kind, place FROM placed
 WHERE label = ANY(%(marked)s::text[])
    OR %(distractors)s AND kind = 'distractor' AND observed_at <= %(cutoff)s
 ORDER BY place LIMIT %(most)s
"""


class Role(enum.StrEnum):
    """What a record is to a query; the first that holds is how it is drawn."""

    WITNESS = "witness"
    OTHER = "other"
    SUPERSEDED = "superseded"
    DISTRACTOR = "distractor"

    @property
    def words(self) -> str:
        return _WORDS[self]


_WORDS = {
    Role.WITNESS: "smallest witness",
    Role.OTHER: "another witness",
    Role.SUPERSEDED: "superseded on the way",
    Role.DISTRACTOR: "distractor",
}


@dataclass(frozen=True, slots=True)
class Mark:
    """A record that matters: its ``place`` counts from 0; ``text`` is empty for distractors alone, which are
    many."""

    label: str
    at: datetime
    place: int
    roles: tuple[Role, ...]
    distractor_kind: str
    text: str

    @property
    def role(self) -> Role:
        return self.roles[0]

    @property
    def role_words(self) -> list[str]:
        return [role.words for role in self.roles]


@dataclass(frozen=True, slots=True)
class Marks:
    """The records that matter in observation order; ``seen`` of ``total`` were observed by the cutoff."""

    marks: list[Mark]
    seen: int
    total: int

    def of_role(self, role: Role) -> list[Mark]:
        return [mark for mark in self.marks if role in mark.roles]

    @property
    def capped(self) -> bool:
        """Whether more records would be marked than are."""
        return len(self.marks) == MOST

    @property
    def telling(self) -> list[Mark]:
        """All but those that are distractors and nothing else."""
        return [mark for mark in self.marks if mark.role is not Role.DISTRACTOR]

    @property
    def distractors(self) -> list[Mark]:
        """Those that are distractors and nothing else."""
        return [mark for mark in self.marks if mark.role is Role.DISTRACTOR]


def of(query: Query, derivation: Derivation, *, with_actions: bool) -> Marks:
    """The marked records of a query, ``derivation`` being that of its gold. Distractors are told to those who
    may see actions. A constant number of database queries."""
    history, cutoff = query.scenario, query.cutoff
    witnesses = [one.events for one in query.witnesses.all()]
    roles: dict[str, list[Role]] = defaultdict(list)
    for label in witnesses[0] if witnesses else ():
        roles[label].append(Role.WITNESS)
    for label in sorted({label for events in witnesses[1:] for label in events} - set(roles)):
        roles[label].append(Role.OTHER)
    for label in sorted(superseded(history, cutoff, derivation)):
        roles[label].append(Role.SUPERSEDED)
    texts = browsing.texts_by_label(history, roles)
    marks = [
        Mark(
            label,
            at,
            place,
            (*roles.get(label, ()), *([Role.DISTRACTOR] if with_actions and kind == "distractor" else [])),
            distractor_kind if with_actions else "",
            (texts[label].text or "") if label in texts else "",
        )
        for label, at, kind, distractor_kind, place in _placed(history, cutoff, roles, with_actions)
    ]
    events = Event.objects.filter(scenario=history)
    return Marks(marks, events.observed_by(cutoff).count(), events.count())


def superseded(scenario: Scenario, cutoff: datetime, derivation: Derivation) -> set[str]:
    """Records that state a version of a fact or rule on the way which another superseded by the cutoff; none
    where the program cannot be read. One database query."""
    try:
        program = programs.load(scenario)
    except DatalogError:
        return set()
    nodes = [node for node in derivation.nodes.values() if node.kind in (NodeKind.FACT, NodeKind.RULE)]
    keys = {
        (pred, *_padded(args), member or "")
        for node in nodes
        for pred, args, member in version_keys_of(node, program)
    }
    rows = (
        FactVersion.objects.filter(scenario=scenario, predicate__in={key[0] for key in keys})
        .filter(a0__in={key[1] for key in keys}, valid_until__lte=cutoff)
        .exclude(op__in=[op.value for op in TOMBSTONES])
        .order_by("pk")
    )
    found = rows.values_list("predicate", "a0", "a1", "a2", "member", "event__label")
    return {label for *key, label in found if tuple(key) in keys}


def _padded(args: Sequence[str]) -> tuple[str, str, str]:
    padded = [*args, "", "", ""]
    return (padded[0], padded[1], padded[2])


def _placed(
    scenario: Scenario, cutoff: datetime, marked: Collection[str], distractors: bool
) -> Iterable[tuple[str, datetime, str, str, int]]:
    values: dict[str, Any] = {
        "scenario": scenario.pk,
        "marked": list(marked),
        "cutoff": cutoff,
        "distractors": distractors,
        "most": MOST,
    }
    with connection.cursor() as cursor:
        cursor.execute(_PLACED, values)
        found: list[tuple[str, datetime, str, str, int]] = cursor.fetchall()
    return found
