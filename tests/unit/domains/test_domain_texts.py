"""What holds for the texts of every domain: they read back, in words of their own (spec 3.2, 4.5, 4.6, 6)."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache

import pytest

from scenarios.bundle import EntitySpec, EventSpec, QuerySpec
from scenarios.datalog.history import ActionRecord, Op
from scenarios.datalog.loading import load_program
from scenarios.datalog.syntax import ChoiceKind, Program, Reading, Shape
from scenarios.domains.base import Domain
from scenarios.rendering import checks, questions
from scenarios.rendering.lexicon import content_lemmas, lemma
from scenarios.rendering.questions import QuestionTemplate
from scenarios.rendering.records import readings
from scenarios.rendering.templates import RecordTemplate
from scenarios.rendering.virtualization import NameBook
from scenarios.services.action_checks import ActionChecker
from tests.factories.domain_samples import ALL, SHIPPED, Samples, at
from tests.factories.question_cases import slots_asked

CUTOFF = datetime(2031, 10, 14, 9, 30, tzinfo=UTC)
FAMILIES = {"T": "temporal", "S": "semantic", "C": "closure", "R": "rules", "Q": "set_quant"}
CHOICES = {"T2": ChoiceKind.VALUE_AS_OF, "T3": ChoiceKind.PREVIOUS_VALUE, "T4": ChoiceKind.LATER_OF}
#: All operators of spec 3.2.
OPERATORS = {
    "T1", "T2", "T3", "T4", "S1", "S2", "S3", "S4", "S5", "C1", "C2", "C3", "C4",
    "R1", "R2", "R3", "R4", "R5", "R6", "Q1", "Q2", "Q3", "Q4", "Q5", "Q6",
}  # fmt: skip
#: Types of slots of questions that hold no entity.
PERIODS = {"date", "quarter", "year"}
RECORDED_SHAPES = (Shape.FUNC, Shape.SET, Shape.PARAM)

each_domain = pytest.mark.parametrize("samples", ALL, ids=lambda samples: samples.domain.slug)
each_shipped = pytest.mark.parametrize("samples", SHIPPED, ids=lambda samples: samples.domain.slug)
each_record = pytest.mark.parametrize(
    ("samples", "template"),
    [
        pytest.param(samples, template, id=f"{samples.domain.slug}-{template.slug}")
        for samples in ALL
        for template in samples.domain.templates
    ],
)
each_question = pytest.mark.parametrize(
    ("samples", "template"),
    [
        pytest.param(samples, template, id=f"{samples.domain.slug}-{template.slug}")
        for samples in ALL
        for template in samples.domain.question_templates
    ],
)


@cache
def program_of(domain: Domain) -> Program:
    return load_program(domain.program_text, f"{domain.slug}/base.dl")


def recorded(domain: Domain) -> set[str]:
    """The predicates that actions may state."""
    return {pred for pred, decl in program_of(domain).decls.items() if decl.shape in RECORDED_SHAPES}


def event(text: str, actions: tuple[ActionRecord, ...]) -> EventSpec:
    return EventSpec(at().id, at().t, at().seq, text, actions)


# ---------------------------------------------------------------- records
@each_record
def test_every_wording_is_read_by_itself_alone_and_passes_the_checks(
    samples: Samples, template: RecordTemplate
) -> None:
    for seed in (1, 2):
        for _, surface, text, actions, values in samples.of(template, seed):
            found = list(readings(samples.domain, text, at()))
            assert [(one.template.slug, one.surface) for one in found] == [(template.slug, surface)], text
            assert found[0].actions == actions
            if actions:
                assert template.render(actions, at(), surface=surface, extras=values) == text
            results = checks.record_checks(samples.domain, event(text, actions))
            assert {result.code for result in results} == {"K1", "K4", "K5", "K7", "K8"}
            assert [result for result in results if not result.passed] == [], text


@each_record
def test_every_template_has_four_wordings_in_two_registers(
    samples: Samples, template: RecordTemplate
) -> None:
    assert len(template.surfaces) >= 4
    assert {surface.register for surface in template.surfaces} == {"note", "message"}


@each_domain
def test_no_slug_and_no_wording_stands_twice(samples: Samples) -> None:
    for templates in (samples.domain.templates, samples.domain.question_templates):
        slugs = Counter(template.slug for template in templates)
        sources = Counter(surface.source for template in templates for surface in template.surfaces)
        assert [slug for slug, times in slugs.items() if times > 1] == []
        assert [source for source, times in sources.items() if times > 1] == []


@each_record
def test_actions_fit_the_declarations(samples: Samples, template: RecordTemplate) -> None:
    checker = ActionChecker(program_of(samples.domain))
    for _, _, text, actions, _ in samples.of(template, 3):
        assert checker.check("here", event(text, actions)) == (actions, []), text


@each_domain
def test_every_recorded_predicate_has_a_record_and_each_declared_rule_one_that_takes_it_back(
    samples: Samples,
) -> None:
    actions = [action for template in samples.domain.templates for action in template.actions]
    stated = {action.pred for action in actions if action.op not in (Op.RULE, Op.UNRULE)}
    assert stated == recorded(samples.domain)
    keys = {op: {action.pred for action in actions if action.op is op} for op in (Op.RULE, Op.UNRULE)}
    assert keys[Op.RULE] == keys[Op.UNRULE] != set()


@each_domain
def test_backdated_records_show_the_day_they_copy(samples: Samples) -> None:
    backdated = [t for t in samples.domain.templates if any(action.as_of for action in t.actions)]
    assert len(backdated) >= 3
    for template in backdated:
        for _, _, text, actions, values in samples.of(template, 4):
            assert {action.as_of.date().isoformat() for action in actions if action.as_of} == {
                values["as_of"]
            }
            assert all(action.as_of for action in actions), text
            other = tuple(replace(action, as_of=datetime(2029, 1, 1, tzinfo=UTC)) for action in actions)
            assert not checks.date_sanity(event(text, other)).passed


# ---------------------------------------------------------------- words
@each_domain
def test_the_two_lexicons_never_meet_and_records_use_record_words_only_and_all_of_them(
    samples: Samples,
) -> None:
    domain = samples.domain
    assert domain.record_lex & domain.question_words == frozenset()
    used: set[str] = set()
    for template in domain.templates:
        for surface in template.surfaces if template.actions else ():
            found = content_lemmas(surface.literal_text())
            assert found <= domain.record_lex, (surface.source, found - domain.record_lex)
            used |= found
    assert used == domain.record_lex


@each_question
def test_questions_use_the_words_of_their_predicate_only(
    samples: Samples, template: QuestionTemplate
) -> None:
    lex = samples.domain.question_lex
    allowed = lex[template.pred] | lex["*"] | {lemma(samples.domain.currency)}
    for surface in template.surfaces:
        found = content_lemmas(f"{surface.literal_text()} {template.hint}")
        assert found <= allowed, (surface.source, found - allowed)


@each_domain
def test_words_of_questions_are_those_of_predicates_that_there_are(samples: Samples) -> None:
    assert set(samples.domain.question_lex) - {"*"} <= set(program_of(samples.domain).decls)


@each_domain
def test_every_derived_predicate_that_can_be_a_node_has_words_that_would_give_it_away(
    samples: Samples,
) -> None:
    """K2 sees only what has words; a predicate whose clauses are all inlined is never a node."""
    program = program_of(samples.domain)
    inlined = {clause.head.pred for clause in program.clauses if clause.inline} - {
        clause.head.pred for clause in program.clauses if not clause.inline
    }
    derived = {pred for pred, decl in program.decls.items() if decl.shape is Shape.DERIVED}
    worded = {pred for pred, words in samples.domain.question_lex.items() if words}
    assert derived - inlined - worded == set()


# ---------------------------------------------------------------- questions
@each_question
def test_every_wording_of_a_question_parses_back_to_its_target_and_passes_the_checks(
    samples: Samples, template: QuestionTemplate
) -> None:
    assert len(template.surfaces) >= 3
    for seed in (1, 2):
        rng = random.Random(f"{template.slug}/{seed}")
        for surface in range(len(template.surfaces)):
            args = samples.arguments(template, rng)
            text = template.render(args, CUTOFF, surface=surface)
            (found,) = questions.readings(samples.domain.question_templates, text)
            assert (found.template.slug, found.surface) == (template.slug, surface)
            assert (found.args, found.cutoff, found.goal) == (args, CUTOFF, template.goal(args))
            query = QuerySpec(
                "q0001", template.goal(args), CUTOFF, text, template.family, template.operator,
                template.answer_type, template.target(args), unit=template.unit,
            )  # fmt: skip
            types = samples.domain.slot_types
            entities = [
                EntitySpec(name, types[slot]) for slot, name in args.items() if types[slot] not in PERIODS
            ]
            results = checks.question_checks(samples.domain, query, entities)
            assert {result.code for result in results} == {"K1", "K4", "K7", "K8", "K9"}
            assert [result for result in results if not result.passed] == [], text


@each_question
def test_questions_ask_what_the_program_answers(samples: Samples, template: QuestionTemplate) -> None:
    decl = program_of(samples.domain).decls[template.pred]
    choice = template.version
    more = {ChoiceKind.VALUE_AS_OF: ["date"], ChoiceKind.LATER_OF: [*decl.key_types]}
    asked = slots_asked(template)
    assert set(asked) == set(template.kinds)
    assert [samples.domain.slot_types[slot] for slot in asked] == [
        *decl.key_types, *([decl.member_type] if template.member else []),
        *(more.get(choice.kind, []) if choice else []),
    ]  # fmt: skip
    assert template.family == FAMILIES[template.operator[0]]
    assert (choice.kind if choice else None) == CHOICES.get(template.operator)
    assert (decl.shape in (Shape.FUNC, Shape.PARAM)) == (template.family == "temporal")
    if choice and choice.kind is ChoiceKind.LATER_OF:
        assert (template.answer_type, template.unit, len(decl.key_types)) == ("entity", "", 1)
        return
    wanted = {"set": Reading.MEMBERS, "bool": Reading.MEMBERS if template.member else Reading.TRUTH}
    assert decl.reading is wanted.get(template.answer_type, Reading.VALUE)
    if decl.reading is Reading.VALUE:
        assert template.answer_type in {
            "int": ("count", "number"), "decimal": ("number",), "money": ("money",), "date": ("date",),
        }.get(decl.value_type or "", ("entity",))  # fmt: skip
    assert template.unit == (samples.domain.currency if template.answer_type == "money" else "")


@each_shipped
def test_every_operator_is_asked_in_words_of_its_own(samples: Samples) -> None:
    asked = samples.domain.question_templates
    assert {template.operator for template in asked} == OPERATORS
    assert len(asked) >= 40
    assert len(samples.domain.question_words) > 50


@each_domain
def test_a_domain_asks_by_ten_operators_at_least_in_all_families(samples: Samples) -> None:
    asked = samples.domain.question_templates
    assert len({template.operator for template in asked}) >= 10
    assert {template.family for template in asked} == set(FAMILIES.values())


@each_domain
def test_what_records_revise_is_also_asked_for_a_past_day_as_the_previous_value_and_as_the_later_of_two(
    samples: Samples,
) -> None:
    domain = samples.domain
    revised = {a.pred for template in domain.templates for a in template.actions if a.op is Op.REVISE}
    found = {(t.slug, t.pred, t.operator) for t in domain.question_templates if t.version}
    assert found == {
        (f"{name}_{form.slug.removeprefix('current_')}", form.pred, operator)
        for form in domain.question_templates
        if form.operator == "T1" and form.pred in revised
        for name, operator in (("past", "T2"), ("previous", "T3"), ("later", "T4"))
        if operator != "T4" or len(form.key) == 1
    }


@each_domain
def test_a_form_for_another_version_asks_as_the_form_for_the_present_value_does(samples: Samples) -> None:
    forms = {form.slug: form for form in samples.domain.question_templates}
    for form in forms.values():
        name, _, rest = form.slug.partition("_")
        if name in ("past", "previous"):
            now = forms[f"current_{rest}"]
            assert (form.pred, form.key, form.answer_type, form.hint, form.unit) == (
                now.pred, now.key, now.answer_type, now.hint, now.unit,
            )  # fmt: skip


@each_domain
def test_the_domain_knows_what_stands_in_each_slot_of_its_questions(samples: Samples) -> None:
    domain = samples.domain
    slots = set[str]().union(*(template.kinds for template in domain.question_templates))
    assert set(domain.slot_types) == slots
    decls = program_of(domain).decls.values()
    types = {t for decl in decls for t in (*decl.key_types, decl.value_type, decl.member_type)}
    assert set(domain.slot_types.values()) <= types | PERIODS
    assert set(domain.slot_types.values()) - PERIODS <= set(domain.name_types)


# ---------------------------------------------------------------- names
@each_domain
def test_every_type_of_name_belongs_to_the_program_and_can_be_drawn(samples: Samples) -> None:
    decls = program_of(samples.domain).decls.values()
    types = {t for decl in decls for t in (*decl.key_types, decl.value_type, decl.member_type)}
    assert set(samples.domain.name_types) <= types
    book = NameBook(11, samples.domain.reserved_names, samples.domain.names_like)
    for type_name in samples.domain.name_types:
        assert len(set(book.draw(type_name, 20))) == 20
