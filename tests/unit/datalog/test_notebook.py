"""The engine in a notebook: asked in words, shown as text and HTML, with no Django and no Postgres loaded."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from scenarios import graphs
from scenarios.datalog.derivation_text import dot_text, state_words, tree_lines
from scenarios.datalog.errors import GoalError, HistoryError, ProgramError
from scenarios.datalog.examples import BY_SLUG, EXAMPLES, WORKED
from scenarios.datalog.notebook import World, world
from scenarios.datalog.syntax import Goal
from tests.unit.walls.rooms import ROOT

FRESH = """
import sys
from scenarios.datalog.examples import WORKED
from scenarios.datalog.notebook import world
result = world(WORKED.program, WORKED.history).ask(WORKED.goal, WORKED.cutoff)
assert result.answer == 2, result
repr(result), result._repr_html_(), result.dot(), repr(result.difference("2026-06-30"))
loaded = {name.split(".")[0] for name in sys.modules}
print(sorted(loaded & {"django", "psycopg", "psycopg_binary", "rest_framework", "graphviz", "benchmark"}))
"""


def trips() -> World:
    return world(WORKED.program, WORKED.history)


def test_a_fresh_interpreter_answers_without_django_and_postgres() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FRESH], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"


def test_a_result_says_label_answer_witnesses_and_derivation() -> None:
    result = trips().ask("n_outside(Vera)", at="2026-08-31")
    assert (result.label, result.answer, result.missing) == ("answerable", 2, ())
    assert result.witnesses == (("e1", "e10", "e2", "e3", "e4", "e5", "e6", "e8", "e9"),)
    shown = repr(result).splitlines()
    assert shown[0] == "n_outside(Vera) at 2026-08-31: answerable 2"
    assert shown[1] == "witness 1: e1, e2, e3, e4, e5, e6, e8, e9, e10"
    assert shown[2] == "aggregate n_outside(Vera) = 2"
    assert "    test Corvia != Corvia: false" in shown
    assert "      fact dest(Grus) = Corby" in shown
    assert (result.derivation.height, result.derivation.width) == (4, 12)


def test_an_unknown_names_what_is_missing() -> None:
    result = trips().ask("n_outside(Vera)", at="2026-05-31")
    assert result.missing == ("missing(complete(trip,Vera))",)
    assert "missing: missing(complete(trip,Vera))\nwitnesses: none" in repr(result)
    assert "Missing: missing(complete(trip,Vera))" in result._repr_html_()


def test_cutoffs_are_texts_dates_times_or_the_end() -> None:
    known = trips()
    assert known.ask("n_outside(Vera)").cutoff == known.end == datetime(2026, 8, 1, 9, tzinfo=UTC)
    goal = Goal("n_outside", ("Vera",))
    for at in (
        "2026-06-30",
        date(2026, 6, 30),
        datetime(2026, 6, 30, 12, tzinfo=UTC),
        "2026-06-30T12:00:00+02:00",
    ):
        assert known.ask(goal, at).answer == 3, at
    assert known.ask(goal, "2026-06-30").head == "n_outside(Vera) at 2026-06-30: answerable 3"
    assert known.ask(goal, "2026-06-30T12:00:00Z").head.startswith("n_outside(Vera) at 2026-06-30T12:00:00Z:")
    for at, says in (
        ("noon", "'noon' is no cutoff"),
        ("2026-06-30T12:00:00", "no time zone"),
        (datetime(2026, 6, 30), "no time zone"),  # noqa: DTZ001 - the naive time is what is refused
        ("0001-01-01T00:00:00+14:00", "outside the years"),
        ("9999-12-31", "not within the years"),
    ):
        with pytest.raises(GoalError, match=says):
            known.ask(goal, at)
    assert world("func a(k) -> int").ask("a(x)").label == "unknown"


def test_the_difference_between_two_cutoffs_is_the_same_from_both_sides() -> None:
    june, august = (trips().ask("n_outside(Vera)", at) for at in ("2026-06-30", "2026-08-31"))
    found = august.difference("2026-06-30")
    assert repr(found) == repr(june.difference("2026-08-31"))
    assert found.changed
    assert found.events == ("e10",)
    assert repr(found).splitlines()[:6] == [
        "n_outside(Vera)",
        "at 2026-06-30: answerable 3",
        "at 2026-08-31: answerable 2",
        "caused by",
        "  e10 (2026-07-01T09:00:00Z): revise dest(Grus) = Corby",
        "changed: 4",
    ]
    assert "  ≠ fact dest(Grus): Halewick → Corby" in repr(found)
    assert "e10 (2026-07-01T09:00:00Z)" in found._repr_html_()
    same = august.difference("2026-07-31")
    assert not same.changed
    assert same.events == ()
    assert "the same: 28 nodes" in repr(same)


def test_why_not_names_the_literal_that_fails_and_what_is_missing() -> None:
    known = trips()
    other = known.ask("n_outside(Vera)").whynot("3")
    assert repr(other).startswith("n_outside(Vera) = 3? It is 2.")
    assert "fails at N != M, false: Corvia != Corvia" in repr(other)
    assert "see outside(Vera; Grus)" in repr(known.ask("n_outside(Vera)").whynot("3", depth=0))
    unknown = known.ask("n_outside(Vera)", "2026-05-31").whynot()
    assert "no record says that trip(Vera) is complete" in repr(unknown)
    assert "N != M" in other._repr_html_()
    assert "<pre>" in other._repr_html_()


def test_a_tree_is_cut_at_a_depth_and_says_how_much_is_below() -> None:
    derivation = trips().ask("n_outside(Vera)").derivation
    assert tree_lines(derivation, 0) == ["aggregate n_outside(Vera) = 2  (+ 27 more below)"]
    lines = tree_lines(derivation, 2)
    assert lines[1] == "  derived set outside(Vera) = {Anser, Ibex}, closed"
    assert "    derived home(Vera) = Corvia  (+ 4 more below)" in lines
    shared = [line for line in tree_lines(derivation) if line.endswith("(above)")]
    assert shared == []
    june = trips().ask("n_outside(Vera)", "2026-06-30").tree().splitlines()
    assert [line.strip() for line in june if line.endswith("(above)")] == [
        "fact city_in(Halewick) = Drossel  (above)"
    ]


def test_dot_is_drawn_by_any_graphviz_whatever_the_names_hold() -> None:
    name = 'a"\\b & <c>\n\x07'
    known = world("func at(k) -> place", "e1: at(" + r'"a\"\\b & <c>\n' + '\x07", "x\\ny").')
    source = known.ask(Goal("at", (name,))).dot()
    assert '\\"' in source
    assert "\x07" not in source
    svg = graphs._svg(source)
    assert svg.count('class="node"') == 2
    plain = dot_text(trips().ask("n_outside(Vera)", "2026-05-31").derivation)
    assert 'label="missing(complete(trip,Vera))"' in plain
    assert graphs._svg(plain).count('class="edge"') == 8


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (None, ""),
        (True, "true"),
        (False, "false"),
        ("Corby", "Corby"),
        (["a", "b"], "{a, b}"),
        ({"members": ["a"], "undecided": ["b"], "open": True}, "{a}, undecided {b}, open"),
    ],
)
def test_states_in_words(state: object, words: str) -> None:
    assert state_words(state) == words


def test_witnesses_beyond_the_list_are_counted_or_said_to_be_bounded() -> None:
    program = "set m(g ; x)\nfunc v(x) -> int\nderived one(g) -> bool\none(G) :- m(G,X), v(X,1)."
    history = "\n".join(f"e{n}: m(G; x{n}), v(x{n}, 1)." for n in range(70))
    result = world(program, history).ask("one(G)")
    assert len(result.witnesses) == 64
    assert "6 more witnesses are not listed" in repr(result)
    bounded = replace(result.evaluation.witnesses, unlisted=None, exact=False)
    shown = replace(result, evaluation=replace(result.evaluation, witnesses=bounded))
    assert "more witnesses exist, their number is bounded only" in repr(shown)
    none = world("derived waived(x) -> bool").ask("waived(a)")
    assert "witness 1: no event" in repr(none)


def test_all_faults_are_raised_at_once() -> None:
    with pytest.raises(ProgramError) as caught:
        world("func a(k) -> int\nderived b(k) -> int\nb(K,V) :- c(K,V).\nb(K,V) :- a(K,W).")
    assert {fault.line for fault in caught.value.faults} == {3, 4}
    with pytest.raises(ProgramError, match=r"rules\.dl:1:11"):
        world({"facts.dl": "derived b(k) -> int", "rules.dl": "b(K,V) :- c(K,V)."})
    with pytest.raises(HistoryError) as found:
        world("func a(k) -> int", "e1: a(x, 1), b(y).\ne1: a(y, 1).")
    assert [fault.line for fault in found.value.faults] == [1, 2]
    with pytest.raises(GoalError, match="declares no b"):
        world("func a(k) -> int").ask("b(x)")


ANSWERS = {
    "worked-example": ("answerable", 2),
    "unknown": ("unknown", None),
    "completeness": ("answerable", ["Dyes"]),
    "mutual-recursion": ("answerable", ["Corby", "Halewick"]),
    "non-linear-recursion": ("answerable", True),
    "rule-withdrawn": ("answerable", 75),
}


@pytest.mark.parametrize("slug", ANSWERS)
def test_an_example_comes_out_as_it_says(slug: str) -> None:
    example = BY_SLUG[slug]
    result = world(example.program, example.history).ask(example.goal, example.cutoff)
    assert (result.label, result.answer) == ANSWERS[slug]


def test_examples_make_their_points() -> None:
    assert {example.slug for example in EXAMPLES} == {*ANSWERS, "runaway"}
    known = world(BY_SLUG["completeness"].program, BY_SLUG["completeness"].history)
    labels = [known.ask("lacks(Ilka)", at).label for at in ("2026-03-31", "2026-04-30", "2026-05-31")]
    assert labels == ["unknown", "answerable", "unknown"]
    two = world(BY_SLUG["non-linear-recursion"].program, BY_SLUG["non-linear-recursion"].history)
    assert two.ask("reach(shawl; goods)").witnesses == (("e1", "e2"), ("e1", "e3"))
    rules = world(BY_SLUG["rule-withdrawn"].program, BY_SLUG["rule-withdrawn"].history)
    days = ("2026-01-06", "2026-01-11", "2026-01-16", "2026-01-21")
    assert [rules.ask("payable(Kestrel)", at).answer for at in days] == [90, 60, 75, 90]


def test_a_world_counts_what_it_holds() -> None:
    assert repr(trips()).splitlines() == [
        "8 declarations: 3 func, 1 set, 4 derived",
        "4 rules",
        "2 strata",
        "recursion: none",
        "11 events",
    ]
