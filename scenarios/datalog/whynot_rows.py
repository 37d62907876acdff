"""The rows of a body and the first literal at which each of them fails. PURE."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from scenarios.datalog.derivation_text import state_words
from scenarios.datalog.explainer import Explainer
from scenarios.datalog.explanation import Bound, Leaf, Outcome, Scope, Tree
from scenarios.datalog.explanation_text import binding_check, bound_text, truth_text
from scenarios.datalog.goal_text import AskedGoal, goal_text
from scenarios.datalog.nearby import Spot
from scenarios.datalog.plans import Bind, ClausePlan, Compare, Fold, Plan
from scenarios.datalog.printing import literal_text
from scenarios.datalog.recorded_nodes import key_text, members_state
from scenarios.datalog.reference_body import Key, early_count, fold, fold_keys
from scenarios.datalog.reference_evaluator import bind_head, texts
from scenarios.datalog.reference_values import UNKNOWN, Absence, State, Truth, state_text, usable
from scenarios.datalog.references import is_known
from scenarios.datalog.resolution import Version
from scenarios.datalog.syntax import Atom, Clause, Const, Decl, Goal, Literal, Reading, Shape, Var
from scenarios.datalog.values import canonical
from scenarios.datalog.variables import all_vars, expr_vars, own_vars
from scenarios.datalog.version_goals import settled
from scenarios.datalog.whynot_values import Completeness, Failing, Row, Rows
from scenarios.sentences import Sentence

#: Rows that one clause or aggregate lists; of all of them it is counted where they fail.
ROWS = 8
#: Stands for a member or value that is not known by name.
NOT_NAMED = Sentence("not known by name")

Env = Mapping[str, State]


class RowReader:
    """Reads the trees of an explainer for the place where each row fails."""

    def __init__(self, explainer: Explainer) -> None:
        self.explainer, self.evaluator = explainer, explainer.evaluator

    def rows(self, tree: Tree, plan: ClausePlan, clause: Clause, key: Key) -> Rows:
        """All rows of a clause asked for ``key``; ``clause`` is the one whose head says what it gives."""
        decl = self.evaluator.program.decls[plan.clause.head.pred]
        env, _ = bind_head(plan, decl, key)
        head = {name: Bound(state) for name, state in env.items()}
        return self._rows(tree, plan.body, plan.clause.body, head, clause.head.args)

    def _rows(
        self, tree: Tree, plan: Plan, body: tuple[Literal, ...], around: Scope, head: tuple[Any, ...]
    ) -> Rows:
        found: list[tuple[tuple[int, int, str], Row]] = []
        counts: Counter[str] = Counter()
        for scope, outcomes in _ways(tree, around):
            failed = next((o for _, o in sorted(outcomes.items()) if o.truth is not True), None)
            row = self._row(plan, body, scope, failed, head)
            place = 1 if failed is None else -failed.index
            unknown = failed is not None and failed.truth is None
            found.append(((place, 0 if unknown else 1, str(row.bindings)), row))
            counts[Sentence("none, they hold") if failed is None else literal_text(body[failed.index])] += 1
        found.sort(key=lambda item: item[0])
        shown = tuple(row for _, row in found[:ROWS])
        return Rows(shown, len(found), tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0]))))

    def _row(
        self,
        plan: Plan,
        body: tuple[Literal, ...],
        scope: Scope,
        failed: Outcome | None,
        head: tuple[Any, ...],
    ) -> Row:
        env = {name: bound.state for name, bound in scope.items()}
        if failed is None:
            last = head[-1] if head else None
            gives = bound_text(last, env) if isinstance(last, (Var, Const)) else ""
            return Row(_bindings(body, env), None, gives)
        literal = body[failed.index]
        bindings = _bindings(body[: failed.index + 1], env, self._ranges_over(literal))
        inside = None
        if isinstance(literal, Atom):
            failing = self._atom(literal, env, failed.truth)
        else:
            failing, inside = self._other(plan, literal, failed, scope, env)
        return Row(bindings, failing, inside=inside)

    def _ranges_over(self, literal: Literal) -> str:
        """The variable that is the member of a collection atom."""
        last = literal.args[-1] if isinstance(literal, Atom) and literal.args else None
        if not isinstance(literal, Atom) or not isinstance(last, Var):
            return ""
        members = self.evaluator.program.decls[literal.pred].reading is Reading.MEMBERS
        return last.name if members else ""

    # ---------------------------------------------------------------- atoms
    def _atom(self, atom: Atom, env: Env, truth: Truth) -> Failing:
        decl = self.evaluator.program.decls[atom.pred]
        keys = len(decl.key_types)
        key = tuple(
            arg.value if isinstance(arg, Const) else env.get(arg.name, UNKNOWN) for arg in atom.args[:keys]
        )
        named = {name: state for name, state in env.items() if state is not UNKNOWN}
        shown = ("not " if atom.negated else "") + bound_text(atom, named)
        last = atom.args[keys] if len(atom.args) > keys else None
        answer: State | None = None
        if isinstance(last, Const):
            answer = last.value
        elif isinstance(last, Var) and not last.anonymous:
            answer = env.get(last.name)
        known = None if answer is None or isinstance(answer, Absence) else usable(answer)
        if not is_known(key):
            return Failing(
                shown,
                truth_text(truth),
                Sentence("a part of the key of %(pred)s is not known", pred=atom.pred),
            )
        member = decl.reading is Reading.MEMBERS
        goal = Goal(atom.pred, texts(key), canonical(known) if member and known is not None else None)
        expected = canonical(known) if not member and known is not None and truth is False else None
        if atom.negated:
            expected = None
        asked = AskedGoal(goal, expected)
        if decl.shape is not Shape.DERIVED:
            found = self.recorded(decl, key, asked)
            return Failing(shown, truth_text(truth), found.says, found.spot, found.completeness)
        below = None if atom.negated and truth is False else asked
        return Failing(shown, truth_text(truth), self._says(decl, key), below=below)

    def recorded(self, decl: Decl, key: Key, asked: AskedGoal) -> Failing:
        """What is recorded of a lookup or a collection that was asked for by itself."""
        whole = decl.shape is Shape.SET and asked.goal.member is None
        spot = Spot(decl.pred, asked.goal.key, asked.goal.member, asked.expected, whole)
        if decl.shape is Shape.INVERSE:
            spot = Spot(decl.inverse_of or "", (), asked.goal.key[0], whole=True)
        completeness = None
        if decl.shape is Shape.SET:
            completeness = self._completeness(decl, asked.goal.key)
        shown = key_text(decl.pred, asked.goal.key)
        return Failing(shown, "", self._says(decl, key), spot, completeness)

    def chosen(self, asked: AskedGoal, state: str) -> Failing:
        """What is recorded of the key whose versions are chosen from; of two keys that are compared, of the
        first that is not settled."""
        goal, key, expected = asked.goal, asked.goal.key, asked.expected
        assert goal.version is not None
        if goal.version.other is not None:
            pair, recorded = (key, goal.version.other), self.evaluator.recorded
            key = next((one for one in pair if settled(recorded, goal.pred, one) is None), key)
            expected = None
        says = _is(goal_text(goal), None if state == UNKNOWN.value else state)
        return Failing(goal_text(goal), "", says, Spot(goal.pred, key, None, expected))

    def _says(self, decl: Decl, key: Key) -> str:
        """A predicate's state for a key: ``dest(Grus) = Corby``."""
        name = key_text(decl.pred, texts(key))
        call = (decl.pred, key)
        if decl.reading is Reading.MEMBERS:
            return _is(name, state_words(members_state(self.evaluator.members(*call))))
        if decl.reading is Reading.TRUTH:
            return Sentence("%(name)s is %(truth)s", name=name, truth=truth_text(self.evaluator.truth(*call)))
        state = self.evaluator.value(*call)
        return _is(name, None if state is UNKNOWN else state_text(state))

    def _completeness(self, decl: Decl, key: tuple[str, ...]) -> Completeness:
        group = self.evaluator.recorded.group(decl, key)
        args = (decl.pred, *key)
        stated = group.complete
        if group.closed:
            leaf = ""
        elif stated is None:
            leaf = f"missing({key_text('complete', args)})"
        elif stated.cancelled:
            leaf = f"cancelled({key_text('complete', args)})"
        else:
            leaf = key_text("notclosed", args)
        return Completeness(
            decl.pred,
            key,
            leaf,
            group.size,
            stated.events if stated is not None else (),
            stated.actions[0].t if stated is not None else None,
            tuple(sorted(group.members)),
            tuple(sorted(group.counted_dead)),
            tuple(sorted(group.added)),
            tuple((name, *_first_action(version)) for name, version in sorted(group.dead.items())),
        )

    # ---------------------------------------------------------------- tests and aggregates
    def _other(
        self, plan: Plan, literal: Literal, failed: Outcome, scope: Scope, env: Env
    ) -> tuple[Failing, Rows | None]:
        step = next(step for step in plan.steps if step.index == failed.index)
        shown, truth = literal_text(literal), truth_text(failed.truth)
        if isinstance(step, Fold):
            return Failing(shown, truth, self._folded(plan, step, env)), self._inside(step, scope)
        if isinstance(step, Compare):
            sides = (bound_text(side, env) for side in (step.left, step.right))
            used = {variable.name for side in (step.left, step.right) for variable in expr_vars(side)}
            folds = [other for other in plan.steps if isinstance(other, Fold) and other.binds in used]
            inside = self._inside(folds[0], scope) if folds else None
            return Failing(shown, truth, f" {step.op} ".join(sides)), inside
        assert isinstance(step, Bind)
        state = env.get(step.var, UNKNOWN)
        says = "; ".join(binding_check(step, env, state)) or f"{step.var} = {state_text(state)}"
        return Failing(shown, truth, says), None

    def _folded(self, plan: Plan, step: Fold, env: Env) -> str:
        if step.at_least is not None:
            keys = fold_keys(self.evaluator, step, env)
            least = self.evaluator.arithmetic(plan).value(step.at_least, env)
            sure = sum(truth is True for truth in keys.values())
            words = truth_text(early_count(keys, least))
            return Sentence(
                "%(sure)s for sure, %(rest)s undecided, at least %(least)s: %(truth)s",
                sure=sure,
                rest=len(keys) - sure,
                least=state_text(least),
                truth=words,
            )
        state = fold(self.evaluator, step, env)
        value = Sentence("unknown") if state is UNKNOWN else state_text(state)
        wanted = None if step.binds else env.get(step.literal.var.name)
        function = step.literal.function
        if wanted is None:
            return Sentence("%(function)s gives %(value)s", function=function, value=value)
        other = state_text(wanted)
        return Sentence(
            "%(function)s gives %(value)s, not %(other)s", function=function, value=value, other=other
        )

    def _inside(self, step: Fold, scope: Scope) -> Rows:
        """The rows that an aggregate folds; of ``all`` those of its domain with its condition."""
        head = (step.literal.term,)
        tree = self.explainer.tree(step.body, scope, {})
        rows = self._rows(tree, step.body, step.literal.body, scope, head)
        if step.condition is None:
            return rows
        found: list[Row] = []
        for inner, outcomes in _ways(tree, scope):
            if any(outcome.truth is False for outcome in outcomes.values()):
                continue
            condition = self.explainer.tree(step.condition, inner, {})
            under = self._rows(condition, step.condition, step.literal.condition, inner, head)
            found += under.shown
        found.sort(key=lambda row: row.failing is None)
        return Rows(tuple(found[:ROWS]), len(found))


def _ways(tree: Tree, around: Scope) -> Iterator[tuple[Scope, dict[int, Outcome]]]:
    """Each row of a tree with its variables, those of candidates that a derived driver rejects too; where a
    driver is closed and empty, the one row in which it is false."""
    if isinstance(tree, Leaf):
        yield {**around, **tree.scope}, tree.outcomes
        return
    for child in (*tree.children.values(), *tree.rejected.values()):
        yield from _ways(child, around)
    if tree.open:
        yield from _ways(tree.phantom, around)
    elif not tree.children and not tree.rejected:
        scope = _first(tree.phantom)
        false = {driver.index: Outcome(driver.index, False) for driver in tree.drivers}
        known = {name: bound for name, bound in scope.items() if bound.state is not UNKNOWN}
        yield {**around, **known}, {**tree.outcomes, **false}


def _is(name: str, value: str | None) -> Sentence:
    """What something is; None where that is unknown."""
    if value is None:
        return Sentence("%(name)s is unknown", name=name)
    return Sentence("%(name)s = %(value)s", name=name, value=value)


def _first_action(version: Version) -> tuple[str, datetime]:
    return version.actions[0].event, version.actions[0].t


def _first(tree: Tree) -> Scope:
    """The variables of the row of which nothing is named: it has those of every row around it."""
    while not isinstance(tree, Leaf):
        tree = tree.phantom
    return tree.scope


def _bindings(body: tuple[Literal, ...], env: Env, unnamed: str = "") -> tuple[tuple[str, str], ...]:
    """The variables of some literals with their values; of those that are not known, ``unnamed`` alone."""
    found: dict[str, str] = {}
    for literal in body:
        for variable in all_vars(literal) if isinstance(literal, Atom) else own_vars(literal):
            state = env.get(variable.name)
            if variable.anonymous or state is None or variable.name in found:
                continue
            if state is not UNKNOWN:
                found[variable.name] = state_text(state)
            elif variable.name == unnamed:
                found[variable.name] = NOT_NAMED
    return tuple(found.items())
