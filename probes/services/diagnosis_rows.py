"""From the probe answers of one query to the rows of its diagnosis (spec 7.4, 7.5)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from benchmark.models import Answer, Question
from benchmark.scoring import answers as scoring
from benchmark.scoring import envelope
from benchmark.scoring.states import State
from benchmark.walk.storable import storable, storable_text
from probes.diagnosis import dimensions, recovery
from probes.diagnosis.frontier import FailureClass, FrontierEntry, depths, frontier
from probes.diagnosis.reasons import unrepaired
from probes.models import Diagnosis, DiagnosisStatus, FrontierNode, Recovery, RecoveryKind
from probes.services.combiners import Spoken
from probes.services.diagnosis_desks import DiagnosisDesk
from probes.services.misleading import misleading
from probes.services.probed_answers import ROOT, ProbedQuery, state_of


@dataclass
class Found:
    """The rows of one diagnosis, not yet written."""

    diagnosis: Diagnosis
    frontier: list[FrontierNode] = field(default_factory=list)
    recoveries: list[Recovery] = field(default_factory=list)


def diagnosed(probed: ProbedQuery, desk: DiagnosisDesk, *, now: datetime) -> Found:
    """The diagnosis of one query: of a right answer that it is right, of a wrong one frontier and recoveries;
    incomplete where a probe answer is missing. Raises ``CombinerUnavailableError``."""
    diagnosis = Diagnosis(
        answer=probed.original,
        plan=probed.plan,
        status=DiagnosisStatus.DONE,
        correct=bool(probed.original.correct),
        created_at=now,
    )
    found = Found(diagnosis)
    if diagnosis.correct:
        return found
    if not probed.complete:
        diagnosis.status = DiagnosisStatus.INCOMPLETE
        return found
    diagnosis.combiner = desk.combiner
    bearing = _recover(found, probed, desk)
    _locate(found, probed, desk, bearing)
    return found


# -------------------------------------------------------------------- recoveries
def _recover(found: Found, probed: ProbedQuery, desk: DiagnosisDesk) -> tuple[str, ...]:
    """Both recoveries; the nodes whose wrong evidence causes the failure."""
    _, self_right = _rebuild(found, probed, desk, RecoveryKind.SELF)
    rebuilt, gold_right = _rebuild(found, probed, desk, RecoveryKind.GOLD)
    found.diagnosis.self_recovered, found.diagnosis.gold_recovered = self_right, gold_right
    if not gold_right:
        found.diagnosis.reason = unrepaired(
            probed.dag,
            rebuilt,
            unknown=probed.unknown,
            compares_versions=probed.query.goal_version is not None,
        )
    return recovery.load_bearing(rebuilt, self_right=self_right, gold_right=gold_right)


def _rebuild(
    found: Found, probed: ProbedQuery, desk: DiagnosisDesk, kind: RecoveryKind
) -> tuple[recovery.Recovery, bool]:
    """One recovery, its rows added; and whether it repairs the answer."""
    spoken = Spoken()
    rebuilt = recovery.recover(
        probed.dag,
        targeted_right=probed.verdicts.targeted,
        targeted_answers={node: state_of(answer) for node, answer in probed.targeted.items()},
        gold_states={node: State(it.label, it.answer) for node, it in probed.subjects.items()},
        combine=desk.combine(probed, spoken),
        gold=kind is RecoveryKind.GOLD,
    )
    right = False
    for position, step in enumerate(rebuilt.steps):
        right = _is_right(step.state, probed.question(step.node), desk)
        prompt, completion = spoken.tokens.get(step.node, (0, 0))
        found.recoveries.append(
            Recovery(
                diagnosis=found.diagnosis,
                kind=kind,
                probe=probed.probes.get(step.node),
                position=position,
                source=step.source.value,
                state={"label": step.state.label, "answer": storable(step.state.answer)},
                correct=right,
                raw=storable_text(spoken.raw.get(step.node, "")),
                prompt_tokens=prompt,
                completion_tokens=completion,
            )
        )
    return rebuilt, right  # the root is the last step


def _is_right(state: State, question: Question, desk: DiagnosisDesk) -> bool:
    said = envelope.parse(json.dumps({"label": state.label, "answer": state.answer, "citations": []}))
    return scoring.score(said, desk.desk.golds.view_of(question)).correct


# -------------------------------------------------------------------- the frontier
def _locate(found: Found, probed: ProbedQuery, desk: DiagnosisDesk, bearing: Sequence[str]) -> None:
    depth = depths(probed.dag)
    for position, entry in enumerate(frontier(probed.dag, probed.verdicts)):
        answer, question = _answered(entry, probed), probed.question(entry.node)
        kind, gold = probed.dag.nodes[entry.node].kind, desk.desk.golds.view_of(question)
        options = (question.subject or {}).get("target", {}).get("options")
        obsolete = desk.obsolete.of(probed.goal(entry.node), question.cutoff, options)
        dimension = dimensions.dimension(
            entry.failure, kind, state_of(answer), gold=gold, obsolete=[state.value for state in obsolete]
        )
        found.frontier.append(
            FrontierNode(
                diagnosis=found.diagnosis,
                probe=probed.probes.get(entry.node),
                kind=kind.value,
                failure=entry.failure.value,
                dimension=dimension.value,
                unverified=entry.unverified,
                load_bearing=entry.node in bearing,
                depth=depth[entry.node],
                position=position,
                via=[None if parent == ROOT else int(parent) for parent in entry.via],
                misleading=misleading(answer, gold, obsolete),
            )
        )


def _answered(entry: FrontierEntry, probed: ProbedQuery) -> Answer:
    """The answer by which a node is judged: see ``dimensions.answered``."""
    if entry.failure is FailureClass.UNRETRIEVABLE:
        return probed.targeted[entry.node]
    return probed.inherited[entry.via[0], entry.node] if entry.via else probed.original
