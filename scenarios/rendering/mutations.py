"""Action lists that differ from the true one in one action by one change (spec 6.5). PURE.

Only such changes are made as a careful reader can decide from the text alone: another value, key argument,
member, list or day where the true one stands in the text and the other does not; a thing taken back where the
text states it, and stated where the text takes it back; an action left out that has words of its own in the
text; and for a text that states nothing, one action made of what it names. ``assert`` against ``revise`` is
no change: hardly a text shows which it is.

Three lists let themselves be solved without the text where the two false ones are wrong in different places:
what two of them agree in is true. ``decoys`` therefore draws both at one place of one action, and rather one
whose argument stands in no other action of the record. Nor is the empty list true whenever it is offered: for
every third record with one action it is one of the false ones.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from scenarios.bundle import EventSpec
from scenarios.datalog.history import ActionRecord, Op
from scenarios.datalog.syntax import Decl
from scenarios.rendering.mutation_places import Mutant, Scene, Site
from scenarios.rendering.near_values import Known
from scenarios.rendering.stated import Stated

__all__ = ["Mutant", "decoys", "mutants", "same", "same_lists"]

#: How often the empty list is a false one of a record with one action.
_EMPTY = 1 / 3
#: Changes of a whole action.
_WHOLE = ("dropped", "added")


def same(action: ActionRecord) -> tuple[object, ...]:
    """What two actions share that say the same: whether a value is new or revised makes no difference, and
    neither does the order of a list."""
    op = Op.ASSERT if action.op is Op.REVISE else action.op
    since = None if action.as_of in (None, action.t) else action.as_of
    members = frozenset(action.members)
    return (op, action.pred, action.key, action.member, action.value, since, action.size, members,
            action.clause)  # fmt: skip


def same_lists(actions: Iterable[ActionRecord]) -> frozenset[tuple[object, ...]]:
    """What two lists of actions share that say the same."""
    return frozenset(map(same, actions))


def mutants(decls: Mapping[str, Decl], event: EventSpec, known: Known, seed: int) -> Iterator[Mutant]:
    """Every false list of an event once, in an order drawn by ``seed`` and the event's id."""
    rng = random.Random(f"{seed}:{event.id}")
    scene = Scene(decls, event, known, rng, Stated(event.text))
    seen = {same_lists(event.actions)}
    places = [(place, one) for place, one in enumerate(event.actions)]
    rng.shuffle(places)
    for pos, action in places:
        alone = scene.dropped(pos, action)
        first = len(places) == 1 and rng.random() < _EMPTY
        for mutant in (*(alone if first else ()), *scene.changed(pos, action), *(() if first else alone)):
            said = same_lists(mutant.actions)
            if said not in seen and scene.sound(mutant):
                seen.add(said)
                yield mutant
    for mutant in scene.added():
        said = same_lists(mutant.actions)
        if said not in seen:
            seen.add(said)
            yield mutant


def decoys(found: Iterable[Mutant]) -> tuple[Mutant, Mutant] | None:
    """Two false lists that are wrong in the same place if there are two such, else any two; None where there
    are not two. Places that no other action gives away come first."""
    sites: dict[Site, list[Mutant]] = defaultdict(list)
    empty: Mutant | None = None
    for mutant in found:
        if not mutant.actions:
            empty = mutant
        pair = sites[mutant.site]
        pair.append(mutant)
        if len(pair) == 2 and mutant.apart and mutant.site[1] not in _WHOLE:
            return (pair[0], empty) if empty else (pair[0], pair[1])
        if len(pair) == 2 and mutant.site[1] == "added":
            break  # these come last
    order = sorted(sites, key=lambda site: site[1] in _WHOLE)
    for site in order:
        if len(sites[site]) > 1:
            return (sites[site][0], sites[site][1])
    rest = [mutant for site in order for mutant in sites[site]]
    return (rest[0], rest[1]) if len(rest) > 1 else None
