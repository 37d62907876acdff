"""A diagnosis in words: what was answered, what was lost and what repairs it (ux.md, "Looks")."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from benchmark.models import Answer, AnswerStatus
from probes.diagnosis.reasons import ABOVE_THE_EVIDENCE
from probes.graphs import Said, Verdict
from probes.models import (
    Diagnosis,
    DiagnosisStatus,
    Dimension,
    FailureClass,
    FrontierNode,
    Recovery,
    RecoveryKind,
    Source,
)
from probes.selectors.diagnosis_rows import ROOT, DiagnosisRows
from scenarios.datalog.derivation import NodeKind
from scenarios.sentences import Sentence
from scenarios.templatetags.stemma import in_words

MARKS: Mapping[str, str] = {RecoveryKind.SELF: "➊", RecoveryKind.GOLD: "➋"}
TITLES: Mapping[str, str] = {
    RecoveryKind.SELF: Sentence("from the system's own answers"),
    RecoveryKind.GOLD: Sentence("with gold in the place of its wrong ones"),
}

#: Records that a sentence names at most.
FEW_RECORDS = 3


@dataclass(frozen=True, slots=True)
class Lost:
    """A node of the frontier. ``misleading`` and ``instead`` are labels of records: those that gave the wrong
    state, and those that gold rests on. ``via`` are the nodes that lacked it."""

    ref: str
    label: str
    kind: str
    failure: str
    dimension: str
    answered: str
    gold: str
    misleading: tuple[str, ...]
    instead: tuple[str, ...]
    via: tuple[str, ...]
    load_bearing: bool
    unverified: bool

    @property
    def title(self) -> str:
        """Class and dimension, as the drawing names them."""
        return f"{self.failure}, {Dimension(self.dimension).label}"

    @property
    def replaced(self) -> bool:
        """Whether the record that misled was superseded by another."""
        return self.dimension == Dimension.EVOLUTION and bool(self.misleading)

    @property
    def words(self) -> str:
        """One sentence, records by label."""
        said = f"answered {self.answered}"
        if self.misleading:
            said += f", which {_listed(self.misleading)} said"
        if self.replaced and self.instead:
            tail = f"{_listed(self.instead)} replaced {'it' if len(self.misleading) == 1 else 'them'}"
        elif self.instead:
            tail = f"gold is {self.gold}, which {_listed(self.instead)} {_say(self.instead)}"
        else:
            tail = f"gold is {self.gold}"
        return f"{self.label}: {self.title}: {said}; {tail}"


@dataclass(frozen=True, slots=True)
class Step:
    """One node of a recovery: from where its state comes, and whether it is right."""

    number: int
    anchor: str
    ref: str
    label: str
    source: str
    state: str
    correct: bool
    inputs: tuple[str, ...]


@dataclass(frozen=True)
class Replay:
    """A recovery in the order in which it was computed; ``recovered`` is None where it does not apply."""

    kind: str
    steps: tuple[Step, ...]
    recovered: bool | None

    @property
    def mark(self) -> str:
        return MARKS[self.kind]

    @property
    def title(self) -> str:
        return TITLES[self.kind]


def said(answer: Answer | None) -> Said:
    """An answer in words, with what came of it."""
    if answer is None:
        return Said(Verdict.UNASKED, Sentence("not asked"))
    if answer.status in (AnswerStatus.INFRASTRUCTURE, AnswerStatus.UNREAD):
        return Said(Verdict.UNASKED, Sentence("not scored: %(status)s", status=answer.get_status_display()))
    if answer.status == AnswerStatus.SYSTEM_FAILED:
        return Said(Verdict.WRONG, Sentence("the system failed"))
    if answer.label == "unknown":
        return Said(Verdict.RIGHT if answer.correct else Verdict.UNKNOWN, Sentence("unknown"))
    unreadable = Sentence("an answer that cannot be read")
    words = unreadable if answer.format_error else in_words(answer.answer)
    return Said(Verdict.RIGHT if answer.correct else Verdict.WRONG, words)


def state_words(state: Mapping[str, Any]) -> str:
    """A state as ``{"label", "answer"}`` in words."""
    return Sentence("unknown") if state.get("label") == "unknown" else in_words(state.get("answer"))


def gold_words(rows: DiagnosisRows, probe: int) -> str:
    """What a probe, or the query, should have been answered."""
    if probe != ROOT:
        return state_words(rows.probes[probe].subject)
    gold = rows.query.gold
    return state_words({"label": gold.label, "answer": gold.answer})


def lost(rows: DiagnosisRows) -> tuple[Lost, ...]:
    """The frontier in words, in its own order."""
    return tuple(_lost(rows, node) for node in rows.frontier)


def _lost(rows: DiagnosisRows, node: FrontierNode) -> Lost:
    probe = node.probe_id or ROOT
    return Lost(
        ref=rows.ref(probe),
        label=rows.label(probe),
        kind=node.kind.replace("_", " "),
        failure=node.failure,
        dimension=node.dimension,
        answered=said(answered_there(rows, node)).words,
        gold=gold_words(rows, probe),
        misleading=tuple(node.misleading),
        instead=_instead(rows, probe),
        via=tuple(rows.label(parent or ROOT) for parent in node.via),
        load_bearing=node.load_bearing,
        unverified=node.unverified,
    )


def answered_there(rows: DiagnosisRows, node: FrontierNode) -> Answer | None:
    """The answer that a frontier node is judged by (spec 7.4)."""
    if node.probe_id is None:
        return rows.answer
    if node.failure == FailureClass.UNRETRIEVABLE:
        return rows.targeted.get(node.probe_id)
    first = (node.via[0] or ROOT) if node.via else ROOT
    return rows.inherited.get((first, node.probe_id), rows.targeted.get(node.probe_id))


def _instead(rows: DiagnosisRows, probe: int) -> tuple[str, ...]:
    """The records right below a recorded node; of a collection those that tell its members, if few."""
    key = rows.keys.get(probe)
    if key is None:
        return ()
    if key[0] == NodeKind.COLLECTION:
        told = sorted(rows.needed(probe))
        return tuple(told) if len(told) <= FEW_RECORDS else ()
    return tuple(child[1] for child in rows.derivation.children[key] if child[0] == NodeKind.EVENT)


def replays(rows: DiagnosisRows) -> tuple[Replay, ...]:
    """Both recoveries, step by step; those without a step are left out."""
    found = []
    for kind, recovered in (
        (RecoveryKind.SELF, rows.diagnosis.self_recovered),
        (RecoveryKind.GOLD, rows.diagnosis.gold_recovered),
    ):
        own = [row for row in rows.recoveries if row.kind == kind]
        steps = tuple(_step(rows, row, number) for number, row in enumerate(own, start=1))
        if steps:
            found.append(Replay(kind.value, steps, recovered))
    return tuple(found)


def _step(rows: DiagnosisRows, row: Recovery, number: int) -> Step:
    probe = row.probe_id or ROOT
    inputs = [rows.label(child) for parent, child in rows.edges if parent == probe]
    return Step(
        number=number,
        anchor=f"{row.kind}-{number}",
        ref=rows.ref(probe),
        label=rows.label(probe),
        source=row.get_source_display(),
        state=state_words(row.state),
        correct=row.correct,
        inputs=tuple(inputs) if row.source == Source.COMBINED else (),
    )


def repair(diagnosis: Diagnosis, lost_nodes: tuple[Lost, ...], gold: str) -> str:
    """What repairs a wrong answer, in words; empty for a right one."""
    if diagnosis.correct:
        return ""
    if diagnosis.status == DiagnosisStatus.INCOMPLETE:
        return Sentence("Not known yet: a probe has no score. Resume the run, and it is diagnosed again.")
    if diagnosis.self_recovered:
        return Sentence(
            "Its own answers repair it: asked for each input directly, the system says enough to combine to "
            "%(gold)s. The loss is in gathering for the question.",
            gold=gold,
        )
    if diagnosis.gold_recovered:
        bearing = [node for node in lost_nodes if node.load_bearing]
        return Sentence(
            "Gold evidence repairs it: with %(changes)s, the answer comes out as %(gold)s. Its own answers "
            "do not: this evidence is load-bearing.",
            changes=_changes(bearing) if bearing else Sentence("gold at the nodes that it stops at"),
            gold=gold,
        )
    if diagnosis.gold_recovered is None:
        none = Sentence("No recovery applies.")
        return Sentence.joined(" ", (none, Sentence(diagnosis.reason))) if diagnosis.reason else none
    return Sentence(
        "Neither recovery repairs it, not even gold evidence: %(reason)s.",
        reason=Sentence(diagnosis.reason or ABOVE_THE_EVIDENCE),
    )


def _changes(bearing: Iterable[Lost]) -> str:
    return Sentence.joined(
        "; ",
        [
            Sentence(
                "%(node)s = %(gold)s in place of %(answered)s",
                node=node.label,
                gold=node.gold,
                answered=node.answered,
            )
            for node in bearing
        ],
    )


def _listed(labels: tuple[str, ...]) -> str:
    return labels[0] if len(labels) == 1 else f"{', '.join(labels[:-1])} and {labels[-1]}"


def _say(labels: tuple[str, ...]) -> str:
    return "says" if len(labels) == 1 else "say"
