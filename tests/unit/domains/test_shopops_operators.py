"""Every operator on a small ShopOps history, answers and witnesses checked by hand (spec 3.2; AC-3.1).

The history tells one quarter of one household. Of order O1 the tea I1 (price corrected to 15, times 4) and
the soap I2 (30) were kept; of order O2 the tea I3 was sent back; order O3 was called off.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from scenarios.datalog.derivation import Answerability, Evaluation
from scenarios.datalog.facts import load_history
from scenarios.datalog.history import History
from scenarios.datalog.loading import load_program
from scenarios.datalog.minimality import Replay, check_witnesses
from scenarios.datalog.reference import answer, evaluate
from scenarios.domains.registry import get
from tests.factories.question_cases import plain_forms
from tests.spec.manual import cutoff

SHOPOPS = get("shopops")
PROGRAM = load_program(SHOPOPS.program_text, "shopops/base.dl")

HISTORY = """
c1 2026-04-21: kind_of(Assam, Tea), kind_of(Lapsang, Tea), kind_of(Flakes, Soap).
c2: category_parent(Tea, Drinks).
c3: category_parent(Drinks, Pantry).
c4: category_parent(Pantry, none), category_parent(Soap, none).
c5: maker(Assam, Halwerk), maker_in(Halwerk, Corvia), maker(Lapsang, Halwerk).
c6: maker(Flakes, Ostmill), maker_in(Ostmill, Meleth).
c7: address_in(Gate, Torby), town_in(Torby, Meleth).
o1: order(Torlow, Q2; O1), placed(O1, 2026-04-02), status(O1, placed), ship_to(O1, Gate).
o2: line(O1; I1), product_of(I1, Assam), price(I1, 12.5), qty(I1, 4).
o3: line(O1; I2), product_of(I2, Flakes), price(I2, 30), qty(I2, 1).
o4: complete(line, O1).
o5: revise price(I1, 15).
o6: complete(return, O1).
o7: revise status(O1, delivered), delivered_on(O1, 2026-04-09).
u1: order(Torlow, Q2; O2), status(O2, placed), ship_to(O2, Gate).
u2: line(O2; I3), product_of(I3, Lapsang), price(I3, 20), qty(I3, 3), complete(line, O2).
u3: revise status(O2, delivered), delivered_on(O2, 2026-04-10).
u4: return(O2; I3), return_opened(I3, 2026-04-20).
u5: complete(return, O2).
v1: order(Torlow, Q2; O3), status(O3, placed).
v2: revise status(O3, cancelled).
s1: complete(order, Torlow, Q2).
p1: budget(Torlow, Pantry, Q2, 45), window(Tea, 14), threshold(60).
p2: member_of(Torlow; Club), complete(member_of, Torlow).
p3: complete(basket, Club, 2, Assam, Lapsang).
x1: rule waiver_Torlow_Pantry "exempt(U,C) :- U = \\"Torlow\\", C = \\"Pantry\\", \
date(cutoff) >= date(2026-07-01), date(cutoff) <= date(2026-07-31).".
x2: rule blocklist_Soap "blocklist(C) :- C = \\"Soap\\", date(cutoff) <= date(2026-08-31).".
x3: rule free_plan_Club "free_plan(P) :- P = \\"Club\\", date(cutoff) <= date(2026-09-30).".
x4: rule approval_limit "approval_limit(L) :- L = 80.".
n1: order(Norlick, Q2; O4), status(O4, placed), complete(order, Norlick, Q2), complete(return, O4).
n2: line(O4; I4), product_of(I4, Assam), line(O4; I5), product_of(I5, Flakes).
n3: line(O4; I6), product_of(I6, Lapsang), complete(line, O4).
"""
KNOWN = load_history(PROGRAM, HISTORY)
CATEGORIES = "c1 c2 c3 c4"
KEPT_1 = "o2 o3 o4 o6"  #: the lines of O1, all of them, and that none was sent back
KEPT_2 = "u2 u4 u5"  #: the line of O2, and that it was sent back
PURCHASES = "o1 o7 u1 u3 v1 v2 s1"  #: the three orders of the quarter and their last status
SPENDING = {"customer": "Torlow", "quarter": "Q2", "category": "Pantry"}
QUARTER = {"customer": "Torlow", "quarter": "Q2"}


@dataclass(frozen=True)
class Case:
    """A question, and what it comes to: the answer, the height of the derivation, the one witness."""

    form: str
    args: dict[str, str]
    answer: object
    height: int
    witness: str
    at: str = "2026-06-15"

    def __str__(self) -> str:
        return f"{self.form} at {self.at}"


SPENT = f"{CATEGORIES} o1 {KEPT_1} o5 o7 s1 u1 u2 u4 v1 v2"  #: what the spending on Pantry stands on
BOUGHT = f"o1 {KEPT_1} o7 s1 u1 u2 u4 v1 v2"  #: what the kept lines of the quarter stand on
BEFORE_RULES = "2026-05-15"

CASES = (
    Case("current_product", {"item": "I1"}, "Assam", 2, "o2"),
    Case("current_cost", {"item": "I1"}, 15, 2, "o5"),
    Case("current_units", {"item": "I1"}, 4, 2, "o2"),
    Case("current_destination", {"order": "O1"}, "Gate", 2, "o1"),
    Case("current_arrival", {"order": "O1"}, "2026-04-09", 2, "o7"),
    Case("current_purchase_day", {"order": "O1"}, "2026-04-02", 2, "o1"),
    Case("current_manufacturer", {"product": "Assam"}, "Halwerk", 2, "c5"),
    Case("current_higher", {"category": "Tea"}, "Drinks", 2, "c2"),
    Case("current_higher", {"category": "Soap"}, None, 2, "c4"),
    Case("current_budget", SPENDING, 45, 1, "p1"),
    Case("current_deadline", {"category": "Tea"}, 14, 1, "p1"),
    Case("current_free_delivery", {}, 60, 1, "p1"),
    Case("category_of", {"item": "I1"}, "Tea", 2, "c1 o2"),
    Case("manufactured_in", {"item": "I1"}, "Corvia", 2, "c5 o2"),
    Case("destination_country", {"order": "O1"}, "Meleth", 2, "c7 o1"),
    Case("same_category", {"first": "I1", "second": "I3"}, True, 3, "c1 o2 u2"),
    Case("same_category", {"first": "I1", "second": "I2"}, False, 3, "c1 o2 o3"),
    Case("is_imported", {"item": "I1"}, True, 3, "c5 c7 o1 o2"),
    Case("is_imported", {"item": "I2"}, False, 3, "c6 c7 o1 o3"),
    Case("articles_in", {"order": "O1", "category": "Pantry"}, ["I1"], 4, f"{CATEGORIES} {KEPT_1}"),
    Case("number_in", {"order": "O1", "category": "Pantry"}, 1, 5, f"{CATEGORIES} {KEPT_1}"),
    Case("all_above", {"category": "Tea"}, ["Drinks", "Pantry"], 2, "c2 c3 c4"),
    Case("is_above", {"category": "Tea", "other": "Pantry"}, True, 2, "c2 c3"),
    Case("is_above", {"category": "Tea", "other": "Soap"}, False, 2, "c2 c3 c4"),
    Case("levels_between", {"category": "Tea", "other": "Drinks"}, 1, 4, "c2 c3 c4"),
    Case("levels_between", {"category": "Tea", "other": "Pantry"}, 2, 4, "c2 c3 c4"),
    Case("levels_above", {"category": "Tea"}, 2, 3, "c2 c3 c4"),
    Case("levels_above", {"category": "Pantry"}, 0, 3, "c4"),
    Case("very_top", {"category": "Tea"}, "Pantry", 3, "c2 c3 c4"),
    Case("very_top", {"category": "Pantry"}, None, 3, "c4"),
    Case("refundable", {"item": "I3"}, True, 3, "c1 p1 u2 u3 u4"),
    Case("free_delivery", {"order": "O2"}, True, 5, "p2 u1 x3"),
    Case("free_delivery", {"order": "O2"}, False, 5, "p1 u2 u4", BEFORE_RULES),
    Case("over_limit", SPENDING, True, 5, f"{SPENT} p1"),
    Case("needs_authorisation", {"order": "O1"}, True, 5, f"{KEPT_1} o5 x4"),
    Case("needs_authorisation", {"order": "O2"}, False, 5, "u2 u4 x4"),
    Case("owed_products", {**QUARTER, "plan": "Club"}, ["Lapsang"], 5, f"{BOUGHT} p3"),
    Case("kept_articles", {"order": "O1"}, ["I1", "I2"], 3, KEPT_1),
    Case("kept_articles", {"order": "O2"}, [], 3, "u2 u4"),
    Case("permitted_articles", QUARTER, ["I1"], 5, f"{CATEGORIES} {BOUGHT} x2"),
    Case("permitted_articles", QUARTER, ["I1", "I2"], 5, BOUGHT, BEFORE_RULES),
    Case("overspent", SPENDING, True, 5, f"{SPENT} p1", BEFORE_RULES),
    Case("overspent", SPENDING, False, 5, "x1", "2026-07-31"),
    Case("covered_by_budget", SPENDING, 45, 5, f"{SPENT} p1"),
    Case("number_of_purchases", QUARTER, 2, 4, PURCHASES),
    Case("number_kept", {"order": "O1"}, 2, 4, KEPT_1),
    Case("purchase_total", {"order": "O1"}, 90, 4, f"{KEPT_1} o5"),
    Case("purchase_total", {"order": "O2"}, 0, 4, "u2 u4"),
    Case("spending", SPENDING, 60, 4, SPENT),
    Case("dearest_purchase", QUARTER, "O1", 5, f"{BOUGHT} o5 u3"),
    Case("dearest_article", {"order": "O1"}, "I1", 4, f"{KEPT_1} o5"),
    Case("all_arrived", QUARTER, True, 4, PURCHASES),
    Case("any_imported", {"order": "O1"}, True, 4, "c5 c7 o1 o2 o6"),
    Case("budget_left", SPENDING, -15, 5, f"{SPENT} p1"),
    Case("most_common_category", {**QUARTER, "customer": "Norlick"}, "Tea", 4, "c1 n1 n2 n3"),
)

UNKNOWN = (
    ("purchase_total", {"order": "O3"}, "missing(complete(line,O3))", "missing(complete(return,O3))"),
    ("refundable", {"item": "I1"}, "missing(return_opened(I1))"),
    ("budget_left", {**SPENDING, "category": "Soap"}, "missing(budget(Torlow,Soap,Q2))"),
    ("number_of_purchases", {**QUARTER, "quarter": "Q3"}, "missing(complete(order,Torlow,Q3))"),
)


def asked(form: str, args: dict[str, str], at: str) -> Evaluation:
    return evaluate(PROGRAM, KNOWN, SHOPOPS.question(form).goal(args), cutoff(at))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_answer_height_and_witness_are_those_found_by_hand(case: Case) -> None:
    found = asked(case.form, case.args, case.at)
    zero = case.answer in (None, []) or (case.answer == 0 and case.answer is not False)
    assert found.gold.label is (Answerability.JUSTIFIED_ZERO if zero else Answerability.ANSWERABLE)
    assert found.gold.answer == ("none" if case.answer is None else case.answer)
    assert type(found.gold.answer) is type(case.answer) or case.answer is None
    assert found.derivation.height == case.height
    assert found.witnesses.witnesses == (tuple(sorted(case.witness.split())),)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_each_witness_suffices_and_holds_nothing_that_can_be_left_out(case: Case) -> None:
    goal, at = SHOPOPS.question(case.form).goal(case.args), cutoff(case.at)
    checks = check_witnesses(
        asked(case.form, case.args, case.at), KNOWN, Replay.of(PROGRAM, KNOWN, goal, at, answer, {})
    )
    assert checks.hold, checks


def test_every_operator_and_every_form_of_question_has_a_case() -> None:
    assert {case.form for case in CASES} == plain_forms(SHOPOPS)
    operators = {SHOPOPS.question(case.form).operator for case in CASES}
    assert operators == {
        "T1", "S1", "S2", "S3", "S4", "S5", "C1", "C2", "C3", "C4",
        "R1", "R2", "R3", "R4", "R5", "R6", "Q1", "Q2", "Q3", "Q4", "Q5", "Q6",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("form", "args", "missing"), [(form, args, leaves) for form, args, *leaves in UNKNOWN]
)
def test_what_the_records_do_not_decide_is_unknown_and_names_what_is_missing(
    form: str, args: dict[str, str], missing: list[str]
) -> None:
    found = asked(form, args, "2026-06-15")
    assert found.gold.label is Answerability.UNKNOWN
    assert found.gold.answer is None
    assert sorted(found.gold.missing) == missing


@pytest.mark.parametrize("form", sorted(plain_forms(SHOPOPS)))
def test_no_form_of_question_has_an_answer_where_nothing_is_recorded(form: str) -> None:
    """What a reader of nothing knows could not be published (spec 2.4, C4)."""
    args = next(case.args for case in CASES if case.form == form)
    goal = SHOPOPS.question(form).goal(args)
    assert evaluate(PROGRAM, History(()), goal, cutoff("end")).gold.label is Answerability.UNKNOWN


def test_two_ways_to_free_delivery_are_two_witnesses() -> None:
    found = asked("free_delivery", {"order": "O1"}, "2026-06-15")
    assert found.gold.answer is True
    assert found.witnesses.witnesses == (("o1", "p2", "x3"), ("o2", "o3", "o4", "o5", "o6", "p1"))


@pytest.mark.parametrize(
    ("form", "args", "answers"),
    [
        (
            "overspent",
            SPENDING,
            {"2026-06-30": True, "2026-07-01": False, "2026-07-31": False, "2026-08-01": True},
        ),
        ("over_limit", SPENDING, {"2026-06-30": True, "2026-07-15": True, "2026-08-01": True}),
        ("free_delivery", {"order": "O2"}, {"2026-05-17": False, "2026-09-30": True, "2026-10-01": False}),
        (
            "permitted_articles",
            QUARTER,
            {"2026-05-16": ["I1", "I2"], "2026-08-31": ["I1"], "2026-09-01": ["I1", "I2"]},
        ),
    ],
)
def test_an_exception_holds_from_its_first_to_its_last_day(
    form: str, args: dict[str, str], answers: dict[str, object]
) -> None:
    assert {at: asked(form, args, at).gold.answer for at in answers} == answers


def test_late_goods_are_not_refundable() -> None:
    late = load_history(PROGRAM, HISTORY + "z1: revise return_opened(I3, 2026-04-25).")
    goal = SHOPOPS.question("refundable").goal({"item": "I3"})
    assert evaluate(PROGRAM, late, goal, cutoff("end")).gold.answer is False


def test_what_is_taken_back_no_longer_holds() -> None:
    more = """
    z1: unrule blocklist_Soap, unrule approval_limit.
    z2: cancel return(O2; I3).
    z3: cancel budget(Torlow, Pantry, Q2).
    """
    known = load_history(PROGRAM, HISTORY + more)
    found = {
        form: evaluate(PROGRAM, known, SHOPOPS.question(form).goal(args), cutoff("2026-06-15")).gold
        for form, args in (
            ("permitted_articles", QUARTER),
            ("needs_authorisation", {"order": "O1"}),
            ("number_kept", {"order": "O2"}),
            ("budget_left", SPENDING),
        )
    }
    assert found["permitted_articles"].answer == ["I1", "I2", "I3"]
    assert found["needs_authorisation"].label is Answerability.UNKNOWN
    assert found["number_kept"].answer == 1
    assert found["budget_left"].label is Answerability.UNKNOWN
