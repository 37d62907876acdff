"""The suite ``mini``: exact counts, sound gold, faithful texts, one seed one text (spec 5, 6)."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest

from scenarios.datalog import reference
from scenarios.datalog.derivation import (
    Answerability,
    Derivation,
    Evaluation,
    Gold,
    Node,
    NodeKind,
    WitnessList,
)
from scenarios.datalog.history import ActionRecord
from scenarios.datalog.loading import load_program
from scenarios.datalog.minimality import Replay
from scenarios.domains import registry
from scenarios.generators.derive import batch
from scenarios.generators.derive.building import build_scenario
from scenarios.generators.derive.choice import ShortCellsError
from scenarios.generators.derive.gates import GateError, all_checks, refuse_faulty
from scenarios.generators.derive.suites import MINI
from scenarios.rendering import questions
from scenarios.rendering.bait import baited
from scenarios.rendering.patterns import EventRef
from scenarios.rendering.records import readings
from tests.factories.mini_suite import built, mini_bundle, mini_trip

SLUGS = tuple(config.slug for config in MINI.scenarios)
PAPER_NAMES = (
    "Corby", "Vera", "Ashfell", "Lunmar", "Halewick", "Corvia", "Meleth", "Drossel", "Anser", "Grus", "Ibex",
)  # fmt: skip


def config_of(slug):
    return next(config for config in MINI.scenarios if config.slug == slug)


def domain_of(scenario):
    return registry.get(scenario.domain)


def evaluations(scenario):
    requests = tuple(batch.Request(query.goal, query.cutoff) for query in scenario.queries)
    return batch.reference(batch.Batch(scenario, requests))


@pytest.fixture(params=SLUGS)
def scenario(request):
    return built(request.param).scenario


def test_counts_of_events_queries_families_and_labels(scenario):
    config = config_of(scenario.slug)
    assert (len(scenario.events), len(scenario.queries)) == (60, 18)
    cells = Counter((query.family, query.expected.label) for query in scenario.queries)
    assert cells == dict(config.quotas)
    assert [query.id for query in scenario.queries] == [f"q{n:03d}" for n in range(1, 19)]
    assert [query.cutoff for query in scenario.queries] == sorted(query.cutoff for query in scenario.queries)


def test_no_target_is_asked_twice_with_the_same_answer_within_a_month(scenario):
    seen = {}
    for query in scenario.queries:
        key = (query.goal, query.expected.label, repr(query.expected.answer))
        assert all(abs(query.cutoff - other) >= timedelta(days=30) for other in seen.get(key, ()))
        seen.setdefault(key, []).append(query.cutoff)


def test_gold_is_what_the_reference_evaluator_says(scenario):
    found = evaluations(scenario)
    assert [one.gold for one in found] == [query.expected for query in scenario.queries]
    assert all(one.witnesses.exact for one in found)
    known = [one for one in found if one.gold.label is not Answerability.UNKNOWN]
    sizes = {len(one.witnesses.witnesses[0]) for one in known}
    assert min(sizes) == 1
    assert max(sizes) <= config_of(scenario.slug).witness_max
    assert len(sizes) >= 3
    assert sum(one.derivation.obs_flag for one in found) >= 4


def test_support_alone_gives_the_gold_and_nothing_less_does(scenario):
    """C1, C4 and deletion of single events, asked of the evaluator anew."""
    program, history = load_program(scenario.program), batch.history_of(scenario)
    for query, found in zip(scenario.queries, evaluations(scenario), strict=True):
        unknown = query.expected.label is Answerability.UNKNOWN
        support = found.derivation.context_events if unknown else found.witnesses.support
        replay = Replay.of(program, history, query.goal, query.cutoff, reference.answer)
        alone = reference.answer(program, history.restricted_to(support), query.goal, query.cutoff)
        assert (alone.label, alone.answer) == (query.expected.label, query.expected.answer), query.id
        assert replay(()).label is Answerability.UNKNOWN
        for witness in () if unknown else found.witnesses.witnesses:
            assert replay(witness).answer == query.expected.answer
            assert not any(replay.gives(set(witness) - {left_out}) for left_out in witness)


def test_distractors_look_alike_and_never_support(scenario):
    supported = {event for one in evaluations(scenario) for event in one.witnesses.support}
    kinds = Counter(event.distractor_kind for event in scenario.events if event.kind == "distractor")
    assert set(kinds) >= {"D1", "D5", "D6", "D7"}
    assert sum(kinds[kind] for kind in ("D1", "D5", "D6", "D7")) >= 15
    for event in scenario.events:
        if event.kind == "distractor":
            assert event.id not in supported
            assert bool(event.actions) == (event.distractor_kind in ("D2", "D3", "D4", "D8", "D9"))
        else:
            assert event.actions


def test_every_text_passes_every_check_and_parses_back(scenario):
    domain = domain_of(scenario)
    derivations = [one.derivation for one in evaluations(scenario)]
    failures = [result for result in all_checks(domain, scenario, derivations) if not result.passed]
    assert failures == []
    assert not any(name in event.text for event in scenario.events for name in PAPER_NAMES)
    for event in scenario.events:
        found = list(readings(domain, event.text, EventRef(event.id, event.t, event.seq)))
        assert [reading.actions for reading in found] == [event.actions], event.text
        for place, action in enumerate(event.actions):
            assert isinstance(action, ActionRecord)
            assert (action.event, action.t, action.seq, action.pos) == (event.id, event.t, event.seq, place)
    for query in scenario.queries:
        (found,) = questions.readings(domain.question_templates, query.question)
        assert (found.goal, found.cutoff, found.args) == (query.goal, query.cutoff, query.target["args"])


def test_bait_stands_in_distractors_before_the_cutoff_and_in_no_support():
    laid = 0
    for slug in SLUGS:
        scenario = built(slug).scenario
        for query, found in zip(scenario.queries, evaluations(scenario), strict=True):
            if query.target.get("bait"):
                laid += 1
                result = baited(domain_of(scenario), query, scenario.events, found.witnesses.support)
                assert result.passed, result
    assert laid >= 5


def test_indirect_questions_say_what_they_refer_to():
    refs = [
        (query, ref)
        for query in (query for slug in SLUGS for query in built(slug).scenario.queries)
        for ref in query.target["refs"].values()
        if ref["kind"] != "id"
    ]
    assert len(refs) >= 6
    for query, ref in refs:
        assert ref["entity"] not in query.question


def test_a_state_told_by_a_record_is_refused():
    """A sentence with a key of a derived state, a word that asks for it, and the state."""
    scenario = mini_trip()
    domain = domain_of(scenario)
    derivation, node, trigger = next(
        (one.derivation, node, min(domain.question_lex[node.key[1]]))
        for one in evaluations(scenario)
        for node in one.derivation.nodes.values()
        if node.kind is NodeKind.DERIVED
        and node.key[1] in domain.question_lex
        and isinstance(node.state, str)
        and node.state in {entity.name for entity in scenario.entities}
    )
    text = f"{node.key[2][0]} {trigger} {node.state}, so it is said."
    leaking = replace(scenario.events[0], text=text, actions=())
    spoiled = replace(scenario, events=(leaking, *scenario.events[1:]))
    with pytest.raises(GateError) as caught:
        refuse_faulty(domain, spoiled, [derivation])
    assert {"K1", "K2"} <= {failure.code for failure in caught.value.failures}


def test_seeds_differ_and_one_seed_repeats():
    assert repr(built("mini-edu", 7)) != repr(built("mini-edu", 8))
    again = build_scenario(config_of("mini-edu"), seed=7, suite="mini", evaluate=batch.reference)
    assert repr(again) == repr(built("mini-edu", 7))


def test_the_bytes_do_not_depend_on_the_hash_seed():
    code = (
        "import hashlib; from tests.factories.mini_suite import mini_bundle;"
        "print(hashlib.sha256(repr(mini_bundle()).encode()).hexdigest())"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": "4242"},
        capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip
    assert found == hashlib.sha256(repr(mini_bundle()).encode()).hexdigest()


def test_a_world_in_which_nothing_is_known_names_the_short_cells():
    node = Node(("derived", "any", ()), None)
    blank = Evaluation(
        Gold(Answerability.UNKNOWN, None, ("missing(all)",)),
        Derivation(node.key, {node.key: node}, ()),
        WitnessList(((),)),
    )
    with pytest.raises(ShortCellsError) as caught:
        build_scenario(
            config_of("mini-edu"), seed=7, suite="mini", evaluate=lambda asked: [blank] * len(asked.requests)
        )
    assert "mini-edu with seed 7 after 5 rounds" in str(caught.value)
    assert "temporal/answerable wants 2, found 0" in caught.value.short
