"""ShopOps texts: records and questions read back, in words of their own (spec 4.5, 4.6, 6.1 to 6.3)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from scenarios.bundle import EventSpec
from scenarios.datalog.facts import on_day
from scenarios.datalog.history import ActionRecord, History, Op
from scenarios.datalog.loading import load_program
from scenarios.datalog.reference import answer
from scenarios.datalog.syntax import Goal, Reading, Shape
from scenarios.domains.registry import get
from scenarios.rendering import checks, questions
from scenarios.rendering.lexicon import content_lemmas, lemma
from scenarios.rendering.patterns import EventRef, SlotValue, UnboundActionsError, expand
from scenarios.rendering.records import parse_record, readings
from scenarios.rendering.slots import ListSlot
from scenarios.rendering.templates import TODAY, RecordTemplate, WordingSet
from scenarios.rendering.virtualization import NameBook
from scenarios.services.action_checks import ActionChecker

SHOPOPS = get("shopops")
PROGRAM = load_program(SHOPOPS.program_text, "shopops/base.dl")
RECORDED = {
    pred
    for pred, decl in PROGRAM.decls.items()
    if decl.shape in (Shape.FUNC, Shape.SET, Shape.PARAM)
}  # fmt: skip
WITH_ACTIONS = [template for template in SHOPOPS.templates if template.actions]
AT = EventRef("e0007", datetime(2031, 6, 4, 9, 30, tzinfo=UTC), 7)
CUTOFF = datetime(2031, 10, 14, 9, 30, tzinfo=UTC)

TYPE_OF_SLOT = {
    "product_b": "product", "old": "product", "parent": "category", "item_b": "item", "orders": "order",
    "items": "item", "products": "product", "categories": "category", "plans": "plan",
    "addresses": "address", "first": "item", "second": "item",
}  # fmt: skip
AMOUNTS, DAYS = ["7", "40.5", "1240.75", "2000000"], ["2031-02-03", "2031-03-31", "2031-06-04"]
PLAIN = {
    "quarter": ["Q1 2031", "Q4 2030"], "price": AMOUNTS, "price_b": AMOUNTS, "amount": AMOUNTS,
    "qty": ["1", "12", "1200"], "qty_b": ["1", "3"], "days": ["14", "1000"], "placed": DAYS,
    "delivered": DAYS, "opened": DAYS, "as_of": DAYS[:2], "starts": DAYS, "ends": ["2031-08-31"],
}  # fmt: skip


def values_for(wording: WordingSet, rng: random.Random, most: int) -> dict[str, SlotValue]:
    """A value for every slot but the day itself; lists of one to ``most``."""
    book = NameBook(rng.randrange(10**6), SHOPOPS.reserved_names)
    found: dict[str, SlotValue] = {}
    for slot, kind in wording.kinds.items():
        if slot == TODAY:
            continue
        if slot in PLAIN:
            found[slot] = rng.choice(PLAIN[slot])
            continue
        other = "category" if wording.slug in ("is_above", "levels_between") else "product"
        drawn = book.draw(TYPE_OF_SLOT.get(slot, other if slot == "other" else slot), rng.randint(1, most))
        found[slot] = tuple(drawn) if isinstance(kind, ListSlot) else drawn[0]
    return found


def samples(
    template: RecordTemplate, seed: int
) -> Iterator[tuple[int, str, tuple[ActionRecord, ...], dict[str, SlotValue]]]:
    """(surface, text, actions, values) for every surface, with lists of one and of several."""
    rng = random.Random(f"{template.slug}/{seed}")
    for surface in range(len(template.surfaces)):
        for most in (1, 4):
            values = values_for(template, rng, most)
            text = template.write({**values, TODAY: AT.t.date().isoformat()}, surface)
            yield surface, text, expand(template.actions, values, AT), values


def event(text: str, actions: tuple[ActionRecord, ...]) -> EventSpec:
    return EventSpec(AT.id, AT.t, AT.seq, text, actions)


# ---------------------------------------------------------------- records
@pytest.mark.parametrize("template", SHOPOPS.templates, ids=lambda t: t.slug)
def test_every_wording_is_read_by_itself_alone_and_passes_the_checks(template: RecordTemplate) -> None:
    for seed in (1, 2):
        for surface, text, actions, values in samples(template, seed):
            found = list(readings(SHOPOPS, text, AT))
            assert [(one.template.slug, one.surface) for one in found] == [(template.slug, surface)], text
            assert found[0].actions == actions
            if actions:
                assert template.render(actions, AT, surface=surface, extras=values) == text
            failed = [r for r in checks.record_checks(SHOPOPS, event(text, actions)) if not r.passed]
            assert failed == [], text


@pytest.mark.parametrize("template", SHOPOPS.templates, ids=lambda t: t.slug)
def test_every_template_has_four_wordings_in_two_registers(template: RecordTemplate) -> None:
    assert len({surface.source for surface in template.surfaces}) == len(template.surfaces) >= 4
    assert {surface.register for surface in template.surfaces} == {"note", "message"}


@pytest.mark.parametrize("template", WITH_ACTIONS, ids=lambda t: t.slug)
def test_actions_fit_the_declarations(template: RecordTemplate) -> None:
    for _, text, actions, _ in samples(template, 3):
        checked, problems = ActionChecker(PROGRAM).check("here", event(text, actions))
        assert (checked, problems) == (actions, []), text


def test_every_recorded_predicate_and_every_kind_of_change_has_a_record() -> None:
    stated = {(a.op, a.pred) for t in WITH_ACTIONS for a in t.actions if a.op not in (Op.RULE, Op.UNRULE)}
    assert {pred for _, pred in stated} == RECORDED
    changed = {
        Op.REVISE: "product_of price qty status ship_to delivered_on kind_of category_parent maker maker_in "
        "budget window threshold",
        Op.CANCEL: "return member_of budget",
        Op.COMPLETE: "order line return member_of basket",
    }
    for op, preds in changed.items():
        assert {pred for one, pred in stated if one is op} == set(preds.split())


def test_each_declared_rule_has_a_record_that_takes_it_back() -> None:
    keys = {op: {a.pred for t in WITH_ACTIONS for a in t.actions if a.op is op} for op in Op}
    assert keys[Op.RULE] == keys[Op.UNRULE]
    assert len(keys[Op.RULE]) == 4


@pytest.mark.parametrize("slug", ["order_placed", "order_opened", "line_added", "lines_added"])
def test_records_of_orders_state_four_to_eight_things(slug: str) -> None:
    assert 4 <= len(SHOPOPS.template(slug).actions) <= 8


def test_backdated_records_show_the_day_they_copy() -> None:
    backdated = [t for t in WITH_ACTIONS if any(action.as_of for action in t.actions)]
    assert len(backdated) == 4
    for template in backdated:
        for _, text, actions, values in samples(template, 4):
            assert [action.as_of.date().isoformat() for action in actions] == [values["as_of"]], text
            assert checks.date_sanity(event(text, actions)).passed
            other = (replace(actions[0], as_of=datetime(2030, 1, 1, tzinfo=UTC)),)
            assert not checks.date_sanity(event(text, other)).passed


# ---------------------------------------------------------------- declared rules
RULES = {
    "excuse_given": ("exempt", ("customer", "category")),
    "ban_notice_until": ("blocklist", ("category",)),
    "club_postage": ("free_plan", ("plan",)),
}


@pytest.mark.parametrize("slug", sorted(RULES))
def test_a_rule_read_from_its_record_holds_for_its_names_up_to_its_last_day(slug: str) -> None:
    pred, slots = RULES[slug]
    for _, text, _, values in samples(SHOPOPS.template(slug), 5):
        read = parse_record(SHOPOPS, text, AT)
        assert read is not None
        history = History.of(read)
        goal = Goal(pred, tuple(str(values[slot]) for slot in slots))
        last = datetime.fromisoformat(str(values["ends"])).date()
        assert answer(PROGRAM, history, goal, on_day(last)).answer is True
        assert answer(PROGRAM, history, goal, on_day(last.replace(month=9, day=1))).answer is False
        other = replace(goal, key=("Nobody", *goal.key[1:]))
        assert answer(PROGRAM, history, other, on_day(last)).answer is False


def test_a_ban_without_a_last_day_holds_until_it_is_lifted() -> None:
    template, lifted = SHOPOPS.template("ban_notice"), SHOPOPS.template("ban_lifted")
    values = {"category": "Torlage"}
    (ban,) = expand(template.actions, values, AT)
    (end,) = expand(lifted.actions, values, replace(AT, id="e0008", t=AT.t.replace(month=7), seq=8))
    assert (ban.op, ban.pred, end.op, end.pred) == (
        Op.RULE, "blocklist_Torlage", Op.UNRULE, "blocklist_Torlage",
    )  # fmt: skip
    goal = Goal("blocklist", ("Torlage",))
    known = History.of([ban, end])
    assert [answer(PROGRAM, known, goal, AT.t.replace(month=month)).answer for month in (6, 7)] == [
        True,
        False,
    ]


def test_a_rule_template_refuses_a_clause_that_is_not_its_own() -> None:
    template = SHOPOPS.template("club_postage")
    (action,) = expand(template.actions, {"plan": "Toriva", "ends": "2031-08-31"}, AT)
    assert action.clause == 'free_plan(P) :- P = "Toriva", date(cutoff) <= date(2031-08-31).'
    for wrong in (
        replace(action, clause=action.clause.replace("<=", "<")),
        replace(action, clause=action.clause.replace("Toriva", "Noreon")),
        replace(action, pred="free_plan_Noreon"),
        replace(action, clause=None),
    ):
        with pytest.raises(UnboundActionsError, match="expected rule free_plan"):
            template.render([wrong], AT)


def test_the_days_of_a_clause_are_the_only_ones_its_record_may_show() -> None:
    (action,) = expand(
        SHOPOPS.template("ban_notice_until").actions, {"category": "Torlage", "ends": "2031-08-31"}, AT
    )
    text = "House notice: Torlage goods are banned, last day of the ban 31 August 2031."
    assert checks.date_sanity(event(text, (action,))).passed
    wrong = checks.date_sanity(event(text.replace("31 August", "30 August"), (action,)))
    assert (wrong.passed, wrong.evidence) == (False, "30 August 2031")


# ---------------------------------------------------------------- distractors
def test_distractors_without_actions_cover_their_kinds_and_read_as_nothing_said() -> None:
    silent = [template for template in SHOPOPS.templates if not template.actions]
    assert {template.distractor for template in silent} == {"D1", "D5", "D6", "D7"}
    for template in silent:
        for _, text, _, _ in samples(template, 6):
            assert parse_record(SHOPOPS, text, AT) == ()


def test_bait_speaks_in_question_words_and_names_one_thing_at_most() -> None:
    for surface in SHOPOPS.template("bait").surfaces:
        assert content_lemmas(surface.literal_text()) & SHOPOPS.question_words, surface.source
        assert len(surface.slots) <= 1


# ---------------------------------------------------------------- words
def test_the_two_lexicons_never_meet_and_hold_no_word_that_nothing_uses() -> None:
    assert SHOPOPS.record_lex & SHOPOPS.question_words == frozenset()
    used = frozenset().union(
        *(content_lemmas(surface.literal_text()) for t in WITH_ACTIONS for surface in t.surfaces)
    )
    assert used == SHOPOPS.record_lex


@pytest.mark.parametrize("template", SHOPOPS.question_templates, ids=lambda t: t.slug)
def test_questions_use_the_words_of_their_predicate_only(template: questions.QuestionTemplate) -> None:
    allowed = SHOPOPS.question_lex[template.pred] | SHOPOPS.question_lex["*"] | {lemma(SHOPOPS.currency)}
    for surface in template.surfaces:
        assert content_lemmas(f"{surface.literal_text()} {template.hint}") <= allowed, surface.source


def test_every_derived_predicate_has_words_that_would_give_it_away() -> None:
    derived = {pred for pred, decl in PROGRAM.decls.items() if decl.shape is Shape.DERIVED}
    assert derived <= set(SHOPOPS.question_lex)
    assert set(SHOPOPS.question_lex) - {"*"} <= set(PROGRAM.decls)


# ---------------------------------------------------------------- questions
@pytest.mark.parametrize("template", SHOPOPS.question_templates, ids=lambda t: t.slug)
def test_every_wording_of_a_question_parses_back_to_its_target(
    template: questions.QuestionTemplate,
) -> None:
    rng = random.Random(template.slug)
    assert len({surface.source for surface in template.surfaces}) == len(template.surfaces) >= 3
    for surface in range(len(template.surfaces)):
        args = {slot: str(value) for slot, value in values_for(template, rng, 1).items()}
        text = template.render(args, CUTOFF, surface=surface)
        (found,) = questions.readings(SHOPOPS.question_templates, text)
        assert (found.template.slug, found.surface) == (template.slug, surface)
        assert (found.args, found.cutoff, found.goal) == (args, CUTOFF, template.goal(args))
        assert checks.length("q1", text, 1, checks.QUESTION_WORDS).passed, text
        assert checks.banned_phrases("q1", text).passed


@pytest.mark.parametrize("template", SHOPOPS.question_templates, ids=lambda t: t.slug)
def test_questions_ask_what_the_program_answers(template: questions.QuestionTemplate) -> None:
    decl = PROGRAM.decls[template.pred]
    asked = (*template.key, *([template.member] if template.member else []))
    types = (*decl.key_types, *([decl.member_type] if template.member else []))
    assert [TYPE_OF_SLOT.get(slot, "category" if slot == "other" else slot) for slot in asked] == list(types)
    assert set(asked) == set(template.kinds)
    wanted = {"set": Reading.MEMBERS, "bool": Reading.MEMBERS if template.member else Reading.TRUTH}
    assert decl.reading is wanted.get(template.answer_type, Reading.VALUE)
    assert (decl.value_type == "money") == (template.answer_type == "money")
    assert (decl.value_type == "date") == (template.answer_type == "date")
    assert (decl.value_type == "int") == (template.answer_type in ("count", "number"))
    assert template.unit == (SHOPOPS.currency if template.answer_type == "money" else "")


# ---------------------------------------------------------------- names
def test_every_type_of_entity_has_invented_names() -> None:
    types = {type_name for pred in RECORDED for type_name in PROGRAM.decls[pred].key_types} | {"item"}
    assert types - {"quarter"} | {"country", "town"} == set(SHOPOPS.name_types)
    book = NameBook(5, SHOPOPS.reserved_names)
    for type_name in SHOPOPS.name_types:
        assert len(set(book.draw(type_name, 8))) == 8
