"""What people reach who answer from the witness records alone, as a line beside systems (spec 12.5).

Every verdict on a question that stands counts: not those taken back, not those on check items, not those on
words that were replaced, and not those on a gold that is another by now.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from benchmark.reviewing.preparing import SLUG
from benchmark.scoring.board_lines import Line, LineKind, Tried
from scenarios.models import ReviewStatus, Suite, Verdict

NAME: Final = "people, from the witness records"


@dataclass
class _Answers:
    """The answers to one query."""

    gold_label: str
    right: int = 0
    label_right: int = 0
    people: set[int] = field(default_factory=set)


def of_suite(suite: Suite) -> Iterable[Line]:
    """The line of a suite; none where nobody answered. One database query."""
    found: dict[int, _Answers] = {}
    for query, label, person, score in _answered(suite):
        if score.get("gold_label") != label:
            continue
        one = found.setdefault(query, _Answers(label))
        one.right += bool(score.get("right"))
        one.label_right += bool(score.get("label_right"))
        one.people.add(person)
    if found:
        n = len(set().union(*(one.people for one in found.values())))
        knows = f"the witness records alone, {n} {'person' if n == 1 else 'people'}"
        tried = {query: _tried(one) for query, one in found.items()}
        yield Line(LineKind.HUMAN, NAME, knows, tried)


def _answered(suite: Suite) -> Iterable[tuple[int, str, int, dict[str, object]]]:
    rows = Verdict.objects.filter(
        item__suite=suite,
        item__kind=SLUG,
        item__is_check=False,
        item__rendering__is_current=True,
        is_current=True,
        withdrawn_at__isnull=True,
    ).exclude(item__status=ReviewStatus.WITHDRAWN)
    columns = ("item__rendering__query_id", "item__rendering__query__gold__label", "person_id", "score")
    return rows.order_by().values_list(*columns)


def _tried(one: _Answers) -> Tried:
    return Tried(one.gold_label, one.right, one.label_right, len(one.people))
