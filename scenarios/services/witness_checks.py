"""The four checks of spec 2.4 on freshly derived gold, replayed with the reference evaluator.

Generated queries get the full checks and must pass them. Imported ones are kept whatever comes out, and since
their witnesses may be long, C3 stays within a stated number of replays there: first the deletions of single
events, smallest witnesses first, then a few of the others. ``c3_deletions`` says how many of how many were
tried, ``c3_tested`` of how many witnesses every single event was deleted. Where C4 fails, ``superseding``
lists the events that keep a reader of S(q) from reviving what is obsolete, and ``c4_mended`` says whether
they suffice.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any

from scenarios.datalog import reference
from scenarios.datalog.derivation import Answerability, Evaluation
from scenarios.datalog.history import History
from scenarios.datalog.minimality import (
    BRUTE_FORCE_SIZE,
    Proof,
    Replay,
    WitnessChecks,
    check_witnesses,
    count_of_subsets,
    same,
    subsets_to_try,
    superseders,
)
from scenarios.datalog.resolution import resolve
from scenarios.exceptions import WitnessCheckError
from scenarios.models import Query, Scenario, Witness
from scenarios.selectors import histories, programs

#: Replays that C3 may take for one imported query: deletions of single events, and of several.
IMPORT_REPLAYS, IMPORT_SUBSETS = 400, 16


@dataclass(frozen=True, slots=True)
class CheckedWitnesses:
    """What C1 to C4 gave for one query, JSON-ready in ``shown``; ``minimal`` holds for its witness rows."""

    minimal: str
    shown: dict[str, Any]


def check_generated(
    *,
    scenario: Scenario,
    asked: Sequence[Query],
    found: Sequence[Evaluation],
    proofs: Mapping[str, Proof] = MappingProxyType({}),
) -> list[CheckedWitnesses]:
    """C1 to C4 of every query. Raises ``WitnessCheckError`` naming each query that fails one, whose list of
    witnesses is not complete, or which the empty context already answers.

    A query whose generator checked the very same list (``proofs``, by label) is not checked a second time.
    """
    done, failures = full_checks(scenario=scenario, asked=asked, found=found, proofs=proofs)
    if failures:
        raise WitnessCheckError(tuple(failures))
    return done


def full_checks(
    *,
    scenario: Scenario,
    asked: Sequence[Query],
    found: Sequence[Evaluation],
    proofs: Mapping[str, Proof] = MappingProxyType({}),
) -> tuple[list[CheckedWitnesses], list[str]]:
    """C1 to C4 of every query as they come out, and a line for each failure that names its query; ``proofs``
    as for ``check_generated``."""
    program, history = programs.load(scenario), histories.load(scenario)
    done: list[CheckedWitnesses] = []
    failures: list[str] = []
    for query, evaluation in zip(asked, found, strict=True):
        proof = proofs.get(query.label)
        if proof is not None and proof.witnesses == evaluation.witnesses.witnesses:
            checks = proof.checks
        else:
            replay = Replay.of(program, history, query.goal, query.cutoff, reference.answer)
            checks = check_witnesses(evaluation, history, replay)
        notes = list(checks.notes)
        if not evaluation.witnesses.exact:
            notes.append("its list of minimal witnesses is not complete")
        failures += (f"{scenario.slug}/{query.label}: {note}" for note in notes)
        done.append(CheckedWitnesses(checks.minimal, _shown(checks)))
    return done, failures


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
    c3 = _bounded_c3(evaluation, replay)
    checks = WitnessChecks(
        c1=all(same(replay(witness), gold) for witness in witnesses),
        c2=not any(one <= other for one, other in itertools.permutations(sets, 2)),
        c3=not c3.smaller,
        c4=same(replay.answer(history.restricted_to(_records_of(evaluation))), gold),
        minimal=c3.minimal,
        empty_unknown=replay.answer(History(())).label is Answerability.UNKNOWN,
    )
    counted = {"c3_tested": c3.witnesses, "c3_deletions": [c3.tested, c3.of]}
    return CheckedWitnesses(c3.minimal, {**_shown(checks), **counted})


@dataclass(frozen=True, slots=True)
class _BoundedC3:
    """C3 within its replays: whether fewer events were found to do, of how many ``witnesses`` every single
    event was deleted, and how many deletions were ``tested`` ``of`` those that spec 2.4 asks for."""

    smaller: bool
    witnesses: int
    tested: int
    of: int
    minimal: str


def _bounded_c3(evaluation: Evaluation, replay: Replay) -> _BoundedC3:
    witnesses = evaluation.witnesses.witnesses
    of = sum(count_of_subsets(witness, evaluation.derivation) for witness in witnesses)
    sizes = itertools.accumulate(map(len, witnesses))
    within = witnesses[: sum(size <= IMPORT_REPLAYS for size in sizes)]
    single = ([e for e in witness if e != gone] for witness in within for gone in witness)
    tested = 0
    for subset in itertools.chain(single, itertools.islice(_others(within, evaluation), IMPORT_SUBSETS)):
        tested += 1
        if replay.gives(subset):
            return _BoundedC3(True, len(within), tested, of, Witness.Minimal.TESTED)
    proven = tested == of and all(len(witness) <= BRUTE_FORCE_SIZE for witness in witnesses)
    minimal = Witness.Minimal.PROVEN if proven else Witness.Minimal.TESTED
    return _BoundedC3(False, len(within), tested, of, minimal)


def _others(witnesses: Sequence[tuple[str, ...]], evaluation: Evaluation) -> Iterator[tuple[str, ...]]:
    """Subsets that lack more than one event of a witness."""
    for witness in witnesses:
        for subset in subsets_to_try(witness, evaluation.derivation):
            if len(subset) < len(witness) - 1:
                yield subset


def _shown(checks: WitnessChecks) -> dict[str, Any]:
    return {
        "c1": checks.c1,
        "c2": checks.c2,
        "c3": checks.c3,
        "c4": checks.c4,
        "minimal": checks.minimal,
        "empty_unknown": checks.empty_unknown,
    }
