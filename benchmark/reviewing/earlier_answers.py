"""What people answered on the releases that a suite revises, as far as it holds for the suite (spec 12.5).

A text that people verified is not put to them again in the next release, so its answers would be lost with
each release. They count on where the question and the records that it was answered from read as they did.
Where gold alone is another since, they are scored by the gold that is now.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.core.cache import cache

from benchmark.reviewing import answers
from benchmark.reviewing.asked import said_of
from benchmark.reviewing.preparing import SLUG
from scenarios.models import Entity, Query, ReviewStatus, Suite, Verdict
from scenarios.review.services.next_drafts import revision_of
from scenarios.selectors import suite_differences
from scenarios.selectors.suite_differences import Differing

#: A query by scenario and label: rows are others in each release.
Place = tuple[str, str]
#: What of a query is its gold alone: where nothing else differs, answers are scored anew.
_GOLD: Final = frozenset({"label", "answer", "scoring"})
#: What of a record a judge reads.
_READ: Final = frozenset({"text", "time", "speaker"})
_KEPT_SECONDS: Final = 3600


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer that stands: to which query, by whom, from which records, as it was given and scored. An
    earlier one was given on a release before."""

    place: Place
    person: int
    records: frozenset[str]
    given: Mapping[str, Any]
    score: Mapping[str, Any]
    earlier: bool = False


@dataclass(frozen=True, slots=True)
class _Changes:
    """What differs between two suites: queries whose answers hold no more, those to be scored anew, and
    records that read otherwise."""

    gone: frozenset[Place]
    anew: frozenset[Place]
    records: frozenset[Place]

    def keeps(self, one: Answered) -> bool:
        """Whether an answer holds in the later suite."""
        scenario, _ = one.place
        return one.place not in self.gone and not any(
            (scenario, label) in self.records for label in one.records
        )


def standing(suite: Suite) -> list[Answered]:
    """The answers that were given on a suite: not those taken back, not those on check items, not those on
    words that were replaced. One database query."""
    rows = Verdict.objects.filter(
        item__suite=suite,
        item__kind=SLUG,
        item__is_check=False,
        item__rendering__is_current=True,
        is_current=True,
        withdrawn_at__isnull=True,
    ).exclude(item__status=ReviewStatus.WITHDRAWN)
    columns = ("item__scenario__slug", "item__rendering__query__label", "person_id")
    kept = ("item__content__records", "given", "score")
    return [
        Answered((scenario, label), person, frozenset(records or ()), given, score)
        for scenario, label, person, records, given, score in rows.order_by().values_list(*columns, *kept)
    ]


def of(suite: Suite) -> list[Answered]:
    """The answers of the releases that a suite revises which hold for it, scored by its gold; of a person and
    query the latest. Two queries for each release before and two for what is scored anew; none for a suite
    that revises none."""
    before = _revised_by(suite)
    if before is None:
        return []
    own = standing(before)
    said = {(one.place, one.person) for one in own}
    found = [*own, *(one for one in of(before) if (one.place, one.person) not in said)]
    if not found:
        return []
    changes = _changes(before, suite)
    kept = [dataclasses.replace(one, earlier=True) for one in found if changes.keeps(one)]
    return list(_scored_anew(suite, kept, changes.anew))


def _revised_by(suite: Suite) -> Suite | None:
    stated = revision_of(suite)
    if stated is None:
        return None
    return Suite.objects.filter(slug=stated["suite"], version=stated["version"]).first()


def _changes(before: Suite, after: Suite) -> _Changes:
    """As it was found last; the hashes say whether that holds."""
    key = f"human_line.changes.{before.pk}.{after.pk}.{before.content_hash}.{after.content_hash}"
    found: _Changes | None = cache.get(key)
    if found is None:
        found = _compared(before, after)
        cache.set(key, found, _KEPT_SECONDS)
    return found


def _compared(before: Suite, after: Suite) -> _Changes:
    gone, anew = set(), set()
    for row in suite_differences.differing("queries", before, after):
        place = (row.scenario, row.label)
        if not _asks_the_same(row):
            gone.add(place)
        elif _GOLD & set(row.parts):
            anew.add(place)
    records = {
        (row.scenario, row.label)
        for row in suite_differences.differing("events", before, after)
        if row.removed or _READ & set(row.parts)
    }
    return _Changes(frozenset(gone), frozenset(anew), frozenset(records))


def _asks_the_same(row: Differing) -> bool:
    """Whether a query is asked in the same words and answered from the same records. What an unknown answer
    is looked for in stands with its figures."""
    labels = {row.values["label"].before, row.values["label"].after}
    free = _GOLD if "unknown" in labels else _GOLD | {"figures"}
    return not (row.added or row.removed or set(row.parts) - free)


def _scored_anew(suite: Suite, kept: Iterable[Answered], anew: frozenset[Place]) -> Iterator[Answered]:
    """The answers, those to queries whose gold is another scored by it."""
    found = list(kept)
    wanted = {one.place for one in found if one.place in anew}
    views = _views(suite, wanted) if wanted else {}
    for one in found:
        said = said_of(one.given)
        if one.place not in wanted:
            yield one
        elif said is not None:
            yield dataclasses.replace(one, score=answers.scored(said, views[one.place]).as_json())


def _views(suite: Suite, places: set[Place]) -> dict[Place, answers.GoldView]:
    """The gold of these queries as answers are compared with it."""
    asked = Query.objects.filter(scenario__suite=suite, label__in={label for _, label in places})
    entities: dict[int, list[Entity]] = {}
    for entity in Entity.objects.filter(scenario__suite=suite):
        entities.setdefault(entity.scenario_id, []).append(entity)
    return {
        place: answers.view_of(query, entities.get(query.scenario_id, ()))
        for query in asked.select_related("gold", "scenario")
        if (place := (query.scenario.slug, query.label)) in places
    }
