"""Every question of TripOps on small histories, in the tables of tests.factories.question_cases (AC-3.1).

Ana, whose home is Cor, makes three trips in 2026: Ax to Mel for eight days and Bur to Nor for three, both
for the firm, and Cim to Mel for two days of training. Above her are Bo and Cy; Di is below her.
"""

from __future__ import annotations

import pytest

from scenarios.datalog.derivation import Answerability
from scenarios.datalog.history import History
from scenarios.datalog.reference import evaluate
from scenarios.domains.registry import get
from scenarios.domains.tripops.templates.rations import BY_DAY, BY_NIGHT
from tests.factories.question_cases import QuestionCases, Row, plain_forms, rows
from tests.spec.manual import cutoff

TRIPOPS = get("tripops")

PLACES = """
p1 2026-01-05: city_in(Ash, Cor), city_in(Bel, Cor), region_of(Cor, East).
p2: city_in(Lun, Mel), region_of(Mel, West).
p3: city_in(Dro, Nor), region_of(Nor, West).
p4: hotel_in(Orne, Lun), hotel_in(Abel, Bel), hotel_in(Ette, Dro).
s1: based_in(Ana, Ash), reports_to(Ana, Bo).
s2: based_in(Bo, Bel), reports_to(Bo, Cy).
s3: based_in(Cy, Lun), reports_to(Cy, none).
s4: based_in(Di, Lun), reports_to(Di, Ana).
"""

TRIPS = f"""{PLACES}
t1: trip(Ana, 2026; Ax), purpose(Ax, business), starts(Ax, 2026-03-02), ends(Ax, 2026-03-09).
t2: trip(Ana, 2026; Bur), purpose(Bur, business), starts(Bur, 2026-05-04), ends(Bur, 2026-05-06).
t3: trip(Ana, 2026; Cim), purpose(Cim, training), starts(Cim, 2026-02-02), ends(Cim, 2026-02-03).
b1: booking(Ax, Orne).
b2: booking(Bur, Abel).
b3: booking(Cim, Orne).
b4: revise booking(Bur, Ette).
y1: complete(trip, Ana, 2026).
y2: complete(trip, Di, 2026).
"""

#: What Ax cost: a meal over its cap, a ride whose amount was corrected, a snack without a slip.
MONEY = f"""{TRIPS}
e1: expense(Ax; E1), amount(E1, 60), spent_on(E1, meal), receipt(E1, true).
e2: expense(Ax; E2), amount(E2, 90), spent_on(E2, taxi), receipt(E2, true).
e3: expense(Ax; E3), amount(E3, 25), spent_on(E3, snack), receipt(E3, false).
e4: revise amount(E2, 40).
e5: complete(expense, Ax).
e6: complete(expense, Bur).
g1: category_group(meal, Um), category_group(snack, Um), category_group(taxi, Yx).
k1: cap(West, Um, 45).
k2: cap(West, Yx, 70).
k3: receipt_floor(10).
k4: allowance(Ax, 100).
h1: room_price(Orne, 80), priced_in(Orne, Tor).
h2: rate(Tor, 1.5).
h3: night_cap(West, 100).
h4: day_rate(West, 30).
q1 2026-06-01: rule per_diem "{BY_NIGHT}".
q2 2026-07-01: rule per_diem "{BY_DAY}".
q3 2026-08-01: unrule per_diem.
q4 2026-08-10: revise rate(Tor, 1.2).
q5 2026-08-20: revise receipt_floor(30).
q6 2026-08-25: cancel expense(Ax; E1).
q7 2026-09-01: cancel cap(West, Yx), cancel night_cap(West), cancel allowance(Ax).
"""

#: Leave to travel: a sheet with initials of Bo for Ax, an empty one for Bur; then the rule changes.
LEAVE = f"""{TRIPS}
a1: complete(approval, Ax, 1, Bo).
a2: complete(approval, Bur, 0).
d1: complete(entry_paper, Mel, 2, visa, photograph).
d2: complete(held_paper, Ana, 1, visa).
d3: complete(entry_paper, Nor, 0).
m1 2026-03-01: signoff_days(5).
m2 2026-06-01: revise signoff_days(2).
w1 2026-06-15: rule waiver_Bur "waived(T) :- T = \\"Bur\\", date(cutoff) >= date(2026-07-01), \
date(cutoff) <= date(2026-07-31).".
w2 2026-08-10: rule waiver_Ax "waived(T) :- T = \\"Ax\\", date(cutoff) >= date(2026-08-01), \
date(cutoff) <= date(2026-12-31).".
w3 2026-08-20: unrule waiver_Ax.
w4 2026-09-01: held_paper(Ana; photograph), complete(held_paper, Ana).
w5 2026-09-10: cancel approval(Ax; Bo).
w6 2026-09-20: cancel entry_paper(Mel; photograph), cancel trip(Ana, 2026; Bur).
w7 2026-09-25: revise reports_to(Ana, Di), reports_to(Di, none).
"""

VERSIONS = """
v1 2026-01-05: booking(Ax, Orne), starts(Ax, 2026-03-02), ends(Ax, 2026-03-09).
v2: based_in(Ana, Ash), reports_to(Ana, Bo).
v3: amount(E1, 60), cap(West, Um, 45), receipt_floor(10), signoff_days(5), allowance(Ax, 100).
v4: rate(Tor, 1.5), night_cap(West, 100), day_rate(West, 30).
u1 2026-02-01: revise booking(Ax, Ette).
u2: revise starts(Ax, 2026-03-04), revise ends(Ax, 2026-03-12).
u3: revise based_in(Ana, Lun).
u4: revise reports_to(Ana, Cy).
u5: revise amount(E1, 62.5).
u6: revise cap(West, Um, 50).
u7: revise receipt_floor(12).
u8: revise signoff_days(4).
u9: revise allowance(Ax, 90).
u10: revise rate(Tor, 1.25).
u11: revise night_cap(West, 110).
u12: revise day_rate(West, 32.5).
x1 2026-03-01: booking(Ax, Orne) as of 2026-01-10, amount(E1, 60) as of 2026-01-10.
x2: based_in(Ana, Ash) as of 2026-01-10, reports_to(Ana, Bo) as of 2026-01-10.
x3: starts(Ax, 2026-03-02) as of 2026-01-10, ends(Ax, 2026-03-09) as of 2026-01-10.
x4: cap(West, Um, 45) as of 2026-01-10, rate(Tor, 2) as of 2026-01-10, day_rate(West, 9) as of 2026-01-10.
x5: amount(E1, 62.5).
x6: cancel booking(Ax), revise reports_to(Ana, none).
"""

TEMPORAL = """
| current_lodging: Ax            | 2026-01-31 | Orne       | 2 | v1 |
| current_lodging: Ax            | 2026-03-01 | Ette       | 2 | u1 |
| current_lodging: Ax            | end        | unknown    | 2 |    |
| current_base: Ana              | end        | Lun        | 2 | u3 |
| current_superior: Ana          | 2026-03-05 | Cy         | 2 | u4 |
| current_superior: Ana          | end        | zero none  | 2 | x6 |
| current_departure: Ax          | end        | 2026-03-04 | 2 | u2 |
| current_final_day: Ax          | end        | 2026-03-12 | 2 | u2 |
| current_price: E1              | 2026-03-01 | 62.5       | 2 | u5 |
| current_price: E1              | end        | 62.5       | 2 | u5 / x5 |
| current_ceiling: West, Um      | 2026-01-31 | 45         | 1 | v3 |
| current_ceiling: West, Um      | end        | 50         | 1 | u6 |
| current_receipt_floor:         | end        | 12         | 1 | u7 |
| current_clearance_days:        | end        | 4          | 1 | u8 |
| current_budget: Ax             | end        | 90         | 1 | u9 |
| current_worth: Tor             | end        | 1.25       | 2 | u10 |
| current_lodging_ceiling: West  | end        | 110        | 1 | u11 |
| current_subsistence: West      | end        | 32.5       | 1 | u12 |
"""

LOOK_UPS = """
| home_country: Ana              | end | Cor             | 2 | p1 s1 |
| destination: Bur               | end | Dro             | 2 | b4 p4 |
| destination_country: Bur       | end | Nor             | 3 | b4 p3 p4 |
| destination_region: Bur        | end | West            | 4 | b4 p3 p4 |
| same_country: Ax, Cim          | end | true            | 4 | b1 b3 p2 p4 |
| same_country: Ax, Bur          | end | false           | 4 | b1 b4 p2-p4 |
| same_home: Ana, Bo             | end | true            | 3 | p1 s1 s2 |
| same_home: Ana, Cy             | end | false           | 3 | p1 p2 s1 s3 |
| journeys_to: Ana, 2026, Mel    | end | {Ax, Cim}       | 4 | b1 b3 b4 p2-p4 t1-t3 y1 |
| journeys_to: Ana, 2026, Cor    | end | zero {}         | 4 | b1 b3 b4 p2-p4 t1-t3 y1 |
| number_to: Ana, 2026, Mel      | end | 2               | 5 | b1 b3 b4 p2-p4 t1-t3 y1 |
| number_to: Di, 2026, Mel       | end | zero 0          | 4 | y2 |
| all_superiors: Di              | end | {Ana, Bo, Cy}   | 2 | s1-s4 |
| all_superiors: Cy              | end | zero {}         | 2 | s3 |
| is_superior: Di, Cy            | end | true            | 2 | s1 s2 s4 |
| is_superior: Bo, Ana           | end | false           | 2 | s2 s3 |
| levels_between: Di, Bo         | end | 2               | 2 | s1-s4 |
| levels_between: Di, Cy         | end | 3               | 2 | s1-s4 |
| levels_between: Bo, Di         | end | zero none       | 2 | s2 s3 |
| levels_above: Di               | end | 3               | 3 | s1-s4 |
| levels_above: Cy               | end | zero 0          | 3 | s3 |
| very_top: Di                   | end | Cy              | 3 | s1-s4 |
| very_top: Cy                   | end | zero none       | 3 | s3 |
"""

JOURNEYS = """
| number_of_journeys: Ana, 2026  | end | 3               | 3 | t1-t3 y1 |
| number_of_journeys: Ana, 2025  | end | unknown         | 2 | |
| number_abroad: Ana, 2026       | end | 2               | 5 | b1 b4 p1-p4 s1 t1-t3 y1 |
| number_abroad: Di, 2026        | end | zero 0          | 4 | y2 |
| days_abroad: Ana, 2026         | end | 11              | 5 | b1 b4 p1-p4 s1 t1-t3 y1 |
| longest_journey: Ana, 2026     | end | Ax              | 3 | t1-t3 y1 |
| longest_journey: Di, 2026      | end | zero none       | 3 | y2 |
| earliest_journey: Ana, 2026    | end | Cim             | 3 | t1-t3 y1 |
| ever_abroad: Ana, 2026         | end | true            | 5 | b1 p1 p2 p4 s1 t1 / b4 p1 p3 p4 s1 t2 |
| ever_abroad: Di, 2026          | end | false           | 4 | y2 |
| most_common_country: Ana, 2026 | end | Mel             | 4 | b1 b3 b4 p2-p4 t1-t3 y1 |
"""

#: Witnesses of what stands on the claims of Ax: all of them with their closed list.
OUTLAYS = """
| class_of_outlay: E3            | 2026-05-01 | Um           | 2 | e3 g1 |
| lodging_currency: Ax           | 2026-05-01 | Tor          | 2 | b1 h1 |
| outlays_in_class: Ax, Um       | 2026-05-01 | {E1, E3}     | 3 | e1-e3 e5 g1 |
| number_in_class: Ax, Um        | 2026-05-01 | 2            | 4 | e1-e3 e5 g1 |
| most_common_class: Ax          | 2026-05-01 | Um           | 3 | e1-e3 e5 g1 |
| over_limit: E1                 | 2026-05-01 | true         | 6 | b1 e1 g1 k1 p2 p4 |
| over_limit: E2                 | 2026-05-01 | false        | 6 | b1 e2 e4 g1 k2 p2 p4 |
| over_limit: E2                 | end        | unknown      | 6 | |
| all_within_limits: Ax          | 2026-05-01 | false        | 7 | b1 e1 g1 k1 p2 p4 |
| all_within_limits: Ax          | 2026-08-26 | true         | 7 | b1 e2-e5 g1 k1 k2 p2 p4 q6 |
| all_within_limits: Bur         | 2026-05-01 | true         | 3 | e6 |
| is_reimbursable: E1            | 2026-05-01 | true         | 2 | e1 |
| is_reimbursable: E3            | 2026-05-01 | false        | 2 | e3 k3 |
| is_reimbursable: E3            | end        | true         | 2 | e3 q5 |
| not_reimbursable: Ax           | 2026-05-01 | {E3}         | 3 | e1-e3 e5 k3 |
| not_reimbursable: Ax           | end        | zero {}      | 3 | e2 e3 e5 q5 q6 |
| reimbursable: E1               | 2026-05-01 | 45           | 6 | b1 e1 g1 k1 p2 p4 |
| reimbursable: E2               | 2026-05-01 | 40           | 6 | b1 e2 e4 g1 k2 p2 p4 |
| reimbursable: E3               | 2026-05-01 | zero 0       | 3 | e3 k3 |
| total_reimbursable: Ax         | 2026-05-01 | 85           | 7 | b1 e1-e5 g1 k1-k3 p2 p4 |
| total_outlay: Ax               | 2026-05-01 | 125          | 3 | e1-e5 |
| total_outlay: Ax               | end        | 65           | 3 | e2-e5 q6 |
| total_outlay: Bur              | end        | zero 0       | 3 | e6 |
| budget_left: Ax                | 2026-05-01 | -25          | 4 | e1-e5 k4 |
| budget_left: Ax                | end        | unknown      | 4 | |
| largest_outlay: Ax             | 2026-05-01 | E1           | 3 | e1-e5 |
| largest_outlay: Ax             | end        | E2           | 3 | e2-e5 q6 |
| lodging_over_ceiling: Ax       | 2026-05-01 | true         | 5 | b1 h1-h3 p2 p4 |
| lodging_over_ceiling: Ax       | 2026-08-15 | false        | 5 | b1 h1 h3 p2 p4 q4 |
| lodging_over_ceiling: Ax       | end        | unknown      | 5 | |
| lodging_reimbursable: Ax       | 2026-05-01 | 700          | 5 | b1 h1-h3 p2 p4 t1 |
| lodging_reimbursable: Ax       | 2026-08-15 | 672          | 5 | b1 h1 h3 p2 p4 q4 t1 |
| subsistence_due: Ax            | 2026-05-01 | unknown      | 1 | |
| subsistence_due: Ax            | 2026-06-15 | 210          | 5 | b1 h4 p2 p4 q1 t1 |
| subsistence_due: Ax            | 2026-07-15 | 240          | 5 | b1 h4 p2 p4 q2 t1 |
| subsistence_due: Ax            | end        | unknown      | 1 | |
"""

CLEARANCE = """
| requires_clearance: Ax         | 2026-03-15 | true         | 4 | b1 m1 p1 p2 p4 s1 t1 |
| requires_clearance: Bur        | 2026-03-15 | false        | 4 | m1 t2 |
| requires_clearance: Bur        | 2026-06-30 | true         | 4 | b4 m2 p1 p3 p4 s1 t2 |
| requires_clearance: Bur        | 2026-07-01 | false        | 4 | w1 |
| requires_clearance: Bur        | 2026-07-31 | false        | 4 | w1 |
| requires_clearance: Bur        | 2026-08-01 | true         | 4 | b4 m2 p1 p3 p4 s1 t2 |
| requires_clearance: Ax         | 2026-08-15 | false        | 4 | w2 |
| requires_clearance: Ax         | 2026-08-25 | true         | 4 | b1 m2 p1 p2 p4 s1 t1 |
| has_clearance: Ax              | 2026-03-15 | true         | 3 | a1 s1 t1 |
| has_clearance: Bur             | 2026-03-15 | false        | 3 | a2 |
| has_clearance: Ax              | 2026-09-15 | false        | 3 | a1 w5 |
| uncleared: Ana, 2026           | 2026-03-15 | zero {}      | 5 | a1 m1 s1 t1-t3 y1 |
| uncleared: Ana, 2026           | 2026-06-10 | {Bur}        | 5 | a1 a2 b4 m2 p1 p3 p4 s1 t1-t3 y1 |
| documents_lacking: Ax          | 2026-03-15 | {photograph} | 4 | b1 d1 d2 p2 p4 t1 |
| documents_lacking: Bur         | 2026-03-15 | zero {}      | 4 | b4 d3 p3 p4 |
| documents_lacking: Ax          | 2026-09-05 | zero {}      | 4 | b1 d1 d2 p2 p4 t1 w4 |
| may_depart: Ax                 | 2026-03-15 | false        | 5 | b1 d1 d2 p2 p4 t1 |
| may_depart: Bur                | 2026-03-15 | true         | 5 | b4 d3 m1 p3 p4 t2 |
| may_depart: Bur                | 2026-06-10 | false        | 5 | a2 b4 m2 p1 p3 p4 s1 t2 |
| may_depart: Bur                | 2026-07-15 | true         | 5 | b4 d3 p3 p4 w1 |
| may_depart: Ax                 | 2026-09-05 | true         | 5 | a1 b1 d1 d2 p2 p4 s1 t1 w4 |
| may_depart: Ax                 | 2026-09-15 | false        | 5 | a1 b1 m2 p1 p2 p4 s1 t1 w5 |
| documents_lacking: Ax          | 2026-09-22 | zero {}      | 4 | b1 d1 d2 p2 p4 t1 w6 |
| number_of_journeys: Ana, 2026  | end        | 2            | 3 | t1 t3 w6 y1 |
| requires_clearance: Bur        | end        | unknown      | 4 | |
| all_superiors: Ana             | end        | {Di}         | 2 | w7 |
"""

#: A long line: the sixth level is the last that is looked at, so l7 adds nothing that is not known.
LINE = """
l1: reports_to(A, B).
l2: reports_to(B, C).
l3: reports_to(C, D).
l4: reports_to(D, E).
l5: reports_to(E, F).
l6: reports_to(F, G).
l7: reports_to(G, none).
l8: reports_to(X, Y).
"""

LEVELS = """
| levels_between: A, G           | end | 6       | 2 | l1-l6 |
| levels_between: A, D           | end | 3       | 2 | l1-l6 |
| levels_between: X, Y           | end | unknown | 2 | |
"""

CASES = QuestionCases(
    TRIPOPS,
    (
        (VERSIONS, TEMPORAL), (TRIPS, LOOK_UPS), (TRIPS, JOURNEYS), (MONEY, OUTLAYS), (LEAVE, CLEARANCE),
        (LINE, LEVELS),
    ),
)  # fmt: skip


@pytest.mark.parametrize(("history", "row"), CASES.params())
def test_each_question_has_its_answer_height_and_witnesses(history: str, row: Row) -> None:
    CASES.check(history, row)


def test_each_question_has_a_case() -> None:
    assert CASES.forms() == plain_forms(TRIPOPS)


@pytest.mark.parametrize("asked", sorted({row[0] for _, table in CASES.worlds for row in rows(table)}))
def test_no_question_has_an_answer_where_nothing_is_recorded(asked: str) -> None:
    """What a reader of nothing knows could not be published (spec 2.4, C4)."""
    found = evaluate(CASES.program, History(()), CASES.goal(asked), cutoff("end"))
    assert found.gold.label is Answerability.UNKNOWN
