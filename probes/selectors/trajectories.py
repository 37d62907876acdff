"""The tracked questions of a run: the gold at each checkpoint, and what each system answered (spec 8.1).

Gold is that of the run's own questions; how it changed, and by which events, stands with the suite.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from typing import Any

from benchmark.models import Answer, AnswerStatus, Condition, IngestVariant, Question, QuestionKind, Run
from benchmark.scoring.answers import score
from benchmark.scoring.envelope import AnswerObject
from benchmark.scoring.gold_view import GoldView
from benchmark.scoring.maintenance import ChangeClass, LabelChange, State, label_change
from probes.graphs import Verdict
from probes.models import TrackedState
from scenarios.models import Entity
from scenarios.templatetags.stemma import in_words


@dataclass(frozen=True)
class Moment:
    """A tracked query at checkpoint ``number``. ``change`` is None where the gold is that of before; then
    ``kind`` is None too. ``events`` are the labels of those that changed it."""

    question: int
    number: int
    cutoff: datetime
    subject: Mapping[str, Any]
    change: LabelChange | None
    kind: ChangeClass | None
    events: tuple[str, ...]

    @property
    def gold(self) -> str:
        """The gold in words."""
        return _words(self.subject["label"], self.subject["answer"])

    @property
    def state(self) -> State:
        return State(self.subject["label"], self.subject["answer"])


@dataclass(frozen=True)
class Tracked:
    """A tracked query with its checkpoints in order."""

    query: int
    label: str
    scenario: str
    tolerance: str
    aliases: Mapping[str, Sequence[str]]
    moments: tuple[Moment, ...]


@dataclass(frozen=True, slots=True)
class Given:
    """One answer; ``correct`` is None where it was not scored. A right "unknown" is right."""

    label: str
    answer: Any
    correct: bool | None
    verdict: Verdict
    words: str


NOT_GIVEN = Given("", None, None, Verdict.UNASKED, "not answered")


@dataclass(frozen=True)
class Line:
    """One system under one hint, with its walks in order; the first is the one that is drawn."""

    system: str
    hint: str
    knows: tuple[str, ...]
    walks: tuple[int, ...]

    @property
    def name(self) -> str:
        """As it stands beside its figures."""
        return self.system if self.hint == "none" else f"{self.system}, hint {self.hint}"


@dataclass(frozen=True)
class Trajectories:
    """Everything asked at the checkpoints of a run. ``given`` is by walk and question; ``names`` are the
    other names of the entities, by scenario and name."""

    run: Run
    lines: tuple[Line, ...]
    tracked: tuple[Tracked, ...]
    given: Mapping[tuple[int, int], Given]
    names: Mapping[str, Mapping[str, Sequence[str]]]
    _views: dict[int, GoldView] = field(default_factory=dict, repr=False)

    def answer(self, walk: int, moment: Moment) -> Given:
        """What was answered on one walk at one checkpoint."""
        return self.given.get((walk, moment.question), NOT_GIVEN)

    def still_right_before(self, tracked: Tracked, before: Moment, given: Given) -> bool:
        """Whether an answer is right by the gold of an earlier checkpoint."""
        if before.question not in self._views:
            self._views[before.question] = self._view(tracked, before)
        said = AnswerObject(given.label or None, given.answer, (), None, "")
        return score(said, self._views[before.question]).correct

    def _view(self, tracked: Tracked, moment: Moment) -> GoldView:
        known, subject = self.names.get(tracked.scenario, {}), moment.subject
        aliases = {name: [*known.get(name, ()), *tracked.aliases.get(name, ())] for name in known}
        return GoldView(
            label=subject["label"],
            answer=subject["answer"],
            answer_type=subject["answer_type"],
            unit=subject["unit"],
            tolerance=tracked.tolerance,
            aliases={**tracked.aliases, **aliases},
            known_names=sorted(known),
            nouns=subject["nouns"],
        )


def of_run(run: Run) -> Trajectories:
    """The tracked questions of a run with their answers, read once and alone; five queries."""
    return Trajectories(run, _lines(run), _tracked(run), _given(run), _names(run))


def _names(run: Run) -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = defaultdict(dict)
    rows = Entity.objects.filter(scenario__suite=run.suite_id)
    for scenario, name, others in rows.values_list("scenario__slug", "name", "aliases"):
        found[scenario][name] = others
    return dict(found)


def _lines(run: Run) -> tuple[Line, ...]:
    found: dict[tuple[str, str], list[IngestVariant]] = {}
    for variant in IngestVariant.objects.filter(run=run).select_related("system").order_by("pk"):
        found.setdefault((variant.system.name, variant.hint), []).append(variant)
    return tuple(
        Line(system, hint, tuple(walks[0].knows), tuple(walk.pk for walk in walks))
        for (system, hint), walks in found.items()
    )


def _tracked(run: Run) -> tuple[Tracked, ...]:
    changed = {
        (query, number): (kind, events)
        for query, number, kind, events in TrackedState.objects.filter(
            tracked__query__scenario__suite=run.suite_id
        ).values_list("tracked__query", "number", "change", "changed_by")
    }
    by_query: dict[int, list[dict[str, Any]]] = {}
    questions = Question.objects.filter(run=run, kind=QuestionKind.TRACKED)
    for row in questions.order_by("scenario__position", "scenario", "query__label").values(*_COLUMNS):
        by_query.setdefault(row["query"], []).append(row)
    return tuple(_tracked_query(rows, changed) for rows in by_query.values())


_COLUMNS = (
    "pk",
    "query",
    "query__label",
    "query__tolerance",
    "query__gold__aliases",
    "scenario__slug",
    "checkpoint",
    "cutoff",
    "subject",
)
Changed = Mapping[tuple[int, int], tuple[str, Sequence[str]]]


def _tracked_query(rows: list[dict[str, Any]], changed: Changed) -> Tracked:
    rows = sorted(rows, key=lambda row: int(row["checkpoint"]))
    states = [State(row["subject"]["label"], row["subject"]["answer"]) for row in rows]
    changes = [None, *(label_change(before, after) for before, after in pairwise(states))]
    first = rows[0]
    return Tracked(
        query=first["query"],
        label=first["query__label"],
        scenario=first["scenario__slug"],
        tolerance=first["query__tolerance"],
        aliases=first["query__gold__aliases"] or {},
        moments=tuple(_moment(row, change, changed) for row, change in zip(rows, changes, strict=True)),
    )


def _moment(row: dict[str, Any], change: LabelChange | None, changed: Changed) -> Moment:
    number = int(row["checkpoint"])
    kind, events = changed.get((row["query"], number), ("", ()))
    return Moment(
        question=row["pk"],
        number=number,
        cutoff=row["cutoff"],
        subject=row["subject"],
        change=change,
        kind=ChangeClass(kind or ChangeClass.IMPLICIT) if change else None,
        events=tuple(events) if change else (),
    )


def _given(run: Run) -> dict[tuple[int, int], Given]:
    rows = Answer.objects.filter(
        context__variant__run=run,
        question__kind=QuestionKind.TRACKED,
        condition=Condition.ALONE,
        repetition=1,
    )
    columns = ("context__variant", "question", "status", "label", "answer", "correct", "format_error")
    return {(walk, question): _said(*told) for walk, question, *told in rows.order_by().values_list(*columns)}


def _said(status: str, label: str, answer: Any, correct: bool | None, format_error: str) -> Given:
    if correct is None:
        return Given(label, answer, None, Verdict.UNASKED, f"not scored: {AnswerStatus(status).label}")
    if status == AnswerStatus.SYSTEM_FAILED:
        return Given(label, answer, False, Verdict.WRONG, "the system failed")
    words = "an answer that cannot be read" if format_error else _words(label, answer)
    verdict = Verdict.RIGHT if correct else Verdict.UNKNOWN if label == "unknown" else Verdict.WRONG
    return Given(label, answer, correct, verdict, words)


def _words(label: str, answer: Any) -> str:
    return "unknown" if label == "unknown" else in_words(answer)
