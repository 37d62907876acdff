"""What derivations read, found level by level in Postgres for many goals at once (spec 2.1, engine notes).

A frontier of derived calls is asked what its clauses read, by one statement a clause whatever the number of
calls; that names the next frontier. The states of all calls are fetched at the end, by one statement a
predicate. Calls are shared by all goals of one (scenario, cutoff).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from scenarios.datalog.reference_evaluator import Call, Result
from scenarios.datalog.reference_state import Members
from scenarios.datalog.sql.columns import TIE_SEPARATOR
from scenarios.datalog.sql.compiled import CompiledProgram
from scenarios.datalog.sql.instances import Listing
from scenarios.datalog.syntax import Goal, Reading, Shape
from scenarios.datalog.values import canonical
from scenarios.datalog.version_goals import reads_of
from scenarios.services.statements import QueryRow, fetch
from scenarios.services.states import state_of_row
from scenarios.services.stored_state import ChosenKey, result_of, typed_key

#: A scenario's primary key and a cutoff: what shares calls.
Place = tuple[int, datetime]
Texts = tuple[str | None, ...]
#: A derived predicate with the texts of its keys at a place; a part is None where it is unknown.
Asked = tuple[Place, str, Texts]


@dataclass
class Discovered:
    """States of derived calls by place, and which recorded keys are read there."""

    states: dict[Place, dict[Call, Result]] = field(default_factory=dict)
    lookups: dict[Place, set[tuple[str, tuple[str, ...]]]] = field(default_factory=dict)
    groups: dict[Place, set[tuple[str, tuple[str, ...]]]] = field(default_factory=dict)
    inverses: dict[Place, set[tuple[str, str]]] = field(default_factory=dict)
    #: Keys of which another version than the current one is read.
    chosen: dict[Place, set[ChosenKey]] = field(default_factory=dict)

    def choose(self, place: Place, goal: Goal) -> None:
        """Take in what a goal with a choice reads, which is recorded; it makes no calls."""
        self.states.setdefault(place, {})
        for read in reads_of(goal):
            if read.current:
                self.lookups.setdefault(place, set()).add((read.pred, read.key))
            if read.chosen:
                self.chosen.setdefault(place, set()).add(((read.pred, read.key, None), read.until))


class Discovery:
    """One run over the goals that share a program in force."""

    def __init__(self, compiled: CompiledProgram) -> None:
        self.compiled = compiled
        self.program = compiled.program
        self.found = Discovered()
        self._known: set[Asked] = set()
        self._frontier: list[Asked] = []

    def run(self, goals: Iterable[tuple[Place, Goal]]) -> Discovered:
        """Everything that the derivations of the goals read."""
        for place, goal in goals:
            if goal.version is not None:
                self.found.choose(place, goal)
                continue
            self._read(place, goal.pred, goal.key)
            self.found.states.setdefault(place, {})
        waiting: dict[str, list[Asked]] = {}
        while self._frontier:
            frontier, self._frontier = self._frontier, []
            by_pred: dict[str, list[Asked]] = {}
            for asked in frontier:
                by_pred.setdefault(asked[1], []).append(asked)
            for pred, calls in sorted(by_pred.items()):
                if self._states_first(pred):
                    self._fetch_states(pred, calls)
                else:
                    waiting.setdefault(pred, []).extend(calls)
                self._fetch_instances(pred, calls)
        for pred, calls in sorted(waiting.items()):
            self._fetch_states(pred, calls)
        return self.found

    def _states_first(self, pred: str) -> bool:
        """Whether the state of a call is needed before what it reads: where that follows from its members,
        and where its recursion could go on without end, so that it is stopped before it is followed."""
        if self.compiled.endless(pred):
            return True
        clauses = self.program.clauses_of(pred)
        found = (listing for clause in clauses for listing in self.compiled.listings(clause))
        return any(listing.ranges for listing in found)

    # ---------------------------------------------------------------- statements
    def _fetch_states(self, pred: str, calls: list[Asked]) -> None:
        decl = self.program.decls[pred]
        for row in fetch(self.compiled.answers(pred), _rows(calls)):
            place, _, key = calls[row[0]]
            result = result_of(state_of_row(row), decl)
            self.found.states.setdefault(place, {})[pred, typed_key(decl, key)] = result

    def _fetch_instances(self, pred: str, calls: list[Asked]) -> None:
        rows = _rows(calls)
        for clause in self.program.clauses_of(pred):
            for listing in self.compiled.listings(clause):
                if listing.statement is None:
                    for call in calls:
                        self._read_without_statement(listing, call)
                    continue
                for number, values, truths in fetch(listing.statement, rows):
                    self._read_row(calls[number][0], listing, values, truths)

    # ---------------------------------------------------------------- reads
    def _read_without_statement(self, listing: Listing, call: Asked) -> None:
        """Register the reads of a call whose keys are its own, or members of it."""
        place, pred, key = call
        places = [listing.head.get(name) for name in listing.variables]
        values = [None if at is None else key[at] for at in places]
        if None in places:
            state = self.found.states[place][pred, typed_key(self.program.decls[pred], key)]
            assert isinstance(state, Members)
            free = places.index(None)
            for name in state.names:
                values[free] = canonical(name)
                self._read_row(place, listing, values, None)
            values[free] = None
        self._read_row(place, listing, values, None)

    def _read_row(
        self, place: Place, listing: Listing, values: list[str | None], truths: list[bool | None] | None
    ) -> None:
        """Register what one row reads. What stands behind a false literal is read too, as another reason for
        it, but a call of a recursion that could go on without end only by a row that is not false by then."""
        known = [_single(value) for value in values]
        for read in listing.reads:
            if truths is None or not any(truths[index] is False for index in read.truths):
                key = tuple([part if isinstance(part, str) else known[part] for part in read.parts])
                self._read(place, read.pred, key)

    def _read(self, place: Place, pred: str, key: Texts) -> None:
        decl = self.program.decls[pred]
        known = tuple(part for part in key if part is not None)
        if decl.shape is Shape.DERIVED:
            asked = (place, pred, key)
            if asked not in self._known and (len(known) == len(key) or decl.reading is not Reading.VALUE):
                self._known.add(asked)
                self._frontier.append(asked)
        elif len(known) < len(key):
            return  # nothing is recorded under an unknown key
        elif decl.shape is Shape.SET:
            self.found.groups.setdefault(place, set()).add((pred, known))
        elif decl.shape is Shape.INVERSE:
            self.found.inverses.setdefault(place, set()).add((decl.inverse_of or "", known[0]))
        else:
            self.found.lookups.setdefault(place, set()).add((pred, known))


def _rows(calls: list[Asked]) -> list[QueryRow]:
    return [
        QueryRow(number, scenario, cutoff, key) for number, ((scenario, cutoff), _, key) in enumerate(calls)
    ]


def _single(text: str | None) -> str | None:
    """A tie is no key."""
    return None if text is None or TIE_SEPARATOR in text else text
