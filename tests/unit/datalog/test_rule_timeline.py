"""Rules that events declare are judged beside those in force with them (spec 1.7, case D05)."""

from __future__ import annotations

import pytest

from scenarios.datalog.errors import ProgramError
from scenarios.datalog.facts import load_history
from scenarios.datalog.history import History
from scenarios.datalog.loading import declared_clause, load_program, program_in_force
from scenarios.datalog.rule_timeline import RefusedRule, refused_rules

PROGRAM = load_program(
    """\
func x(e) -> text
derived p(e) -> bool
derived q(e) -> bool
derived r(e) -> bool
@rule(a) p(E) :- x(E,"a").
@rule(b) q(E) :- x(E,"b").
r(E) :- p(E).
"""
)


def refused(*lines: str) -> list[RefusedRule]:
    return refused_rules(PROGRAM, load_history_unchecked("\n".join(lines)))


def load_history_unchecked(text: str) -> History:
    """Events one line each, merged without judging their rules."""
    actions = [action for line in text.splitlines() for action in load_history(PROGRAM, line).actions]
    return History.of(actions)


def test_rules_that_fit_are_not_refused() -> None:
    assert refused('e1 2026-01-01: rule a "p(E) :- not q(E)."', "e2 2026-01-02: unrule a.") == []
    assert refused("e1 2026-01-01: x(i, a).") == []


def test_of_two_rules_that_close_a_cycle_together_the_later_is_refused_in_any_order_of_rows() -> None:
    lines = [
        'e1 2026-01-01: rule a "p(E) :- not q(E)."',
        'e2 2026-01-02: rule b "q(E) :- r(E)."',
        "e3 2026-01-03: x(i, a).",
    ]
    for rows in (lines, lines[::-1]):
        (found,) = refused(*rows)
        assert (found.action.event, found.beside) == ("e2", (("a", ("e1",)),))
        (fault,) = found.error.faults
        assert (fault.code, fault.place) == ("unstratified", "rule:a:1:13")
        assert "p -> q -> r -> p" in fault.message
        assert "event e2 at 2026-01-02T09:00:00+00:00: rule b is refused" in str(found)
        assert "beside the rules in force then: a (e1)" in str(found)


def test_what_follows_a_refused_rule_is_judged_without_it() -> None:
    found = refused(
        'e1 2026-01-01: rule a "p(E) :- not q(E)."',
        'e2 2026-01-02: rule b "q(E) :- p(E)."',
        'e3 2026-01-03: rule c "r(E) :- q(E)."',
        'e4 2026-01-04: rule b "q(E) :- r(E)."',
    )
    assert [one.action.event for one in found] == ["e2", "e4"]


def test_a_withdrawal_that_brings_a_base_clause_back_is_refused_where_that_closes_a_cycle() -> None:
    program = load_program(
        "func x(e) -> text\nderived p(e) -> bool\nderived q(e) -> bool\n@rule(a) p(E) :- not q(E)."
    )
    text = ['e1 2026-01-01: rule a "p(E) :- x(E,_)."', "e3 2026-01-03: unrule a."]
    actions = [action for line in text for action in load_history(program, line).actions]
    beside = load_history(
        load_program(program.source.replace("@rule(a) p(E) :- not q(E).", "@rule(a) p(E) :- x(E,_).")),
        'e2 2026-01-02: rule b "q(E) :- p(E)."',
    ).actions
    (found,) = refused_rules(program, History.of([*actions, *beside]))
    assert (found.action.event, found.action.op) == ("e3", "unrule")
    (fault,) = found.error.faults
    assert fault.place == "<program>:4:22"
    alone = refused_rules(program, History.of(beside))
    assert [one.action.event for one in alone] == ["e2"]
    assert alone[0].beside == ()


def test_rules_of_one_time_are_judged_together() -> None:
    one = 'e1 2026-01-01: rule a "p(E) :- not q(E)."'
    assert (
        refused(one, 'e2 2026-01-05: rule b "q(E) :- r(E)."', 'e3 2026-01-05: rule a "p(E) :- q(E)."') == []
    )
    (found,) = refused(one, 'e2 2026-01-05: rule c "r(E) :- q(E)."', 'e3 2026-01-05: rule b "q(E) :- r(E)."')
    assert found.action.event == "e3"


def test_a_clause_by_itself_may_need_another_rule_to_be_in_force() -> None:
    program = load_program(
        "func x(e) -> text\nderived p(e) -> bool\nderived q(e) -> bool\n@rule(a) p(E) :- q(E).\n"
    )
    clause = declared_clause(program, "b", "q(E) :- not p(E).")
    assert clause.rule_key == "b"
    with pytest.raises(ProgramError, match="p -> q") as caught:
        program_in_force(program, {"b": "\nq(E) :- not p(E)."})
    assert [fault.place for fault in caught.value.faults] == ["rule:b:2:13"]
    assert "q(E) :- not p(E)." in str(caught.value)
    with pytest.raises(ProgramError, match="expected"):
        declared_clause(program, "b", "q(E) :- ")
