"""Both evaluators agree on random histories: answers of every kind, derivations and witnesses (AC-1.10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from scenarios.datalog import reference
from scenarios.datalog.derivation import Evaluation, Gold
from scenarios.datalog.goals import goal_state, gold_of
from scenarios.datalog.history import ActionRecord, History, Op
from scenarios.datalog.loading import load_program
from scenarios.datalog.reference_evaluator import Evaluator
from scenarios.datalog.resolution import resolve
from scenarios.datalog.syntax import Goal, Shape
from scenarios.services import evaluation
from scenarios.services.evaluation import Request
from tests.factories import travel_world
from tests.factories.small_histories import day
from tests.factories.stored_histories import store_history

pytestmark = pytest.mark.django_db

#: Goals of every derived kind: far more than the 25 that a fair comparison asks for.
KINDS = sum(decl.shape is Shape.DERIVED for decl in travel_world.program().decls.values())


def _asked(seed: int, histories: int, cutoffs: int, share: int = 1) -> Iterator[tuple[Request, History]]:
    """Goals of each history at several cutoffs: one in ``share`` of the kinds, other ones at each cutoff."""
    for rng, history, writer in travel_world.histories(seed, histories):
        scenario = store_history(travel_world.PROGRAM, history)
        for place, cutoff in enumerate(writer.cutoffs(cutoffs)):
            for goal in travel_world.goals(rng)[place % share :: share]:
                yield Request(scenario, goal, cutoff), history


def _reference_golds(asked: Iterable[tuple[Request, History]]) -> list[Gold]:
    """The reference evaluator's answers; it is made anew for each history and cutoff."""
    program, found, made = travel_world.program(), [], {}
    for request, history in asked:
        if request.place not in made:
            made = {request.place: Evaluator(program, resolve(history, request.cutoff))}
        found.append(gold_of(goal_state(made[request.place], request.goal)))
    return found


def answer_alike(seed: int) -> None:
    """Three moments of a hundred histories: both give the same gold."""
    asked = list(_asked(seed, histories=100, cutoffs=3, share=2))
    found = evaluation.answers(requests=[request for request, _ in asked])
    different = [
        (request.goal, request.cutoff, mine, theirs)
        for (request, _), mine, theirs in zip(asked, found, _reference_golds(asked), strict=True)
        if mine != theirs
    ]
    assert different == []
    labels = Counter(gold.label for gold in found)
    assert len(labels) == 3
    assert min(labels.values()) > len(found) // 20, "the histories no longer mix the labels"


def test_both_evaluators_answer_alike() -> None:
    """Other seeds: ``tests/acceptance/accept_evaluators.py``."""
    answer_alike(0)


def test_the_world_is_wide_enough() -> None:
    assert KINDS >= 25


def derive_alike(seed: int) -> None:
    """Three moments of sixty histories: both give the same derivations and witnesses."""
    asked = list(_asked(seed, histories=60, cutoffs=3, share=4))
    found = evaluation.evaluate_many(requests=[request for request, _ in asked])
    for (request, history), mine in zip(asked, found, strict=True):
        theirs = reference.evaluate(travel_world.program(), history, request.goal, request.cutoff)
        assert_same(mine, theirs, f"{request.goal} at {request.cutoff}")


def test_both_evaluators_derive_alike() -> None:
    """Other seeds: ``tests/acceptance/accept_evaluators.py``."""
    derive_alike(10)


def test_one_goal_alone_is_derived_as_among_many() -> None:
    asked = [request for request, _ in _asked(20, histories=1, cutoffs=2)]
    together = evaluation.evaluate_many(requests=asked)
    for request, mine in list(zip(asked, together, strict=True))[::7]:
        alone = evaluation.evaluate(scenario=request.scenario, goal=request.goal, cutoff=request.cutoff)
        assert_same(alone, mine, str(request.goal))


def test_an_empty_text_is_a_value_for_both() -> None:
    """Case D09, last part: the empty string is not null, and not a stated absence."""
    text = "func inn(hotel) -> text\nderived copy(hotel) -> text\ncopy(X,Y) :- inn(X,Y).\n"
    history = History.of([ActionRecord("e1", day(0), 1, 0, Op.ASSERT, "inn", ("h6",), value="")])
    goal, scenario = Goal("copy", ("h6",)), store_history(text, history)
    theirs = reference.evaluate(load_program(text), history, goal, day(1))
    mine = evaluation.evaluate(scenario=scenario, goal=goal, cutoff=day(1))
    assert (mine.gold.label, mine.gold.answer) == ("answerable", "")
    assert_same(mine, theirs, str(goal))


def assert_same(mine: Evaluation, theirs: Evaluation, place: str) -> None:
    """Gold, nodes with state, checks and obsolete versions, edges in order, and witnesses are equal."""
    assert mine.gold == theirs.gold, place
    assert mine.derivation.root == theirs.derivation.root, place
    assert mine.derivation.nodes == theirs.derivation.nodes, place
    assert {k: n.meta for k, n in mine.derivation.nodes.items()} == {
        k: n.meta for k, n in theirs.derivation.nodes.items()
    }, place
    assert mine.derivation.edges == theirs.derivation.edges, place
    assert mine.witnesses == theirs.witnesses, place
