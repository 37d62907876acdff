"""What derivations read, found level by level in Postgres for many goals at once (spec 2.1, engine notes).

A frontier of derived calls is asked two things, each by one statement a predicate or clause whatever the
number of calls: their states, and the instances of their clauses. The instances name what is read next.
Calls are shared by all goals of one (scenario, cutoff).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from scenarios.datalog.reference_evaluator import Call, Result
from scenarios.datalog.sql.columns import TIE_SEPARATOR
from scenarios.datalog.sql.compiled import CompiledProgram
from scenarios.datalog.sql.instances import Listing
from scenarios.datalog.sql.ties import planned
from scenarios.datalog.syntax import (
    Aggregate,
    Atom,
    Binding,
    Comparison,
    Const,
    Goal,
    Literal,
    Reading,
    Shape,
)
from scenarios.datalog.values import canonical
from scenarios.datalog.variables import expr_atoms
from scenarios.services.statements import QueryRow, fetch
from scenarios.services.states import state_of_row
from scenarios.services.stored_state import result_of, typed_key

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


class Discovery:
    """One run over the goals that share a program in force."""

    def __init__(self, compiled: CompiledProgram) -> None:
        self.compiled = compiled
        self.program = compiled.program
        self.component = planned(self.program)[0].component
        self.found = Discovered()
        self._known: set[Asked] = set()
        self._frontier: list[Asked] = []

    def run(self, goals: Iterable[tuple[Place, Goal]]) -> Discovered:
        """Everything that the derivations of the goals read."""
        for place, goal in goals:
            self._read(place, goal.pred, goal.key)
            self.found.states.setdefault(place, {})
        while self._frontier:
            frontier, self._frontier = self._frontier, []
            by_pred: dict[str, list[Asked]] = {}
            for asked in frontier:
                by_pred.setdefault(asked[1], []).append(asked)
            for pred, calls in sorted(by_pred.items()):
                self._fetch_states(pred, calls)
                self._fetch_instances(pred, calls)
        return self.found

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
                for number, values, truths in fetch(listing.statement, rows):
                    scope = dict(zip(listing.variables, values, strict=True))
                    self._read_instance(calls[number][0], pred, listing, scope, truths)

    # ---------------------------------------------------------------- reads
    def _read_instance(
        self,
        place: Place,
        pred: str,
        listing: Listing,
        scope: Mapping[str, str | None],
        truths: list[bool | None],
    ) -> None:
        """Register what one instance reads. A recursive call is made only by a row that is not false by
        then; what stands behind a false literal is read too, as another reason for it."""
        component = self.component.get(pred, frozenset())
        fallen = truths[0] is False
        rest = [index for index in range(len(listing.literals)) if index not in listing.order]
        for index in (*listing.order, *rest):
            for atom in _atoms_of(listing.literals[index]):
                if not (fallen and atom.pred in component):
                    self._read(place, atom.pred, self._key(atom, scope))
            fallen = fallen or truths[index + 1] is False

    def _key(self, atom: Atom, scope: Mapping[str, str | None]) -> Texts:
        terms = atom.args[: len(self.program.decls[atom.pred].key_types)]
        return tuple(
            canonical(term.value) if isinstance(term, Const) else _single(scope[term.name]) for term in terms
        )

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


def _atoms_of(literal: Literal) -> Iterator[Atom]:
    """The atoms a literal reads itself: those inside an aggregate have a listing of their own."""
    if isinstance(literal, Atom):
        yield literal
    elif isinstance(literal, Comparison):
        yield from expr_atoms(literal.left)
        yield from expr_atoms(literal.right)
    elif isinstance(literal, Binding):
        yield from expr_atoms(literal.expr)
    elif not isinstance(literal, Aggregate):
        raise TypeError(f"not a literal: {literal!r}")
