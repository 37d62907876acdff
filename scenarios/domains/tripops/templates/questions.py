"""TripOps questions: operators of spec 3.2 on the predicates of the domain, three wordings each."""

from __future__ import annotations

from scenarios.domains.tripops.templates.kinds import CURRENCY, KINDS
from scenarios.rendering.questions import QuestionTemplate
from scenarios.rendering.slots import NAME, PERSON, Slot
from scenarios.rendering.templates import Surface

HINTS = {
    "entity": "Give one name.",
    "date": "Give a day in the form 2030-01-31.",
    "bool": "Reply yes or no.",
    "set": "Give all names, or none.",
    "count": "Give a count.",
    "number": "Give a number.",
    "money": f"Give an amount in {CURRENCY}.",
}
_KINDS: dict[str, Slot] = {**KINDS, "first": NAME, "second": NAME, "other": PERSON}


def _question(
    slug: str,
    operator: str,
    family: str,
    goal: tuple[str, tuple[str, ...]] | tuple[str, tuple[str, ...], str],
    answer_type: str,
    *wordings: str,
) -> QuestionTemplate:
    """``goal`` is (predicate, key slots[, member slot])."""
    surfaces = tuple(Surface("question", wording) for wording in wordings)
    slots = sorted(frozenset().union(*(surface.slots for surface in surfaces)))
    return QuestionTemplate(
        slug,
        {slot: _KINDS[slot] for slot in slots},
        surfaces,
        operator=operator,
        family=family,
        pred=goal[0],
        key=goal[1],
        member=goal[2] if len(goal) == 3 else None,
        answer_type=answer_type,
        hint=HINTS[answer_type],
        unit=CURRENCY if answer_type == "money" else "",
    )


TEMPORAL = (
    _question(
        "current_lodging", "T1", "temporal", ("booking", ("trip",)), "entity",
        "Where do the people on {trip} stay, as things stand?",
        "Which accommodation is valid for {trip} at present?",
        "What is the present accommodation on {trip}?",
    ),
    _question(
        "current_base", "T1", "temporal", ("based_in", ("person",)), "entity",
        "Where is {person} stationed at present?",
        "At which location is {person} stationed, as things stand?",
        "What is the present duty location of {person}?",
    ),
    _question(
        "current_superior", "T1", "temporal", ("reports_to", ("person",)), "entity",
        "Who is the direct superior of {person} at present?",
        "To whom does {person} report directly, as things stand?",
        "Which colleague stands directly above {person} at present?",
    ),
    _question(
        "current_departure", "T1", "temporal", ("starts", ("trip",)), "date",
        "On which day does {trip} depart, as things stand?",
        "When is the departure of {trip} at present?",
        "What is the present departure day of {trip}?",
    ),
    _question(
        "current_price", "T1", "temporal", ("amount", ("expense",)), "money",
        "How large is {expense} at present?",
        "What sum stands against {expense}, as things stand?",
        "What is the present size of {expense}?",
    ),
    _question(
        "current_ceiling", "T1", "temporal", ("cap", ("region", "group")), "money",
        "What ceiling is valid for {group} across {region} at present?",
        "Which ceiling applies to {group} across {region}, as things stand?",
        "How large is the present ceiling on {group} across {region}?",
    ),
)  # fmt: skip

SEMANTIC = (
    _question(
        "home_country", "S1", "semantic", ("home", ("person",)), "entity",
        "In which country is {person} at home?",
        "Which country counts as home for {person}?",
        "What is the home country of {person}?",
    ),
    _question(
        "destination", "S1", "semantic", ("dest", ("trip",)), "entity",
        "What is the destination of {trip}?",
        "Where does {trip} lead?",
        "Which place is the destination of {trip}?",
    ),
    _question(
        "destination_country", "S2", "semantic", ("country", ("trip",)), "entity",
        "To which country does {trip} lead?",
        "Which country is the destination of {trip}?",
        "In which country does {trip} have its destination?",
    ),
    _question(
        "destination_region", "S2", "semantic", ("region", ("trip",)), "entity",
        "To which region of the world does {trip} lead?",
        "Which region of the world is the destination of {trip}?",
        "In which region of the world does {trip} have its destination?",
    ),
    _question(
        "same_country", "S3", "semantic", ("same_country", ("first", "second")), "bool",
        "Do {first} and {second} lead to the same country?",
        "Is the destination country of {first} also that of {second}?",
        "Are {first} and {second} bound for one and the same country?",
    ),
    _question(
        "journeys_to", "S4", "semantic", ("trips_to", ("person", "year", "country")), "set",
        "Which {year} journeys of {person} lead to {country}?",
        "For {year}, which journeys of {person} count as visits to {country}?",
        "Which journeys of {person} in {year} have {country} as destination?",
    ),
    _question(
        "number_to", "S5", "semantic", ("n_trips_to", ("person", "year", "country")), "count",
        "How many {year} journeys of {person} lead to {country}?",
        "For {year}, how many journeys of {person} count as visits to {country}?",
        "How often in {year} was {country} the destination of {person}?",
    ),
)  # fmt: skip

CLOSURE = (
    _question(
        "all_superiors", "C1", "closure", ("above", ("person",)), "set",
        "Which superiors does {person} have, direct or indirect?",
        "Who stands above {person}, directly or through others?",
        "Who are all the superiors of {person} up to the very top?",
    ),
    _question(
        "is_superior", "C2", "closure", ("above", ("person",), "other"), "bool",
        "Does {other} stand anywhere above {person}?",
        "Is {other} a direct or indirect superior of {person}?",
        "Does {person} report to {other}, be it through others?",
    ),
)  # fmt: skip

RULES = (
    _question(
        "requires_clearance", "R1", "rules", ("needs_signoff", ("trip",)), "bool",
        "Under the rules in force, does {trip} require clearance?",
        "Is clearance required for {trip} under the rules in force?",
        "Do the rules in force make {trip} subject to clearance?",
    ),
    _question(
        "over_limit", "R2", "rules", ("over_limit", ("expense",)), "bool",
        "Is {expense} over the limit that applies to it?",
        "Does {expense} exceed the limit in force for it?",
        "Under the rules in force, is {expense} over its limit?",
    ),
    _question(
        "uncleared", "R4", "rules", ("unsigned", ("person", "year")), "set",
        "Which {year} journeys of {person} require clearance and lack it?",
        "For {year}, which journeys of {person} still lack a required clearance?",
        "Which of the journeys of {person} in {year} are without a clearance that they require?",
    ),
    _question(
        "reimbursable", "R6", "rules", ("payable", ("expense",)), "money",
        "How much of {expense} is reimbursable?",
        "What part of {expense} is reimbursable under the rules in force?",
        "How much money does {expense} bring under the rules in force?",
    ),
)  # fmt: skip

SET_QUANT = (
    _question(
        "number_abroad", "Q1", "set_quant", ("n_outside", ("person", "year")), "count",
        "How many {year} journeys brought {person} abroad for the firm?",
        "How often was {person} abroad for the firm in {year}?",
        "For {year}, how many journeys abroad for the firm did {person} make?",
    ),
    _question(
        "days_abroad", "Q2", "set_quant", ("days_outside", ("person", "year")), "number",
        "What do the {year} journeys abroad of {person} for the firm add up to in days?",
        "How many days was {person} abroad for the firm in {year}?",
        "For {year}, how many days abroad for the firm does {person} have in total?",
    ),
    _question(
        "total_reimbursable", "Q2", "set_quant", ("trip_total", ("trip",)), "money",
        "How much is reimbursable for {trip} in total?",
        "What do the reimbursable parts of {trip} add up to?",
        "What is the reimbursable total of {trip}?",
    ),
    _question(
        "budget_left", "Q5", "set_quant", ("left", ("trip",)), "money",
        "How much of the budget of {trip} is left?",
        "What remains of the budget for {trip}?",
        "How large is the rest of the budget of {trip}?",
    ),
)  # fmt: skip

QUESTIONS = (*TEMPORAL, *SEMANTIC, *CLOSURE, *RULES, *SET_QUANT)
