"""How TripOps asks for the state of each predicate: one sentence in words of questions (spec 7.2)."""

from __future__ import annotations

from collections.abc import Mapping

from scenarios.domains.asking import NAME_OR_NONE
from scenarios.domains.tripops.templates.kinds import CURRENCY
from scenarios.domains.tripops.templates.rations import BY_DAY, BY_NIGHT, PER_DIEM
from scenarios.rendering.probes import ProbeWords as Ask

_RECORDED = {
    # places, and what a night costs
    "city_in": Ask("In which country does {0} lie now?"),
    "region_of": Ask("Which region of the world is {0} part of now?"),
    "hotel_in": Ask("In which city is {0} now?"),
    "room_price": Ask("What is the nightly charge of {0} now, in its own currency?"),
    "priced_in": Ask("In which currency does {0} charge for accommodation now?"),
    "rate": Ask(f"How much {CURRENCY} is one {{0}} worth now?"),
    # people and their documents
    "based_in": Ask("In which city is {0} stationed now?"),
    "reports_to": Ask("Who is the direct superior of {0} now?", NAME_OR_NONE),
    "entry_paper": Ask(
        "Which documents does {0} require now, and is the list complete?",
        member="Does {0} require the document {1} now?",
    ),
    "held_paper": Ask(
        "Which documents does {0} have now, and is the list complete?",
        member="Does {0} have the document {1} now?",
    ),
    # trips
    "trip": Ask(
        "Which {1} journeys does {0} have now, and is the list complete?",
        member="Does {0} have the {1} journey {2} now?",
    ),
    "traveller": Ask("Who is the traveller of {0} now?"),
    "purpose": Ask("What is the purpose of {0} now?", "Reply business, training or private."),
    "starts": Ask("On which day does {0} depart now?"),
    "ends": Ask("Which is the final day of {0} now?"),
    "booking": Ask("Where do the people on {0} stay now?"),
    "approval": Ask(
        "Which people have granted clearance for {0} by now, and is the list complete?",
        member="Has {1} granted clearance for {0} by now?",
    ),
    "carrier": Ask("Which carrier serves {0} now?"),
    # expenses
    "expense": Ask(
        "Which outlays does {0} have now, and is the list complete?",
        member="Does {0} have the outlay {1} now?",
    ),
    "on_trip": Ask("To which journey does outlay {0} count now?"),
    "amount": Ask("How large is outlay {0} now?"),
    "spent_on": Ask("What sort of outlay is {0} now?"),
    "receipt": Ask("Does outlay {0} have a receipt now?"),
    "category_group": Ask("Into which class of outlay does the sort {0} fall now?"),
}

_DECLARED = {
    "cap": Ask("What ceiling is valid for {1} across {0} now?"),
    "receipt_floor": Ask("Up to what sum is an outlay reimbursable without a receipt now?"),
    "signoff_days": Ask("How many days may a journey abroad last without clearance now?"),
    "allowance": Ask("How large is the budget of {0} now?"),
    "night_cap": Ask("What nightly ceiling is valid for accommodation across {0} now?"),
    "day_rate": Ask("What sum is valid as a unit of subsistence across {0} now?"),
    "waived": Ask("Is {0} exempt from clearance now?"),
    f"rule:{PER_DIEM}": Ask(
        "Does subsistence count the days or the nights of a journey now?",
        "Reply days or nights.",
        options={BY_DAY: "days", BY_NIGHT: "nights"},
    ),
}

_WHERE_TRIPS_LEAD = {
    "dest": Ask("What is the destination of {0} now?"),
    "country": Ask("To which country does {0} lead now?"),
    "region": Ask("To which region of the world does {0} lead now?"),
    "home": Ask("In which country is {0} at home now?"),
    "same_country": Ask("Do {0} and {1} lead to the same country now?"),
    "same_home": Ask("Are {0} and {1} at home in the same country now?"),
    "trip_currency": Ask("In which currency is the accommodation on {0} charged now?"),
    "trips_to": Ask("Which of the {1} journeys of {0} lead to {2} now?"),
    "n_trips_to": Ask("How many of the {1} journeys of {0} lead to {2} now?"),
    "outside": Ask("Which of the {1} journeys of {0} are abroad for the firm now?"),
    "n_outside": Ask("How many of the {1} journeys of {0} are abroad for the firm now?"),
    "any_outside": Ask("Is any of the {1} journeys of {0} abroad for the firm now?"),
    "length": Ask("How many days does {0} last now?"),
    "nights": Ask("How many days after its departure is the final day of {0} now?"),
    "days_outside": Ask("What do the {1} journeys of {0} abroad for the firm add up to in days now?"),
    "n_trips": Ask("How many {1} journeys does {0} have now?"),
    "longest": Ask("Which {1} journey of {0} is longest now?"),
    "earliest": Ask("Which {1} journey of {0} departs earliest now?"),
    "top_country": Ask("To which country do the {1} journeys of {0} lead most often now?"),
}

_REPORTING_LINES = {
    "above": Ask("Which superiors does {0} have now, direct or indirect?"),
    "n_above": Ask("How many superiors does {0} have now, direct or indirect?"),
    "steps": Ask("How many levels above {0} does {1} stand now?"),
    "top": Ask("Who stands at the very top above {0} now?"),
}

_MONEY = {
    "class": Ask("Into which class of outlay does {0} fall now?"),
    "in_class": Ask("Which of the outlays on {0} count as {1} now?"),
    "n_in_class": Ask("How many of the outlays on {0} count as {1} now?"),
    "usual_class": Ask("Which class is most common among the outlays on {0} now?"),
    "limit": Ask("What limit applies to outlay {0} now?"),
    "claimable": Ask("Is outlay {0} reimbursable now?"),
    "rejected": Ask("Which of the outlays on {0} are not reimbursable now?"),
    "payable": Ask("How much of outlay {0} is reimbursable now?"),
    "trip_total": Ask("How much is reimbursable for {0} in total now?"),
    "spent": Ask("What do the outlays on {0} add up to now?"),
    "left": Ask("How much of the budget of {0} is left now?"),
    "dearest": Ask("Which of the outlays on {0} is largest now?"),
    "over_limit": Ask("Is outlay {0} over the limit that applies to it now?"),
    "all_within": Ask("Are all outlays on {0} within the limits that apply to them now?"),
    "night_price": Ask(f"What is the nightly charge for accommodation on {{0}} now, in {CURRENCY}?"),
    "night_over": Ask("Is the accommodation on {0} over the nightly ceiling that applies to it now?"),
    "lodging_back": Ask("How much of the accommodation on {0} is reimbursable in total now?"),
    "per_diem": Ask("How much subsistence is due for {0} now?"),
}

_LEAVE = {
    "needs_signoff": Ask("Does {0} require clearance now?"),
    "signed": Ask("Has {0} been granted valid clearance by now?"),
    "unsigned": Ask("Which of the {1} journeys of {0} require clearance and lack it now?"),
    "lacks": Ask("Which of the documents that {0} requires does its traveller lack now?"),
    "may_leave": Ask("Considering clearance and documents, may {0} depart now?"),
}

#: Predicate, or ``rule:`` with the key of a declared clause, to how it is asked about.
PROBE_WORDS: Mapping[str, Ask] = {
    **_RECORDED,
    **_DECLARED,
    **_WHERE_TRIPS_LEAD,
    **_REPORTING_LINES,
    **_MONEY,
    **_LEAVE,
}
