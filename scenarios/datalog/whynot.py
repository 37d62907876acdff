"""Why a goal is false, unknown or other than expected: the first failing literal of each clause. PURE.

A clause is read row by row, with the expected answer already in its body (``whynot_probes``): the first
literal in clause order that does not hold is the reason of that row. Derived literals are asked for in
their turn, level by level, all of one level at once; recorded ones name what is recorded nearby. Works on
any evaluator, the reference or one whose states Postgres computed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from scenarios.datalog.derivation_text import state_words
from scenarios.datalog.errors import bounded_depth
from scenarios.datalog.explainer import Explainer
from scenarios.datalog.explanation_text import truth_text
from scenarios.datalog.goal_text import AskedGoal
from scenarios.datalog.goals import canonical_goal, goal_key, goal_state, gold_of
from scenarios.datalog.history import History
from scenarios.datalog.nearby import Nearest, Spot, nearest_in
from scenarios.datalog.printing import atom_text, clause_text
from scenarios.datalog.recorded_nodes import members_state
from scenarios.datalog.reference_body import Key
from scenarios.datalog.reference_evaluator import Evaluator
from scenarios.datalog.reference_state import Members
from scenarios.datalog.resolution import resolve
from scenarios.datalog.syntax import Program, Reading, Shape
from scenarios.datalog.values import parse_value
from scenarios.datalog.whynot_probes import Probe, Widened, probed, retired_rules, widen
from scenarios.datalog.whynot_rows import RowReader
from scenarios.datalog.whynot_values import ClauseReason, Report, Rows, WhyNot
from scenarios.sentences import Sentence

#: Derived goals that one level follows.
GOALS = 12

#: Answers goals of one level, in order.
Level = Callable[[Sequence[AskedGoal]], Sequence[WhyNot]]


def why_not(
    program: Program, history: History, asked: AskedGoal, cutoff: datetime, *, depth: int = 1
) -> Report:
    """The reasons by the reference evaluator, derived goals followed ``depth`` levels down.

    Raises what ``reference.answer`` raises.
    """
    goal = canonical_goal(program, asked.goal, cutoff)
    resolved = resolve(history, cutoff)
    wide = widen(program, tuple(resolved.rules.items()), retired_rules(resolved))
    with bounded_depth():
        explainer = Explainer(Evaluator(wide.program, resolved))

        def level(goals: Sequence[AskedGoal]) -> list[WhyNot]:
            return [reasons(explainer, wide, one) for one in goals]

        found = followed(level, AskedGoal(goal, asked.expected), depth=depth)
    return with_nearest(found, nearest_in(program, resolved, spots_of(found)))


def followed(level: Level, asked: AskedGoal, *, depth: int) -> Report:
    """The reasons of a goal and of the derived goals that they end in, level by level; of a goal that is what
    was expected its own alone."""
    root = level([asked])[0]
    depth = 0 if root.met else depth
    found: dict[AskedGoal, WhyNot] = {asked: root}
    newest, left = [root], set[AskedGoal]()
    for place in range(depth + 1):
        below = dict.fromkeys(failing.below for one in newest for failing in one.failings())
        asked_next = [one for one in below if one is not None and one not in found]
        follow = asked_next[: GOALS if place < depth else 0]
        left.update(asked_next[len(follow) :])
        newest = list(level(follow)) if follow else []
        found.update(zip(follow, newest, strict=True))
    return Report(root, tuple(found.values())[1:], len(left - found.keys()))


def spots_of(report: Report) -> list[Spot]:
    """The recorded places that the reasons rest on, each once."""
    spots = (failing.spot for one in report.all for failing in one.failings())
    return list(dict.fromkeys(spot for spot in spots if spot is not None))


def with_nearest(report: Report, nearest: dict[Spot, Nearest]) -> Report:
    """The report with what is recorded near its places."""
    return Report(report.root, report.below, report.left, nearest)


def reasons(explainer: Explainer, wide: Widened, asked: AskedGoal) -> WhyNot:
    """What each clause, in force or not, says of one goal; for recorded goals what is recorded."""
    clauses = [clause_reason(explainer, *ask) for ask in probes_of(wide, asked)]
    return combined(own_reason(explainer, asked), wide, clauses)


def own_reason(explainer: Explainer, asked: AskedGoal) -> WhyNot:
    """What a goal is; of a recorded one what is recorded."""
    decl = explainer.evaluator.program.decls[asked.goal.pred]
    state, known, met = standing(explainer.evaluator, asked)
    if decl.shape is Shape.DERIVED:
        return WhyNot(asked, state, known, met)
    reader = RowReader(explainer)
    if asked.goal.version is not None:
        return WhyNot(asked, state, known, met, direct=reader.chosen(asked, state))
    key = goal_key(explainer.evaluator.program, asked.goal)
    return WhyNot(asked, state, known, met, direct=reader.recorded(decl, key, asked))


def combined(own: WhyNot, wide: Widened, clauses: Sequence[ClauseReason]) -> WhyNot:
    """A goal with what its clauses say."""
    return replace(own, clauses=tuple(clauses), unreadable=() if own.direct else wide.unreadable)


def probes_of(wide: Widened, asked: AskedGoal) -> list[tuple[Probe, str, Key]]:
    """Each clause with the predicate and the key by which it is asked."""
    found = wide.probes.get(asked.goal.pred, ())
    return [(probe, *probe_call(wide.program, probe, asked)) for probe in found]


def standing(evaluator: Evaluator, asked: AskedGoal) -> tuple[str, bool, bool]:
    """What a goal is, in words, whether it is known, and whether it is what was expected."""
    found = goal_state(evaluator, asked.goal)
    decl = evaluator.program.decls[asked.goal.pred]
    if isinstance(found, Members):
        return state_words(members_state(found)), found.known, found.known
    if asked.goal.member is not None or decl.reading is Reading.TRUTH:
        truth = found if isinstance(found, bool) else None
        words = truth_text(truth)
        return words, truth is not None, words == (asked.expected or "true")
    gold = gold_of(found)
    words = gold.label.value if gold.answer is None else state_words(gold.answer)
    known = gold.answer is not None
    return words, known, known and asked.expected in (None, words)


def probe_call(program: Program, probe: Probe, asked: AskedGoal) -> tuple[str, Key]:
    """The predicate and the key by which a clause is asked."""
    decl = program.decls[asked.goal.pred]
    key: Key = goal_key(program, asked.goal)
    answer = asked.goal.member if decl.reading is Reading.MEMBERS else asked.expected
    if answer is None or answer == "none" or decl.reading is Reading.TRUTH:
        return probed(probe, decl, False), key
    typed = parse_value(answer, decl.member_type or decl.value_type or "text")
    return probed(probe, decl, True), (*key, typed)


def clause_reason(explainer: Explainer, probe: Probe, pred: str, key: Key) -> ClauseReason:
    """The rows of one clause for one key, with the answer in its body where one was asked for."""
    evaluator = explainer.evaluator
    trees = explainer.trees(pred, key)
    text = clause_text(probe.clause)
    if not trees:
        return ClauseReason(
            text,
            probe.standing,
            "false",
            Sentence("its head is %(head)s", head=atom_text(probe.clause.head)),
            Rows((), 0),
        )
    plan = evaluator.plans.of(pred)[0]
    rows = RowReader(explainer).rows(trees[0][0], plan, probe.clause, key)
    return ClauseReason(text, probe.standing, truth_text(evaluator.truth(pred, key)), "", rows)
