"""What is asked where a declared clause is asked about (spec 7.2)."""

from __future__ import annotations

import pytest

from scenarios.datalog.derivation import Answerability, Gold
from scenarios.datalog.errors import ProgramError
from scenarios.datalog.loading import load_program
from scenarios.datalog.rule_goals import goal_of_rule, gold_of_rule, is_parameter, is_rule_goal
from scenarios.datalog.syntax import Goal

PROGRAM = load_program(
    """\
func size(item) -> int
param cap(group) -> int
derived banned(item) -> bool
derived spared(person, item) -> bool
derived most() -> int
derived due(item) -> int
"""
)


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ('banned(I) :- I = "Boots".', Goal("banned", ("Boots",))),
        ('banned(I) :- I = "Boots", date(cutoff) <= date(2031-05-01).', Goal("banned", ("Boots",))),
        ('spared(P,I) :- I = "Boots", P = "Orso".', Goal("spared", ("Orso", "Boots"))),
        ("most(N) :- N = 5.", Goal("most", ())),
        ('banned("Boots") :- date(cutoff) <= date(2031-05-01).', Goal("banned", ("Boots",))),
        ("banned(I) :- size(I,5).", Goal("rule:r", ())),
        ("due(I,N) :- size(I,N).", Goal("rule:r", ())),
        ('spared(P,I) :- I = "Boots", size(P,_).', Goal("rule:r", ())),
    ],
)
def test_a_clause_about_one_thing_is_asked_by_its_head_and_another_by_its_key(text: str, goal: Goal):
    found = goal_of_rule(PROGRAM, "r", text)
    assert found == goal
    assert is_rule_goal(found) is (goal.pred == "rule:r")


def test_what_is_no_clause_is_refused():
    with pytest.raises(ProgramError):
        goal_of_rule(PROGRAM, "r", "banned(I) :- ")


def test_a_parameter_is_no_clause():
    assert is_parameter(PROGRAM, "cap")
    assert not is_parameter(PROGRAM, "most")
    assert not is_parameter(PROGRAM, "repeat_policy")


def test_the_gold_of_a_rule_goal_is_the_word_for_the_clause_in_force():
    options = {"due(I,N) :- size(I,N).": "size"}
    assert gold_of_rule("due(I,N) :- size(I,N).", options) == Gold(Answerability.ANSWERABLE, "size")
    assert gold_of_rule("due(I,1) :- size(I,_).", options).answer == "due(I,1) :- size(I,_)."
    assert gold_of_rule(None, options) == Gold(Answerability.UNKNOWN, None)
