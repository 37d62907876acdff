"""Indirect references: a phrase that stands for a name in a question (spec 4.7, ADR 15). PURE.

A phrase says one thing of the entity that is meant. Read *backward* it is a member of a collection by the
value that a predicate has for it: "the 2031 journey of Ana Bo that departs on 3 March 2031". Read *forward*
it is the value of a predicate: "the direct superior of Ana Bo".
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scenarios.datalog.derivation import Answerability
from scenarios.datalog.errors import bounded_depth
from scenarios.datalog.goals import goal_state, gold_of
from scenarios.datalog.reference_evaluator import Evaluator
from scenarios.datalog.resolution import Group, Resolved
from scenarios.datalog.syntax import Decl, Goal, Program, Shape


class ReferenceKind(enum.StrEnum):
    """By what a phrase refers (spec 4.7); ``id`` is a name."""

    ID = "id"
    BY_EVENT = "by_event"
    BY_DATE = "by_date"
    BY_PLACE = "by_place"
    BY_ROLE = "by_role"
    BY_ORDER = "by_order"


class ReferenceFault(ValueError):
    """A reference does not fit a form of question or the program; names both."""


@dataclass(frozen=True, slots=True)
class Among:
    """The collection that an entity is a member of, with the slots of its group."""

    pred: str
    group: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """A way to refer to what stands in ``slot``, and the ``forms`` of question that have it.

    ``key`` names the slots of the key of ``pred``. With ``slot`` among them it is read backward: the value is
    that of the slot ``by``, and the entity is a member of ``among``. Else it is read forward; ``among``
    then only says where a derived predicate may have the entity as its value. ``noun`` is what ``phrase``
    takes the place of in the wordings.
    """

    name: str
    kind: ReferenceKind
    slot: str
    phrase: str
    pred: str
    key: tuple[str, ...]
    forms: tuple[str, ...]
    by: str = ""
    among: Among | None = None
    noun: str = ""

    def __post_init__(self) -> None:
        if self.backward != bool(self.by) or (self.backward and self.among is None):
            raise ReferenceFault(f"reference {self.name}: read backward, it needs a value and a collection")

    @property
    def backward(self) -> bool:
        """Whether the entity is a key of the predicate, not its value."""
        return self.slot in self.key

    @property
    def own(self) -> tuple[str, ...]:
        """The slots of the phrase, in the order in which they are keys of what it generates."""
        group = self.among.group if self.backward and self.among else ()
        key = tuple(slot for slot in self.key if slot != self.slot and slot not in group)
        return (*group, *key, *((self.by,) if self.by else ()))

    @property
    def referent(self) -> str:
        """The derived predicate whose value is the entity that is meant."""
        return f"{self.slot}_by_{self.name}"

    @property
    def resolved(self) -> str:
        """The derived predicate that is true where it is known what the phrase means."""
        return f"resolved_{self.name}"

    def types(self, decls: Mapping[str, Decl]) -> dict[str, str]:
        """The type of every slot of the phrase and of the entity itself. Raises ``ReferenceFault``."""
        decl = decls.get(self.pred)
        if decl is None or decl.value_type is None or len(decl.key_types) != len(self.key):
            raise ReferenceFault(f"reference {self.name}: {self.pred} has no value for {self.key}")
        found = dict(zip(self.key, decl.key_types, strict=True))
        if self.among is not None:
            group = decls[self.among.pred]
            found.update(zip(self.among.group, group.key_types, strict=True))
        return {**found, (self.by or self.slot): decl.value_type}


# ---------------------------------------------------------------- the small query on B_τ
def resolves_to(
    reference: Reference, program: Program, resolved: Resolved, args: Mapping[str, str]
) -> tuple[str, ...]:
    """All entities that the phrase fits at the cutoff of ``resolved``, sorted; the gold needs exactly one.

    ``args`` has at least the slots of the phrase. What is not known fits nothing.
    """
    evaluator = Evaluator(program, resolved)
    if not reference.backward:
        return _values(evaluator, reference.pred, tuple(args[slot] for slot in reference.key))
    assert reference.among is not None  # by construction
    group = tuple(args[slot] for slot in reference.among.group)
    return tuple(
        member
        for member in resolved.members(reference.among.pred, group)
        if args[reference.by] in _values(evaluator, reference.pred, _key(reference, args, member))
    )


def refer(reference: Reference, program: Program, resolved: Resolved, entity: str) -> dict[str, str] | None:
    """The slots of a phrase that means ``entity`` at the cutoff of ``resolved`` and nothing else; the first
    in order of text. None where no phrase does, or what is known leaves open whether another is meant too.

    ``program`` has the clauses that the reference generates.
    """
    evaluator = Evaluator(program, resolved)
    found = _phrases(reference, evaluator, resolved, entity)
    for args in sorted(found, key=lambda phrase: tuple(phrase.values())):
        key = tuple(args[slot] for slot in reference.own)
        if _values(evaluator, reference.referent, key) == (entity,):
            return args
    return None


def _key(reference: Reference, args: Mapping[str, str], entity: str) -> tuple[str, ...]:
    return tuple(entity if slot == reference.slot else args[slot] for slot in reference.key)


def _values(evaluator: Evaluator, pred: str, key: tuple[str, ...]) -> tuple[str, ...]:
    """The known value of a predicate, several where they are tied, none where it is absent or unknown."""
    with bounded_depth():
        gold = gold_of(goal_state(evaluator, Goal(pred, key)))
    if gold.label is Answerability.UNKNOWN or gold.answer == "none":
        return ()
    return tuple(map(str, gold.answer)) if isinstance(gold.answer, list) else (str(gold.answer),)


def _phrases(
    reference: Reference, evaluator: Evaluator, resolved: Resolved, entity: str
) -> Iterator[dict[str, str]]:
    """The slots of every phrase that might mean ``entity``."""
    if not reference.backward:
        for key in _keys_of(reference, evaluator.program.decls[reference.pred], resolved, entity):
            yield dict(zip(reference.key, key, strict=True))
        return
    assert reference.among is not None  # by construction
    for group in resolved.groups_of(reference.among.pred, entity):
        args = dict(zip(reference.among.group, group, strict=True))
        for value in _values(evaluator, reference.pred, _key(reference, args, entity)):
            yield {**args, reference.by: value}


def _keys_of(reference: Reference, decl: Decl, resolved: Resolved, entity: str) -> Iterator[tuple[str, ...]]:
    """The keys for which a predicate that is read forward may have ``entity`` as its value."""
    if decl.shape is Shape.INVERSE:
        yield from ((member,) for member, group in _memberships(resolved, decl) if entity in group)
    elif reference.among is not None:
        yield from resolved.groups_of(reference.among.pred, entity)
    else:
        yield from (
            key
            for (pred, key, _), versions in resolved.by_key.items()
            if pred == reference.pred and versions[-1].value == entity
        )


def _memberships(resolved: Resolved, decl: Decl) -> Iterator[Group]:
    """(member, group) of the collection that an inverse predicate reads."""
    for pred, group, member in resolved.by_key:
        if pred == decl.inverse_of and member is not None:
            yield member, group
