"""Check items of records: a record of known verdict that looks like any other (spec 6.5).

A verified record is put into the same wording with one action changed; half of these items have its actions
among their three lists, half have not, so that "none of them" is right. What is really true is a list of
both: who knows it from elsewhere and does not read is found out. A record that no template worded keeps its
words, and only its lists vary.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, OuterRef, QuerySet

from scenarios.bundle import EventSpec
from scenarios.datalog.history import ActionRecord
from scenarios.models import Rendering, ReviewItem, Scenario, Slot, Suite
from scenarios.rendering.mutated_records import mutated_record
from scenarios.rendering.mutations import Mutant, mutants
from scenarios.review.subjects.base import Prepared
from scenarios.review.subjects.record_content import LISTS, Scene
from scenarios.review.subjects.record_items import RECOGNITION
from scenarios.review.subjects.record_readings import NONE_OF_THEM
from scenarios.review.subjects.record_scenes import actions_of, scenes, spec_of

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

#: So many verified records are tried; nearly always the first will do.
_TRIES = 6
SCENE_SECONDS = 300


def check_item(suite: Suite, person: User, seed: int) -> Prepared | None:
    """A check item for a person; None where nothing is verified yet that they could be given."""
    rng = random.Random(f"check:{seed}")
    for rows in (_unseen(suite, person), _others(suite, person)):
        chosen = _drawn(rows, rng)
        if chosen:
            return next(_made(chosen, rng), None)
    return None


def _others(suite: Suite, person: User) -> QuerySet[Rendering]:
    """Verified records of the suite that the person does not have at hand, nor had as a check item."""
    items = ReviewItem.objects.filter(rendering=OuterRef("pk"))
    at_hand = Slot.objects.filter(item__rendering=OuterRef("pk"), person=person, status="leased")
    return (
        Rendering.objects.filter(
            event__scenario__suite=suite, is_current=True, status=Rendering.Status.VERIFIED
        )
        .exclude(author=person)
        .exclude(Exists(items.filter(is_check=True, person=person)))
        .exclude(Exists(at_hand))
    )


def _unseen(suite: Suite, person: User) -> QuerySet[Rendering]:
    """Those of ``_others`` that the person never had: nothing can be noticed of the change."""
    had = Slot.objects.filter(item__rendering=OuterRef("pk"), person=person)
    return _others(suite, person).exclude(Exists(had))


def _drawn(rows: QuerySet[Rendering], rng: random.Random) -> list[Rendering]:
    ids = list(rows.order_by("pk").values_list("pk", flat=True))
    chosen = rng.sample(ids, min(_TRIES, len(ids)))
    found = Rendering.objects.select_related("event__scenario").in_bulk(chosen)
    return [found[pk] for pk in chosen]


def _made(chosen: list[Rendering], rng: random.Random) -> Iterator[Prepared]:
    """The check items that can be made of these records, in their order."""
    about = [rendering.event for rendering in chosen if rendering.event is not None]
    actions = actions_of({event.scenario for event in about}, [event.pk for event in about])
    for rendering, event in zip(chosen, about, strict=True):
        scenario = event.scenario
        period = int(time.monotonic() // SCENE_SECONDS)
        scene = _scene(scenario.pk, scenario.slug, scenario.domain, scenario.program, period)
        spec = spec_of(event, rendering, actions.get(scenario.pk, {}).get(event.pk, ()))
        content = content_of(scene, spec, rng.getrandbits(32))
        if content is not None:
            yield Prepared(
                subject_id=rendering.pk,
                scenario_id=scenario.pk,
                label=event.label,
                place=0,
                form=RECOGNITION,
                wanted=1,
                content=content,
                rendering_id=rendering.pk,
                author_id=None,
            )


@lru_cache(maxsize=16)
def _scene(pk: int, slug: str, domain: str, program: str, period: int) -> Scene:
    """The scene of a scenario, made anew every ``SCENE_SECONDS``: reading a long history takes longer than
    people should wait for an item. The values that it knows are drawn from for what is false, so that an edit
    since does no harm; what is true of a record is read anew each time."""
    scenario = Scenario(pk=pk, slug=slug, domain=domain, program=program)
    return scenes([scenario], actions_of([scenario]))[pk]


def content_of(scene: Scene, event: EventSpec, seed: int) -> dict[str, Any] | None:
    """What is shown of a check item, with its verdict under ``known``; None where it cannot be made."""
    rng = random.Random(f"content:{seed}")
    among = rng.random() < 0.5
    shown, truth = event, None
    if scene.domain is not None:
        mutated = mutated_record(scene.domain, scene.decls, event, scene.known, seed)
        if mutated is not None:
            shown, truth = mutated.event, mutated.mutant
    changes = _false_lists(scene, shown, event, truth, seed)
    wanted = LISTS - among
    if len(changes) < wanted:
        return None
    lists = [*([{}] if among else []), *changes[:wanted]]
    content = scene.content(shown.actions, lists, str(seed))
    true = content["true"]
    pick = NONE_OF_THEM if true is None else str(true + 1)
    return {**content, "text": shown.text, "known": {"pick": pick}}


def _false_lists(
    scene: Scene, shown: EventSpec, event: EventSpec, truth: Mutant | None, seed: int
) -> list[dict[str, Any]]:
    """Lists that the shown words do not state: first what is really true, then others wrong at that place."""
    found = list(mutants(scene.decls, shown, scene.known, seed))
    if truth is None:
        pairs: dict[object, list[Mutant]] = {}
        for mutant in found:
            pairs.setdefault(mutant.site, []).append(mutant)
        return [scene.change(one) for one in max(pairs.values(), key=len, default=[])]
    original = event.actions[truth.pos]
    first = {"at": truth.pos, "row": scene.row(replace(original, pos=truth.pos))}
    rest = [one for one in found if one.site == truth.site and one.action != original]
    rest += [one for one in found if one.pos == truth.pos and one.site != truth.site]
    rest += [one for one in found if one.pos != truth.pos]
    return [first, *(scene.change(one) for one in rest if _is_other(one, original))]


def _is_other(mutant: Mutant, original: ActionRecord) -> bool:
    return mutant.action is None or replace(mutant.action, pos=0) != replace(original, pos=0)
