"""Gold as scoring takes it, from the rows of one scenario (spec 12.2, 12.3)."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime

from benchmark.exceptions import MissingGoldError
from benchmark.models import Question
from benchmark.scoring.gold_view import UNKNOWN, GoldView
from benchmark.scoring.subjects import Subject
from scenarios.datalog.witness_choices import Choices
from scenarios.models import Query, Scenario


def answer_view(query: Query, aliases: Mapping[str, Sequence[str]]) -> GoldView:
    """The gold of a query as answers are compared with it, without what citations are compared with.
    ``aliases`` has the names of the scenario with their other names."""
    gold, args = query.gold, query.target.get("args")
    return GoldView(
        label=gold.label,
        answer=gold.answer,
        answer_type=query.answer_type,
        unit=query.unit,
        tolerance=query.tolerance,
        aliases=_with_aliases(aliases, gold.aliases),
        known_names=sorted(aliases),
        nouns=query.target.get("nouns", ()),
        parties=args.get("parties", ()) if isinstance(args, dict) else (),
        undirected=bool(query.target.get("undirected", False)),
        date_order=query.scenario.config.get("date_order", ""),
    )


def _with_aliases(
    of_scenario: Mapping[str, Sequence[str]], of_gold: Mapping[str, Sequence[str]]
) -> dict[str, list[str]]:
    """The names of the scenario, and those that a gold adds."""
    aliases: dict[str, list[str]] = defaultdict(list, {k: list(v) for k, v in of_scenario.items()})
    for name, others in of_gold.items():
        aliases[name].extend(other for other in others if other not in aliases[name])
    return aliases


class ScenarioGolds:
    """The gold of a scenario's queries, loaded once for a batch of readings."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self._times: dict[str, datetime] = dict(scenario.events.values_list("label", "observed_at"))
        self.entities = tuple(scenario.entities.all())
        self._aliases = {entity.name: list(entity.aliases) for entity in self.entities}
        self._names = sorted(self._aliases)
        queries = scenario.queries.select_related("gold")
        self._queries = {query.pk: query for query in queries.prefetch_related("witnesses")}

    def view_of(self, question: Question) -> GoldView:
        """The gold of a question: that of its subject, where it asks something else than its query does."""
        if question.subject is None:
            return self.view(question.query_id)
        subject = Subject.of_json(question.subject)
        gold = getattr(self._queries[question.query_id], "gold", None)
        aliases = self._aliases if gold is None else _with_aliases(self._aliases, gold.aliases)
        return GoldView(
            label=subject.label,
            answer=subject.answer,
            answer_type=subject.answer_type,
            unit=subject.unit,
            tolerance=self._queries[question.query_id].tolerance if question.node_id is None else "0",
            aliases=aliases,
            known_names=self._names,
            nouns=subject.nouns,
            parties=subject.target.get("args", {}).get("parties", ()),
            undirected=bool(subject.target.get("undirected", False)),
            date_order=self.scenario.config.get("date_order", ""),
            support=frozenset(subject.events),
            visible=self._visible(question.cutoff),
        )

    def _visible(self, cutoff: datetime) -> frozenset[str]:
        return frozenset(label for label, t in self._times.items() if t <= cutoff)

    def view(self, query_id: int) -> GoldView:
        """The gold of one query. Raises ``MissingGoldError``."""
        query = self._queries[query_id]
        if not hasattr(query, "gold"):
            raise MissingGoldError(
                f"query {query.label} of {self.scenario.slug} has no gold; compute it before a run is scored"
            )
        gold = query.gold
        witnesses = [tuple(witness.events) for witness in query.witnesses.all()]
        return dataclasses.replace(
            answer_view(query, self._aliases),
            support=frozenset(gold.support),
            support_high=frozenset(gold.support_high) if gold.support_high else None,
            witnesses=witnesses,
            exact=gold.exact,
            choices=None if gold.choices is None else Choices.of_json(gold.choices),
            visible=self._visible(query.cutoff),
        )

    def support(self, query_id: int) -> frozenset[str]:
        """S(q), against which gathered support is counted, or its lower bound; empty for unknown gold,
        which rests on absence."""
        gold = self._queries[query_id].gold
        return frozenset() if gold.label == UNKNOWN else frozenset(gold.support)

    def support_high(self, query_id: int) -> frozenset[str]:
        """The upper bound of S(q): S(q) itself where the witnesses are all known."""
        gold = self._queries[query_id].gold
        return frozenset() if gold.label == UNKNOWN else frozenset(gold.support_high or gold.support)

    def needed(self, query_id: int) -> frozenset[str]:
        """The events that a perfect memory would gather: S(q), of unknown gold the events of its DAG."""
        gold = self._queries[query_id].gold
        return frozenset(gold.context_events if gold.label == UNKNOWN else gold.support)

    def told_by(self, question: Question) -> frozenset[str]:
        """The events whose records tell the gold of a question, also where that is not its query's."""
        if question.subject is None:
            return self.self_contained(question.query_id)
        return frozenset(Subject.of_json(question.subject).events)

    def self_contained(self, query_id: int) -> frozenset[str]:
        """The events whose records alone tell the gold: those needed and, of an imported query that fails
        C4, those that supersede what a reader would otherwise revive (spec 2.4)."""
        return self.needed(query_id) | frozenset(self._queries[query_id].gold.checks.get("superseding", ()))
