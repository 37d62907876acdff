"""TripOps: its kinds of event, declared rules and money; test_domain_texts has what holds of all domains."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from scenarios.bundle import EventSpec
from scenarios.datalog.facts import on_day
from scenarios.datalog.history import ActionRecord, History, Op
from scenarios.datalog.loading import load_program, program_in_force
from scenarios.datalog.reference import answer
from scenarios.datalog.syntax import Goal, Shape
from scenarios.domains.tripops.templates.kinds import PRICE, RATE
from scenarios.domains.tripops.templates.rations import BY_DAY, BY_NIGHT, PER_DIEM
from scenarios.rendering import checks
from scenarios.rendering.patterns import UnboundActionsError, expand
from scenarios.rendering.records import parse_record
from scenarios.rendering.slots import SlotValueError
from tests.factories import domain_samples
from tests.factories.domain_samples import at

TRIPOPS = domain_samples.TRIPOPS.domain
PROGRAM = load_program(TRIPOPS.program_text, "tripops/base.dl")
ACTIONS = [action for template in TRIPOPS.templates for action in template.actions]


def stated(slug: str) -> str:
    """The actions of a record, one word for each: ``revise booking``."""
    return ", ".join(f"{action.op} {action.pred}" for action in TRIPOPS.template(slug).actions)


#: Kinds of event of spec 4.1 -> the records that tell them and what these state.
EVENTS = {
    "city note": {"city_note": "assert city_in, assert region_of"},
    "staff card": {
        "hr_card": "assert based_in, assert reports_to",
        "hr_card_top": "assert based_in, assert reports_to",
        "desk_moved": "revise based_in",
        "line_changed": "revise reports_to",
        "line_ended": "revise reports_to",
    },
    "booking made": {"booking_made": "assert booking, assert hotel_in"},
    "booking moved": {"booking_moved": "revise booking, assert hotel_in"},
    "booking dropped": {"booking_dropped": "cancel booking"},
    "trip opened": {"trip_opened": "member trip, assert purpose, assert starts, assert ends"},
    "trip withdrawn": {"trip_withdrawn": "cancel trip"},
    "yearly travel record": {"yearly_record": "complete trip", "yearly_record_empty": "complete trip"},
    "expense filed": {
        "expense_filed": "member expense, assert amount, assert spent_on, assert receipt",
    },
    "expense corrected": {
        "expense_corrected": "revise amount",
        "kind_corrected": "revise spent_on",
        "slip_news": "revise receipt",
    },
    "expense list closed": {
        "expense_list_closed": "complete expense",
        "expense_list_empty": "complete expense",
    },
    "policy notice": {"cap_notice": "assert cap", "ration_by_day": "rule per_diem"},
    "policy replaced": {"cap_replaced": "revise cap", "ration_by_night": "rule per_diem"},
    "policy withdrawn": {"cap_withdrawn": "cancel cap", "ration_open": "unrule per_diem"},
    "waiver given": {"waiver_given": "rule waiver_{trip}", "waiver_ended": "unrule waiver_{trip}"},
    "currency note": {"rate_note": "assert rate", "rate_changed": "revise rate"},
}


@pytest.mark.parametrize("kind", sorted(EVENTS))
def test_every_kind_of_event_has_a_record_with_its_actions(kind: str) -> None:
    assert {slug: stated(slug) for slug in EVENTS[kind]} == EVENTS[kind]


def test_every_declared_parameter_can_be_set_replaced_and_withdrawn() -> None:
    params = {pred for pred, decl in PROGRAM.decls.items() if decl.shape is Shape.PARAM}
    for op in (Op.ASSERT, Op.REVISE, Op.CANCEL):
        assert params <= {action.pred for action in ACTIONS if action.op is op}, op


def test_what_is_recorded_changes_and_old_papers_of_it_turn_up() -> None:
    changed = {action.pred for action in ACTIONS if action.op is Op.REVISE}
    assert changed >= {
        "city_in", "region_of", "based_in", "reports_to", "booking", "starts", "ends", "purpose", "amount",
        "spent_on", "receipt", "category_group", "room_price", "priced_in", "rate",
    }  # fmt: skip
    dropped = {action.pred for action in ACTIONS if action.op is Op.CANCEL and action.member}
    assert dropped == {"trip", "expense", "approval", "entry_paper", "held_paper"}
    copied = {action.pred for action in ACTIONS if action.as_of}
    assert copied >= {"booking", "starts", "ends", "based_in", "reports_to", "amount", "cap", "rate"}


def test_every_derived_predicate_has_words_that_would_give_it_away() -> None:
    derived = {pred for pred, decl in PROGRAM.decls.items() if decl.shape is Shape.DERIVED}
    assert derived <= set(TRIPOPS.question_lex)


# ---------------------------------------------------------------- declared rules
@pytest.mark.parametrize("clause", [BY_DAY, BY_NIGHT])
def test_both_ways_to_reckon_rations_fit_the_program(clause: str) -> None:
    in_force = program_in_force(PROGRAM, {PER_DIEM: clause})
    assert [found.rule_key for found in in_force.clauses_of("per_diem")] == [PER_DIEM]


def waived(actions: tuple[ActionRecord, ...], trip: str, day: date) -> object:
    return answer(PROGRAM, History.of(actions), Goal("waived", (trip,)), on_day(day)).answer


@pytest.mark.parametrize("surface", range(4))
def test_a_waiver_read_from_its_record_holds_for_its_trip_from_its_first_day_to_its_last(
    surface: int,
) -> None:
    values = {"trip": "Torix", "starts": "2031-07-01", "ends": "2031-07-31"}
    read = parse_record(TRIPOPS, TRIPOPS.template("waiver_given").write(values, surface), at())
    assert read is not None
    days = (date(2031, 6, 30), date(2031, 7, 1), date(2031, 7, 31), date(2031, 8, 1))
    assert [waived(read, "Torix", day) for day in days] == [False, True, True, False]
    assert waived(read, "Norur", date(2031, 7, 15)) is False


def test_a_waiver_ends_when_it_is_taken_back() -> None:
    values = {"trip": "Torix", "starts": "2031-06-01", "ends": "2031-12-31"}
    (given,) = expand(TRIPOPS.template("waiver_given").actions, values, at())
    later = replace(at(8), t=at().t.replace(month=7))
    (ended,) = expand(TRIPOPS.template("waiver_ended").actions, values, later)
    assert [waived((given, ended), "Torix", day) for day in (date(2031, 6, 30), date(2031, 7, 31))] == [
        True, False,
    ]  # fmt: skip


def test_a_waiver_template_refuses_a_clause_that_is_not_its_own() -> None:
    template = TRIPOPS.template("waiver_given")
    (action,) = expand(
        template.actions, {"trip": "Torix", "starts": "2031-06-01", "ends": "2031-06-30"}, at()
    )
    for wrong in (
        replace(action, clause=action.clause.replace("<=", "<")),
        replace(action, clause=action.clause.replace("Torix", "Norur")),
        replace(action, pred="waiver_Norur"),
        replace(action, clause=None),
    ):
        with pytest.raises(UnboundActionsError, match="expected rule waiver"):
            template.render([wrong], at())


def test_the_days_of_a_waiver_are_the_only_ones_its_record_may_show() -> None:
    template = TRIPOPS.template("waiver_given")
    (action,) = expand(
        template.actions, {"trip": "Torix", "starts": "2031-06-01", "ends": "2031-06-30"}, at()
    )
    text = "File Torix let off the stamp sheet, 1 June 2031 to 30 June 2031, both days included."
    assert checks.date_sanity(EventSpec(at().id, at().t, at().seq, text, (action,))).passed
    wrong = EventSpec(at().id, at().t, at().seq, text.replace("30 June", "29 June"), (action,))
    assert checks.date_sanity(wrong).evidence == "29 June 2031"


# ---------------------------------------------------------------- money
def test_foreign_prices_and_rates_are_written_in_one_form_and_read_back() -> None:
    assert PRICE.checked("1240.5") == "1,240.50"
    assert PRICE.read("1,240.50") == "1240.5"
    assert RATE.checked("0.845") == "0.845 Galot"
    for slot, text in ((PRICE, "1.005"), (PRICE, "-1"), (RATE, "1.50"), (RATE, "1e3"), (RATE, "-2")):
        with pytest.raises(SlotValueError):
            slot.checked(text)


def test_a_price_comes_with_the_money_it_is_in() -> None:
    text = "Lodging sheet Joelorne: a room is 84.00 Torel a night."
    price, currency = parse_record(TRIPOPS, text, at())
    assert (price.pred, price.key, price.value) == ("room_price", ("Joelorne",), "84")
    assert (currency.pred, currency.value) == ("priced_in", "Torel")
