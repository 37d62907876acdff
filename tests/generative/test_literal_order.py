"""The order of literals and clauses never changes label or answer (spec 1.7)."""

from __future__ import annotations

import random
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from scenarios.datalog.goals import goal_state, gold_of
from scenarios.datalog.printing import clause_text
from scenarios.datalog.reference_evaluator import Evaluator
from scenarios.datalog.resolution import resolve
from scenarios.datalog.syntax import Program
from scenarios.datalog.validation import program_faults
from tests.factories import tiny_world, travel_world
from tests.factories.rewritings import shuffled

TRAVEL = travel_world.program()


@cache
def variants(count: int) -> tuple[Program, ...]:
    return tuple(shuffled(random.Random(number), TRAVEL) for number in range(count))


def test_shuffled_programs_differ_and_stay_valid() -> None:
    base = TRAVEL
    for program in variants(4):
        assert [clause_text(c) for c in program.clauses] != [clause_text(c) for c in base.clauses]
        assert program_faults(program) == []


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32).map(random.Random), st.integers(0, 3))
def test_label_and_answer_do_not_depend_on_order(rng: random.Random, which: int) -> None:
    writer = travel_world.history(rng)
    for cutoff in writer.cutoffs(2):
        resolved = resolve(writer.history, cutoff)
        base = Evaluator(TRAVEL, resolved)
        other = Evaluator(variants(4)[which], resolved)
        for goal in travel_world.goals(rng):
            assert gold_of(goal_state(base, goal)) == gold_of(goal_state(other, goal)), goal


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32).map(random.Random))
def test_neither_in_the_tiny_world(rng: random.Random) -> None:
    resolved = resolve(tiny_world.history(rng, 10), tiny_world.END)
    base = Evaluator(tiny_world.program(), resolved)
    other = Evaluator(shuffled(rng, tiny_world.program()), resolved)
    for goal in tiny_world.goals():
        assert gold_of(goal_state(base, goal)) == gold_of(goal_state(other, goal)), goal
