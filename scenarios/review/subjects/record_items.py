"""Which records of a suite people are to judge, in which form, by how many, in what order (spec 6.5)."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from scenarios.datalog.history import ActionRecord
from scenarios.models import Event, Rendering, ReviewItem, ReviewPolicy, Scenario, Suite, Witness
from scenarios.review.subjects.base import Prepared
from scenarios.review.subjects.record_content import Scene
from scenarios.review.subjects.record_scenes import actions_of, scenes, spec_of, statements_of
from scenarios.review.subjects.record_statements import sayable

KIND = "record"
RECOGNITION, BLIND = "recognition", "blind"
#: Records are placed by scenario and by their order within it; questions come behind the records.
SCENARIO_SPAN = 1_000_000
#: Words that no template checks, and that somebody or a model put there, are read without the actions.
_REENTERED = frozenset({Rendering.Renderer.LLM, Rendering.Renderer.EDITED})
_STATUSES = (Rendering.Status.AUTO_PASSED, Rendering.Status.DRAFT)


@dataclass(frozen=True, slots=True)
class Rests:
    """How much gold rests on the records of a scenario: the number of queries with the record in a witness,
    and the records that are a whole witness by themselves, by label."""

    queries: Counter[str]
    sole: frozenset[str]

    def priority(self, label: str) -> int:
        """0 for a record in no witness, one more for each doubling of the queries that need it, two more for
        a sole witness; at most 9."""
        return min(9, self.queries[label].bit_length() + (2 if label in self.sole else 0))


def prepare(suite: Suite, policy: ReviewPolicy) -> Iterator[Prepared]:
    """The records that are no item yet. Five queries."""
    scenarios = list(suite.scenarios.order_by("position", "pk"))
    rows = _renderings(suite)
    if all(not row.wanted for row in rows):
        return
    actions, rests = actions_of(scenarios), _rests(suite)
    known = scenes(scenarios, actions)
    ranks: Counter[int] = Counter()
    by_pk = {one.pk: (place, one) for place, one in enumerate(scenarios)}
    for row in rows:
        pk = row.event.scenario_id
        ranks[pk] += 1
        said = actions.get(pk, {}).get(row.event.pk, ())
        if not row.wanted or (row.event.kind == Event.Kind.UNANNOTATED and not said):
            continue
        position, scenario = by_pk[pk]
        place = position * SCENARIO_SPAN + ranks[pk]
        yield _prepared(row, scenario, place, said, known[pk], rests.get(pk, _NOTHING), policy, suite)


@dataclass(frozen=True, slots=True)
class _Row:
    rendering: Rendering
    event: Event
    wanted: bool


_NOTHING = Rests(Counter(), frozenset())


def _renderings(suite: Suite) -> list[_Row]:
    """All current words of records in the order of observation; ``wanted`` those that are to be judged."""
    made = ReviewItem.objects.filter(kind=KIND, subject_id=OuterRef("pk"), is_check=False)
    rows = (
        Rendering.objects.filter(event__scenario__suite=suite, is_current=True)
        .select_related("event")
        .annotate(made=Exists(made))
        .order_by("event__scenario_id", "event__observed_at", "event__seq")
    )
    return [_Row(row, row.event, not row.made and _is_ready(row)) for row in rows if row.event is not None]


def _is_ready(rendering: Rendering) -> bool:
    """Words that passed their checks, or that no check judges because no template wrote them."""
    unchecked = not any(isinstance(one, dict) for one in rendering.checks.values())
    return rendering.status == Rendering.Status.AUTO_PASSED or (
        rendering.status == Rendering.Status.DRAFT and unchecked
    )


def _rests(suite: Suite) -> dict[int, Rests]:
    """What rests on the records, by scenario. One query."""
    holding: dict[int, dict[str, set[int]]] = {}
    sole: dict[int, set[str]] = {}
    rows = Witness.objects.filter(query__scenario__suite=suite).order_by()
    for scenario, query, events in rows.values_list("query__scenario_id", "query_id", "events").iterator():
        queries = holding.setdefault(scenario, {})
        for label in events:
            queries.setdefault(label, set()).add(query)
        if len(events) == 1:
            sole.setdefault(scenario, set()).update(events)
    return {
        scenario: Rests(
            Counter({label: len(found) for label, found in queries.items()}),
            frozenset(sole.get(scenario, ())),
        )
        for scenario, queries in holding.items()
    }


def _prepared(
    row: _Row, scenario: Scenario, place: int, said: tuple[ActionRecord, ...], scene: Scene, rests: Rests,
    policy: ReviewPolicy, suite: Suite,
) -> Prepared:  # fmt: skip
    event, rendering = row.event, row.rendering
    name = f"{suite.slug}:{scenario.slug}:{event.label}"
    sole = event.label in rests.sole
    drawn_blind = drawn("blind", scenario.seed, name, policy.blind_share)
    blind = (sole or rendering.renderer in _REENTERED or drawn_blind) and sayable(
        statements_of(scenario), said
    )
    spec = spec_of(event, rendering, said)
    seed = number_of("lists", scenario.seed, f"{name}:{rendering.version}")
    content = None if blind else scene.recognition(spec, seed)
    more = sole or drawn("second", scenario.seed, name, policy.second_share)
    return Prepared(
        subject_id=rendering.pk,
        scenario_id=scenario.pk,
        label=event.label,
        place=place,
        form=BLIND if content is None else RECOGNITION,
        wanted=policy.record_judges + more,
        priority=rests.priority(event.label),
        content={"actions": scene.rows(said), "sole": sole} if content is None else content,
        rendering_id=rendering.pk,
        author_id=rendering.author_id,
    )


def number_of(purpose: str, seed: int, name: str) -> int:
    """A number that only purpose, seed and name decide."""
    digest = hashlib.sha256(f"{purpose}:{seed}:{name}".encode()).digest()
    return int.from_bytes(digest[:6], "big")


def drawn(purpose: str, seed: int, name: str, share: int) -> bool:
    """Whether a share in percent, drawn by seed and name, takes this one."""
    return number_of(purpose, seed, name) % 10_000 < share * 100
