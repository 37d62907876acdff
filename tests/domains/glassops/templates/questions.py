"""GlassOps questions, three wordings each (spec 3.2). Their words are those of ``QUESTION_LEX`` alone."""

from __future__ import annotations

from scenarios.domains.asking import DAY, Asking, Versions, compared, compared_types
from scenarios.rendering.slots import CODE, DATE, NAME
from tests.domains.glassops.templates.kinds import KINDS

ASKING = Asking(
    {**KINDS, DAY: DATE, "other": NAME, "first": CODE, "second": CODE, **compared(KINDS, "house")}
)
question = ASKING.question

#: Slot of a question -> the type of what stands in it.
SLOT_TYPES = {
    "house": "house", "bed": "bed", "kin": "kin", "other": "kin", "first": "bed", "second": "bed",
    DAY: "date", **compared_types("house"),
}  # fmt: skip

TEMPORAL = (
    question(
        "current_keeper", "T1", "temporal", ("keeper", ("house",)), "entity",
        "Who is in charge of glasshouse {house} at present?",
        "As things stand, who looks after glasshouse {house}?",
        "Who is the present caretaker of glasshouse {house}?",
    ),
    question(
        "current_species", "T1", "temporal", ("planted", ("bed",)), "entity",
        "Which species is cultivated on plot {bed} at present?",
        "As things stand, what is cultivated on plot {bed}?",
        "Which species does plot {bed} carry at present?",
    ),
    question(
        "current_water", "T1", "temporal", ("water", ("bed",)), "number",
        "How much water does plot {bed} require at present?",
        "As things stand, how much water goes to plot {bed}?",
        "What is the present water requirement of plot {bed}?",
    ),
    question(
        "current_start", "T1", "temporal", ("sown", ("bed",)), "date",
        "On which day was plot {bed} started?",
        "When was plot {bed} started?",
        "What is the starting day of plot {bed}?",
    ),
)  # fmt: skip

_WORDINGS = {
    "keeper": Versions(
        (
            "At the close of {day}, who was in charge of glasshouse {house}?",
            "Who looked after glasshouse {house}, once {day} was over?",
            "Who was the caretaker of glasshouse {house} by the end of {day}?",
        ),
        (
            "Who was the previous caretaker of glasshouse {house}?",
            "Until the last decision on it, who looked after glasshouse {house}?",
            "Who was in charge of glasshouse {house}, before things stood as they do now?",
        ),
        (
            "Which had its caretaker settled more recently, {first_house} or {second_house}?",
            "Of glasshouses {first_house} and {second_house}, for which was the caretaker decided last?",
            "Comparing glasshouses {first_house} and {second_house}, whose caretaker was fixed last?",
        ),
    ),
    "species": Versions(
        (
            "At the close of {day}, which species was cultivated on plot {bed}?",
            "What was cultivated on plot {bed}, once {day} was over?",
            "Which species did plot {bed} carry by the end of {day}?",
        ),
        (
            "What was the previous species of plot {bed}?",
            "Until the last decision on it, what was cultivated on plot {bed}?",
            "Which species did plot {bed} carry, before things stood as they do now?",
        ),
        (
            "Which had its species settled more recently, plot {first} or plot {second}?",
            "Of plots {first} and {second}, for which was the species decided last?",
            "Comparing plots {first} and {second}, which has the more recently fixed species?",
        ),
    ),
    "water": Versions(
        (
            "At the close of {day}, how much water did plot {bed} require?",
            "How much water did plot {bed} require, once {day} was over?",
            "What was the water requirement of plot {bed} by the end of {day}?",
        ),
        (
            "What was the previous water requirement of plot {bed}?",
            "Until the last decision on it, how much water did plot {bed} require?",
            "How much water was plot {bed} to have, before things stood as they do now?",
        ),
        (
            "Which had its water requirement settled more recently, plot {first} or plot {second}?",
            "Of plots {first} and {second}, for which was the water requirement decided last?",
            "Comparing plots {first} and {second}, which has the more recently fixed water requirement?",
        ),
    ),
}
OTHER_VERSIONS = tuple(ASKING.of_versions(TEMPORAL, _WORDINGS))

SEMANTIC = (
    question(
        "family_of", "S1", "semantic", ("kin", ("bed",)), "entity",
        "Which family does the species on plot {bed} belong to?",
        "What is the family of the species on plot {bed}?",
        "To which family does plot {bed} belong by its species?",
    ),
    question(
        "same_family", "S3", "semantic", ("same_kin", ("first", "second")), "bool",
        "Do plots {first} and {second} belong to one and the same family?",
        "Are plots {first} and {second} of the same family?",
        "Is the family of plot {first} also that of plot {second}?",
    ),
    question(
        "plots_of_family", "S4", "semantic", ("beds_of_kin", ("house", "kin")), "set",
        "Which plots of glasshouse {house} belong to family {kin}?",
        "Which of the plots in glasshouse {house} count as {kin}?",
        "What plots of family {kin} does glasshouse {house} have?",
    ),
    question(
        "number_of_family", "S5", "semantic", ("n_beds_of_kin", ("house", "kin")), "count",
        "How many plots of glasshouse {house} belong to family {kin}?",
        "How many of the plots in glasshouse {house} count as {kin}?",
        "How many plots of family {kin} does glasshouse {house} have?",
    ),
)  # fmt: skip

CLOSURE = (
    question(
        "all_above", "C1", "closure", ("under", ("kin",)), "set",
        "Which families are above {kin}, be it through others?",
        "Under which families does {kin} fall, be it through others?",
        "What are all the higher families of {kin}?",
    ),
    question(
        "is_above", "C2", "closure", ("under", ("kin",), "other"), "bool",
        "Is {other} anywhere above {kin}?",
        "Does {kin} fall under {other}, be it through others?",
        "Is {other} among the higher families of {kin}?",
    ),
    question(
        "levels_above", "C3", "closure", ("levels", ("kin",)), "count",
        "How many levels must one climb from {kin} to the very top?",
        "How many levels are there above {kin}?",
        "How many higher levels does {kin} have?",
    ),
    question(
        "very_top", "C4", "closure", ("top", ("kin",)), "entity",
        "Which family is at the very top above {kin}?",
        "Climbing all the way up from {kin}, at which family does one end?",
        "What is the topmost family above {kin}?",
    ),
)  # fmt: skip

RULES = (
    question(
        "beyond_ration", "R2", "rules", ("beyond", ("house",)), "bool",
        "Relief ignored, does glasshouse {house} exceed its ration?",
        "Does glasshouse {house} exceed its ration, whatever relief it has?",
        "With all relief ignored, is the ration of glasshouse {house} exceeded?",
    ),
    question(
        "missing_equipment", "R3", "rules", ("lacking", ("house",)), "set",
        "Which equipment does glasshouse {house} still lack for its plots?",
        "What equipment is missing in glasshouse {house}?",
        "What equipment required by its plots is missing from glasshouse {house}?",
    ),
    question(
        "at_fault", "R5", "rules", ("over_ration", ("house",)), "bool",
        "Does glasshouse {house} exceed its ration without relief in force?",
        "Is glasshouse {house} over its ration, with no relief in force?",
        "Is the ration of glasshouse {house} exceeded, and no relief in force?",
    ),
)  # fmt: skip

SET_QUANT = (
    question(
        "number_of_plots", "Q1", "set_quant", ("n_beds", ("house",)), "count",
        "How many plots does glasshouse {house} comprise?",
        "What is the number of plots in glasshouse {house}?",
        "Of how many plots does glasshouse {house} consist?",
    ),
    question(
        "total_water", "Q2", "set_quant", ("drawn", ("house",)), "number",
        "How much water do all plots of glasshouse {house} require together?",
        "What is the total water requirement of glasshouse {house}?",
        "What do the plots of glasshouse {house} require in total?",
    ),
    question(
        "thirstiest_plot", "Q3", "set_quant", ("thirstiest", ("house",)), "entity",
        "Which plot of glasshouse {house} requires the most water?",
        "Of all plots in glasshouse {house}, which has the highest water requirement?",
        "In glasshouse {house}, which plot is the thirstiest?",
    ),
    question(
        "ration_left", "Q5", "set_quant", ("left", ("house",)), "number",
        "How much of its ration does glasshouse {house} have left?",
        "What remains of the ration of glasshouse {house}?",
        "How much of the ration of glasshouse {house} is left?",
    ),
)  # fmt: skip

QUESTIONS = (*TEMPORAL, *OTHER_VERSIONS, *SEMANTIC, *CLOSURE, *RULES, *SET_QUANT)
