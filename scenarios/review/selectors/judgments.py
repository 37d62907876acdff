"""What several people said of the same items, by field, scenario and pair of people (spec 6.5, ux pain 8).

Who follows a review sees totals and not the truth, so answers that a form does not offer for every item (a
name that somebody picked, the actions that they entered) are counted under numbers, never shown.

Check items never count, nor do verdicts that were taken back. All that is asked of one suite is read in two
queries: the verdicts on items that at least two people judged, and a few items for the fields of their forms.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db.models import Count
from django.utils.translation import gettext

from scenarios.agreement.ratings import Judgment, Ratings
from scenarios.agreement.summary import Agreement, Brief, Rule, brief, rule, summarise
from scenarios.models import ReviewItem, ReviewStatus, Suite, Verdict
from scenarios.review import states
from scenarios.review.subjects.base import Field, all_subjects

#: Reported apart for each form: one form asks to recognise what the other has entered anew.
BY_FORM = frozenset({"recoverable"})


@dataclass(frozen=True, slots=True)
class Said:
    """One current verdict on an item that others judged too."""

    item: int
    person: int
    kind: str
    form: str
    scenario: str
    status: str
    fields: Mapping[str, str]


class Asked(NamedTuple):
    """A field of a kind of subject; of one ``form`` where forms are reported apart, else of all. A field that
    a form asks several times, of each action say, is one: what follows a dot in its name is left out."""

    kind: str
    name: str
    form: str = ""


@dataclass(frozen=True, slots=True)
class Judgments:
    """``said`` is what all else is counted from; ``known`` is what fields ask and which answers they have."""

    said: Sequence[Said]
    known: Mapping[Asked, tuple[str, tuple[str, ...]]] = field(default_factory=dict)

    def question(self, asked: Asked) -> str:
        """In the words of the form; empty where the subject is no longer registered."""
        plain = self.known.get(Asked(asked.kind, asked.name), ("", ()))
        return self.known.get(asked, plain)[0]

    def answers(self, asked: Asked) -> tuple[str, ...]:
        """All that can be answered; empty where that differs from item to item."""
        return self.known.get(Asked(asked.kind, asked.name), ("", ()))[1]


@dataclass(frozen=True, slots=True)
class OfField:
    """What was found of one field, with what it asks."""

    asked: Asked
    question: str
    found: Agreement


@dataclass(frozen=True, slots=True)
class OfBatch:
    """The same of one scenario, briefly."""

    asked: Asked
    question: str
    found: Rule


@dataclass(frozen=True, slots=True)
class OfPair:
    """The same of two people, by id, the lower first."""

    people: tuple[int, int]
    asked: Asked
    found: Brief


def judged(suite: Suite, *, settled: bool = False, kind: str = "", scenario: str = "") -> Judgments:
    """The judgments of a suite that say something of agreement, ``narrowed`` as asked. Two queries."""
    rows = Verdict.objects.filter(is_current=True, item__suite=suite, item__is_check=False)
    rows = rows.exclude(item__status=ReviewStatus.WITHDRAWN)
    twice = rows.order_by().values("item").annotate(n=Count("pk")).filter(n__gt=1).values("item")
    found = rows.filter(item__in=twice).order_by("item_id", "person_id")
    columns = ("item_id", "person_id", "item__kind", "form", "item__scenario__slug", "item__status", "fields")
    said = [Said(*row) for row in found.values_list(*columns)]
    return narrowed(Judgments(said, _known(said)), settled=settled, kind=kind, scenario=scenario)


def narrowed(judgments: Judgments, *, settled: bool = False, kind: str = "", scenario: str = "") -> Judgments:
    """Those of one kind and of one scenario, where given. ``settled`` leaves out items that are not verified
    or rejected yet; left out by default they would make people seem to agree more than they do, since
    disputes wait longest."""
    said = [
        one
        for one in judgments.said
        if kind in ("", one.kind)
        and scenario in ("", one.scenario)
        and (not settled or one.status in states.SETTLED)
    ]
    return Judgments(said, judgments.known)


def by_field(judgments: Judgments, *, seed: int = 0) -> list[OfField]:
    """Each field over all scenarios, in the order of kinds and forms."""
    return [
        OfField(
            asked, judgments.question(asked), summarise(_ratings(rows, judgments.answers(asked)), seed=seed)
        )
        for asked, rows in _sorted(_grouped(judgments.said, by_form=True), judgments)
    ]


def by_scenario(judgments: Judgments) -> dict[str, list[OfBatch]]:
    """Each field of each scenario, over all forms: what the batch rule looks at."""
    found: dict[str, list[OfBatch]] = {}
    for slug, said in _split(judgments.said, lambda one: one.scenario).items():
        found[slug] = [
            OfBatch(asked, judgments.question(asked), rule(_ratings(rows, judgments.answers(asked))))
            for asked, rows in _sorted(_grouped(said, by_form=False), judgments)
        ]
    return found


def by_pair(judgments: Judgments, *, kind: str = "", name: str = "") -> list[OfPair]:
    """Each field of each two people who judged an item in common, of one kind and field where given; those
    who agree least first."""
    found = []
    for people, said in _pairs(judgments.said):
        for asked, rows in _sorted(_grouped(said, by_form=False), judgments):
            if kind not in ("", asked.kind) or name not in ("", asked.name):
                continue
            ratings = _ratings(rows, judgments.answers(asked))
            if ratings.n:
                found.append(OfPair(people, asked, brief(ratings)))
    return sorted(found, key=lambda one: (one.found.raw.value or 0.0, -one.found.n, one.people, one.asked))


def _grouped(said: Iterable[Said], *, by_form: bool) -> dict[Asked, list[Judgment]]:
    """The judgments of each field. An item counts once for each time that its form asks the field."""
    rows: dict[tuple[str, str, str], list[Judgment]] = {}
    for one in said:
        item, person, kind, form = one.item, one.person, one.kind, one.form
        for name, value in one.fields.items():
            rows.setdefault((kind, form, name), []).append(Judgment((item, name), person, str(value)))
    found: dict[Asked, list[Judgment]] = {}
    for (kind, form, name), some in rows.items():
        base = name.partition(".")[0]
        asked = Asked(kind, base, form if by_form and base in BY_FORM else "")
        found.setdefault(asked, []).extend(some)
    return found


def _ratings(rows: Sequence[Judgment], answers: Sequence[str]) -> Ratings:
    """The table of judgments; an answer that is not listed stands under a number."""
    unlisted = dict.fromkeys(row.value for row in rows if row.value not in answers)
    if not unlisted:
        return Ratings.of(rows, answers)
    shown = {value: gettext("answer %(n)s") % {"n": number} for number, value in enumerate(unlisted, 1)}
    renamed = (Judgment(item, rater, shown.get(value, value)) for item, rater, value in rows)
    return Ratings.of(renamed, answers)


def _sorted(
    found: Mapping[Asked, list[Judgment]], judgments: Judgments
) -> Iterator[tuple[Asked, list[Judgment]]]:
    """By kind as registered, then as the form asks, then by form."""
    kinds, order = list(all_subjects()), list(judgments.known)

    def place(asked: Asked) -> tuple[int, int, Asked]:
        plain = Asked(asked.kind, asked.name)
        kind = kinds.index(asked.kind) if asked.kind in kinds else len(kinds)
        return kind, order.index(plain) if plain in judgments.known else len(order), asked

    for asked in sorted(found, key=place):
        yield asked, found[asked]


def _split(said: Iterable[Said], key: Callable[[Said], str]) -> dict[str, list[Said]]:
    found: dict[str, list[Said]] = {}
    for one in said:
        found.setdefault(key(one), []).append(one)
    return found


def _pairs(said: Iterable[Said]) -> Iterator[tuple[tuple[int, int], list[Said]]]:
    """What each two people said of the items that both judged, pairs in order."""
    found: dict[tuple[int, int], list[Said]] = {}
    for _, group in itertools.groupby(said, key=lambda one: one.item):
        for first, second in itertools.combinations(list(group), 2):
            found.setdefault((first.person, second.person), []).extend((first, second))
    yield from sorted(found.items())


def _known(said: Iterable[Said]) -> dict[Asked, tuple[str, tuple[str, ...]]]:
    """What the fields ask and which answers they have, read off two items of each form that asks them: where
    the two offer different answers, the answers belong to the item and are not listed. One query."""
    first: dict[tuple[str, str, str], int] = {}
    last: dict[tuple[str, str, str], int] = {}
    for one in said:
        for name in one.fields:
            place = (one.kind, one.form, name.partition(".")[0])
            last[place] = one.item
            first.setdefault(place, one.item)
    samples = ReviewItem.objects.filter(pk__in={*first.values(), *last.values()})
    found: dict[Asked, tuple[str, tuple[str, ...]]] = {}
    for item in samples.select_related("rendering").order_by("pk"):
        for one_field in _fields(item):
            name = one_field.name.partition(".")[0]
            answers = tuple(option.value for option in one_field.options)
            # What a question is bound to (an action, say) belongs to the item.
            asks = one_field.question.replace(one_field.bound, "").strip()
            for form in {"", item.form} if name in BY_FORM else {""}:
                asked = Asked(item.kind, name, form)
                question, before = found.get(asked, (asks, answers))
                found[asked] = (question, answers if set(answers) == set(before) else ())
    return found


def _fields(item: ReviewItem) -> tuple[Field, ...]:
    subject = all_subjects().get(item.kind)
    return () if subject is None else subject.fields(item)
