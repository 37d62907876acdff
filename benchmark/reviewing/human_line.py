"""What people reach who answer from the witness records alone, as a line beside systems (spec 12.5).

Every verdict on a question that stands counts: not those taken back, not those on check items, not those on
words that were replaced, and not those on a gold that is another by now. What people answered on the releases
before counts on where it still holds (``earlier_answers``).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from benchmark.reviewing import earlier_answers
from benchmark.reviewing.earlier_answers import Answered, Place
from benchmark.scoring.board_lines import Line, LineKind, Tried
from scenarios.models import Query, Suite
from scenarios.sentences import Sentence

NAME: Final = "people, from the witness records"


@dataclass
class _Answers:
    """The answers to one query."""

    gold_label: str
    right: int = 0
    label_right: int = 0
    earlier: int = 0
    people: set[int] = field(default_factory=set)


def of_suite(suite: Suite) -> Iterable[Line]:
    """The line of a suite; none where nobody answered. Two database queries, and those of
    ``earlier_answers.of`` for a suite that revises a release."""
    said = _said(suite)
    queries = _queries(suite) if said else {}
    found: dict[int, _Answers] = {}
    for one in said:
        query, label = queries.get(one.place, (0, None))
        if label is None or one.score.get("gold_label") != label:
            continue
        counted = found.setdefault(query, _Answers(label))
        counted.right += bool(one.score.get("right"))
        counted.label_right += bool(one.score.get("label_right"))
        counted.earlier += one.earlier
        counted.people.add(one.person)
    if found:
        tried = {query: _tried(one) for query, one in found.items()}
        yield Line(LineKind.HUMAN, NAME, _knows(found.values()), tried)


def _said(suite: Suite) -> list[Answered]:
    """What was answered on the suite, and before it by those who did not answer it here."""
    own = earlier_answers.standing(suite)
    said = {(one.place, one.person) for one in own}
    return [*own, *(one for one in earlier_answers.of(suite) if (one.place, one.person) not in said)]


def _queries(suite: Suite) -> dict[Place, tuple[int, str | None]]:
    """The row and the gold's label of each query by scenario and label. One database query."""
    rows = Query.objects.filter(scenario__suite=suite).order_by()
    columns = ("scenario__slug", "label", "pk", "gold__label")
    return {(slug, label): (pk, gold) for slug, label, pk, gold in rows.values_list(*columns)}


def _knows(found: Iterable[_Answers]) -> str:
    counted = list(found)
    n = len(set().union(*(one.people for one in counted)))
    words = (
        Sentence("the witness records alone, 1 person")
        if n == 1
        else Sentence("the witness records alone, %(n)s people", n=n)
    )
    earlier = sum(one.earlier for one in counted)
    if not earlier:
        return words
    total = sum(len(one.people) for one in counted)
    return Sentence(
        "%(words)s; %(earlier)s of %(total)s answers given on a release before, in the same words",
        words=words,
        earlier=earlier,
        total=total,
    )


def _tried(one: _Answers) -> Tried:
    return Tried(one.gold_label, one.right, one.label_right, len(one.people))
