"""ShopOps texts: changes and declared rules have records; test_domain_texts has what holds of all domains."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from scenarios.bundle import EventSpec
from scenarios.datalog.facts import on_day
from scenarios.datalog.history import ActionRecord, History, Op
from scenarios.datalog.loading import load_program
from scenarios.datalog.reference import answer
from scenarios.datalog.syntax import Goal, Shape
from scenarios.domains.registry import get
from scenarios.rendering import checks
from scenarios.rendering.patterns import UnboundActionsError, expand
from scenarios.rendering.records import parse_record
from scenarios.rendering.virtualization import NameBook
from tests.factories import domain_samples
from tests.factories.domain_samples import at

SHOPOPS = get("shopops")
PROGRAM = load_program(SHOPOPS.program_text, "shopops/base.dl")
RECORDED = {
    pred
    for pred, decl in PROGRAM.decls.items()
    if decl.shape in (Shape.FUNC, Shape.SET, Shape.PARAM)
}  # fmt: skip
WITH_ACTIONS = [template for template in SHOPOPS.templates if template.actions]
AT = at()


def event(text: str, actions: tuple[ActionRecord, ...]) -> EventSpec:
    return EventSpec(AT.id, AT.t, AT.seq, text, actions)


# ---------------------------------------------------------------- records
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


@pytest.mark.parametrize("slug", ["order_placed", "order_opened", "line_added", "lines_added"])
def test_records_of_orders_state_four_to_eight_things(slug: str) -> None:
    assert 4 <= len(SHOPOPS.template(slug).actions) <= 8


# ---------------------------------------------------------------- declared rules
RULES = {
    "excuse_given": ("exempt", ("customer", "category")),
    "ban_notice_until": ("blocklist", ("category",)),
    "club_postage": ("free_plan", ("plan",)),
}


@pytest.mark.parametrize("slug", sorted(RULES))
def test_a_rule_read_from_its_record_holds_for_its_names_up_to_its_last_day(slug: str) -> None:
    pred, slots = RULES[slug]
    for _, _, text, _, values in domain_samples.SHOPOPS.of(SHOPOPS.template(slug), 5):
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


# ---------------------------------------------------------------- words
def test_every_derived_predicate_has_words_that_would_give_it_away() -> None:
    derived = {pred for pred, decl in PROGRAM.decls.items() if decl.shape is Shape.DERIVED}
    assert derived <= set(SHOPOPS.question_lex)


# ---------------------------------------------------------------- names
def test_every_type_of_entity_has_invented_names() -> None:
    types = {type_name for pred in RECORDED for type_name in PROGRAM.decls[pred].key_types} | {"item"}
    assert types - {"quarter"} | {"country", "town"} == set(SHOPOPS.name_types)
    book = NameBook(5, SHOPOPS.reserved_names)
    for type_name in SHOPOPS.name_types:
        assert len(set(book.draw(type_name, 8))) == 8
