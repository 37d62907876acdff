"""Bounds of long witness lists: on random AND/OR graphs they hold what brute force over all sets says."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from fractions import Fraction

import pytest

from scenarios.datalog import evidence_solver, witness_lists, witnesses
from scenarios.datalog.derivation import WitnessList
from scenarios.datalog.evidence import SURE, Event, Every, Evidence, Item, Some, every, some
from scenarios.datalog.evidence_solver import Solver
from scenarios.datalog.witness_choices import Choices
from scenarios.datalog.witness_lists import listed
from scenarios.datalog.witnesses import EventBits

NAMES = tuple("abcdefgh")
BITS = EventBits.of(NAMES)
Graph = dict[str, tuple[bool, Evidence]]


def small_caps(monkeypatch: pytest.MonkeyPatch, cap: int) -> None:
    """Lists so short that most of them cannot be complete."""
    for module in (witnesses, evidence_solver):
        monkeypatch.setattr(module, "WORKING_CAP", cap)
        monkeypatch.setattr(module, "LIST_CAP", cap)
    for function in (witnesses.union, witnesses.product):
        monkeypatch.setattr(function, "__defaults__", (cap,))
    monkeypatch.setattr(evidence_solver, "CUT_CAP", cap)
    monkeypatch.setattr(witness_lists, "LIST_CAP", cap)


def random_graph(rng: random.Random) -> Graph:
    """Items over events and one another; some reach themselves, also through items of the other kind."""
    names = [f"i{number}" for number in range(rng.randint(1, 6))]
    polarity = {name: rng.random() < 0.3 for name in names}

    def expression(of: str, depth: int) -> Evidence:
        chance = rng.random()
        if depth == 0 or chance < 0.25:
            return Event(rng.choice(NAMES))
        if chance < 0.4:
            later = [n for n in names if n > of or polarity[n] is polarity[of]]
            later = [n for n in later if n > of or rng.random() < 0.4]
            if later:
                found = rng.choice(later)
                return Item(found, refuting=polarity[found])
        parts = [expression(of, depth - 1) for _ in range(rng.randint(2, 3))]
        if chance < 0.72:
            return every(parts)
        if chance < 0.95 or len(parts) < 2:
            return some(parts)
        return Some(tuple(parts), 2)

    return {name: (polarity[name], expression(name, 3)) for name in names}


def holds(graph: Graph, evidence: Evidence, chosen: frozenset[str]) -> bool:
    """Whether the events suffice: refuting items greatest, positive ones least for them."""
    refuted = {name for name, (refuting, _) in graph.items() if refuting}
    while True:
        derived: set[str] = set()
        while True:
            state = refuted | derived
            more = {
                name
                for name, (refuting, inside) in graph.items()
                if not refuting and stands(inside, chosen, state)
            }
            if more == derived:
                break
            derived = more
        state = refuted | derived
        less = {name for name in refuted if stands(graph[name][1], chosen, state)}
        if less == refuted:
            return stands(evidence, chosen, state)
        refuted = less


def stands(evidence: Evidence, chosen: frozenset[str], state: set[str]) -> bool:
    if isinstance(evidence, Event):
        return evidence.id in chosen
    if isinstance(evidence, Item):
        return str(evidence.key) in state
    found = sum(stands(part, chosen, state) for part in evidence.parts)
    return found >= (len(evidence.parts) if isinstance(evidence, Every) else evidence.count)


def brute(graph: Graph, evidence: Evidence) -> list[tuple[str, ...]]:
    """All minimal sets, in order."""
    found: list[frozenset[str]] = []
    for size in range(len(NAMES) + 1):
        for chosen in itertools.combinations(NAMES, size):
            one = frozenset(chosen)
            if not any(smaller <= one for smaller in found) and holds(graph, evidence, one):
                found.append(one)
    return sorted((tuple(sorted(one)) for one in found), key=lambda w: (len(w), w))


def solved(graph: Graph, evidence: Evidence) -> WitnessList:
    solver = Solver(lambda item: graph[str(item.key)][1], BITS)
    return listed(solver.solve(evidence), BITS)


def draws(count: int, seed: int) -> Iterator[tuple[Graph, Evidence, random.Random]]:
    rng = random.Random(seed)
    for _ in range(count):
        graph = random_graph(rng)
        yield graph, Item("i0", refuting=graph["i0"][0]), rng


def recall(witnesses_: list[tuple[str, ...]], cited: frozenset[str]) -> Fraction:
    return max(Fraction(len(cited & set(w)), len(w)) for w in witnesses_)


DRAWS = 150


def test_without_need_for_a_cap_the_list_is_what_brute_force_finds() -> None:
    lengths = []
    for graph, evidence, _ in draws(DRAWS, 1):
        found, truth = solved(graph, evidence), brute(graph, evidence)
        assert list(found.witnesses) == truth, graph
        assert found.exact
        lengths.append(len(truth))
    assert max(lengths) > 5
    assert 0 in lengths


@pytest.mark.parametrize("cap", [1, 2])
def test_what_is_said_of_a_list_that_was_cut_holds(cap: int, monkeypatch: pytest.MonkeyPatch) -> None:
    small_caps(monkeypatch, cap)
    cut = counted = tight = 0
    for graph, evidence, rng in draws(DRAWS, cap):
        found, truth = solved(graph, evidence), brute(graph, evidence)
        assert set(found.witnesses) <= set(truth), graph
        assert bool(found.witnesses) is bool(truth)
        assert found.exact is (list(found.witnesses) == truth) or found.unlisted is None
        if found.exact or not truth:
            assert list(found.witnesses) == truth
            continue
        cut += 1
        support = {event for witness in truth for event in witness}
        assert set(found.support_low) <= support <= set(found.support_high), graph
        low, high = found.smallest
        assert low <= len(truth[0]) <= high
        assert found.most is not None
        assert found.most >= len(truth)
        left = [witness for witness in truth if witness not in found.witnesses]
        assert found.floor is not None
        assert all(len(witness) >= found.floor for witness in left), graph
        if found.unlisted is not None:
            counted += 1
            assert found.unlisted == len(left)
            assert found.support_low == found.support_high
            assert list(found.witnesses) == truth[: len(found.witnesses)]
        assert found.choices is not None
        choices = Choices.of_json(json.loads(json.dumps(found.choices.as_json())))
        assert choices == found.choices
        for _ in range(4):
            cited = frozenset(rng.sample(NAMES, rng.randint(0, 5)))
            least, most = choices.recall(cited)
            assert least <= recall(truth, cited) <= most, (graph, cited)
            tight += least == most
            if found.unlisted is not None:
                assert least == most
    assert cut > 20
    assert counted > 2
    assert tight > 20


def test_recall_over_derivations_is_only_an_upper_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """The vector of engine.md: 2/3 over derivations, 1/2 over minimal witnesses."""
    evidence = every([some([Event("a"), Event("b")]), some([every([Event("a"), Event("c")]), Event("d")])])
    whole = solved({}, evidence)
    assert whole.witnesses == (("a", "c"), ("a", "d"), ("b", "d"))
    assert recall(list(whole.witnesses), frozenset("bc")) == Fraction(1, 2)
    small_caps(monkeypatch, 1)
    cut = solved({}, evidence)
    assert (cut.exact, cut.unlisted, len(cut.witnesses)) == (False, None, 1)
    assert cut.choices is not None
    low, high = cut.choices.recall("bc")
    assert low <= Fraction(1, 2) <= high <= Fraction(2, 3)


def test_parts_that_share_no_event_are_counted_and_scored_exactly() -> None:
    """Ten choices among three events each: 59,049 witnesses, none of them joined one by one."""
    names = [f"{place}{copy}" for place in "abcdefghij" for copy in range(3)]
    bits = EventBits.of(names)
    evidence = every(some(Event(f"{place}{copy}") for copy in range(3)) for place in "abcdefghij")
    found = listed(Solver(lambda item: SURE, bits).solve(evidence), bits)
    assert (len(found.witnesses), found.unlisted) == (64, 3**10 - 64)
    assert found.support_low == found.support_high == tuple(names)
    assert found.smallest == (10, 10)
    assert found.choices is not None
    assert found.choices.recall(["a0", "a1", "b2"]) == (Fraction(2, 10), Fraction(2, 10))


def test_sets_of_different_sizes_are_listed_smallest_first() -> None:
    bits = EventBits.of(f"{n:03}" for n in range(60))
    names = iter(bits.ids)
    choices = [some([Event(next(names)), every([Event(next(names)), Event(next(names))])]) for _ in range(9)]
    found = listed(Solver(lambda item: SURE, bits).solve(every(choices)), bits)
    sizes = [len(witness) for witness in found.witnesses]
    assert (found.unlisted, sizes[0], sizes[-1]) == (512 - 64, 9, 12)
    assert sizes == sorted(sizes)
    assert [sizes.count(size) for size in (9, 10, 11)] == [1, 9, 36]
