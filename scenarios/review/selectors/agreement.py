"""How far the judges of a suite agree, as its page, its API twin and its command show it (ux pain 8)."""

from __future__ import annotations

import enum
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache

from benchmark.floor.accounts.models import User
from scenarios.agreement.summary import MEASURES, Agreement
from scenarios.models import Suite
from scenarios.models.compiled_query import prepared
from scenarios.review.selectors import batches, judgments, quality
from scenarios.review.selectors.batches import Batch
from scenarios.review.selectors.judgments import Asked, OfField, OfPair

#: Measures as pages and the command head their columns.
HEADS: Mapping[str, str] = {
    "raw": "raw",
    "kappa": "kappa",
    "fleiss": "Fleiss",
    "pabak": "PABAK",
    "ac1": "AC1",
    "alpha": "alpha",
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is counted; empty: everything. ``field`` (``kind.name``) is what pairs are compared on."""

    kind: str = ""
    scenario: str = ""
    settled: bool = False
    field: str = ""

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Wanted:
        """From the parameters of an address. What is unknown finds nothing rather than everything."""
        kind, scenario, field = (str(given.get(name, ""))[:200] for name in ("kind", "scenario", "field"))
        return cls(kind, scenario, given.get("settled") in ("1", "true"), field)


class Pairs(enum.Enum):
    """Which pairs of people are read: none for whoever may not see who judged."""

    NONE = enum.auto()
    OF_ONE_FIELD = enum.auto()
    OF_ALL_FIELDS = enum.auto()


@dataclass(frozen=True, slots=True)
class PairLine:
    """A field that two people judged, with their names."""

    first: str
    second: str
    of: OfPair


@dataclass(frozen=True, slots=True)
class Report:
    """``fields`` and ``pairs`` are of what was wanted; ``choices`` are the fields that pairs can be compared
    on, ``chosen`` the one that they are (None: on all, or there is none). ``pairs`` is None where they were
    not read. ``batches`` are of the wanted scenario, never narrowed otherwise: the rule looks at all."""

    wanted: Wanted
    fields: Sequence[OfField]
    choices: Sequence[Asked]
    chosen: Asked | None
    pairs: Sequence[PairLine] | None
    batches: Sequence[Batch]


def of_suite(suite: Suite, wanted: Wanted, *, pairs: Pairs) -> Report:
    """How far judges agree. Four queries, one more with the names of pairs. What was counted is kept for as
    long as nothing changes, for an hour at most: then one query, and one with the names."""
    key = _key(suite, wanted, pairs)
    found: _Found | None = cache.get(key)
    if found is None:
        found = _counted(suite, wanted, pairs)
        cache.set(key, found, KEPT_SECONDS)
    return Report(
        wanted=wanted,
        fields=found.fields,
        choices=found.choices,
        chosen=found.chosen,
        pairs=None if found.pairs is None else _named(found.pairs),
        batches=found.batches,
    )


KEPT_SECONDS = 3600


@dataclass(frozen=True, slots=True)
class _Found:
    """A report but for names, which may be taken off at any time."""

    fields: Sequence[OfField]
    choices: Sequence[Asked]
    chosen: Asked | None
    pairs: Sequence[OfPair] | None
    batches: Sequence[Batch]


#: All that a report is counted from leaves a trace in one of these: a verdict is a row, one that was taken
#: back does not stand any more, an item moves by a transition, and a second judgment wants one more person.
_TRACES = """
SELECT (SELECT (count(*) FILTER (WHERE v.is_current), max(v.id))::text FROM scenarios_verdict v
        JOIN scenarios_reviewitem i ON i.id = v.item_id WHERE i.suite_id = %(suite)s),
       (SELECT max(t.id) FROM scenarios_transition t
        JOIN scenarios_reviewitem i ON i.id = t.item_id WHERE i.suite_id = %(suite)s),
       (SELECT (count(*), sum(i.wanted))::text FROM scenarios_reviewitem i WHERE i.suite_id = %(suite)s)
"""


def _key(suite: Suite, wanted: Wanted, pairs: Pairs) -> str:
    [traces] = prepared(_TRACES, {"suite": suite.pk})
    asked = hashlib.sha256(repr((wanted, pairs.name, traces)).encode()).hexdigest()
    return f"review.agreement.{suite.pk}.{asked}"


def _counted(suite: Suite, wanted: Wanted, pairs: Pairs) -> _Found:
    every = judgments.judged(suite)
    said = judgments.narrowed(every, settled=wanted.settled, kind=wanted.kind, scenario=wanted.scenario)
    fields = judgments.by_field(said)
    choices = list(dict.fromkeys(Asked(one.asked.kind, one.asked.name) for one in fields))
    chosen = next((one for one in choices if f"{one.kind}.{one.name}" == wanted.field), None)
    if pairs is Pairs.OF_ONE_FIELD and not wanted.field and choices:
        chosen = choices[0]
    return _Found(
        fields=fields,
        choices=choices,
        chosen=chosen,
        pairs=None if pairs is Pairs.NONE else _pairs(said, chosen, all_fields=not (chosen or wanted.field)),
        batches=[one for one in batches.of_suite(suite, every) if wanted.scenario in ("", one.scenario)],
    )


@dataclass(frozen=True, slots=True)
class PersonLine:
    """How one person judges: check items (None: none yet), and the time they take for each kind."""

    name: str
    accuracy: quality.Accuracy | None
    times: Sequence[quality.Times]


def people(suite: Suite) -> list[PersonLine]:
    """Everybody who judged here, by name, for leads. Three queries."""
    accuracies, times = quality.accuracies(suite), quality.times(suite)
    ids = {*accuracies, *(one.person for one in times)}
    rows = User.objects.filter(pk__in=ids).order_by("username").values_list("pk", "username")
    return [
        PersonLine(name, accuracies.get(pk), [one for one in times if one.person == pk]) for pk, name in rows
    ]


def undefined(found: Agreement) -> list[tuple[str, str]]:
    """Why measures have no value: the measures of each reason, in words, with the reason."""
    reasons: dict[str, list[str]] = {}
    for name in MEASURES:
        if why := getattr(found, name).undefined:
            reasons.setdefault(why, []).append(HEADS[name])
    return [(", ".join(names), why) for why, names in reasons.items()]


def as_json(report: Report) -> dict[str, Any]:
    """The report as an object: each measure with value, n, interval and why it is undefined."""
    return {
        "by_field": [
            {**_asked(one.asked), "form": one.asked.form, "question": one.question, **one.found.as_json()}
            for one in report.fields
        ],
        "batches": [_batch(one) for one in report.batches],
        "pairs": None
        if report.pairs is None
        else [
            {"people": [one.first, one.second], **_asked(one.of.asked), **one.of.found.as_json()}
            for one in report.pairs
        ],
    }


def _asked(asked: Asked) -> dict[str, str]:
    return {"kind": asked.kind, "field": asked.name}


def _batch(batch: Batch) -> dict[str, Any]:
    fields = [
        {**_asked(one.asked), "suffices": one.found.suffices, **one.found.as_json()} for one in batch.fields
    ]
    return {
        "scenario": batch.scenario,
        "items": batch.items,
        "verified": batch.verified,
        "holds": batch.holds,
        "todo": batch.todo,
        "judged_by_one": list(batch.alone),
        "fields": fields,
    }


def _pairs(said: judgments.Judgments, chosen: Asked | None, *, all_fields: bool) -> list[OfPair]:
    if chosen is None and not all_fields:
        return []
    kind, name = (chosen.kind, chosen.name) if chosen else ("", "")
    return judgments.by_pair(said, kind=kind, name=name)


def _named(found: Sequence[OfPair]) -> list[PairLine]:
    ids = {person for one in found for person in one.people}
    names = dict(User.objects.filter(pk__in=ids).values_list("pk", "username"))
    return [PairLine(names[one.people[0]], names[one.people[1]], one) for one in found]
