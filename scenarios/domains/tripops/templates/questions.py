"""TripOps questions that look up, compare and follow lines: three of the families of spec 3.2."""

from __future__ import annotations

from scenarios.domains.asking import COUNT_OR_NONE, NAME_OR_NONE
from scenarios.domains.tripops.templates.asking import question
from scenarios.domains.tripops.templates.kinds import CURRENCY

TEMPORAL = (
    question(
        "current_lodging", "T1", "temporal", ("booking", ("trip",)), "entity",
        "Where do the people on {trip} stay, as things stand?",
        "Which accommodation is valid for {trip} at present?",
        "What is the present accommodation on {trip}?",
    ),
    question(
        "current_base", "T1", "temporal", ("based_in", ("person",)), "entity",
        "Where is {person} stationed at present?",
        "At which location is {person} stationed, as things stand?",
        "What is the present duty location of {person}?",
    ),
    question(
        "current_superior", "T1", "temporal", ("reports_to", ("person",)), "entity",
        "Who is the direct superior of {person} at present?",
        "To whom does {person} report directly, as things stand?",
        "Which colleague stands directly above {person} at present?",
        hint=NAME_OR_NONE,
    ),
    question(
        "current_departure", "T1", "temporal", ("starts", ("trip",)), "date",
        "On which day does {trip} depart, as things stand?",
        "When is the departure of {trip} at present?",
        "What is the present departure day of {trip}?",
    ),
    question(
        "current_price", "T1", "temporal", ("amount", ("expense",)), "money",
        "How large is {expense} at present?",
        "What sum stands against {expense}, as things stand?",
        "What is the present size of {expense}?",
    ),
    question(
        "current_ceiling", "T1", "temporal", ("cap", ("region", "group")), "money",
        "What ceiling is valid for {group} across {region} at present?",
        "Which ceiling applies to {group} across {region}, as things stand?",
        "How large is the present ceiling on {group} across {region}?",
    ),
    question(
        "current_final_day", "T1", "temporal", ("ends", ("trip",)), "date",
        "Which is the final day of {trip}, as things stand?",
        "What is the present final day of {trip}?",
        "Up to which day does {trip} last at present?",
    ),
    question(
        "current_clearance_days", "T1", "temporal", ("signoff_days", ()), "number",
        "How many days may a journey abroad last without clearance at present?",
        "Up to how many days does a journey abroad not require clearance, as things stand?",
        "What is the present number of days that a journey abroad may last without clearance?",
    ),
    question(
        "current_receipt_floor", "T1", "temporal", ("receipt_floor", ()), "money",
        "Up to what sum is an outlay reimbursable without a receipt at present?",
        "Up to which sum does an outlay require no receipt, as things stand?",
        "What is the present sum up to which an outlay is reimbursable without a receipt?",
    ),
    question(
        "current_budget", "T1", "temporal", ("allowance", ("trip",)), "money",
        "How large is the budget of {trip} at present?",
        "What budget does {trip} have, as things stand?",
        "What is the present budget of {trip}?",
    ),
    question(
        "current_worth", "T1", "temporal", ("rate", ("currency",)), "number",
        f"How much {CURRENCY} is one {{currency}} worth at present?",
        f"What is one {{currency}} worth in {CURRENCY}, as things stand?",
        f"What is the present worth of one {{currency}} in {CURRENCY}?",
    ),
    question(
        "current_lodging_ceiling", "T1", "temporal", ("night_cap", ("region",)), "money",
        "What nightly ceiling is valid for accommodation across {region} at present?",
        "Which nightly ceiling applies to accommodation across {region}, as things stand?",
        "How large is the present nightly ceiling on accommodation across {region}?",
    ),
    question(
        "current_subsistence", "T1", "temporal", ("day_rate", ("region",)), "money",
        "What sum is valid as a unit of subsistence across {region} at present?",
        "Which sum applies to one unit of subsistence across {region}, as things stand?",
        "How large is the present unit of subsistence across {region}?",
    ),
)  # fmt: skip

SEMANTIC = (
    question(
        "home_country", "S1", "semantic", ("home", ("person",)), "entity",
        "In which country is {person} at home?",
        "Which country counts as home for {person}?",
        "What is the home country of {person}?",
    ),
    question(
        "destination", "S1", "semantic", ("dest", ("trip",)), "entity",
        "What is the destination of {trip}?",
        "Where does {trip} lead?",
        "Which place is the destination of {trip}?",
    ),
    question(
        "destination_country", "S2", "semantic", ("country", ("trip",)), "entity",
        "To which country does {trip} lead?",
        "Which country is the destination of {trip}?",
        "In which country does {trip} have its destination?",
    ),
    question(
        "destination_region", "S2", "semantic", ("region", ("trip",)), "entity",
        "To which region of the world does {trip} lead?",
        "Which region of the world is the destination of {trip}?",
        "In which region of the world does {trip} have its destination?",
    ),
    question(
        "same_country", "S3", "semantic", ("same_country", ("first", "second")), "bool",
        "Do {first} and {second} lead to the same country?",
        "Is the destination country of {first} also that of {second}?",
        "Are {first} and {second} bound for one and the same country?",
    ),
    question(
        "journeys_to", "S4", "semantic", ("trips_to", ("person", "year", "country")), "set",
        "Which {year} journeys of {person} lead to {country}?",
        "For {year}, which journeys of {person} count as visits to {country}?",
        "Which journeys of {person} in {year} have {country} as destination?",
    ),
    question(
        "number_to", "S5", "semantic", ("n_trips_to", ("person", "year", "country")), "count",
        "How many {year} journeys of {person} lead to {country}?",
        "For {year}, how many journeys of {person} count as visits to {country}?",
        "How often in {year} was {country} the destination of {person}?",
    ),
    question(
        "class_of_outlay", "S1", "semantic", ("class", ("expense",)), "entity",
        "Into which class of outlay does {expense} fall?",
        "Under which class of outlay does {expense} fall?",
        "What class of outlay is {expense}?",
    ),
    question(
        "lodging_currency", "S1", "semantic", ("trip_currency", ("trip",)), "entity",
        "In which currency is the accommodation on {trip} charged?",
        "Which currency must one have for the accommodation on {trip}?",
        "What currency is required for the accommodation on {trip}?",
    ),
    question(
        "same_home", "S3", "semantic", ("same_home", ("person", "other")), "bool",
        "Are {person} and {other} at home in the same country?",
        "Is the home country of {person} also that of {other}?",
        "Do {person} and {other} have one and the same home country?",
    ),
    question(
        "outlays_in_class", "S4", "semantic", ("in_class", ("trip", "group")), "set",
        "Which outlays on {trip} count as {group}?",
        "Which of the outlays on {trip} fall into class {group}?",
        "On {trip}, which outlays are of class {group}?",
    ),
    question(
        "number_in_class", "S5", "semantic", ("n_in_class", ("trip", "group")), "count",
        "How many outlays on {trip} count as {group}?",
        "How many of the outlays on {trip} fall into class {group}?",
        "On {trip}, how many outlays are of class {group}?",
    ),
)  # fmt: skip

CLOSURE = (
    question(
        "all_superiors", "C1", "closure", ("above", ("person",)), "set",
        "Which superiors does {person} have, direct or indirect?",
        "Who stands above {person}, directly or through others?",
        "Who are all the superiors of {person} up to the very top?",
    ),
    question(
        "is_superior", "C2", "closure", ("above", ("person",), "other"), "bool",
        "Does {other} stand anywhere above {person}?",
        "Is {other} a direct or indirect superior of {person}?",
        "Does {person} report to {other}, be it through others?",
    ),
    question(
        "levels_between", "C3", "closure", ("steps", ("person", "other")), "count",
        "How many levels above {person} does {other} stand?",
        "How many levels must one climb from {person} to {other}?",
        "By how many levels is {other} superior to {person}?",
        hint=COUNT_OR_NONE,
    ),
    question(
        "levels_above", "C3", "closure", ("n_above", ("person",)), "count",
        "How many levels must one climb from {person} to the very top?",
        "How many levels of superiors are there above {person}?",
        "How many superiors does {person} have, direct or indirect?",
    ),
    question(
        "very_top", "C4", "closure", ("top", ("person",)), "entity",
        "Who stands at the very top above {person}?",
        "Climbing from superior to superior, with whom does one end above {person}?",
        "Who is the topmost superior of {person}?",
        hint=NAME_OR_NONE,
    ),
)  # fmt: skip

LOOK_UPS = (*TEMPORAL, *SEMANTIC, *CLOSURE)
