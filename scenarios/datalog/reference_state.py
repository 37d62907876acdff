"""States of collections, and reads of recorded predicates from a resolved history (spec 1.2, 1.6). PURE."""

from __future__ import annotations

from dataclasses import dataclass, field

from scenarios.datalog.errors import EvaluationError
from scenarios.datalog.reference_values import NONE, UNKNOWN, State, Truth, usable
from scenarios.datalog.resolution import GroupState, Resolved, Version
from scenarios.datalog.syntax import Decl, Program, Shape
from scenarios.datalog.values import NONE_TEXT, Value, ValueTextError, parse_value


@dataclass
class Members:
    """A collection state ⟨T, U, open⟩ with named members in the order they were found.

    ``truth`` is True for members of T and None for those of U. ``dead`` holds members that are out
    because they were cancelled, whether or not the collection is open.
    """

    names: list[Value] = field(default_factory=list)
    truth: dict[Value, Truth] = field(default_factory=dict)
    open: bool = False
    dead: frozenset[Value] = frozenset()

    def add(self, member: State, truth: Truth) -> bool:
        """Take a candidate in, or raise its truth; returns whether anything changed. A member that is
        not known by name leaves the collection open."""
        name = usable(member)
        if truth is False:
            return False
        if name is None:
            changed, self.open = not self.open, True
            return changed
        if name not in self.truth:
            self.names.append(name)
            self.truth[name] = truth
            return True
        if truth is True and self.truth[name] is None:
            self.truth[name] = True
            return True
        return False

    def has(self, member: State) -> Truth:
        """Is ``member`` in? Of an unknown value: false in a closed empty collection, else unknown."""
        name = usable(member)
        if name is None:
            return False if not self.names and not self.open else None
        if name in self.truth:
            return self.truth[name]
        return None if self.open and name not in self.dead else False

    @property
    def any(self) -> Truth:
        """Is there a member at all?"""
        if any(truth is True for truth in self.truth.values()):
            return True
        return None if self.names or self.open else False

    @property
    def certain(self) -> list[Value]:
        return [name for name in self.names if self.truth[name] is True]

    @property
    def undecided(self) -> list[Value]:
        return [name for name in self.names if self.truth[name] is None]

    @property
    def known(self) -> bool:
        """A set is known iff nothing is undecided and it is not open (spec 1.7)."""
        return not self.open and all(truth is True for truth in self.truth.values())


Texts = tuple[str, ...]


@dataclass(frozen=True)
class Recorded:
    """Reads funcs, params, collections and inverses of one resolved history."""

    program: Program
    resolved: Resolved

    def lookup(self, decl: Decl, key: Texts) -> State:
        """The state of a functional predicate."""
        if decl.shape is Shape.INVERSE:
            return self._inverse(decl, key)
        return self.stated(decl, self.resolved.current((decl.pred, key, None)))

    def stated(self, decl: Decl, version: Version | None) -> State:
        """What a version of a func or param states, and what holds without one."""
        if version is None:
            return UNKNOWN if decl.default is None else self._value(decl, decl.default)
        if not version.cancelled:
            return self._value(decl, NONE_TEXT if version.value is None else version.value)
        if decl.on_cancel == "absent":
            return NONE
        if decl.on_cancel.startswith("default:"):
            return self._value(decl, decl.on_cancel.removeprefix("default:"))
        return UNKNOWN

    def _inverse(self, decl: Decl, key: Texts) -> State:
        """The named key of the one current membership; unknown if there is none or more than one."""
        groups = self.resolved.groups_of(decl.inverse_of or "", key[0])
        if len(groups) != 1 or decl.inverse_key is None:
            return UNKNOWN
        return self._value(decl, groups[0][decl.inverse_key])

    def group(self, decl: Decl, key: Texts) -> GroupState:
        assumed = decl.pred in self.program.assumed_complete
        return self.resolved.group(decl.pred, key, assumed=assumed)

    def members(self, decl: Decl, key: Texts) -> Members:
        """The state of a recorded collection. A cancelled member is out, unless the collection says
        ``on_cancel unknown``: then it is undecided."""
        group = self.group(decl, key)
        state = Members(open=not group.closed)
        for name in sorted(group.members):
            state.add(self._member(decl, name), True)
        dead = {self._member(decl, name) for name in sorted(group.dead)}
        if decl.on_cancel == "absent":
            state.dead = frozenset(dead)
        else:
            for name in sorted(group.dead):
                state.add(self._member(decl, name), None)
        return state

    def _member(self, decl: Decl, text: str) -> Value:
        return self._read(text, decl.member_type or "text", decl.pred)

    def _value(self, decl: Decl, text: str) -> State:
        if text == NONE_TEXT:
            return NONE
        return self._read(text, decl.value_type or "text", decl.pred)

    def _read(self, text: str, type_name: str, pred: str) -> Value:
        try:
            return parse_value(text, type_name)
        except ValueTextError as error:
            raise EvaluationError(f"a recorded value of {pred} cannot be read: {error}") from error


def version_state(decl: Decl, version: Version) -> str:
    """What the node of a recorded fact shows: its value, ``none`` or ``cancelled``."""
    if not version.cancelled:
        return NONE_TEXT if version.value is None else version.value
    if decl.shape is Shape.SET or decl.on_cancel == "unknown":
        return "cancelled"
    return NONE_TEXT if decl.on_cancel == "absent" else decl.on_cancel.removeprefix("default:")
