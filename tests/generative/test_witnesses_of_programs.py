"""Random programs: listed witnesses suffice, and brute force over the support finds no others (AC-2.3).

``pytest tests/generative/test_witnesses_of_programs.py --draws 1000`` tries so many programs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

import pytest

from scenarios.datalog.computed import makes_values
from scenarios.datalog.derivation import Answerability, Evaluation
from scenarios.datalog.errors import DatalogError
from scenarios.datalog.history import History
from scenarios.datalog.minimality import Replay, brute_force
from scenarios.datalog.plans import Plans
from scenarios.datalog.reference import answer, evaluate
from scenarios.datalog.syntax import Goal, Reading, Shape
from tests.factories.accidents import accidents
from tests.factories.random_cases import Case, draw_cases

FEW = 12
#: Every subset of so many events is tried; with ``--draws``, of more.
SMALL, LARGE = 6, 12
#: Of so many known answers at most one may be wider than what brute force finds, and be no accident: a
#: lookup is named though its value does not matter, a recursion closes against what it rejects.
WIDER = 100


def known(case: Case) -> Iterator[tuple[Goal, datetime, Evaluation]]:
    for goal in case.goals:
        for cutoff in case.cutoffs:
            try:
                found = evaluate(case.program, case.history, goal, cutoff)
            except DatalogError:
                continue  # a recursion without bound and the like: the evaluators are compared elsewhere
            if found.gold.label is not Answerability.UNKNOWN and not goal.temporal:
                yield goal, cutoff, found


def test_listed_witnesses_suffice_and_none_is_missing(
    draws: int | None, first_draw: int, capsys: pytest.CaptureFixture[str]
) -> None:
    met: Counter[str] = Counter()
    wider: list[str] = []
    for number in range(first_draw, first_draw + (draws or FEW)):
        for case in draw_cases(number, histories=1):
            for goal, cutoff, found in known(case):
                wider += _checked(case, goal, cutoff, found, LARGE if draws else SMALL, met)
    if draws is not None:
        with capsys.disabled():
            print(f"\n{dict(met)}, wider without an accident: {len(wider)}")
            print("\n".join(wider))
    assert met["tried"] > (draws or FEW) * 4
    assert len(wider) <= max(1, met["tried"] // WIDER), wider


def _checked(
    case: Case, goal: Goal, cutoff: datetime, found: Evaluation, size: int, met: Counter[str]
) -> Iterator[str]:
    where = f"draw {case.number}: {goal} at {cutoff.isoformat()}"
    replay = Replay.of(case.program, case.history, goal, cutoff, answer)
    for witness in found.witnesses.witnesses[:6]:
        assert replay.gives(witness), f"{where}: {witness} does not suffice"
    met["known"] += 1
    met["not all listed"] += not found.witnesses.exact
    if found.witnesses.partial:  # calls that a recursion without bound does not make are no evidence
        assert _may_run_on(case), f"{where}: an answer without evidence"
    if len(found.witnesses.support) > size or not found.witnesses.exact:
        return
    met["tried"] += 1
    listed, tried = set(found.witnesses.witnesses), set(brute_force(found.witnesses.support, replay))
    for smaller in tried - listed:
        why = accidents(case.program, case.history, cutoff, replay, smaller)
        met.update(why)
        if not why:
            yield f"{where}: {sorted(smaller)} suffices, {sorted(listed)[:3]} listed"
            return
    unseen = [one for one in listed - tried if not any(set(other) < set(one) for other in tried)]
    assert not unseen, f"{where}: {unseen} is listed, and brute force does not find it"


def _may_run_on(case: Case) -> bool:
    plans = Plans(case.program)
    return any(makes_values(plans, pred) for pred in plans.component)


def _renumbered(history: History) -> History:
    """Members that a ``complete`` lists stand at its place; rows need a place each."""
    taken: Counter[str] = Counter()
    actions = []
    for action in history.actions:
        actions.append(replace(action, pos=taken[action.event]))
        taken[action.event] += 1
    return History.of(actions)


@pytest.mark.django_db
def test_a_witness_alone_gives_the_answer_in_postgres_too(draws: int | None, first_draw: int) -> None:
    """A sample of witnesses, stored as histories of their own."""
    from scenarios.services import evaluation
    from tests.factories.stored_histories import store_history

    tried = 0
    for number in range(first_draw, first_draw + (draws or FEW)):
        for case in draw_cases(number, histories=1):
            if case.program.assumed_complete:
                continue  # replay keeps the sizes of the whole history; rows of a part alone do not know them
            for goal, cutoff, found in list(known(case))[:4]:
                derived = case.program.decls[goal.pred]
                if derived.shape is not Shape.DERIVED or derived.reading is Reading.MEMBERS:
                    continue
                replay = Replay.of(case.program, case.history, goal, cutoff, answer)
                alone = replay.current.restricted_to(found.witnesses.witnesses[-1])
                scenario = store_history(case.program.source, _renumbered(alone))
                again = evaluation.evaluate(scenario=scenario, goal=goal, cutoff=cutoff)
                assert (again.gold.label, again.gold.answer) == (found.gold.label, found.gold.answer)
                tried += 1
    assert tried >= (draws or FEW) // 2
