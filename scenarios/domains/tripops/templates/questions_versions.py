"""TripOps questions for values gone by (T2, T3) and for what was settled later (T4), three wordings each.

What was valid on a past day is asked of its last moment, whatever came to light after it (ADR 14).
"""

from __future__ import annotations

from scenarios.domains.asking import Versions
from scenarios.domains.tripops.templates.asking import ASKING
from scenarios.domains.tripops.templates.kinds import CURRENCY
from scenarios.domains.tripops.templates.questions import TEMPORAL

_WORDINGS = {
    "lodging": Versions(
        (
            "At the close of {day}, which accommodation was valid for {trip}?",
            "Where were the people on {trip} to stay, once {day} was over?",
            "What was the accommodation on {trip} by the end of {day}?",
        ),
        (
            "What was the previous accommodation on {trip}?",
            "Where were the people on {trip} to stay, just before things stood as they do now?",
            "Until the last decision on it, which accommodation was valid for {trip}?",
        ),
        (
            "Which had its accommodation settled more recently, {first} or {second}?",
            "Of {first} and {second}, for which was the accommodation decided last?",
            "Comparing {first} and {second}, which has the more recently fixed accommodation?",
        ),
    ),
    "base": Versions(
        (
            "At the close of {day}, where was {person} stationed?",
            "What was the duty location of {person}, once {day} was over?",
            "At which location was {person} stationed by the end of {day}?",
        ),
        (
            "What was the previous duty location of {person}?",
            "Where was {person} stationed, just before things stood as they do now?",
            "Until the last decision on it, at which location was {person} stationed?",
        ),
        (
            "Whose duty location was settled more recently, that of {first_person} or of {second_person}?",
            "Of {first_person} and {second_person}, for whom was the duty location decided last?",
            "Comparing {first_person} and {second_person}, who has the more recently fixed duty location?",
        ),
    ),
    "superior": Versions(
        (
            "At the close of {day}, who was the direct superior of {person}?",
            "To whom did {person} report directly, once {day} was over?",
            "Which colleague stood directly above {person} by the end of {day}?",
        ),
        (
            "Who was the previous direct superior of {person}?",
            "To whom did {person} report directly, just before things stood as they do now?",
            "Until the last decision on it, which colleague stood directly above {person}?",
        ),
        (
            "Whose direct superior was settled more recently, that of {first_person} or of {second_person}?",
            "Of {first_person} and {second_person}, for whom was the direct superior decided last?",
            "Comparing {first_person} and {second_person}, who has the more recently fixed direct superior?",
        ),
    ),
    "departure": Versions(
        (
            "At the close of {day}, on which day was {trip} to depart?",
            "What was the departure day of {trip}, once {day} was over?",
            "By the end of {day}, when was the departure of {trip} to be?",
        ),
        (
            "What was the previous departure day of {trip}?",
            "On which day was {trip} to depart, just before things stood as they do now?",
            "Until the last decision on it, when was the departure of {trip} to be?",
        ),
        (
            "Which had its departure day settled more recently, {first} or {second}?",
            "Of {first} and {second}, for which was the day of departure decided last?",
            "Comparing {first} and {second}, which has the more recently fixed departure day?",
        ),
    ),
    "price": Versions(
        (
            "At the close of {day}, how large was {expense}?",
            "What sum stood against {expense}, once {day} was over?",
            "What was the size of {expense} by the end of {day}?",
        ),
        (
            "What was the previous size of {expense}?",
            "What sum stood against {expense}, just before things stood as they do now?",
            "Until the last decision on it, how large was {expense}?",
        ),
        (
            "Which had its sum settled more recently, {first_expense} or {second_expense}?",
            "Of {first_expense} and {second_expense}, for which was the size decided last?",
            "Comparing {first_expense} and {second_expense}, which has the more recently fixed sum?",
        ),
    ),
    "ceiling": Versions(
        (
            "At the close of {day}, what ceiling was valid for {group} across {region}?",
            "Which ceiling applied to {group} across {region}, once {day} was over?",
            "How large was the ceiling on {group} across {region} by the end of {day}?",
        ),
        (
            "What was the previous ceiling on {group} across {region}?",
            "Which ceiling applied to {group} across {region}, just before things stood as they do now?",
            "Until the last decision on it, how large was the ceiling on {group} across {region}?",
        ),
    ),
    "final_day": Versions(
        (
            "At the close of {day}, which was the final day of {trip}?",
            "Up to which day was {trip} to last, once {day} was over?",
            "What was the final day of {trip} by the end of {day}?",
        ),
        (
            "What was the previous final day of {trip}?",
            "Up to which day was {trip} to last, just before things stood as they do now?",
            "Until the last decision on it, which was the final day of {trip}?",
        ),
        (
            "Which had its final day settled more recently, {first} or {second}?",
            "Of {first} and {second}, for which was the final day decided last?",
            "Comparing {first} and {second}, which has the more recently fixed final day?",
        ),
    ),
    "clearance_days": Versions(
        (
            "At the close of {day}, how many days might a journey abroad last without clearance?",
            "Once {day} was over, up to how many days did a journey abroad not require clearance?",
            (
                "By the end of {day}, what was the number of days that a journey abroad might last "
                "without clearance?"
            ),
        ),
        (
            "What was the previous number of days that a journey abroad might last without clearance?",
            (
                "How many days might a journey abroad last without clearance, just before things stood "
                "as they do now?"
            ),
            "Until the last decision on it, up to how many days did a journey abroad not require clearance?",
        ),
    ),
    "receipt_floor": Versions(
        (
            "At the close of {day}, up to what sum was an outlay reimbursable without a receipt?",
            "Up to which sum did an outlay require no receipt, once {day} was over?",
            "By the end of {day}, what was the sum up to which an outlay was reimbursable without a receipt?",
        ),
        (
            "What was the previous sum up to which an outlay was reimbursable without a receipt?",
            "Up to which sum did an outlay require no receipt, just before things stood as they do now?",
            "Until the last decision on it, up to what sum was an outlay reimbursable without a receipt?",
        ),
    ),
    "budget": Versions(
        (
            "At the close of {day}, how large was the budget of {trip}?",
            "What budget did {trip} have, once {day} was over?",
            "What was the budget of {trip} by the end of {day}?",
        ),
        (
            "What was the previous budget of {trip}?",
            "What budget did {trip} have, just before things stood as they do now?",
            "Until the last decision on it, how large was the budget of {trip}?",
        ),
        (
            "Which had its budget settled more recently, {first} or {second}?",
            "Of {first} and {second}, for which was the budget decided last?",
            "Comparing {first} and {second}, which has the more recently fixed budget?",
        ),
    ),
    "worth": Versions(
        (
            f"At the close of {{day}}, how much {CURRENCY} was one {{currency}} worth?",
            f"What was one {{currency}} worth in {CURRENCY}, once {{day}} was over?",
            f"What was the worth of one {{currency}} in {CURRENCY} by the end of {{day}}?",
        ),
        (
            f"What was the previous worth of one {{currency}} in {CURRENCY}?",
            f"What was one {{currency}} worth in {CURRENCY}, just before things stood as they do now?",
            f"Until the last decision on it, how much {CURRENCY} was one {{currency}} worth?",
        ),
        (
            (
                f"Which had its worth in {CURRENCY} settled more recently, {{first_currency}} or "
                "{second_currency}?"
            ),
            (
                f"Of {{first_currency}} and {{second_currency}}, for which was the worth in {CURRENCY} "
                "decided last?"
            ),
            (
                "Comparing {first_currency} and {second_currency}, which has the more recently fixed "
                f"worth in {CURRENCY}?"
            ),
        ),
    ),
    "lodging_ceiling": Versions(
        (
            "At the close of {day}, what nightly ceiling was valid for accommodation across {region}?",
            "Which nightly ceiling applied to accommodation across {region}, once {day} was over?",
            "How large was the nightly ceiling on accommodation across {region} by the end of {day}?",
        ),
        (
            "What was the previous nightly ceiling on accommodation across {region}?",
            (
                "Which nightly ceiling applied to accommodation across {region}, just before things "
                "stood as they do now?"
            ),
            (
                "Until the last decision on it, how large was the nightly ceiling on accommodation "
                "across {region}?"
            ),
        ),
        (
            (
                "Which had its nightly ceiling on accommodation settled more recently, {first_region} or "
                "{second_region}?"
            ),
            (
                "Of {first_region} and {second_region}, for which was the nightly accommodation ceiling "
                "decided last?"
            ),
            (
                "Comparing {first_region} and {second_region}, which has the more recently fixed nightly "
                "ceiling on accommodation?"
            ),
        ),
    ),
    "subsistence": Versions(
        (
            "At the close of {day}, what sum was valid as a unit of subsistence across {region}?",
            "Which sum applied to one unit of subsistence across {region}, once {day} was over?",
            "How large was the unit of subsistence across {region} by the end of {day}?",
        ),
        (
            "What was the previous unit of subsistence across {region}?",
            (
                "Which sum applied to one unit of subsistence across {region}, just before things stood "
                "as they do now?"
            ),
            "Until the last decision on it, how large was the unit of subsistence across {region}?",
        ),
        (
            "Which had its unit of subsistence settled more recently, {first_region} or {second_region}?",
            "Of {first_region} and {second_region}, for which was the unit of subsistence decided last?",
            (
                "Comparing {first_region} and {second_region}, which has the more recently fixed unit of "
                "subsistence?"
            ),
        ),
    ),
}

OTHER_VERSIONS = tuple(ASKING.of_versions(TEMPORAL, _WORDINGS))
