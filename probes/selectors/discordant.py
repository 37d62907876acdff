"""The queries on which compared lines differ: which of them, and what each line answered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import F

from benchmark.models import Answer, Question
from benchmark.scoring.comparison import SLICED_BY, value_of
from probes.models import FrontierNode
from probes.selectors.comparing import Compared, RunComparison, answers_of

#: Right on the baseline alone, or on the other line alone.
DIRECTIONS: Final = ("lost", "gained")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which of them: ``against`` one other line by its place among the others (from 1; 0: any), in one
    ``direction`` ("": both), of one slice ("": all)."""

    against: int = 0
    direction: str = ""
    trait: str = ""
    value: str = ""

    @property
    def slice(self) -> str:
        """The slice as it stands in an address."""
        return f"{self.trait}:{self.value}" if self.trait else ""


@dataclass(frozen=True, slots=True)
class FirstLost:
    """The first node of the frontier of a wrong answer that was diagnosed, and how it failed."""

    run: int
    answer: int
    node: str
    failure: str


@dataclass(frozen=True, slots=True)
class Discordant:
    """A query with what each line answered, in the order of the lines; None where one was not asked. ``lost``
    has the same order; None where the answer is right or was not diagnosed."""

    query: str
    question: Question
    answers: tuple[Answer | None, ...]
    lost: tuple[FirstLost | None, ...]

    @property
    def given(self) -> list[tuple[Answer | None, FirstLost | None]]:
        """Answer and first lost node of each line."""
        return list(zip(self.answers, self.lost, strict=True))


def wanted(found: RunComparison, *, against: str = "", direction: str = "", part: str = "") -> Wanted:
    """What an address asks for; what makes no sense there is left out."""
    trait, _, value = part.partition(":")
    place = int(against) if against in {str(place) for place in range(1, len(found.lines))} else 0
    return Wanted(
        against=place,
        direction=direction if direction in DIRECTIONS else "",
        trait=trait if trait in SLICED_BY else "",
        value=value if trait in SLICED_BY else "",
    )


def queries(found: RunComparison, which: Wanted) -> list[str]:
    """The queries on which the baseline and another line differ, in order."""
    others = found.others if not which.against else (found.lines[which.against],)
    differing = {query for other in others for query in _differing(other, which.direction)}
    answers = found.baseline.side.answers
    return sorted(
        query
        for query in differing
        if not which.trait or value_of(answers[query], which.trait) == which.value
    )


def _differing(other: Compared, direction: str) -> list[str]:
    if other.against is None:
        return []
    whole = other.against.whole
    return [
        *(whole.lost if direction != "gained" else ()),
        *(whole.gained if direction != "lost" else ()),
    ]


def rows(found: RunComparison, listed: Sequence[str]) -> list[Discordant]:
    """These queries with the answers of all lines. Three database queries, whatever the number."""
    own = found.questions[found.baseline.line.run.pk]
    wanted_questions = [
        questions[query] for questions in found.questions.values() for query in listed if query in questions
    ]
    asked: dict[int, Any] = (
        Question.objects.filter(pk__in=[own[query] for query in listed])
        .select_related("query__scenario__suite", "query__gold")
        .in_bulk()
    )
    given = answers_of(one.line.variant.pk for one in found.lines).filter(question__in=wanted_questions)
    by_place = {
        (answer.variant, answer.question_id): answer
        for answer in given.annotate(variant=F("context__variant")).defer("raw")
    }
    lost = _lost(answer.pk for answer in by_place.values())
    shown = []
    for query in listed:
        answers = tuple(
            by_place.get((one.line.variant.pk, found.questions[one.line.run.pk].get(query, 0)))
            for one in found.lines
        )
        first = tuple(None if answer is None else lost.get(answer.pk) for answer in answers)
        shown.append(Discordant(query, asked[own[query]], answers, first))
    return shown


def _lost(answers: Iterable[int]) -> dict[int, FirstLost]:
    """The first lost node of each of these answers that was diagnosed. One query."""
    nodes = FrontierNode.objects.filter(diagnosis__answer__in=list(answers))
    found: dict[int, FirstLost] = {}
    for node in (
        nodes.select_related("probe__node")
        .annotate(answer=F("diagnosis__answer"), run=F("diagnosis__answer__context__variant__run"))
        .order_by("diagnosis", "position")
    ):
        label = node.probe.node.node_label if node.probe else "the answer itself"
        found.setdefault(node.answer, FirstLost(node.run, node.answer, label, node.failure))
    return found
