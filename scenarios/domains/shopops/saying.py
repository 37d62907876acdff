"""How ShopOps says an action in plain words, for people who judge records (spec 6.5). PURE."""

from __future__ import annotations

from collections.abc import Mapping

from scenarios.domains.shopops.templates.policies import BAN, BAN_UNTIL, EXCUSE, FREE_UNTIL, SIGNATURE
from scenarios.rendering.action_words import RuleWords

#: Recorded predicate to what it is about, with its key arguments as ``{0}``, ``{1}``.
ACTION_NOUNS: Mapping[str, str] = {
    "kind_of": "the category of product {0}",
    "category_parent": "the category right above category {0}",
    "maker": "the workshop that makes product {0}",
    "maker_in": "the country of workshop {0}",
    "substitute": "the product to pick instead of {0}",
    "address_in": "the town of address {0}",
    "town_in": "the country of town {0}",
    "order": "the orders of household {0} in {1}",
    "placed": "the day on which order {0} was placed",
    "status": "the status of order {0}",
    "ship_to": "the address that order {0} goes to",
    "delivered_on": "the day on which order {0} was handed over",
    "line": "the lines of order {0}",
    "product_of": "the product of line {0}",
    "price": "the price for one of line {0}",
    "qty": "the quantity of line {0}",
    "return": "the lines of order {0} that go back",
    "return_opened": "the day on the return slip of line {0}",
    "member_of": "the clubs of household {0}",
    "basket": "the products that club {0} expects each quarter",
    "budget": "the allowance of household {0} for category {1} in {2}",
    "window": "the number of days in which category {0} may go back",
    "threshold": "the amount from which an order has no postage",
}

_BAN = "the ban on category {category}"
RULE_WORDS = (
    RuleWords("blocklist_{category}", BAN, "category {category} is banned with no last day", _BAN),
    RuleWords("blocklist_{category}", BAN_UNTIL, "category {category} is banned until {ends}", _BAN),
    RuleWords(
        "free_plan_{plan}", FREE_UNTIL,
        "members of club {plan} pay no postage until {ends}", "the free postage of club {plan}",
    ),
    RuleWords(
        "waiver_{customer}_{category}", EXCUSE,
        (
            "household {customer} is excused from the allowance for {category} from {starts} to {ends}, both "
            "days included"
        ),
        "the excuse of household {customer} from the allowance for {category}",
    ),
    RuleWords(
        "approval_limit", SIGNATURE,
        "an order beyond {amount} needs a second signature",
        "the amount beyond which a second signature is needed",
    ),
)  # fmt: skip
