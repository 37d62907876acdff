"""The recorded state of a history around a cutoff, each kind of key on a page of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection, transaction

from scenarios.models import Scenario
from scenarios.selectors import key_histories, key_words, programs
from scenarios.selectors.key_histories import CollectionHistory, Filter, KeyHistory, Keys
from scenarios.selectors.key_words import CollectionLine, KeyLine
from scenarios.services.statements import read_by_index

#: The lists, by the name of the parameter that holds their cursor.
LISTS = ("facts", "collections", "rules")

_COUNTS = """
SELECT count(*) FILTER (WHERE f.observed_at <= %(cutoff)s AND f.valid_until > %(cutoff)s),
       count(*) FILTER (WHERE f.observed_at <= %(cutoff)s AND f.valid_until <= %(cutoff)s),
       count(*) FILTER (WHERE f.observed_at > %(cutoff)s)
  FROM scenarios_factversion f WHERE f.scenario_id = %(scenario)s
"""


@dataclass(frozen=True, slots=True)
class Counts:
    """How many statements of a history are in force at a cutoff, superseded by then, or later."""

    in_force: int
    superseded: int
    later: int


@dataclass(frozen=True)
class StateLines:
    """A page of each list in words, and the cursors of their next pages, empty at the ends."""

    facts: tuple[KeyLine, ...]
    collections: tuple[CollectionLine, ...]
    rules: tuple[KeyLine, ...]
    nexts: dict[str, str]

    @property
    def is_empty(self) -> bool:
        return not (self.facts or self.collections or self.rules)


def counts(scenario: Scenario, cutoff: datetime) -> Counts:
    """One database query, over the version rows of the history."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNTS, {"scenario": scenario.pk, "cutoff": cutoff})
        return Counts(*cursor.fetchone())


@transaction.atomic
@read_by_index()
def _pages(scenario: Scenario, cutoff: datetime, wanted: Filter, after: Mapping[str, str]) -> dict[str, Keys]:
    program = programs.load(scenario)
    reads = {
        "facts": key_histories.facts,
        "collections": key_histories.collections,
        "rules": key_histories.rules,
    }
    return {
        name: read(scenario, program, cutoff, wanted, after=after.get(name, ""))
        for name, read in reads.items()
    }


def lines(scenario: Scenario, cutoff: datetime, wanted: Filter, after: Mapping[str, str]) -> StateLines:
    """A page of each list. A constant number of queries. Raises ``ProgramError``."""
    found = _pages(scenario, cutoff, wanted, after)

    def keys(name: str) -> tuple[KeyLine, ...]:
        return tuple(key_words.key_line(one) for one in found[name].lines if isinstance(one, KeyHistory))

    return StateLines(
        facts=keys("facts"),
        collections=tuple(
            key_words.collection_line(one)
            for one in found["collections"].lines
            if isinstance(one, CollectionHistory)
        ),
        rules=keys("rules"),
        nexts={name: page.next_after for name, page in found.items()},
    )


def as_object(
    scenario: Scenario, cutoff: datetime, wanted: Filter, after: Mapping[str, str]
) -> dict[str, Any]:
    """``lines`` as JSON."""
    found = _pages(scenario, cutoff, wanted, after)
    listed = {
        name: [
            key_words.key_object(one) if isinstance(one, KeyHistory) else key_words.collection_object(one)
            for one in page.lines
        ]
        for name, page in found.items()
    }
    return listed | {"next": {name: page.next_after or None for name, page in found.items()}}
