"""Answers that are a fold over what the engine derives: a settlement, a shortest path. PURE.

The engine derives which things count, with their witnesses; what a question asks for may be more than
the language of spec 1.7 says exactly (netting in rationals, spec 11.3) or at all (a path in its order).
A query names its fold in ``target["fold"]``; whoever computes or reads gold gives the engine's answer and
a way to ask further goals of the same program, history and cutoff.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from scenarios.datalog.derivation import Answerability, Gold, WitnessList
from scenarios.datalog.syntax import Goal
from scenarios.importers.netting import Item, Transfer, apply, net, parse_settlement, settle
from scenarios.importers.paths import shortest_path

#: Asks goals of the engine; one answer a goal, in order.
Ask = Callable[[Sequence[Goal]], Sequence[Gold]]


class FoldError(ValueError):
    """A query's fold is unknown or its target lacks what the fold needs."""


def is_folded(target: Mapping[str, Any]) -> bool:
    """Whether the answer to the query is more than the engine's answer to its goal."""
    return bool(target.get("fold"))


def reads_what_is_told(target: Mapping[str, Any]) -> bool:
    """Whether the fold looks no further than the records at hand, even where these are not complete.

    A shortest path is a path among the links that are told; that no unseen link makes a shorter one is not
    part of its witness (docs/adr/0007). A settlement needs every share.
    """
    return target.get("fold") == "shortest-path"


def fold(target: Mapping[str, Any], derived: Gold, ask: Ask) -> Gold:
    """The answer that a query asks for, from the engine's answer to its goal.

    Unknown stays unknown. Raises ``FoldError`` for a fold that is not known.
    """
    if derived.label is Answerability.UNKNOWN or not is_folded(target):
        return derived
    match target["fold"]:
        case "netting":
            return _settlement(target, derived, ask)
        case "shortest-path":
            return _path(target, derived, ask)
        case other:
            raise FoldError(f"no fold is called {other!r}")


def fold_witnesses(target: Mapping[str, Any], found: WitnessList) -> WitnessList:
    """The witnesses of the folded answer, out of those of the engine's answer.

    Any chain of links shows that two people are related; only the shortest shows the shortest path. One
    message states one link, so those are the witnesses with the fewest events.
    """
    if target.get("fold") != "shortest-path" or not found.witnesses:
        return found
    fewest = min(len(events) for events in found.witnesses)
    kept = tuple(events for events in found.witnesses if len(events) == fewest)
    support = tuple(sorted({event for events in kept for event in events}))
    if found.exact or (found.floor is not None and found.floor > fewest):  # all of the fewest are listed
        return WitnessList(kept, support_low=support, support_high=support)
    surely = support if found.floor == fewest else ()  # else one that is not listed may be shorter
    return WitnessList(
        kept, False, None, surely, found.support_high, found.floor, found.most, partial=found.partial
    )


def position(target: Mapping[str, Any], derived: Gold, ask: Ask) -> dict[str, Fraction] | Gold:
    """The net position of each party over the items that count, or the unknown answer in the way."""
    items = [str(item) for item in derived.answer]
    goals = [Goal(pred, (item,)) for item in items for pred in ("payer", "amount", "beneficiary")]
    answers = list(ask(goals))
    for answer in answers:
        if answer.label is Answerability.UNKNOWN:
            return answer
    paid = [
        Item(str(payer.answer), Fraction(str(amount.answer)), frozenset(map(str, people.answer)))
        for payer, amount, people in zip(answers[::3], answers[1::3], answers[2::3], strict=True)
    ]
    return net(paid, _parties(target))


def _parties(target: Mapping[str, Any]) -> list[str]:
    return [str(name) for name in _argument(target, "parties")]


def _argument(target: Mapping[str, Any], name: str) -> Any:
    try:
        return target["args"][name]
    except (KeyError, TypeError) as error:
        raise FoldError(f"the target of a {target.get('fold')} query lacks args.{name}") from error


def _settlement(target: Mapping[str, Any], derived: Gold, ask: Ask) -> Gold:
    balance = position(target, derived, ask)
    if isinstance(balance, Gold):
        return balance
    transfers = [transfer.text for transfer in settle(balance)]
    return Gold(Answerability.ANSWERABLE if transfers else Answerability.JUSTIFIED_ZERO, transfers)


def transfers_of(answer: Sequence[str]) -> tuple[Transfer, ...]:
    """The transfers of a stored settlement (``Gold.answer``)."""
    return tuple(transfer for text in answer for transfer in parse_settlement(text) or ())


def balance_of(answer: Sequence[str], parties: Sequence[str]) -> dict[str, Fraction]:
    """The net position that a stored settlement settles, to the cent: what an answer is judged against."""
    settled = apply(transfers_of(answer), dict.fromkeys(parties, Fraction(0)))
    return {person: -value for person, value in settled.items()}


def _path(target: Mapping[str, Any], derived: Gold, ask: Ask) -> Gold:
    if derived.answer is not True:
        return Gold(Answerability.JUSTIFIED_ZERO, "none")
    start, end = (str(_argument(target, name)) for name in ("from", "to"))
    (reached,) = ask([Goal("related", (start,))])
    if reached.label is Answerability.UNKNOWN:
        return reached
    people = [start, *(str(name) for name in reached.answer if name != start)]
    near: dict[str, list[str]] = {}
    for person, answer in zip(people, ask([Goal("link", (name,)) for name in people]), strict=True):
        if answer.label is Answerability.UNKNOWN:
            return answer
        near[person] = [str(name) for name in answer.answer]
    found = shortest_path(near, start, end)
    if found is None:
        raise FoldError(f"{start} and {end} are related, but no chain of links was found")
    return Gold(Answerability.ANSWERABLE, list(found[0]))
