"""TripOps: the program loads, and templates and questions fit its declarations (spec 4.1, 14.1)."""

from __future__ import annotations

import pytest

from scenarios.datalog.history import Op
from scenarios.datalog.loading import load_program
from scenarios.datalog.syntax import Reading, Shape
from tests.factories.tripops_samples import TRIPOPS, sample_records

PROGRAM = load_program(TRIPOPS.program_text, "tripops/base.dl")


def test_every_template_has_four_wordings_in_two_registers():
    for template in TRIPOPS.templates:
        registers = [surface.register for surface in template.surfaces]
        assert len(registers) >= 4
        assert set(registers) == {"note", "message"}, template.slug
        assert len({surface.source for surface in template.surfaces}) == len(registers)


def test_records_state_recorded_predicates_with_the_declared_arguments():
    stated = set()
    for _, _, _, actions, _ in sample_records(2):
        for action in actions:
            decl = PROGRAM.decls[action.pred]
            assert decl.shape in (Shape.FUNC, Shape.SET, Shape.PARAM), action
            assert len(action.key) == len(decl.key_types)
            assert (action.op in (Op.MEMBER, Op.COMPLETE)) == (decl.shape is Shape.SET)
            stated.add(action.pred)
    recorded = {
        pred for pred, decl in PROGRAM.decls.items() if decl.shape in (Shape.FUNC, Shape.SET, Shape.PARAM)
    }
    assert stated == recorded


@pytest.mark.parametrize("template", TRIPOPS.question_templates, ids=lambda t: t.slug)
def test_questions_ask_what_the_program_answers(template):
    decl = PROGRAM.decls[template.pred]
    assert len(template.key) == len(decl.key_types)
    assert set(template.key) | ({template.member} if template.member else set()) == set(template.kinds)
    readings = {
        "set": Reading.MEMBERS, "bool": Reading.MEMBERS if template.member else Reading.TRUTH,
    }  # fmt: skip
    assert decl.reading is readings.get(template.answer_type, Reading.VALUE)
    assert len(template.surfaces) >= 3
    if decl.value_type == "money":
        assert template.answer_type == "money"
        assert template.unit == TRIPOPS.currency
