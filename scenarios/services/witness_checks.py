"""The four checks of spec 2.4 on freshly derived gold, replayed with the reference evaluator.

Generated queries get the full checks and must pass them. Imported ones are kept whatever comes out, and since
their witnesses may be long, C3 deletes single events there, smallest witnesses first, up to a stated number
of replays; ``c3_tested`` says how many witnesses that covered. Where C4 fails, ``superseding`` lists the
events that keep a reader of S(q) from reviving what is obsolete, and ``c4_mended`` says whether they suffice.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scenarios.datalog import reference
from scenarios.datalog.derivation import Answerability, Evaluation
from scenarios.datalog.history import History
from scenarios.datalog.minimality import Replay, WitnessChecks, check_witnesses, same, superseders
from scenarios.datalog.resolution import resolve
from scenarios.exceptions import WitnessCheckError
from scenarios.models import Query, Scenario
from scenarios.selectors import histories, programs

#: Replays that C3 may take for one imported query.
IMPORT_REPLAYS = 400


@dataclass(frozen=True, slots=True)
class CheckedWitnesses:
    """What C1 to C4 gave for one query, JSON-ready in ``shown``; ``minimal`` holds for its witness rows."""

    minimal: str
    shown: dict[str, Any]


def check_generated(
    *, scenario: Scenario, asked: Sequence[Query], found: Sequence[Evaluation]
) -> list[CheckedWitnesses]:
    """C1 to C4 of every query. Raises ``WitnessCheckError`` naming each query that fails one, whose list of
    witnesses is not complete, or which the empty context already answers."""
    program, history = programs.load(scenario), histories.load(scenario)
    done: list[CheckedWitnesses] = []
    failures: list[str] = []
    for query, evaluation in zip(asked, found, strict=True):
        replay = Replay.of(program, history, query.goal, query.cutoff, reference.answer)
        checks = check_witnesses(evaluation, history, replay)
        notes = list(checks.notes)
        if not evaluation.witnesses.exact:
            notes.append("its list of minimal witnesses is not complete")
        failures += (f"{scenario.slug}/{query.label}: {note}" for note in notes)
        done.append(CheckedWitnesses(checks.minimal, _shown(checks)))
    if failures:
        raise WitnessCheckError(tuple(failures))
    return done


def check_imported(
    *, scenario: Scenario, asked: Sequence[Query], found: Sequence[Evaluation]
) -> list[CheckedWitnesses]:
    """C1, C2 and C4 of every query, and C3 within ``IMPORT_REPLAYS``; violations are kept as marks."""
    program, history = programs.load(scenario), histories.load(scenario)
    done = []
    for query, evaluation in zip(asked, found, strict=True):
        replay = Replay.of(program, history, query.goal, query.cutoff, reference.answer)
        checked = _bounded_checks(evaluation, history, replay)
        if not checked.shown["c4"]:
            checked.shown.update(_mended(evaluation, history, query.cutoff, replay))
        done.append(checked)
    return done


def _mended(
    evaluation: Evaluation, history: History, cutoff: datetime, replay: Replay
) -> dict[str, list[str] | bool]:
    chosen = _records_of(evaluation)
    added = superseders(resolve(history, cutoff), chosen)
    alone = replay.answer(history.restricted_to([*chosen, *added]))
    return {"superseding": list(added), "c4_mended": same(alone, evaluation.gold)}


def _records_of(evaluation: Evaluation) -> tuple[str, ...]:
    """What C4 resolves alone: S(q), of an unknown gold the events of its derivation."""
    if evaluation.gold.label is Answerability.UNKNOWN:
        return evaluation.derivation.context_events
    return evaluation.witnesses.support


def _bounded_checks(evaluation: Evaluation, history: History, replay: Replay) -> CheckedWitnesses:
    witnesses, gold = evaluation.witnesses.witnesses, evaluation.gold
    sets = [frozenset(witness) for witness in witnesses]
    smaller, tested = _single_deletions(witnesses, replay)
    checks = WitnessChecks(
        c1=all(same(replay(witness), gold) for witness in witnesses),
        c2=not any(one <= other for one, other in itertools.permutations(sets, 2)),
        c3=not smaller,
        c4=same(replay.answer(history.restricted_to(_records_of(evaluation))), gold),
        minimal="tested",
        empty_unknown=replay.answer(History(())).label is Answerability.UNKNOWN,
    )
    return CheckedWitnesses("tested", {**_shown(checks), "c3_tested": tested})


def _single_deletions(witnesses: Sequence[tuple[str, ...]], replay: Replay) -> tuple[bool, int]:
    """Whether some witness can spare an event, and how many were tried within the allowance."""
    left, tested = IMPORT_REPLAYS, 0
    for witness in witnesses:
        left -= len(witness)
        if left < 0:
            break
        tested += 1
        if any(replay.gives([event for event in witness if event != gone]) for gone in witness):
            return True, tested
    return False, tested


def _shown(checks: WitnessChecks) -> dict[str, Any]:
    return {
        "c1": checks.c1,
        "c2": checks.c2,
        "c3": checks.c3,
        "c4": checks.c4,
        "minimal": checks.minimal,
        "empty_unknown": checks.empty_unknown,
    }
