"""Aggregates explained: what they fold, and the evidence for their result (spec 2.4, 2.5). PURE."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from scenarios.datalog.evidence import NEVER, SURE, Evidence, Some, every, some
from scenarios.datalog.explanation import (
    Bound,
    Branch,
    Exempt,
    Leaf,
    Outcome,
    Scope,
    Tree,
    leaves,
    refuted,
    rows,
)
from scenarios.datalog.plans import Fold, Plan
from scenarios.datalog.reference_body import early_count, fold, fold_keys, fold_terms, lookup_truth
from scenarios.datalog.reference_values import (
    NONE,
    UNKNOWN,
    Absence,
    State,
    Truth,
    not3,
    or3,
    state_text,
)
from scenarios.datalog.syntax import Const, Term

if TYPE_CHECKING:
    from scenarios.datalog.explainer import Explainer

#: Choices of k-1 members that an early count may leave open; beyond, only the possible ones are left open.
OPEN_CHOICES = 500

Pair = tuple[State, State]


def fold_outcome(
    explainer: Explainer, plan: Plan, step: Fold, scope: Scope
) -> tuple[Outcome, tuple[str, Bound] | None]:
    """The outcome of an aggregate literal, and the variable it binds."""
    env = {name: bound.state for name, bound in scope.items()}
    tree = explainer.tree(step.body, scope, {})
    if step.condition is not None:
        tree = _with_condition(explainer, step, tree)
    if step.at_least is not None:
        least = explainer.evaluator.arithmetic(plan).value(step.at_least, env)
        keys = fold_keys(explainer.evaluator, step, env)
        truth = early_count(keys, least)
        chain = explainer.chain((step.at_least,), scope)
        evidence = every([_early_evidence(explainer, step, tree, keys, least, truth), chain])
        return Outcome(step.index, truth, NEVER if truth is None else evidence), None
    state = fold(explainer.evaluator, step, env)
    evidence = _evidence(step, tree, state)
    wanted = None if step.binds else env[step.literal.var.name]
    truth = lookup_truth(state, wanted)
    proof = every([evidence, scope[step.literal.var.name].evidence]) if wanted is not None else evidence
    outcome = Outcome(step.index, truth, NEVER if truth is None else proof)
    if step.binds is None:
        return outcome, None
    bound = Bound(UNKNOWN) if isinstance(state, Absence) else Bound(state, evidence)
    return outcome, (step.binds, bound)


def _with_condition(explainer: Explainer, step: Fold, tree: Tree) -> Tree:
    """The domain of ``all`` with one more literal: the condition fails."""
    assert step.condition is not None
    if isinstance(tree, Leaf):
        holds = explainer.tree(step.condition, tree.scope, {})
        truth = or3(leaf.truth for leaf in leaves(holds))
        proofs = (leaf.proof for leaf in rows(holds) if leaf.truth is True)
        evidence = some(proofs) if truth is True else (refuted(holds) if truth is False else NEVER)
        index = max((*tree.outcomes, -1)) + 1
        failed = Outcome(index, not3(truth), evidence)
        return Leaf(tree.scope, {**tree.outcomes, index: failed})
    children, rejected = (
        {name: _with_condition(explainer, step, child) for name, child in named.items()}
        for named in (tree.children, tree.rejected)
    )
    phantom = _with_condition(explainer, step, tree.phantom)
    return Branch(tree.outcomes, tree.drivers, children, rejected, phantom, tree.open)


def _term(term: Term, leaf: Leaf) -> Bound:
    if isinstance(term, Const):
        return Bound(term.value)
    return leaf.scope.get(term.name, Bound(UNKNOWN))


def _folded(terms: tuple[Term, Term], allowed: frozenset[Pair]) -> Exempt:
    """Rows that give an allowed (key, value) pair need no refutation: they add nothing new."""

    def exempt(leaf: Leaf) -> Evidence:
        key, value = (_term(term, leaf) for term in terms)
        return every([key.evidence, value.evidence]) if (key.state, value.state) in allowed else NEVER

    return exempt


def _evidence(step: Fold, tree: Tree, state: State) -> Evidence:
    """Evidence for a known or absent result."""
    if state is UNKNOWN:
        return NEVER
    if step.literal.function in ("any", "all"):
        found = state if step.literal.function == "any" else not state
        if found is True:
            return some(leaf.proof for leaf in rows(tree) if leaf.truth is True)
        return refuted(tree)
    proofs = _proofs(step, tree)
    exempt = _folded(_terms(step), frozenset(proofs))
    return every([*(some(ways) for ways in proofs.values()), refuted(tree, exempt)])


def _terms(step: Fold) -> tuple[Term, Term]:
    """Key and value; a count looks at the key alone."""
    key, value = fold_terms(step)
    return (key, key) if step.literal.function == "count" else (key, value)


def _proofs(step: Fold, tree: Tree) -> dict[Pair, list[Evidence]]:
    """Alternatives of evidence for each pair that is surely in."""
    found: dict[Pair, list[Evidence]] = {}
    key, value = _terms(step)
    for leaf in rows(tree):
        if leaf.truth is True:
            found.setdefault((_term(key, leaf).state, _term(value, leaf).state), []).append(leaf.proof)
    return found


def _early_evidence(
    explainer: Explainer, step: Fold, tree: Tree, keys: dict[State, Truth], least: State, truth: Truth
) -> Evidence:
    """At least k certain members; or at most k-1 possible ones, the others refuted."""
    if truth is None or not isinstance(least, Fraction):
        return SURE if least is NONE else NEVER
    needed = max(0, math.ceil(least))
    terms = _terms(step)
    if truth:
        parts = tuple(some(ways) for ways in _proofs(step, tree).values())
        return SURE if needed == 0 else Some(parts, needed)
    possible = [state for state, t in keys.items() if t is not False]
    named = {_term(terms[0], leaf).state for leaf in leaves(tree)} - {UNKNOWN}
    choices: Iterable[tuple[State, ...]] = itertools.combinations(
        sorted(named, key=state_text), min(needed - 1, len(named))
    )
    some_choices = list(itertools.islice(choices, OPEN_CHOICES + 1))
    if len(some_choices) > OPEN_CHOICES:
        explainer.leave_out()
        some_choices = [tuple(possible)]
    return some(refuted(tree, _folded(terms, frozenset((k, k) for k in left))) for left in some_choices)
