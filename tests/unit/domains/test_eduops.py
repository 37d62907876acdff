"""EduOps: its declared rules, names and records; test_domain_texts has what holds of all domains."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest

from scenarios.datalog.history import Op
from scenarios.datalog.loading import load_program, program_in_force
from scenarios.datalog.syntax import Shape
from scenarios.domains.eduops.templates.policies import BEST_COUNTS, LATEST_COUNTS, REPEAT_POLICY
from scenarios.domains.registry import get
from scenarios.rendering.records import parse_record
from scenarios.rendering.virtualization import NameBook
from tests.factories.domain_samples import at

EDUOPS = get("eduops")
PROGRAM = load_program(EDUOPS.program_text, "eduops/base.dl")
AT = at()


# ---------------------------------------------------------------- declarations
def test_every_declared_rule_can_be_replaced_and_withdrawn():
    ops = {template.actions[0].op for template in EDUOPS.templates if template.slug.endswith("_withdrawn")}
    assert ops == {Op.CANCEL, Op.UNRULE}
    params = {pred for pred, decl in PROGRAM.decls.items() if decl.shape is Shape.PARAM}
    for op in (Op.ASSERT, Op.REVISE, Op.CANCEL):
        said = {
            action.pred for template in EDUOPS.templates for action in template.actions if action.op is op
        }
        assert params <= said, op


@pytest.mark.parametrize("clause", [LATEST_COUNTS, BEST_COUNTS])
def test_both_repeat_policies_fit_the_program(clause):
    in_force = program_in_force(PROGRAM, {REPEAT_POLICY: clause})
    assert [found.rule_key for found in in_force.clauses_of("attempt_grade")] == [REPEAT_POLICY]


# ---------------------------------------------------------------- names
def test_courses_are_an_invented_topic_with_a_level():
    names = NameBook(3).draw("course", 30)
    assert all(re.fullmatch(r"[A-Z][a-z]+(ics|istry|ology) \d{2}0", name) for name in names)
    assert len({name.split()[0] for name in names}) == len(names)
    assert all(EDUOPS.question("same_division").kinds["first"].checked(name) == name for name in names)


# ---------------------------------------------------------------- records
def test_backdated_records_carry_their_day():
    backdated = [t for t in EDUOPS.templates if any(action.as_of for action in t.actions)]
    assert {action.pred for t in backdated for action in t.actions} >= {"grade", "credits", "pass_mark"}
    text = "Copy of the mark sheet dated 9 January 2031: Mela Torow at 48 in Tornistry 240, Belmas."
    (action,) = parse_record(EDUOPS, text, AT)
    assert (action.key, action.value) == (("Mela Torow", "Tornistry 240", "Belmas"), "48")
    assert action.as_of == datetime(2031, 1, 9, tzinfo=UTC)


def test_a_term_record_states_the_term_and_the_whole_list():
    text = "Term record Belmas of Mela Torow closed: Tornistry 240 and Galnology 310. Nothing more was sat."
    term, listed = parse_record(EDUOPS, text, AT)
    assert (term.op, term.pred, term.key, term.member) == (Op.MEMBER, "term_of", ("Mela Torow",), "Belmas")
    assert (listed.op, listed.key, listed.size) == (Op.COMPLETE, ("Mela Torow", "Belmas"), 2)
    assert listed.members == ("Tornistry 240", "Galnology 310")
