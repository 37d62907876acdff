"""How TripOps says an action in plain words, for people who judge records (spec 6.5). PURE."""

from __future__ import annotations

from collections.abc import Mapping

from scenarios.domains.tripops.templates.rations import BY_DAY, BY_NIGHT, PER_DIEM, WAIVER
from scenarios.rendering.action_words import RuleWords

#: Recorded predicate to what it is about, with its key arguments as ``{0}``, ``{1}``.
ACTION_NOUNS: Mapping[str, str] = {
    "city_in": "the country of city {0}",
    "region_of": "the region of country {0}",
    "hotel_in": "the city of hotel {0}",
    "room_price": "the price of a room at {0} for one night",
    "priced_in": "the currency in which {0} takes its price",
    "rate": "the worth of one {0} in home money",
    "based_in": "the city where {0} has a desk",
    "reports_to": "the manager of {0}",
    "entry_paper": "the papers that {0} asks for",
    "held_paper": "the papers that {0} has",
    "trip": "the trips of {0} in {1}",
    "purpose": "the purpose of trip {0}",
    "starts": "the first day of trip {0}",
    "ends": "the last day of trip {0}",
    "booking": "the hotel of trip {0}",
    "approval": "the people who signed for trip {0}",
    "carrier": "the carrier of trip {0}",
    "expense": "the expenses of trip {0}",
    "amount": "the amount of expense {0}",
    "spent_on": "the category of expense {0}",
    "receipt": "a slip with expense {0}",
    "category_group": "the column of category {0}",
    "cap": "the most that is paid back in {0} for column {1}",
    "receipt_floor": "the amount up to which no slip is needed",
    "signoff_days": "the number of days beyond which a trip needs a stamp sheet",
    "allowance": "the money put aside for trip {0}",
    "night_cap": "the most that is paid back for a night in {0}",
    "day_rate": "what one ration pays in {0}",
}

RULE_WORDS = (
    RuleWords(
        PER_DIEM, BY_DAY,
        "rations are counted by days, the first and the last day too",
        "the rule that says how rations are counted",
    ),
    RuleWords(
        PER_DIEM, BY_NIGHT,
        "rations are counted by nights", "the rule that says how rations are counted",
    ),
    RuleWords(
        "waiver_{trip}", WAIVER,
        "trip {trip} needs no stamp sheet from {starts} to {ends}, both days included",
        "the rule that lets trip {trip} off the stamp sheet",
    ),
)  # fmt: skip
