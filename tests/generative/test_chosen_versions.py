"""Random histories: both evaluators choose the same versions, and brute force finds the same witnesses.

``pytest tests/generative/test_chosen_versions.py --draws 500`` tries so many histories.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from scenarios.datalog import reference, whynot
from scenarios.datalog.cutoffs import cutoff_text
from scenarios.datalog.derivation import Answerability, Evaluation
from scenarios.datalog.differences import Side, difference, difference_object, in_force_of, with_causes
from scenarios.datalog.goal_text import AskedGoal
from scenarios.datalog.history import History, Op
from scenarios.datalog.loading import load_program
from scenarios.datalog.minimality import Replay, brute_force, check_witnesses
from scenarios.datalog.reads import Tracer
from scenarios.datalog.resolution import resolve
from scenarios.datalog.syntax import Goal
from scenarios.datalog.version_goals import PREVIOUS, as_of, later_of
from scenarios.datalog.whynot_text import as_object
from tests.factories.small_histories import HistoryWriter

PROGRAM = load_program(
    """
    func f(key) -> word
    func g(key) -> word on_cancel absent
    func h(key) -> word on_cancel default:z
    param p(key) -> word default w
    """
)
PREDS, KEYS = "fghp", "ab"
FEW = 60


def draw(rng: random.Random) -> HistoryWriter:
    """Late records, confirmations, revisions to the same and cancellations on a few keys."""
    writer = HistoryWriter(rng)
    for _ in range(rng.randint(1, 14)):
        op = rng.choice([Op.ASSERT, Op.ASSERT, Op.ASSERT, Op.REVISE, Op.CANCEL])
        value = None if op is Op.CANCEL else rng.choice(["x", "y", "none"])
        pred, key = rng.choice(PREDS), (rng.choice(KEYS),)
        writer.add(op, pred, key, late=rng.random() < 0.3, value=value)
    return writer


def goals(rng: random.Random, cutoff: datetime) -> Iterator[Goal]:
    for pred in PREDS:
        key, other = rng.sample(KEYS, 2)
        yield Goal(pred, (key,), temporal=True, version=PREVIOUS)
        yield Goal(pred, (key,), temporal=True, version=later_of(other))
        moment = cutoff - timedelta(days=rng.randint(1, 12), hours=rng.choice([0, 0, 1]))
        yield Goal(pred, (key,), temporal=True, version=as_of(cutoff_text(moment)))


def compared(one: Evaluation) -> tuple[object, ...]:
    graph = one.derivation
    nodes = {key: (node.state, node.obsolete_count, node.meta) for key, node in graph.nodes.items()}
    return one.gold, one.witnesses, graph.root, nodes, graph.edges, graph.obs_flag


@pytest.mark.django_db
def test_both_evaluators_choose_the_same_versions(draws: int | None) -> None:
    from scenarios.services import evaluation
    from tests.factories.stored_histories import store_history

    met: Counter[str] = Counter()
    for number in range(draws or FEW):
        rng = random.Random(f"chosen/{number}")
        writer = draw(rng)
        asked = [(goal, cutoff) for cutoff in writer.cutoffs(3) for goal in goals(rng, cutoff)]
        scenario = store_history(PROGRAM.source, writer.history)
        golds = evaluation.answers_at(scenario=scenario, asked=asked)
        found = evaluation.evaluate_all(scenario=scenario, asked=asked)
        for (goal, cutoff), gold, one in zip(asked, golds, found, strict=True):
            expected = reference.evaluate(PROGRAM, writer.history, goal, cutoff)
            assert compared(one) == compared(expected), (number, goal, cutoff)
            assert (gold.label, gold.answer) == (one.gold.label, one.gold.answer), (number, goal, cutoff)
            assert goal.version is not None
            met[f"{goal.version.kind.value} {gold.label.value}"] += 1
    assert len(met) == 8, met  # later_of is never zero


@pytest.mark.django_db
def test_reasons_and_causes_are_those_of_the_reference_evaluator(draws: int | None) -> None:
    from scenarios.services import explaining
    from tests.factories.stored_histories import store_history

    met: Counter[str] = Counter()
    for number in range((draws or FEW) // 3):
        rng = random.Random(f"chosen/{number}")
        writer = draw(rng)
        scenario = store_history(PROGRAM.source, writer.history)
        end = writer.cutoffs(1)[-1]
        early = end - timedelta(days=rng.randint(0, 3), hours=1)
        for goal in goals(rng, early):
            asked = AskedGoal(goal, rng.choice([None, "x", "y"]))
            reasons = whynot.why_not(PROGRAM, writer.history, asked, end)
            found = explaining.why_not(scenario=scenario, asked=asked, cutoff=end)
            assert as_object(found) == as_object(reasons), (number, asked)
            sides = []
            for cutoff in (early, end):
                known = reference.evaluate(PROGRAM, writer.history, goal, cutoff)
                sides.append(Side(cutoff, known.gold, known.derivation))
            in_force = in_force_of(resolve(writer.history, end))
            expected = with_causes(difference(*sides), PROGRAM, in_force)
            differing = explaining.difference(scenario=scenario, goal=goal, cutoffs=(early, end))
            assert difference_object(differing) == difference_object(expected), (number, goal)
            met["changed"] += expected.answer_changed
            met["caused"] += bool(expected.causes)
            assert expected.causes or not expected.answer_changed, (number, goal)
    assert min(met.values()) > (draws or FEW) // 10, met


def test_brute_force_finds_the_listed_witnesses(draws: int | None) -> None:
    tried = 0
    for number in range(draws or FEW):
        rng = random.Random(f"chosen/{number}")
        writer = draw(rng)
        for cutoff in writer.cutoffs(2):
            for goal in goals(rng, cutoff):
                found = reference.evaluate(PROGRAM, writer.history, goal, cutoff)
                if found.gold.label is Answerability.UNKNOWN:
                    assert found.gold.missing, (number, goal, cutoff)
                    continue
                replay = Replay.of(PROGRAM, writer.history, goal, cutoff, reference.answer)
                events = {a.event for a in writer.history.actions if a.pred == goal.pred}
                assert found.witnesses.witnesses == brute_force(events, replay), (number, goal, cutoff)
                checks = check_witnesses(found, writer.history, replay)
                assert checks.hold, (number, goal, cutoff, checks.notes)
                tried += 1
    assert tried > (draws or FEW) * 5


def test_what_a_goal_does_not_read_does_not_change_it(draws: int | None) -> None:
    """An edit of a history passes over queries that read none of its keys (``reads``)."""
    for number in range(draws or FEW):
        rng = random.Random(f"chosen/{number}")
        writer = draw(rng)
        cutoff = writer.cutoffs(1)[-1]
        gone = rng.choice(writer.records)
        rest = History.of(record for record in writer.records if record is not gone)
        for goal in goals(rng, cutoff):
            tracer = Tracer(PROGRAM, resolve(writer.history, cutoff))
            tracer.evaluate(goal)
            if not tracer.reads.meets(gone.version_key):
                before, after = (
                    reference.evaluate(PROGRAM, history, goal, cutoff) for history in (writer.history, rest)
                )
                assert compared(before) == compared(after), (number, goal)
            else:
                assert goal.pred == gone.pred


#: Plausible wrong SQL for the versions chosen.
MUTANTS = {
    "late records by their observation": ("f.as_of <= q.until", "f.observed_at <= q.until"),
    "the current for the previous": ("v.last - v.back", "v.last"),
    "a revision to the same as a confirmation": ("f.op NOT IN ('assert', 'member', 'rule')", "FALSE"),
    "an assertion after a cancellation as one": ("f.value IS DISTINCT FROM", "f.value <>"),
    "versions in the order of observation": ("ORDER BY f.as_of, ", "ORDER BY "),
    "what is observed after the cutoff": ("f.observed_at <= q.cutoff", "TRUE"),
}


@pytest.mark.django_db
@pytest.mark.parametrize("mutant", MUTANTS)
def test_wrong_sql_is_caught(mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from scenarios.datalog.sql.evidence import CHOSEN
    from scenarios.services import chosen_reads, evaluation
    from tests.factories.stored_histories import store_history

    old, new = MUTANTS[mutant]
    assert old in CHOSEN.text
    monkeypatch.setattr(chosen_reads, "CHOSEN", replace(CHOSEN, text=CHOSEN.text.replace(old, new)))
    for number in range(FEW):
        rng = random.Random(f"chosen/{number}")
        writer = draw(rng)
        asked = [(goal, cutoff) for cutoff in writer.cutoffs(3) for goal in goals(rng, cutoff)]
        golds = evaluation.answers_at(scenario=store_history(PROGRAM.source, writer.history), asked=asked)
        for (goal, cutoff), gold in zip(asked, golds, strict=True):
            if gold != reference.answer(PROGRAM, writer.history, goal, cutoff):
                return
    pytest.fail(f"{mutant}: {FEW} histories do not show it")
