"""What a derivation looks up, also where nothing was found: what an edit of a history must leave alone. PURE.

An evaluation is a function of its reads. As long as no version key that it read changes, by a new version, a
confirmation, a cancellation or the end of one, label, answer, derivation and witnesses stay as they are.
Reads are of one key, of a whole collection (any member and its completeness), or of all groups that hold a
member (inverse reads). Declared rules are not among them: they change the program (``heads_of_rule``).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime

from scenarios.datalog.derivation import Answerability, Gold
from scenarios.datalog.derivations import build_derivation
from scenarios.datalog.errors import bounded_depth
from scenarios.datalog.explainer import Explainer
from scenarios.datalog.goals import canonical_goal, goal_state, gold_of
from scenarios.datalog.loading import declared_clause, program_in_force
from scenarios.datalog.provenance import Provenance
from scenarios.datalog.reference_evaluator import Evaluator
from scenarios.datalog.resolution import Chosen, Group, GroupState, Resolved, Version, VersionKey
from scenarios.datalog.stratification import predicate_graph
from scenarios.datalog.syntax import Goal, Program

RULE = "rule:"
COMPLETE = "complete:"


@dataclass(slots=True)
class Reads:
    """Looked-up version keys, collections and members. ``everything`` where the witnesses begin from the
    whole visible history."""

    keys: set[VersionKey] = field(default_factory=set)
    groups: set[Group] = field(default_factory=set)
    inverses: set[tuple[str, str]] = field(default_factory=set)
    everything: bool = False

    def meets(self, key: VersionKey) -> bool:
        """Whether a change of this version key can be seen by the derivation."""
        pred, group, member = key
        if self.everything or key in self.keys or (pred.removeprefix(COMPLETE), group) in self.groups:
            return True
        return member is not None and (pred, member) in self.inverses


class TracedResolved(Resolved):
    """A resolved history that notes what is read of it."""

    def __init__(self, resolved: Resolved) -> None:
        super().__init__(resolved.cutoff, resolved.by_key, resolved.assumed_sizes)
        object.__setattr__(self, "rules", resolved.rules)
        object.__setattr__(self, "inner", resolved)
        object.__setattr__(self, "reads", Reads())

    inner: Resolved
    reads: Reads

    def current(self, key: VersionKey) -> Version | None:
        """The current version, which may be a tombstone."""
        self.reads.keys.add(key)
        return self.inner.current(key)

    def versions(self, key: VersionKey) -> tuple[Version, ...]:
        """All versions of a key."""
        self.reads.keys.add(key)
        return self.inner.versions(key)

    def chosen(self, key: VersionKey, until: datetime | None) -> Chosen:
        """Another version than the current one."""
        self.reads.keys.add(key)
        return self.inner.chosen(key, until)

    def obsolete_count(self, key: VersionKey) -> int:
        """How many versions the current one supersedes."""
        self.reads.keys.add(key)
        return self.inner.obsolete_count(key)

    def group(self, pred: str, group: tuple[str, ...], *, assumed: bool = False) -> GroupState:
        """The state of one collection."""
        self.reads.groups.add((pred, group))
        return self.inner.group(pred, group, assumed=assumed)

    def groups_of(self, pred: str, member: str) -> tuple[tuple[str, ...], ...]:
        """Groups in which ``member`` is a current member."""
        self.reads.inverses.add((pred, member))
        return self.inner.groups_of(pred, member)


class Tracer:
    """Evaluates goals with the reference evaluator and notes their reads; one tracer a query."""

    def __init__(self, program: Program, resolved: Resolved) -> None:
        self.base = program
        self.resolved = TracedResolved(resolved)
        self.evaluator = Evaluator(program, self.resolved)

    @property
    def reads(self) -> Reads:
        """Everything that was looked up so far."""
        return self.resolved.reads

    def answer(self, goal: Goal) -> Gold:
        """Label and answer of a goal. Raises as ``reference.answer``."""
        with bounded_depth():
            return gold_of(goal_state(self.evaluator, self._canonical(goal)))

    def evaluate(self, goal: Goal) -> Gold:
        """Label and answer, with all that the derivation and the witnesses read."""
        goal = self._canonical(goal)
        gold = self.answer(goal)
        with bounded_depth():
            explainer = Explainer(self.evaluator)
            derivation = build_derivation(self.evaluator, explainer, goal)
            if gold.label is Answerability.UNKNOWN:
                return replace(gold, missing=derivation.missing)
            provenance = Provenance(self.evaluator, explainer)
            found = provenance.solver.solve(provenance.goal_evidence(goal))
            self.reads.everything |= not found.sets  # all events are shrunk by replay then
        return gold

    def _canonical(self, goal: Goal) -> Goal:
        return canonical_goal(self.base, goal, self.resolved.cutoff)


def rests_on(program: Program, resolved: Resolved, pred: str) -> frozenset[str]:
    """The predicates that a predicate can read under the rules in force, directly or not, and itself."""
    in_force = program_in_force(program, resolved.rules)
    edges, _ = predicate_graph(in_force)
    found = {pred}
    waiting = [pred]
    while waiting:
        decl = in_force.decls.get(one := waiting.pop())
        base = {decl.inverse_of} if decl is not None and decl.inverse_of else set()
        fresh = (edges.get(one, set()) | base) - found
        found |= fresh
        waiting.extend(fresh)
    return frozenset(found)


def heads_of_rule(program: Program, rule_key: str, texts: Iterable[str]) -> frozenset[str]:
    """The predicates that a rule key can give clauses to: by the base clauses with it, and by those that
    events declare (``texts``). Raises ``ProgramError`` for a text that is no clause."""
    heads = {clause.head.pred for clause in program.clauses if clause.rule_key == rule_key}
    heads |= {declared_clause(program, rule_key, text).head.pred for text in texts}
    return frozenset(heads)
