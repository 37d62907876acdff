"""What the calls of one recursion answer so far (spec 1.7). PURE.

A recursion of collections and truths only grows, so one phase computes it whole. A functional value is
known only if no other is possible, so with values there are two phases, each of which only grows, whatever
the order of evaluation: first every possible row, then those that are certain.

A value that is not known in the end has to be read as unknown from the start. Which values these are is
found by doing: as long as a call that was read by its value is not known at the end, both phases start again
with it ``vague``. That only adds possible rows and takes certain ones away, so it ends.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

from scenarios.datalog.computed import runaway_message
from scenarios.datalog.errors import RunawayError
from scenarios.datalog.reference_body import Key
from scenarios.datalog.reference_state import Members
from scenarios.datalog.reference_values import NONE, UNKNOWN, State, Truth, or3
from scenarios.datalog.syntax import Reading

Call = tuple[str, Key]
Result = State | Members | bool | None


class Phase(enum.Enum):
    """Which rows are taken: all as they are, all as undecided, or the certain ones."""

    WHOLE = "whole"
    POSSIBLE = "possible"
    CERTAIN = "certain"


@dataclass
class Heads:
    """Values or truths that rows gave a call, each with the best truth so far."""

    reading: Reading
    truths: dict[State, Truth] = field(default_factory=dict)

    def add(self, state: State, truth: Truth) -> bool:
        """Take a row in; returns whether anything changed."""
        better = or3((self.truths.get(state, False), truth))
        changed = state not in self.truths or self.truths[state] is not better
        self.truths[state] = better
        return changed

    @property
    def single(self) -> State:
        """The one value that is possible, unknown if there are several; none if there is no row."""
        if not self.truths:
            return NONE
        return next(iter(self.truths)) if len(self.truths) == 1 else UNKNOWN

    @property
    def settled(self) -> bool:
        """Whether the value is known, or none."""
        return not self.truths or (len(self.truths) == 1 and True in self.truths.values())


@dataclass
class Table:
    """Answers of the recursive calls under way, and the calls made but not evaluated yet."""

    vague: frozenset[Call]
    limit: int | None
    phase: Phase = Phase.WHOLE
    answers: dict[Call, Members | Heads] = field(default_factory=dict)
    fresh: list[Call] = field(default_factory=list)

    def read(self, call: Call, reading: Reading) -> Result:
        """The state of a call as it is now; a call not made before is made, and nothing of it is derived."""
        if call not in self.answers:
            if self.phase is Phase.CERTAIN:  # asked by an undecided row alone, so by no row of the end
                return Members(open=True) if reading is Reading.MEMBERS else _UNREAD[reading]
            self._check(call[0], len(self.answers))
            self.answers[call] = Members() if reading is Reading.MEMBERS else Heads(reading)
            self.fresh.append(call)
        return self.result(call)

    def result(self, call: Call) -> Result:
        """A call's answer as a state."""
        found = self.answers[call]
        if isinstance(found, Members):
            return found
        if found.reading is Reading.TRUTH:
            return or3(found.truths.values())
        if found.truths and (call in self.vague or (self.phase is Phase.CERTAIN and not found.settled)):
            return UNKNOWN
        return found.single

    def take(self, call: Call, state: State, truth: Truth) -> bool:
        """Take a row of a call in, as the phase has it; returns whether anything changed."""
        found = self.answers[call]
        if self.phase is Phase.CERTAIN and truth is not True:
            return False
        changed = found.add(state, None if self.phase is Phase.POSSIBLE else truth)
        if isinstance(found, Members):
            self._check(call[0], len(found.names))
        return changed

    def unsettled(self) -> frozenset[Call]:
        """Calls of functional predicates that some row gave a value, but that are not known."""
        return frozenset(
            call
            for call, found in self.answers.items()
            if isinstance(found, Heads) and found.reading is Reading.VALUE and not found.settled
        )

    def _check(self, pred: str, size: int) -> None:
        if self.limit is not None and size > self.limit:
            raise RunawayError(runaway_message(pred))


_UNREAD: dict[Reading, Result] = {Reading.TRUTH: None, Reading.VALUE: UNKNOWN}
