"""EduOps: the program loads, templates and questions fit it, and every text reads back (spec 4.3, 4.5, 6)."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from scenarios.bundle import EntitySpec, EventSpec, QuerySpec
from scenarios.datalog.history import ActionRecord, Op
from scenarios.datalog.loading import load_program, program_in_force
from scenarios.datalog.syntax import Reading, Shape
from scenarios.domains.eduops.templates.policies import BEST_COUNTS, LATEST_COUNTS, REPEAT_POLICY
from scenarios.domains.registry import get
from scenarios.rendering import checks, questions
from scenarios.rendering.lexicon import content_lemmas
from scenarios.rendering.patterns import EventRef, SlotValue, expand
from scenarios.rendering.records import parse_record, readings
from scenarios.rendering.slots import ListSlot
from scenarios.rendering.templates import TODAY, RecordTemplate
from scenarios.rendering.virtualization import NameBook

EDUOPS = get("eduops")
PROGRAM = load_program(EDUOPS.program_text, "eduops/base.dl")
RECORDED = {
    pred for pred, decl in PROGRAM.decls.items() if decl.shape in (Shape.FUNC, Shape.SET, Shape.PARAM)
}
ACTIONS = [action for template in EDUOPS.templates for action in template.actions]
AT = EventRef("e0007", datetime(2031, 6, 4, 9, 30, tzinfo=UTC), 7)
CUTOFF = datetime(2031, 10, 14, 9, 30, tzinfo=UTC)

OPERATORS = {
    "T1", "S1", "S2", "S3", "S4", "S5", "C1", "C2", "C3", "C4", "R1", "R2", "R3", "R4", "R5", "R6",
    "Q1", "Q2", "Q3", "Q4", "Q5", "Q6",
}  # fmt: skip
FAMILIES = {"T": "temporal", "S": "semantic", "C": "closure", "R": "rules", "Q": "set_quant"}

TYPE_OF_SLOT = {
    "other": "course", "old": "course", "first": "course", "second": "course", "courses": "course",
    "terms": "term", "holds": "hold",
}  # fmt: skip
PLAIN = {
    "area": ["algebra", "drama", "botany"], "areas": ["algebra", "drama", "botany"],
    "standing": ["regular", "visiting", "resting"], "points": ["3", "12", "1200"], "mark": ["5", "48", "100"],
    "begins": ["2031-02-03", "2031-11-30"], "ends": ["2031-07-01"], "as_of": ["2031-01-09"],
}  # fmt: skip

Sample = tuple[RecordTemplate, int, str, tuple[ActionRecord, ...], dict[str, SlotValue]]


def values_for(kinds: dict[str, object], rng: random.Random, book: NameBook) -> dict[str, SlotValue]:
    """A value for every slot; lists of one to three."""
    found: dict[str, SlotValue] = {}
    for slot, kind in kinds.items():
        if slot == TODAY:
            continue
        count = rng.randint(1, 3) if isinstance(kind, ListSlot) else 1
        if slot in PLAIN:
            drawn = rng.sample(PLAIN[slot], count)
        else:
            drawn = book.draw(TYPE_OF_SLOT.get(slot, slot), count)
        found[slot] = tuple(drawn) if isinstance(kind, ListSlot) else drawn[0]
    return found


def sample_records(seed: int) -> Iterator[Sample]:
    """Every wording of the domain with drawn values; a book of names for each, as the domain has many."""
    rng = random.Random(seed)
    for template in EDUOPS.templates:
        for surface in range(len(template.surfaces)):
            values = values_for(dict(template.kinds), rng, NameBook(rng.randrange(10**6)))
            actions = expand(template.actions, values, AT) if template.actions else ()
            text = template.write({**values, TODAY: AT.t.date().isoformat()}, surface)
            yield template, surface, text, actions, values


# ---------------------------------------------------------------- declarations
def test_every_template_has_four_wordings_in_two_registers():
    for template in EDUOPS.templates:
        registers = [surface.register for surface in template.surfaces]
        assert len(registers) >= 4, template.slug
        assert set(registers) == {"note", "message"}, template.slug
        assert len({surface.source for surface in template.surfaces}) == len(registers), template.slug


def test_no_slug_and_no_wording_stands_twice():
    for templates in (EDUOPS.templates, EDUOPS.question_templates):
        slugs = [template.slug for template in templates]
        sources = [surface.source for template in templates for surface in template.surfaces]
        assert len(set(slugs)) == len(slugs)
        assert len(set(sources)) == len(sources)


def test_records_state_recorded_predicates_with_the_declared_arguments():
    stated = set()
    for template, _, _, actions, _ in sample_records(2):
        for action in actions:
            if action.op in (Op.RULE, Op.UNRULE):
                assert action.pred == REPEAT_POLICY
                continue
            decl = PROGRAM.decls[action.pred]
            assert action.pred in RECORDED, template.slug
            assert len(action.key) == len(decl.key_types), template.slug
            collection = action.op in (Op.MEMBER, Op.COMPLETE) or action.member is not None
            assert collection == (decl.shape is Shape.SET), template.slug
            stated.add(action.pred)
    assert stated == RECORDED


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


@pytest.mark.parametrize("template", EDUOPS.question_templates, ids=lambda t: t.slug)
def test_questions_ask_what_the_program_answers(template):
    decl = PROGRAM.decls[template.pred]
    assert len(template.key) == len(decl.key_types)
    assert set(template.key) | ({template.member} if template.member else set()) == set(template.kinds)
    expected = {
        "set": Reading.MEMBERS, "bool": Reading.MEMBERS if template.member else Reading.TRUTH,
    }  # fmt: skip
    assert decl.reading is expected.get(template.answer_type, Reading.VALUE)
    assert len({surface.source for surface in template.surfaces}) >= 3
    assert template.family == FAMILIES[template.operator[0]]
    assert (decl.shape in (Shape.FUNC, Shape.PARAM)) == (template.operator == "T1")
    kind = {"int": "number", "decimal": "number", "date": "date", "bool": "bool"}.get(decl.value_type or "")
    if kind == "number":
        assert template.answer_type in ("number", "count")
    elif decl.reading is Reading.VALUE:
        assert template.answer_type == (kind or "entity")


def test_every_operator_that_needs_no_history_of_versions_is_asked():
    assert {template.operator for template in EDUOPS.question_templates} == OPERATORS
    assert len(EDUOPS.question_templates) >= 30


# ---------------------------------------------------------------- names
def test_courses_are_an_invented_topic_with_a_level():
    names = NameBook(3).draw("course", 30)
    assert all(re.fullmatch(r"[A-Z][a-z]+(ics|istry|ology) \d{2}0", name) for name in names)
    assert len({name.split()[0] for name in names}) == len(names)
    assert all(EDUOPS.question("same_division").kinds["first"].checked(name) == name for name in names)


def test_every_type_of_name_can_be_drawn_in_the_numbers_of_a_scenario():
    book = NameBook(11)
    for type_name in EDUOPS.name_types:
        drawn = book.draw(type_name, 20)
        assert len(set(drawn)) == 20
    types = {
        t for decl in PROGRAM.decls.values() for t in (*decl.key_types, decl.value_type, decl.member_type)
    }
    assert set(EDUOPS.name_types) <= types


# ---------------------------------------------------------------- words
def test_the_two_lexicons_never_meet():
    assert EDUOPS.record_lex & EDUOPS.question_words == frozenset()
    assert set(EDUOPS.question_lex) - {"*"} == {template.pred for template in EDUOPS.question_templates}


def test_records_use_record_words_only_and_all_of_them():
    used = set()
    for template in EDUOPS.templates:
        if template.actions:
            for surface in template.surfaces:
                found = content_lemmas(surface.literal_text())
                assert found <= EDUOPS.record_lex, (surface.source, found - EDUOPS.record_lex)
                used |= found
    assert used == EDUOPS.record_lex


@pytest.mark.parametrize("template", EDUOPS.question_templates, ids=lambda t: t.slug)
def test_questions_use_the_words_of_their_predicate_only(template):
    allowed = EDUOPS.question_lex[template.pred] | EDUOPS.question_lex["*"]
    for surface in template.surfaces:
        found = content_lemmas(f"{surface.literal_text()} {template.hint}")
        assert found <= allowed, (surface.source, found - allowed)


def test_bait_speaks_in_question_words():
    for surface in EDUOPS.template("bait").surfaces:
        assert content_lemmas(surface.literal_text()) & EDUOPS.question_words, surface.source


# ---------------------------------------------------------------- records
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_wording_is_read_by_itself_alone_and_passes_the_checks(seed):
    seen = 0
    for template, surface, text, actions, values in sample_records(seed):
        found = list(readings(EDUOPS, text, AT))
        assert [(one.template.slug, one.surface) for one in found] == [(template.slug, surface)], text
        assert found[0].actions == actions
        if actions:
            assert template.render(actions, AT, surface=surface, extras=values) == text
        event = EventSpec(AT.id, AT.t, AT.seq, text, actions, template=template.slug)
        results = checks.record_checks(EDUOPS, event)
        assert {result.code for result in results} == {"K1", "K4", "K5", "K7", "K8"}
        assert [result for result in results if not result.passed] == [], text
        seen += 1
    assert seen > 250


def test_distractors_without_actions_read_as_nothing_said():
    assert {t.distractor for t in EDUOPS.templates if not t.actions} == {"D1", "D5", "D6", "D7"}
    for template, _, text, _, _ in sample_records(5):
        if template.distractor:
            assert parse_record(EDUOPS, text, AT) == ()


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


# ---------------------------------------------------------------- questions
@pytest.mark.parametrize("seed", [1, 2])
def test_every_wording_of_every_question_parses_back_and_passes_the_checks(seed):
    rng = random.Random(seed)
    for template in EDUOPS.question_templates:
        for surface in range(len(template.surfaces)):
            args = values_for(dict(template.kinds), rng, NameBook(rng.randrange(10**6)))
            text = template.render(args, CUTOFF, surface=surface)
            found = questions.readings(EDUOPS.question_templates, text)
            assert [(one.template.slug, one.surface) for one in found] == [(template.slug, surface)], text
            assert (found[0].goal, found[0].cutoff) == (template.goal(args), CUTOFF)
            query = QuerySpec(
                "q0001", template.goal(args), CUTOFF, text, template.family, template.operator,
                template.answer_type, template.target(args),
            )  # fmt: skip
            entities = [EntitySpec(name, slot) for slot, name in args.items()]
            results = checks.question_checks(EDUOPS, query, entities)
            assert {result.code for result in results} == {"K1", "K4", "K7", "K8", "K9"}
            assert [result for result in results if not result.passed] == [], text
