"""Random histories: listed witnesses are the minimal sets that brute force finds (AC-2.3)."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from scenarios.datalog.derivation import Answerability, Evaluation, NodeKind
from scenarios.datalog.minimality import Replay, brute_force, check_witnesses, same
from scenarios.datalog.reference import answer, evaluate
from scenarios.datalog.syntax import Goal
from tests.factories import tiny_world, travel_world

TRAVEL = travel_world.program()
EVENTS = 7
#: Every subset of so many events is tried.
BRUTE = 9


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**32).map(random.Random))
def test_the_list_is_all_minimal_sets_of_the_whole_history(rng: random.Random) -> None:
    history = tiny_world.agreeing_history(rng, EVENTS)
    events = {action.event for action in history.actions}
    for goal in rng.sample(tiny_world.goals(), 8):
        found = evaluate(tiny_world.program(), history, goal, tiny_world.END)
        if found.gold.label is Answerability.UNKNOWN:
            continue
        replay = Replay.of(tiny_world.program(), history, goal, tiny_world.END, answer)
        assert found.witnesses.exact
        assert found.witnesses.witnesses == brute_force(events, replay), goal


def may_hold_by_accident(found: Evaluation) -> bool:
    """Without a rule's event a base clause or a default speaks, without an addition a collection looks
    closed, without a cancellation that leaves a member undecided nobody asks after that member: each may
    give the same answer by accident."""
    for node in found.derivation.nodes.values():
        if node.key[:2] in (("missing", "notclosed"), ("missing", "cancelled")):
            return True
        declared = node.kind is NodeKind.RULE and not node.key[2] and node.key[1] != "rule:floor"
        if declared or node.key == ("rule", "rule:floor", ()):
            return True
    return False


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 2**32).map(random.Random))
def test_in_a_larger_world_brute_force_over_the_support_agrees(rng: random.Random) -> None:
    writer = travel_world.history(rng)
    cutoff = writer.cutoffs(1)[-1]
    for goal in rng.sample(travel_world.goals(rng), 25):
        found = evaluate(TRAVEL, writer.history, goal, cutoff)
        if found.gold.label is Answerability.UNKNOWN or may_hold_by_accident(found):
            continue
        replay = Replay.of(TRAVEL, writer.history, goal, cutoff, answer)
        for witness in found.witnesses.witnesses[:3]:
            assert replay.gives(witness), (goal, witness)
        if len(found.witnesses.support) <= BRUTE:
            assert found.witnesses.witnesses == brute_force(found.witnesses.support, replay), goal


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32).map(random.Random))
def test_unknown_always_names_what_is_missing_and_rests_on_nothing(rng: random.Random) -> None:
    writer = travel_world.history(rng)
    cutoff = writer.cutoffs(3)[0]
    for goal in rng.sample(travel_world.goals(rng), 25):
        found = evaluate(TRAVEL, writer.history, goal, cutoff)
        derivation = found.derivation
        assert derivation.height == max(derivation.depths.values())
        assert set(derivation.depths) == set(derivation.nodes)
        assert all(child in derivation.nodes for _, child in derivation.edges)
        if found.gold.label is Answerability.UNKNOWN:
            assert found.gold.missing, goal
            assert found.witnesses.witnesses == ((),)
        assert same(found.gold, answer(TRAVEL, writer.history, goal, cutoff))


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32).map(random.Random))
def test_sufficiency_antichain_and_minimality_hold(rng: random.Random) -> None:
    history = tiny_world.agreeing_history(rng, 9)
    for goal in rng.sample(tiny_world.goals(), 6):
        found = evaluate(tiny_world.program(), history, goal, tiny_world.END)
        replay = Replay.of(tiny_world.program(), history, goal, tiny_world.END, answer)
        checks = check_witnesses(found, history, replay)
        assert (checks.c1, checks.c2, checks.c3) == (True, True, True), checks.notes


def test_the_vector_of_a_lone_confirmation() -> None:
    """Spec 2.4: among the minimal witnesses alone is recall measured; {e3} proves nothing here."""
    from tests.spec.manual import END, world

    program = "set t(g ; m)\nderived n(g) -> int\nn(G,K) :- K = count{ M : t(G,M) }."
    known = world(program, "e1: t(g; m).\ne2: complete(t, g, 1).\ne3: t(g; m).")
    replay = Replay.of(*known, Goal("n", ("g",)), END, answer)
    assert brute_force(["e1", "e2", "e3"], replay) == (("e1", "e2"),)
    assert not replay.gives(["e2", "e3"])
