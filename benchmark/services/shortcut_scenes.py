"""One scenario as the shortcuts take it: records, questions and gold, from its stored rows."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from benchmark.oracles.context_reading import stored_lookup
from benchmark.oracles.mentions import Mentions
from benchmark.oracles.shortcuts import Asked, Known, options, sought
from benchmark.oracles.symbolic import SymbolicReader, sizes_at
from benchmark.services.golds import ScenarioGolds
from scenarios.datalog.syntax import Program
from scenarios.domains import registry as domains
from scenarios.domains.base import Domain
from scenarios.models import Query, Scenario
from scenarios.rendering.twins import VIA
from scenarios.selectors import histories, programs
from sut_adapters.base import EventRecord

#: Entities of this type are currencies: a numeral before the name of one is an amount.
CURRENCY = "currency"


@dataclass(frozen=True)
class Scene:
    """A scenario loaded once: ``records`` in order of time, ``asked`` by the row of its query."""

    scenario: Scenario
    records: tuple[EventRecord, ...]
    queries: tuple[Query, ...]
    asked: dict[int, Asked]
    golds: ScenarioGolds
    program: Program
    domain: Domain | None

    @classmethod
    def of(cls, scenario: Scenario) -> Scene:
        """The scenario with its queries that have gold, in the order of their cutoffs."""
        program = programs.load(scenario)
        events = scenario.events.with_text().order_by("observed_at", "seq")
        asked = scenario.queries.filter(gold__isnull=False).with_question()
        queries = tuple(asked.select_related("gold").order_by("cutoff", "label"))
        return cls(
            scenario=scenario,
            records=tuple(
                EventRecord(event.label, event.observed_at, event.text or "", event.speaker, event.session)
                for event in events
            ),
            queries=queries,
            asked={query.pk: asked_of(query, scenario, program) for query in queries},
            golds=ScenarioGolds(scenario),
            program=program,
            domain=domains.get(scenario.domain) if scenario.domain in domains.names() else None,
        )

    @cached_property
    def _times(self) -> list[datetime]:
        return [record.t for record in self.records]

    def seen(self, cutoff: datetime) -> int:
        """How many of the records were observed by a cutoff, which is inclusive."""
        return bisect_right(self._times, cutoff)

    def known(self) -> list[tuple[Asked, Known]]:
        """What its queries ask, each with its gold."""
        return [(self.asked[query.pk], Known(query.gold.label, query.gold.answer)) for query in self.queries]

    def mentions(self) -> Mentions:
        """What its records name."""
        entities = {row.name: (row.type, tuple(row.aliases)) for row in self.scenario.entities.all()}
        currencies = {name for name, (kind, _) in entities.items() if kind == CURRENCY}
        currencies |= {query.unit for query in self.queries if query.answer_type == "money"}
        return Mentions((record.text for record in self.records), entities=entities, currencies=currencies)

    def reader(self) -> SymbolicReader:
        """The symbolic reader, as runs use it: by templates, then by what is stored of the same words."""
        history, actions = histories.load(self.scenario), defaultdict(list)
        for action in history.actions:
            actions[action.event].append(action)
        return SymbolicReader(
            program=self.program,
            domain=self.domain,
            stored=stored_lookup(
                (record.id, record.text, tuple(actions[record.id])) for record in self.records
            ),
            sizes=sizes_at(self.program, history),
        )


def asked_of(query: Query, scenario: Scenario, program: Program) -> Asked:
    """What the wording of a query tells. Its form is its target's, of a twin that which it is a twin of, and
    where the target names none its operator."""
    goal = query.goal
    return Asked(
        query=str(query.pk),
        domain=scenario.domain,
        operator=query.operator,
        form=str(query.target.get("form", query.operator)).partition(VIA)[0],
        answer_type=query.answer_type,
        sought=sought(program, goal, query.answer_type, query.unit),
        options=options(goal, query.answer_type),
    )
