"""The symbolic reader on imported records: supporting events give every answer (spec 12.6, overview 4.5)."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmark.oracles.context_reading import stored_lookup
from benchmark.oracles.symbolic import SymbolicReader, sizes_at
from benchmark.scoring import envelope
from benchmark.scoring.answers import GoldView, Score, score
from scenarios.bundle import QuerySpec
from scenarios.datalog import reference
from scenarios.datalog.derivation import Gold, WitnessList
from scenarios.importers.deriving import ImportedScenario
from scenarios.importers.folds import fold_witnesses
from scenarios.importers.structmemeval.reading import read
from sut_adapters.answering.base import AnswerReply, AnswerRequest
from sut_adapters.base import ContextItem, EventRecord
from tests.factories.structmemeval import write


class Bench:
    """An imported scenario, its gold with witnesses, and a reader that knows its records by their bytes."""

    def __init__(self, scenario: ImportedScenario) -> None:
        self.scenario = scenario
        self.events = {event.id: event for event in scenario.spec.events}
        self.reader = SymbolicReader(
            program=scenario.program,
            domain=None,
            stored=stored_lookup((event.id, event.text, event.actions) for event in self.events.values()),
            sizes=sizes_at(scenario.program, scenario.history),
        )

    def gold(self, query: QuerySpec) -> tuple[Gold, WitnessList]:
        program, history = self.scenario.program, self.scenario.history
        found = reference.evaluate(program, history, query.goal, query.cutoff)
        return self.scenario.answer(query), fold_witnesses(query.target, found.witnesses)

    def reply(self, query: QuerySpec, events: tuple[str, ...]) -> AnswerReply:
        shown = [self.events[event] for event in events]
        records = [EventRecord(event.id, event.t, event.text, session=event.session) for event in shown]
        items = tuple(ContextItem(record.prefixed, (record.id,)) for record in records)
        request = AnswerRequest(query.question, query.cutoff, query.answer_type, items)
        return self.reader.answer(request, query.goal, query.target)

    def score(self, query: QuerySpec, reply: AnswerReply) -> Score:
        gold, witnesses = self.gold(query)
        view = GoldView(
            label=gold.label.value,
            answer=gold.answer,
            answer_type=query.answer_type,
            unit=query.unit,
            known_names=tuple(entity.name for entity in self.scenario.spec.entities),
            parties=tuple(query.target["args"].get("parties", ())),
            undirected=bool(query.target.get("undirected")),
            support=frozenset(witnesses.support),
            witnesses=witnesses.witnesses,
            visible=frozenset(event.id for event in self.events.values() if event.t <= query.cutoff),
        )
        return score(envelope.parse(reply.raw), view)


@pytest.fixture
def benches(tmp_path: Path) -> list[Bench]:
    path = write(tmp_path / "look-alike")
    bundles = [read(path, subset) for subset in ("accounting", "tree")]
    return [Bench(ImportedScenario(spec)) for bundle in bundles for spec in bundle.scenarios]


def test_supporting_events_give_every_answer_with_its_witness(benches: list[Bench]) -> None:
    asked = 0
    for bench in benches:
        for query in bench.scenario.spec.queries:
            _, witnesses = bench.gold(query)
            reply = bench.reply(query, witnesses.support)
            found = bench.score(query, reply)
            assert found.correct, (bench.scenario.spec.slug, query.id, reply.raw, found)
            assert found.recall in (1, None), (query.id, reply.citations, witnesses)
            assert reply.readable_share == 1
            asked += 1
    assert asked == 13


def test_the_whole_history_gives_every_answer_too(benches: list[Bench]) -> None:
    for bench in benches:
        for query in bench.scenario.spec.queries:
            before = tuple(event.id for event in bench.events.values() if event.t <= query.cutoff)
            assert bench.score(query, bench.reply(query, before)).correct, query.id


def test_a_record_left_out_changes_the_settlement(benches: list[Bench]) -> None:
    ridge = benches[0]
    query = ridge.scenario.spec.queries[0]
    _, witnesses = ridge.gold(query)
    assert not ridge.score(query, ridge.reply(query, witnesses.support[1:])).correct


def test_a_broken_chain_is_unknown(benches: list[Bench]) -> None:
    guild = benches[2]
    (query, *_) = [query for query in guild.scenario.spec.queries if query.answer_type == "path"]
    reply = guild.reply(query, ("e0005",))
    assert (reply.label, reply.answer) == ("unknown", None)
    assert not guild.score(query, reply).correct


def test_an_empty_context_knows_nothing_but_that_nobody_mentions_a_stranger(benches: list[Bench]) -> None:
    """The one question whose gold rests on no record at all is right without any; C4's mark says so."""
    right = []
    for bench in benches:
        for query in bench.scenario.spec.queries:
            reply = bench.reply(query, ())
            _, witnesses = bench.gold(query)
            if witnesses.witnesses == ((),):
                right.append((bench.scenario.spec.slug, query.id, reply.answer))
            else:
                assert reply.label == "unknown", (bench.scenario.spec.slug, query.id, reply.raw)
    assert right == [("guild-2", "q002", False)]


def test_one_record_of_the_only_witness_left_out_is_never_right(benches: list[Bench]) -> None:
    """Neither a settlement nor a "no" comes from a context that lacks what shows it."""
    tried = 0
    for bench in benches:
        for query in bench.scenario.spec.queries:
            _, witnesses = bench.gold(query)
            if len(witnesses.witnesses) > 1:
                continue
            (witness,) = witnesses.witnesses
            for gone in witness:
                reply = bench.reply(query, tuple(event for event in witness if event != gone))
                assert not bench.score(query, reply).correct, (query.id, gone, reply.raw)
                tried += 1
    assert tried == 38  # the events of all single witnesses of the look-alike


def test_a_reader_without_the_sizes_of_an_assumed_collection_is_refused(benches: list[Bench]) -> None:
    program = benches[0].scenario.program
    with pytest.raises(ValueError, match="beneficiary, transaction complete: give the sizes"):
        SymbolicReader(program=program, domain=None)
