"""Questions for values gone by, previous values and the later of two: T2 to T4 in each domain (AC-3.1).

The rows have the width of the derivation too: the value and the check that it is the latest are two leaves; a
previous value has the current one beside it, and two keys have both twice. In every history the records b
revise those of a; c are late papers, repetitions and withdrawals.
"""

from __future__ import annotations

import pytest

from scenarios.datalog.derivation import Answerability
from scenarios.datalog.history import History
from scenarios.datalog.reference import evaluate
from scenarios.domains.registry import get
from tests.factories.question_cases import QuestionCases, Row
from tests.spec.manual import cutoff

TRIPS = """
a1 2026-01-05: booking(Ax, Orne), starts(Ax, 2026-03-02), ends(Ax, 2026-03-09), allowance(Ax, 100).
a2 2026-01-06: booking(Bur, Abel), starts(Bur, 2026-05-04), ends(Bur, 2026-05-06), allowance(Bur, 80).
a3 2026-01-07: based_in(Ana, Ash), reports_to(Ana, Bo), based_in(Di, Lun), reports_to(Di, Bo).
a4 2026-01-08: amount(E1, 60), amount(E2, 40), rate(Tor, 1.5), rate(Vel, 2).
a5 2026-01-09: cap(West, Um, 45), receipt_floor(10), signoff_days(5).
a6 2026-01-10: night_cap(West, 100), night_cap(East, 90), day_rate(West, 30), day_rate(East, 20).
b1 2026-02-01: revise booking(Ax, Ette), revise starts(Ax, 2026-03-04), revise ends(Ax, 2026-03-12).
b2 2026-02-02: revise based_in(Ana, Lun), revise reports_to(Ana, Cy).
b3 2026-02-03: revise amount(E1, 62.5), revise allowance(Ax, 90), revise rate(Tor, 1.25).
b4 2026-02-04: revise cap(West, Um, 50), revise receipt_floor(12), revise signoff_days(4).
b5 2026-02-05: revise night_cap(West, 110), revise day_rate(East, 22.5).
c1 2026-03-01: booking(Ax, Orne) as of 2026-01-20, amount(E2, 55) as of 2026-02-10.
c2 2026-03-02: amount(E1, 62.5), rate(Vel, 2).
c3 2026-03-10: cancel booking(Ax), revise reports_to(Ana, none), cancel cap(West, Um).
"""

OF_TRIPS = """
| past_lodging: Ax, 2026-01-31           | 2026-02-20 | Orne       | 3 | a1            | 2 |
| past_lodging: Ax, 2026-01-31           | end        | Orne       | 3 | a1 / c1       | 2 |
| past_lodging: Ax, 2026-01-10           | end        | Orne       | 3 | a1            | 2 |
| past_lodging: Ax, 2026-02-01           | end        | Ette       | 3 | b1            | 2 |
| past_lodging: Ax, 2026-01-04           | end        | unknown    | 3 |               | 2 |
| past_lodging: Ax, 2026-03-10           | end        | unknown    | 3 |               | 2 |
| past_base: Ana, 2026-02-01             | end        | Ash        | 3 | a3            | 2 |
| past_superior: Ana, 2026-02-28         | end        | Cy         | 3 | b2            | 2 |
| past_superior: Ana, 2026-03-10         | end        | zero none  | 3 | c3            | 2 |
| past_departure: Ax, 2026-01-31         | end        | 2026-03-02 | 3 | a1            | 2 |
| past_price: E2, 2026-02-09             | end        | 40         | 3 | a4            | 2 |
| past_price: E2, 2026-02-10             | 2026-02-28 | 40         | 3 | a4            | 2 |
| past_price: E2, 2026-02-10             | end        | 55         | 3 | c1            | 2 |
| past_ceiling: West, Um, 2026-02-03     | end        | 45         | 3 | a5            | 2 |
| past_final_day: Ax, 2026-02-01         | end        | 2026-03-12 | 3 | b1            | 2 |
| past_clearance_days: 2026-02-03        | end        | 5          | 3 | a5            | 2 |
| past_receipt_floor: 2026-02-04         | end        | 12         | 3 | b4            | 2 |
| past_budget: Ax, 2026-02-02            | end        | 100        | 3 | a1            | 2 |
| past_worth: Tor, 2026-01-31            | end        | 1.5        | 3 | a4            | 2 |
| past_lodging_ceiling: West, 2026-02-04 | end        | 100        | 3 | a6            | 2 |
| past_subsistence: East, 2026-02-05     | end        | 22.5       | 3 | b5            | 2 |
| previous_lodging: Ax                   | 2026-02-20 | Orne       | 3 | a1 b1         | 3 |
| previous_lodging: Ax                   | 2026-03-05 | Orne       | 3 | a1 b1 / b1 c1 | 3 |
| previous_lodging: Ax                   | end        | Ette       | 3 | b1 c3         | 3 |
| previous_lodging: Bur                  | end        | unknown    | 3 |               | 3 |
| previous_base: Ana                     | end        | Ash        | 3 | a3 b2         | 3 |
| previous_superior: Ana                 | 2026-03-05 | Bo         | 3 | a3 b2         | 3 |
| previous_superior: Ana                 | end        | Cy         | 3 | b2 c3         | 3 |
| previous_departure: Ax                 | end        | 2026-03-02 | 3 | a1 b1         | 3 |
| previous_price: E1                     | end        | 60         | 3 | a4 b3 / a4 c2 | 3 |
| previous_price: E2                     | end        | 40         | 3 | a4 c1         | 3 |
| previous_ceiling: West, Um             | 2026-03-05 | 45         | 3 | a5 b4         | 3 |
| previous_ceiling: West, Um             | end        | 50         | 3 | b4 c3         | 3 |
| previous_final_day: Ax                 | end        | 2026-03-09 | 3 | a1 b1         | 3 |
| previous_clearance_days:               | end        | 5          | 3 | a5 b4         | 3 |
| previous_receipt_floor:                | end        | 10         | 3 | a5 b4         | 3 |
| previous_budget: Ax                    | end        | 100        | 3 | a1 b3         | 3 |
| previous_worth: Tor                    | end        | 1.5        | 3 | a4 b3         | 3 |
| previous_lodging_ceiling: West         | end        | 100        | 3 | a6 b5         | 3 |
| previous_subsistence: East             | end        | 20         | 3 | a6 b5         | 3 |
| later_lodging: Ax, Bur                 | 2026-01-31 | Bur        | 3 | a1 a2         | 4 |
| later_lodging: Ax, Bur                 | 2026-03-05 | Ax         | 3 | a2 b1         | 4 |
| later_lodging: Ax, Bur                 | end        | unknown    | 3 |               | 4 |
| later_base: Ana, Di                    | end        | Ana        | 3 | a3 b2         | 4 |
| later_superior: Ana, Di                | end        | Ana        | 3 | a3 c3         | 4 |
| later_departure: Bur, Ax               | end        | Ax         | 3 | a2 b1         | 4 |
| later_price: E1, E2                    | 2026-02-28 | E1         | 3 | a4 b3         | 4 |
| later_price: E1, E2                    | end        | E2         | 3 | b3 c1         | 4 |
| later_final_day: Ax, Bur               | end        | Ax         | 3 | a2 b1         | 4 |
| later_budget: Bur, Ax                  | 2026-01-31 | Bur        | 3 | a1 a2         | 4 |
| later_budget: Bur, Ax                  | end        | Ax         | 3 | a2 b3         | 4 |
| later_worth: Tor, Vel                  | end        | Tor        | 3 | a4 b3         | 4 |
| later_lodging_ceiling: East, West      | end        | West       | 3 | a6 b5         | 4 |
| later_subsistence: East, West          | end        | East       | 3 | a6 b5         | 4 |
"""

PURCHASES = """
a1 2026-01-05: product_of(I1, Assam), price(I1, 12.5), qty(I1, 4), product_of(I2, Flakes), \
price(I2, 30), qty(I2, 1).
a2 2026-01-06: ship_to(O1, Gate), delivered_on(O1, 2026-01-09), ship_to(O2, Hill), \
delivered_on(O2, 2026-01-08).
a3 2026-01-07: maker(Assam, Halwerk), maker(Flakes, Ostmill).
a4 2026-01-08: category_parent(Tea, Drinks), category_parent(Soap, none).
a5 2026-01-09: budget(Torlow, Tea, Q2, 45), window(Tea, 14), window(Soap, 30), threshold(60).
b1 2026-02-01: revise product_of(I1, Lapsang), revise price(I1, 15), revise qty(I2, 3).
b2 2026-02-02: revise ship_to(O1, Mill), revise delivered_on(O2, 2026-01-10).
b3 2026-02-03: revise maker(Flakes, Norwerk).
b4 2026-02-04: revise category_parent(Tea, Pantry).
b5 2026-02-05: revise budget(Torlow, Tea, Q2, 50), revise window(Soap, 20), revise threshold(75).
c1 2026-03-01: price(I1, 12.5) as of 2026-01-20, ship_to(O2, Gate) as of 2026-02-10.
c2 2026-03-02: price(I2, 30), maker(Flakes, Norwerk).
c3 2026-03-03: revise category_parent(Tea, none).
c4 2026-03-10: cancel budget(Torlow, Tea, Q2).
"""

OF_PURCHASES = """
| past_product: I1, 2026-01-31             | end        | Assam      | 3 | a1            | 2 |
| past_cost: I1, 2026-01-31                | 2026-02-20 | 12.5       | 3 | a1            | 2 |
| past_cost: I1, 2026-01-31                | end        | 12.5       | 3 | a1 / c1       | 2 |
| past_cost: I1, 2026-01-10                | end        | 12.5       | 3 | a1            | 2 |
| past_units: I2, 2026-02-01               | end        | 3          | 3 | b1            | 2 |
| past_destination: O2, 2026-02-10         | 2026-02-20 | Hill       | 3 | a2            | 2 |
| past_destination: O2, 2026-02-10         | end        | Gate       | 3 | c1            | 2 |
| past_arrival: O2, 2026-02-01             | end        | 2026-01-08 | 3 | a2            | 2 |
| past_manufacturer: Flakes, 2026-02-28    | end        | Norwerk    | 3 | b3            | 2 |
| past_higher: Tea, 2026-02-03             | end        | Drinks     | 3 | a4            | 2 |
| past_higher: Tea, 2026-03-03             | end        | zero none  | 3 | c3            | 2 |
| past_budget: Torlow, Tea, Q2, 2026-02-04 | end        | 45         | 3 | a5            | 2 |
| past_budget: Torlow, Tea, Q2, 2026-03-10 | end        | unknown    | 3 |               | 2 |
| past_deadline: Soap, 2026-02-05          | end        | 20         | 3 | b5            | 2 |
| past_free_delivery: 2026-01-08           | end        | unknown    | 3 |               | 2 |
| past_free_delivery: 2026-02-04           | end        | 60         | 3 | a5            | 2 |
| previous_product: I1                     | end        | Assam      | 3 | a1 b1         | 3 |
| previous_product: I2                     | end        | unknown    | 3 |               | 3 |
| previous_cost: I1                        | 2026-02-20 | 12.5       | 3 | a1 b1         | 3 |
| previous_cost: I1                        | end        | 12.5       | 3 | a1 b1 / b1 c1 | 3 |
| previous_units: I2                       | end        | 1          | 3 | a1 b1         | 3 |
| previous_destination: O2                 | end        | Hill       | 3 | a2 c1         | 3 |
| previous_arrival: O2                     | end        | 2026-01-08 | 3 | a2 b2         | 3 |
| previous_manufacturer: Flakes            | end        | Ostmill    | 3 | a3 b3 / a3 c2 | 3 |
| previous_higher: Tea                     | 2026-02-20 | Drinks     | 3 | a4 b4         | 3 |
| previous_higher: Tea                     | end        | Pantry     | 3 | b4 c3         | 3 |
| previous_higher: Soap                    | end        | unknown    | 3 |               | 3 |
| previous_budget: Torlow, Tea, Q2         | 2026-03-05 | 45         | 3 | a5 b5         | 3 |
| previous_budget: Torlow, Tea, Q2         | end        | 50         | 3 | b5 c4         | 3 |
| previous_deadline: Soap                  | end        | 30         | 3 | a5 b5         | 3 |
| previous_free_delivery:                  | end        | 60         | 3 | a5 b5         | 3 |
| later_product: I1, I2                    | end        | I1         | 3 | a1 b1         | 4 |
| later_cost: I1, I2                       | end        | I1         | 3 | a1 b1         | 4 |
| later_units: I1, I2                      | end        | I2         | 3 | a1 b1         | 4 |
| later_destination: O1, O2                | 2026-02-20 | O1         | 3 | a2 b2         | 4 |
| later_destination: O1, O2                | end        | O2         | 3 | b2 c1         | 4 |
| later_arrival: O1, O2                    | end        | O2         | 3 | a2 b2         | 4 |
| later_manufacturer: Assam, Flakes        | end        | Flakes     | 3 | a3 b3 / a3 c2 | 4 |
| later_higher: Tea, Soap                  | end        | Tea        | 3 | a4 c3         | 4 |
| later_deadline: Tea, Soap                | end        | Soap       | 3 | a5 b5         | 4 |
| later_deadline: Tea, Drinks              | end        | unknown    | 3 |               | 4 |
"""

STUDIES = """
a1 2026-01-05: programme_of(Ana, Ade), programme_of(Ivo, Ence).
a2 2026-01-06: credits("A 100", 3), area_of("A 100", craft), credits("B 200", 6), area_of("B 200", logic).
a3 2026-01-07: taught_by("A 100", Mas, Tea), dept_of(Tea, Hall), dept_of(Tom, Court).
a4 2026-01-08: term_begins(Mas, 2026-02-02), term_begins(Tide, 2026-09-01).
a5 2026-01-09: grade(Ana, "A 100", Mas, 50), pass_mark(Ax, 40), pass_mark(Um, 50).
b1 2026-02-01: revise programme_of(Ana, Ence).
b2 2026-02-02: revise credits("A 100", 4), revise area_of("B 200", craft).
b3 2026-02-03: revise taught_by("A 100", Mas, Tom), revise dept_of(Tea, Court).
b4 2026-02-04: revise term_begins(Tide, 2026-09-08).
b5 2026-02-05: revise grade(Ana, "A 100", Mas, 55), revise pass_mark(Ax, 45).
c1 2026-03-01: credits("A 100", 3) as of 2026-01-20, pass_mark(Um, 48) as of 2026-02-20.
c2 2026-03-02: grade(Ana, "A 100", Mas, 55), dept_of(Tom, Court).
c3 2026-03-10: cancel grade(Ana, "A 100", Mas), cancel pass_mark(Ax).
"""

OF_STUDIES = """
| past_degree: Ana, 2026-01-31            | end        | Ade        | 3 | a1            | 2 |
| past_credits: A 100, 2026-01-31         | 2026-02-20 | 3          | 3 | a2            | 2 |
| past_credits: A 100, 2026-01-31         | end        | 3          | 3 | a2 / c1       | 2 |
| past_credits: A 100, 2026-01-10         | end        | 3          | 3 | a2            | 2 |
| past_discipline: B 200, 2026-02-02      | end        | craft      | 3 | b2            | 2 |
| past_instructor: A 100, Mas, 2026-02-02 | end        | Tea        | 3 | a3            | 2 |
| past_department: Tea, 2026-02-03        | end        | Court      | 3 | b3            | 2 |
| past_grade: Ana, A 100, Mas, 2026-02-04 | end        | 50         | 3 | a5            | 2 |
| past_grade: Ana, A 100, Mas, 2026-03-09 | end        | 55         | 3 | b5 / c2       | 2 |
| past_grade: Ana, A 100, Mas, 2026-03-10 | end        | zero none  | 3 | c3            | 2 |
| past_start: Tide, 2026-02-03            | end        | 2026-09-01 | 3 | a4            | 2 |
| past_start: Tide, 2026-01-07            | end        | unknown    | 3 |               | 2 |
| past_pass_grade: Um, 2026-02-20         | 2026-02-25 | 50         | 3 | a5            | 2 |
| past_pass_grade: Um, 2026-02-20         | end        | 48         | 3 | c1            | 2 |
| previous_degree: Ana                    | end        | Ade        | 3 | a1 b1         | 3 |
| previous_degree: Ivo                    | end        | unknown    | 3 |               | 3 |
| previous_credits: A 100                 | 2026-02-20 | 3          | 3 | a2 b2         | 3 |
| previous_credits: A 100                 | end        | 3          | 3 | a2 b2 / b2 c1 | 3 |
| previous_discipline: B 200              | end        | logic      | 3 | a2 b2         | 3 |
| previous_instructor: A 100, Mas         | end        | Tea        | 3 | a3 b3         | 3 |
| previous_department: Tea                | end        | Hall       | 3 | a3 b3         | 3 |
| previous_grade: Ana, A 100, Mas         | 2026-02-20 | 50         | 3 | a5 b5         | 3 |
| previous_grade: Ana, A 100, Mas         | 2026-03-05 | 50         | 3 | a5 b5 / a5 c2 | 3 |
| previous_grade: Ana, A 100, Mas         | end        | 55         | 3 | b5 c3 / c2 c3 | 3 |
| previous_start: Tide                    | end        | 2026-09-01 | 3 | a4 b4         | 3 |
| previous_pass_grade: Ax                 | 2026-03-05 | 40         | 3 | a5 b5         | 3 |
| previous_pass_grade: Ax                 | end        | 45         | 3 | b5 c3         | 3 |
| later_degree: Ana, Ivo                  | end        | Ana        | 3 | a1 b1         | 4 |
| later_credits: A 100, B 200             | end        | A 100      | 3 | a2 b2         | 4 |
| later_discipline: A 100, B 200          | end        | B 200      | 3 | a2 b2         | 4 |
| later_department: Tea, Tom              | end        | Tea        | 3 | a3 b3         | 4 |
| later_start: Mas, Tide                  | end        | Tide       | 3 | a4 b4         | 4 |
| later_pass_grade: Ax, Um                | 2026-02-25 | Ax         | 3 | a5 b5         | 4 |
| later_pass_grade: Ax, Um                | 2026-03-05 | Um         | 3 | b5 c1         | 4 |
| later_pass_grade: Ax, Um                | end        | unknown    | 3 |               | 4 |
"""

DOMAINS = (
    QuestionCases(get("tripops"), [(TRIPS, OF_TRIPS)]),
    QuestionCases(get("shopops"), [(PURCHASES, OF_PURCHASES)]),
    QuestionCases(get("eduops"), [(STUDIES, OF_STUDIES)]),
)
each_case = pytest.mark.parametrize(
    ("cases", "history", "row"),
    [pytest.param(cases, *case.values, id=str(case.id)) for cases in DOMAINS for case in cases.params()],
)
each_domain = pytest.mark.parametrize("cases", DOMAINS, ids=lambda cases: cases.domain.slug)


@each_case
def test_each_question_has_its_answer_height_width_and_witnesses(
    cases: QuestionCases, history: str, row: Row
) -> None:
    cases.check(history, row)


@each_domain
def test_each_form_for_another_version_has_a_case(cases: QuestionCases) -> None:
    assert cases.forms() == {form.slug for form in cases.domain.question_templates if form.version}


@each_case
def test_no_question_has_an_answer_where_nothing_is_recorded(
    cases: QuestionCases, history: str, row: Row
) -> None:
    """What a reader of nothing knows could not be published (spec 2.4, C4)."""
    found = evaluate(cases.program, History(()), cases.goal(row[0]), cutoff("end"))
    assert found.gold.label is Answerability.UNKNOWN
