"""TripOps questions of the families of rules and of quantified collections, three wordings each."""

from __future__ import annotations

from scenarios.domains.asking import NAME_OR_NONE
from scenarios.domains.tripops.templates.asking import question

RULES = (
    question(
        "requires_clearance", "R5", "rules", ("needs_signoff", ("trip",)), "bool",
        "Under the rules in force, does {trip} require clearance?",
        "Is clearance required for {trip} under the rules in force?",
        "Do the rules in force make {trip} subject to clearance?",
    ),
    question(
        "over_limit", "R2", "rules", ("over_limit", ("expense",)), "bool",
        "Is {expense} over the limit that applies to it?",
        "Does {expense} exceed the limit in force for it?",
        "Under the rules in force, is {expense} over its limit?",
    ),
    question(
        "uncleared", "R4", "rules", ("unsigned", ("person", "year")), "set",
        "Which {year} journeys of {person} require clearance and lack it?",
        "For {year}, which journeys of {person} still lack a required clearance?",
        "Which of the journeys of {person} in {year} are without a clearance that they require?",
    ),
    question(
        "reimbursable", "R6", "rules", ("payable", ("expense",)), "money",
        "How much of {expense} is reimbursable?",
        "What part of {expense} is reimbursable under the rules in force?",
        "How much money does {expense} bring under the rules in force?",
    ),
    question(
        "is_reimbursable", "R1", "rules", ("claimable", ("expense",)), "bool",
        "Under the rules in force, is {expense} reimbursable?",
        "Does {expense} qualify as reimbursable under the rules in force?",
        "Do the rules in force make {expense} reimbursable?",
    ),
    question(
        "has_clearance", "R1", "rules", ("signed", ("trip",)), "bool",
        "Has {trip} been granted valid clearance?",
        "Does {trip} have clearance from a superior of its traveller?",
        "Is there valid clearance for {trip}?",
    ),
    question(
        "may_depart", "R1", "rules", ("may_leave", ("trip",)), "bool",
        "Considering clearance and documents, may {trip} depart?",
        "Under the rules in force, does {trip} have all documents and any clearance that it requires?",
        "Is {trip} free to depart, clearance and documents considered?",
    ),
    question(
        "lodging_over_ceiling", "R2", "rules", ("night_over", ("trip",)), "bool",
        "Is the accommodation on {trip} over the nightly ceiling that applies to it?",
        "Does the accommodation on {trip} exceed the nightly ceiling in force?",
        "Under the rules in force, is the accommodation on {trip} over its nightly ceiling?",
    ),
    question(
        "documents_lacking", "R3", "rules", ("lacks", ("trip",)), "set",
        "Which documents does {trip} require that its traveller lacks?",
        "Which required documents are still missing for {trip}?",
        "What documents must the traveller on {trip} still obtain?",
    ),
    question(
        "not_reimbursable", "R4", "rules", ("rejected", ("trip",)), "set",
        "Which outlays on {trip} are not reimbursable?",
        "Under the rules in force, which outlays on {trip} fail to qualify as reimbursable?",
        "On {trip}, which outlays do the rules in force not make reimbursable?",
    ),
    question(
        "lodging_reimbursable", "R6", "rules", ("lodging_back", ("trip",)), "money",
        "How much of the accommodation on {trip} is reimbursable in total?",
        "What part of the accommodation on {trip} do the rules in force make reimbursable?",
        "How much money does the accommodation on {trip} bring under the rules in force?",
    ),
    question(
        "subsistence_due", "R6", "rules", ("per_diem", ("trip",)), "money",
        "How much subsistence is due for {trip}?",
        "What subsistence does {trip} bring under the rules in force?",
        "Under the rules in force, how large is the subsistence for {trip}?",
    ),
)  # fmt: skip

SET_QUANT = (
    question(
        "number_abroad", "Q1", "set_quant", ("n_outside", ("person", "year")), "count",
        "How many {year} journeys brought {person} abroad for the firm?",
        "How often was {person} abroad for the firm in {year}?",
        "For {year}, how many journeys abroad for the firm did {person} make?",
    ),
    question(
        "days_abroad", "Q2", "set_quant", ("days_outside", ("person", "year")), "number",
        "What do the {year} journeys abroad of {person} for the firm add up to in days?",
        "How many days was {person} abroad for the firm in {year}?",
        "For {year}, how many days abroad for the firm does {person} have in total?",
    ),
    question(
        "total_reimbursable", "Q2", "set_quant", ("trip_total", ("trip",)), "money",
        "How much is reimbursable for {trip} in total?",
        "What do the reimbursable parts of {trip} add up to?",
        "What is the reimbursable total of {trip}?",
    ),
    question(
        "budget_left", "Q5", "set_quant", ("left", ("trip",)), "money",
        "How much of the budget of {trip} is left?",
        "What remains of the budget for {trip}?",
        "How large is the rest of the budget of {trip}?",
    ),
    question(
        "number_of_journeys", "Q1", "set_quant", ("n_trips", ("person", "year")), "count",
        "How many {year} journeys does {person} have?",
        "How many journeys did {person} make in {year} in total?",
        "For {year}, what is the number of journeys of {person}?",
    ),
    question(
        "total_outlay", "Q2", "set_quant", ("spent", ("trip",)), "money",
        "What do the outlays on {trip} add up to?",
        "How much was spent on {trip} in total?",
        "What is the total outlay on {trip}?",
    ),
    question(
        "longest_journey", "Q3", "set_quant", ("longest", ("person", "year")), "entity",
        "Which {year} journey of {person} is longest?",
        "For {year}, which journey of {person} has the longest duration?",
        "Of the journeys of {person} in {year}, which lasts longest?",
        hint=NAME_OR_NONE,
    ),
    question(
        "earliest_journey", "Q3", "set_quant", ("earliest", ("person", "year")), "entity",
        "Which {year} journey of {person} departs earliest?",
        "For {year}, which journey of {person} has the earliest departure?",
        "Of the journeys of {person} in {year}, which departs soonest?",
        hint=NAME_OR_NONE,
    ),
    question(
        "largest_outlay", "Q3", "set_quant", ("dearest", ("trip",)), "entity",
        "Which outlay on {trip} is largest?",
        "What is the largest outlay on {trip}?",
        "Of the outlays on {trip}, which has the largest sum?",
        hint=NAME_OR_NONE,
    ),
    question(
        "ever_abroad", "Q4", "set_quant", ("any_outside", ("person", "year")), "bool",
        "Did any {year} journey bring {person} abroad for the firm?",
        "Was {person} abroad for the firm at all in {year}?",
        "For {year}, does {person} have any journey abroad for the firm?",
    ),
    question(
        "all_within_limits", "Q4", "set_quant", ("all_within", ("trip",)), "bool",
        "Are all outlays on {trip} within the limits that apply to them?",
        "Is every outlay on {trip} within its limit?",
        "Does each outlay on {trip} keep to its limit?",
    ),
    question(
        "most_common_country", "Q6", "set_quant", ("top_country", ("person", "year")), "entity",
        "To which country do the {year} journeys of {person} lead most often?",
        "Which country is most common among the destinations of {person} in {year}?",
        "For {year}, which country is most often the destination of {person}?",
        hint=NAME_OR_NONE,
    ),
    question(
        "most_common_class", "Q6", "set_quant", ("usual_class", ("trip",)), "entity",
        "Which class is most common among the outlays on {trip}?",
        "Into which class do the outlays on {trip} fall most often?",
        "What is the most common class of outlay on {trip}?",
        hint=NAME_OR_NONE,
    ),
)  # fmt: skip

JUDGEMENTS = (*RULES, *SET_QUANT)
