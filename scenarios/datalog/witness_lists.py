"""The witness list of a goal, out of the antichain of its evidence (spec 2.4, overview 4.3). PURE."""

from __future__ import annotations

from functools import reduce

from scenarios.datalog.derivation import WitnessList
from scenarios.datalog.witness_choices import Choice, Choices
from scenarios.datalog.witnesses import LIST_CAP, Antichain, EventBits

#: What the witness list of an unknown answer is: it follows from absence, W = {∅} (spec 2.5).
UNKNOWN_WITNESSES = WitnessList(((),))


def listed(antichain: Antichain, bits: EventBits, *, partial: bool = False) -> WitnessList:
    """At most ``LIST_CAP`` witnesses, with the count of the rest stated, or bounds.

    ``exact`` only where all are listed; where all are counted, support and smallest witness are exact all
    the same. ``partial``: not every reason was followed, so nothing is known of what is left out, and the
    sets may hold what is not needed (``minimality.shrink_all``).
    """
    witnesses = tuple(bits.events(one) for one in antichain.sets[:LIST_CAP])
    known = tuple(sorted({event for witness in witnesses for event in witness}))
    if partial:
        return WitnessList(witnesses, False, None, known, known, floor=1, partial=True)
    touched = bits.events(antichain.touched)
    if antichain.count is None:
        known_high = tuple(sorted({*known, *touched}))
        floor = _floor(antichain)
        return WitnessList(
            witnesses, False, None, known, known_high, floor, antichain.most, choices_of(antichain, bits)
        )
    rest = antichain.count - len(witnesses)
    if not rest:
        return WitnessList(witnesses, True, 0, touched, touched)
    return WitnessList(
        witnesses,
        False,
        rest,
        touched,
        touched,
        _floor(antichain),
        antichain.count,
        choices_of(antichain, bits),
    )


def _floor(antichain: Antichain) -> int:
    """How many events a minimal witness that is not listed has at least."""
    return min([antichain.floor, *(one.bit_count() for one in antichain.sets[LIST_CAP:])])


def choices_of(antichain: Antichain, bits: EventBits) -> Choices:
    """The tree of choices behind an antichain, equal parts once."""
    touched = reduce(lambda a, b: a | b, antichain.sets, antichain.touched)
    events = bits.events(touched)
    last = len(bits.ids) - 1
    places = [place for place in range(len(bits.ids)) if touched >> (last - place) & 1]

    def moved(one: int) -> int:
        return sum(1 << new for new, old in enumerate(places) if one >> (last - old) & 1)

    nodes: dict[Choice, int] = {}
    done: dict[int, int] = {}

    def place_of(part: Antichain) -> int:
        if id(part) not in done:
            done[id(part)] = nodes.setdefault(_choice(part), len(nodes))
        return done[id(part)]

    def _choice(part: Antichain) -> Choice:
        if part.whole:
            return Choice(tuple(map(moved, part.sets)))
        need, parts = part.parts or (0, ())
        below = tuple(map(place_of, parts))
        sets = () if part.count is not None and part is not antichain else part.sets[:LIST_CAP]
        return Choice(
            tuple(map(moved, sets)),
            False,
            part.count is not None and bool(parts),
            need,
            below,
            0 if part.count is not None else _floor(part),
            0 if part.count is not None else moved(part.touched),
        )

    root = _choice(antichain)  # it is none of its own parts, so it comes last
    return Choices(events, (*nodes, root))
