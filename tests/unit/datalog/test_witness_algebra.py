"""Antichains: minimal sets, joins and choices, and what is said when a list is not complete."""

from __future__ import annotations

import itertools
import random

import pytest

from scenarios.datalog import evidence_solver, reference
from scenarios.datalog.derivation import WitnessList
from scenarios.datalog.evidence import NEVER, SURE, Event, Item, Some, events, every, some
from scenarios.datalog.evidence_solver import Solver
from scenarios.datalog.facts import load_history
from scenarios.datalog.loading import load_program
from scenarios.datalog.syntax import Goal
from scenarios.datalog.witness_lists import listed
from scenarios.datalog.witnesses import (
    CERTAIN,
    LIST_CAP,
    NOTHING,
    WORKING_CAP,
    Antichain,
    EventBits,
    at_least,
    minimal,
    product,
    single,
    union,
)
from tests.spec.manual import END

BITS = EventBits.of(["a", "b", "c", "d", "e"])


def chain(*sets: str) -> Antichain:
    return union([product([single(BITS.bit(event)) for event in one]) for one in sets])


def shown(antichain: Antichain) -> list[str]:
    return ["".join(BITS.events(one)) for one in antichain.sets]


def test_sets_come_smallest_first_then_lexicographic() -> None:
    assert shown(chain("de", "ab", "c", "ae", "bcd")) == ["c", "ab", "ae", "de"]


def test_a_set_that_contains_another_goes() -> None:
    assert shown(chain("ab", "a", "abc")) == ["a"]
    assert minimal([0b11, 0b01, 0b111]) == [0b01]


def test_products_join_and_unions_choose() -> None:
    assert shown(product([chain("a", "b"), chain("a", "c")])) == ["a", "bc"]
    assert shown(union([chain("a"), chain("bc")])) == ["a", "bc"]
    assert product([chain("a"), NOTHING]) == NOTHING
    assert product([]) == CERTAIN
    assert union([]) == NOTHING
    assert shown(product([CERTAIN, chain("a")])) == ["a"]


def test_any_k_of_several_parts() -> None:
    parts = [chain("a"), chain("b"), chain("c", "d")]
    assert shown(at_least(parts, 2)) == ["ab", "ac", "ad", "bc", "bd"]
    assert at_least(parts, 0) == CERTAIN
    assert at_least(parts, 4) == NOTHING


def test_the_algebra_agrees_with_truth_tables() -> None:
    rng = random.Random(5)
    names = "abcde"
    for _ in range(60):
        parts = [chain(*{"".join(rng.sample(names, rng.randint(1, 3))) for _ in range(3)}) for _ in range(3)]
        for combined, need in ((union(parts), any), (product(parts), all)):
            for size in range(len(names) + 1):
                for chosen in itertools.combinations(names, size):
                    have = sum(BITS.bit(name) for name in chosen)
                    holds = need(any(one & have == one for one in part.sets) for part in parts)
                    assert any(one & have == one for one in combined.sets) is holds


def test_a_list_that_was_cut_says_so() -> None:
    bits = EventBits.of(f"{n:03}" for n in range(60))
    pairs = [union([single(bits.bit(f"{n * 3 + i:03}")) for i in range(3)]) for n in range(6)]
    four = product(pairs[:4])
    assert (len(four.sets), four.whole) == (81, True)
    told = listed(four, bits)
    assert (len(told.witnesses), told.unlisted, told.exact) == (LIST_CAP, 17, False)
    assert told.support_low == told.support_high == tuple(f"{n:03}" for n in range(12))
    six = listed(product(pairs), bits)
    assert (len(six.witnesses), six.unlisted, six.exact) == (LIST_CAP, 3**6 - LIST_CAP, False)
    assert six.support_low == six.support_high == tuple(f"{n:03}" for n in range(18))
    assert six.smallest == (6, 6)


def test_parts_that_share_events_are_joined_set_by_set_up_to_the_cap() -> None:
    bits = EventBits.of(f"{n:03}" for n in range(60))
    rings = [union([single(bits.bit(f"{(n * 2 + i) % 24:03}")) for i in range(4)]) for n in range(12)]
    joined = product(rings)
    assert (joined.count, joined.whole) == (None, False)
    assert LIST_CAP <= len(joined.sets) <= WORKING_CAP
    cut = listed(joined, bits)
    assert (len(cut.witnesses), cut.unlisted, cut.exact) == (LIST_CAP, None, False)
    assert cut.support_high == tuple(f"{n:03}" for n in range(24))
    assert set(cut.support_low) <= set(cut.support_high)
    assert cut.smallest == (5, 6)
    assert cut.most is not None
    assert cut.most > WORKING_CAP


def test_expressions_simplify_and_solve() -> None:
    assert every([]) is SURE
    assert every([SURE, NEVER]) is NEVER
    assert some([]) is NEVER
    assert some([NEVER, SURE]) is SURE
    solver = Solver(lambda item: NEVER, BITS)
    assert shown(solver.solve(every([events("ab"), Event("c")]))) == ["ac", "bc"]
    assert shown(solver.solve(Some((Event("a"), Event("b"), Event("c")), 2))) == ["ab", "ac", "bc"]


def test_positive_items_in_a_cycle_have_their_least_solution() -> None:
    """Reaching b: by its own edge, or round the cycle, which adds nothing."""
    graph = {"x": some([Event("a"), every([Item("y"), Event("b")])]), "y": every([Item("x"), Event("c")])}
    solver = Solver(lambda item: graph[str(item.key)], BITS)
    assert shown(solver.solve(Item("x"))) == ["a"]
    assert shown(solver.solve(Item("y"))) == ["ac"]
    nothing = Solver(lambda item: every([Item("z"), Event("a")]), BITS)
    assert nothing.solve(Item("z")) == NOTHING


def test_refuting_items_in_a_cycle_have_their_greatest_solution() -> None:
    """A closure is closed when each visited group is, the cycle notwithstanding."""
    graph = {
        "x": every([Event("a"), Item("y", refuting=True)]),
        "y": every([Event("b"), Item("x", refuting=True)]),
    }
    solver = Solver(lambda item: graph[str(item.key)], BITS)
    assert shown(solver.solve(Item("x", refuting=True))) == ["ab"]


def test_a_list_that_has_not_settled_when_rounds_end_is_never_called_complete(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What it lists is minimal all the same: sets of the whole list."""
    program = load_program(
        "set next(node ; node)\nderived reach(node ; node)\n"
        "@recursive reach(X,Y) :- next(X,Y).\n@recursive reach(X,Z) :- reach(X,Y), next(Y,Z).\n"
    )
    steps = ("a; b", "b; c", "c; d", "a; c", "d; b", "d; e", "b; e")
    history = load_history(program, "\n".join(f"e{n}: next({step})." for n, step in enumerate(steps, 1)))

    def listed() -> WitnessList:
        return reference.evaluate(program, history, Goal("reach", ("a",), "e"), END).witnesses

    whole = listed()
    assert whole.exact
    assert ("e1", "e2", "e3", "e6") in whole.witnesses
    monkeypatch.setattr(evidence_solver, "ROUNDS", 1)
    cut = listed()
    assert (cut.exact, cut.unlisted) == (False, None)
    assert set(cut.witnesses) < set(whole.witnesses)
