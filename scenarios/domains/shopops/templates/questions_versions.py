"""ShopOps questions for values gone by (T2, T3) and for what was settled later (T4), three wordings each.

What was valid on a past day is asked of its last moment, whatever came to light after it (ADR 14).
"""

from __future__ import annotations

from scenarios.domains.asking import Versions
from scenarios.domains.shopops.templates.asking import ASKING
from scenarios.domains.shopops.templates.questions import TEMPORAL

_WORDINGS = {
    "product": Versions(
        (
            "At the close of {day}, which product was bought as article {item}?",
            "Which product was article {item}, once {day} was over?",
            "What product did article {item} stand for by the end of {day}?",
        ),
        (
            "What was the previous product of article {item}?",
            "Which product was article {item}, just before things stood as they do now?",
            "Until the last decision on it, what product did article {item} stand for?",
        ),
        (
            "Which had its product settled more recently, article {first} or article {second}?",
            "Of articles {first} and {second}, for which was the product decided last?",
            "Comparing articles {first} and {second}, which has the more recently fixed product?",
        ),
    ),
    "cost": Versions(
        (
            "At the close of {day}, what did one unit of article {item} cost?",
            "What was the cost of a single unit of article {item}, once {day} was over?",
            "How much did each unit of article {item} cost by the end of {day}?",
        ),
        (
            "What was the previous cost of one unit of article {item}?",
            "How much did each unit of article {item} cost, just before things stood as they do now?",
            "Until the last decision on it, what was the cost of a single unit of article {item}?",
        ),
        (
            "Which had its unit cost settled more recently, article {first} or article {second}?",
            "Of articles {first} and {second}, for which was the cost of a unit decided last?",
            "Comparing articles {first} and {second}, which has the more recently fixed unit cost?",
        ),
    ),
    "units": Versions(
        (
            "At the close of {day}, how many units of article {item} did the purchase comprise?",
            "How many units of article {item} counted as bought, once {day} was over?",
            "What was the number of units of article {item} by the end of {day}?",
        ),
        (
            "What was the previous number of units of article {item}?",
            "How many units of article {item} counted as bought, just before things stood as they do now?",
            "Until the last decision on it, how many units of article {item} did the purchase comprise?",
        ),
        (
            "Which had its number of units settled more recently, article {first} or article {second}?",
            "Of articles {first} and {second}, for which was the number of units decided last?",
            "Comparing articles {first} and {second}, which has the more recently fixed number of units?",
        ),
    ),
    "destination": Versions(
        (
            "At the close of {day}, where was purchase {order} bound for?",
            "What was the destination of purchase {order}, once {day} was over?",
            "By the end of {day}, for which destination was purchase {order} bound?",
        ),
        (
            "What was the previous destination of purchase {order}?",
            "Where was purchase {order} bound for, just before things stood as they do now?",
            "Until the last decision on it, for which destination was purchase {order} bound?",
        ),
        (
            "Which had its destination settled more recently, purchase {first_order} or {second_order}?",
            "Of purchases {first_order} and {second_order}, for which was the destination decided last?",
            (
                "Comparing purchases {first_order} and {second_order}, which has the more recently fixed "
                "destination?"
            ),
        ),
    ),
    "arrival": Versions(
        (
            "At the close of {day}, which arrival day was valid for purchase {order}?",
            "On which day did purchase {order} count as arrived, once {day} was over?",
            "What was the arrival day of purchase {order} by the end of {day}?",
        ),
        (
            "What was the previous arrival day of purchase {order}?",
            "On which day did purchase {order} count as arrived, just before things stood as they do now?",
            "Until the last decision on it, which arrival day was valid for purchase {order}?",
        ),
        (
            "Which had its arrival day settled more recently, purchase {first_order} or {second_order}?",
            "Of purchases {first_order} and {second_order}, for which was the day of arrival decided last?",
            (
                "Comparing purchases {first_order} and {second_order}, which has the more recently fixed "
                "arrival day?"
            ),
        ),
    ),
    "manufacturer": Versions(
        (
            "At the close of {day}, who was the manufacturer of {product}?",
            "Who manufactured {product}, once {day} was over?",
            "What was the name of the manufacturer of {product} by the end of {day}?",
        ),
        (
            "Who was the previous manufacturer of {product}?",
            "Who manufactured {product}, just before things stood as they do now?",
            "Until the last decision on it, what was the name of the manufacturer of {product}?",
        ),
        (
            "Which had its manufacturer settled more recently, {first_product} or {second_product}?",
            "Of {first_product} and {second_product}, for which was the manufacturer decided last?",
            "Comparing {first_product} and {second_product}, which has the more recently fixed manufacturer?",
        ),
    ),
    "higher": Versions(
        (
            "At the close of {day}, which category was immediately above {category}?",
            "What was the next higher category for {category}, once {day} was over?",
            "Which category stood immediately above {category} by the end of {day}?",
        ),
        (
            "Which was the previous category immediately above {category}?",
            "What was the next higher category for {category}, just before things stood as they do now?",
            "Until the last decision on it, which category was immediately above {category}?",
        ),
        (
            (
                "Which had its next higher category settled more recently, {first_category} or "
                "{second_category}?"
            ),
            "Of {first_category} and {second_category}, for which was the next higher category decided last?",
            (
                "Comparing {first_category} and {second_category}, which has the more recently fixed "
                "next higher category?"
            ),
        ),
    ),
    "budget": Versions(
        (
            "At the close of {day}, what budget did {customer} have for {category} in {quarter}?",
            "How large was the {quarter} budget of {customer} for {category}, once {day} was over?",
            "What was the budget of {customer} for {category} in {quarter} by the end of {day}?",
        ),
        (
            "What was the previous budget of {customer} for {category} in {quarter}?",
            (
                "What budget did {customer} have for {category} in {quarter}, just before things stood "
                "as they do now?"
            ),
            "Until the last decision on it, how large was the {quarter} budget of {customer} for {category}?",
        ),
    ),
    "deadline": Versions(
        (
            "At the close of {day}, within how many days could {category} be refunded?",
            "What was the refund deadline for {category} in days, once {day} was over?",
            "How many days did the refund deadline for {category} allow by the end of {day}?",
        ),
        (
            "What was the previous refund deadline for {category} in days?",
            "Within how many days could {category} be refunded, just before things stood as they do now?",
            "Until the last decision on it, how many days did the refund deadline for {category} allow?",
        ),
        (
            "Which had its refund deadline settled more recently, {first_category} or {second_category}?",
            "Of {first_category} and {second_category}, for which was the refund deadline decided last?",
            (
                "Comparing {first_category} and {second_category}, which has the more recently fixed "
                "refund deadline?"
            ),
        ),
    ),
    "free_delivery": Versions(
        (
            "At the close of {day}, from what total was delivery free?",
            "What total made delivery free, once {day} was over?",
            "What was the least total for free delivery by the end of {day}?",
        ),
        (
            "What was the previous least total for free delivery?",
            "From what total was delivery free, just before things stood as they do now?",
            "Until the last decision on it, what total made delivery free?",
        ),
    ),
}

OTHER_VERSIONS = tuple(ASKING.of_versions(TEMPORAL, _WORDINGS))
