"""What to ask of a drafted history: question forms, arguments and cutoffs (spec 5.1, 5.3 stage 7). PURE."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from itertools import combinations

from scenarios.bundle import EventSpec, ScenarioSpec
from scenarios.datalog.history import History
from scenarios.datalog.loading import load_program
from scenarios.datalog.resolution import Resolved, resolve
from scenarios.datalog.syntax import ChoiceKind, Program
from scenarios.domains.base import Domain
from scenarios.generators.derive.batch import history_of
from scenarios.generators.derive.config import TauPolicy
from scenarios.generators.derive.world import Arguments, World
from scenarios.rendering.questions import QuestionTemplate
from scenarios.rendering.references import Reference, refer
from scenarios.rendering.twins import plain_slug

#: The slot of the day that a form of T2 asks for.
DAY = "day"
#: The slots of the two things that a form of T4 compares begin with these.
FIRST, SECOND = "first", "second"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A question that might be asked. ``entity`` is what the phrase of an indirect one means there."""

    template: QuestionTemplate
    args: dict[str, str]
    cutoff: datetime
    entity: str | None = None


def cutoff_of(events: Sequence[EventSpec], policy: TauPolicy, rng: random.Random) -> datetime:
    """An instant between two events, or now and then that of an event itself (spec 5.1, tau_policy)."""
    window = rng.choices(policy.windows, weights=[window.share for window in policy.windows])[0]
    place = min(int(rng.uniform(window.low, window.high) * len(events)), len(events) - 1)
    at = events[place].t
    if rng.random() < policy.on_event:
        return at
    until = events[place + 1].t if place + 1 < len(events) else at + timedelta(hours=12)
    minutes = int((until - at).total_seconds() // 60)
    return at + timedelta(minutes=rng.randrange(1, minutes) if minutes > 1 else 0)


@dataclass
class Proposer:
    """Proposes questions of a draft, form by form. Choices of arguments come round in a drawn order, so
    none is proposed a second time before all were."""

    domain: Domain
    world: World
    draft: ScenarioSpec
    policy: TauPolicy
    rng: random.Random
    _rounds: dict[str, Iterator[Arguments]] = field(default_factory=dict)
    _states: dict[datetime, Resolved] = field(default_factory=dict)

    @cached_property
    def forms(self) -> dict[str, list[Arguments]]:
        """The arguments of every form that can be asked, by slug."""
        found: dict[str, list[Arguments]] = {}
        for template in self.domain.question_templates:
            choices = list(self._choices(template))
            if choices:
                found[template.slug] = choices
        return found

    def _choices(self, template: QuestionTemplate) -> Iterator[Arguments]:
        """What the world lists; an indirect form is asked of what its plain form is asked of, and forms of
        other versions of what current values are asked of."""
        listed = self.world.arguments.get(plain_slug(template), ())
        if listed or template.version is None:
            yield from listed
            return
        for plain in self.domain.question_templates:
            if plain.version is None and plain.family == "temporal" and plain.pred == template.pred:
                listed = self.world.arguments.get(plain.slug, ())
                if template.version.kind is ChoiceKind.LATER_OF:
                    yield from _pairs(template, plain, listed)
                else:
                    yield from listed

    def propose(self, slug: str) -> Proposal | None:
        """The form with its next arguments at a drawn cutoff; None where it cannot be asked there."""
        template = self.domain.question(slug)
        args = dict(self._next(slug))
        cutoff = cutoff_of(self.draft.events, self.policy, self.rng)
        if template.reference is not None:
            return self._indirect(template, template.reference, args, cutoff)
        version = template.version
        if version is not None and version.kind is ChoiceKind.VALUE_AS_OF:
            day = self._day_before(cutoff)
            if day is None:
                return None
            args[DAY] = day
        if version is not None and version.kind is ChoiceKind.PREVIOUS_VALUE:
            key = tuple(args[slot] for slot in template.key)
            if not self._tells_previous(template.pred, key, cutoff):
                return None
        if version is not None and version.other is not None:
            keys = [tuple(args[slot] for slot in slots) for slots in (template.key, version.other)]
            if not self._settled_apart(template.pred, keys, cutoff):
                return None
        return Proposal(template, args, cutoff)

    def _indirect(
        self, template: QuestionTemplate, reference: Reference, args: dict[str, str], cutoff: datetime
    ) -> Proposal | None:
        """The twin that means the entity of the plain form's arguments at that cutoff; None where no phrase
        means it alone."""
        entity = args.pop(reference.slot)
        phrase = refer(reference, self.program, self._resolved(cutoff), entity)
        return None if phrase is None else Proposal(template, {**args, **phrase}, cutoff, entity)

    def _next(self, slug: str) -> Arguments:
        if slug not in self._rounds:
            self._rounds[slug] = self._in_rounds(self.forms[slug])
        return next(self._rounds[slug])

    def _in_rounds(self, choices: Sequence[Arguments]) -> Iterator[Arguments]:
        while True:
            yield from self.rng.sample(choices, len(choices))

    def _day_before(self, cutoff: datetime) -> str | None:
        """A day on which something was observed, its end before the cutoff; None for the first days."""
        days = sorted({event.t.date() for event in self.draft.events if event.t.date() < cutoff.date()})
        return self.rng.choice(days).isoformat() if days else None

    def _tells_previous(self, pred: str, key: tuple[str, ...], cutoff: datetime) -> bool:
        """A previous value is asked for only where it differs from all earlier ones (spec 3.2)."""
        versions = self._resolved(cutoff).versions((pred, key, None))
        if len(versions) < 2:
            return True  # there is none, which is a question too
        previous = versions[-2].value
        return all(version.value != previous for version in versions[:-2])

    def _settled_apart(self, pred: str, keys: Sequence[tuple[str, ...]], cutoff: datetime) -> bool:
        """What one record settled both of is not asked for the later: its lines have no times."""
        found = [self._resolved(cutoff).current((pred, key, None)) for key in keys]
        events = [version.events[0] for version in found if version is not None]
        return len(set(events)) == len(events)

    @cached_property
    def program(self) -> Program:
        """The program of the draft."""
        return load_program(self.draft.program, f"{self.draft.slug}.dl")

    @cached_property
    def history(self) -> History:
        """All actions of the draft."""
        return history_of(self.draft)

    def _resolved(self, cutoff: datetime) -> Resolved:
        if cutoff not in self._states:
            self._states[cutoff] = resolve(self.history, cutoff)
        return self._states[cutoff]


def _pairs(
    template: QuestionTemplate, plain: QuestionTemplate, listed: Sequence[Arguments]
) -> Iterator[Mapping[str, str]]:
    """Two different keys in the slots of a form of T4."""
    other_slots = template.version.other if template.version is not None else None
    firsts, seconds = template.key, other_slots or ()
    keys = [tuple(args[slot] for slot in plain.key) for args in listed]
    for one, other in combinations(keys, 2):
        yield dict(zip((*firsts, *seconds), (*one, *other), strict=True))
