"""How ShopOps asks for the state of each predicate: one sentence in words of questions (spec 7.2)."""

from __future__ import annotations

from collections.abc import Mapping

from scenarios.domains.asking import NAME_OR_NONE
from scenarios.rendering.probes import ProbeWords as Ask

_RECORDED = {
    # the catalogue
    "kind_of": Ask("Into which category does {0} fall now?"),
    "category_parent": Ask("Which category is immediately above {0} now?", NAME_OR_NONE),
    "maker": Ask("Who is the manufacturer of {0} now?"),
    "maker_in": Ask("In which country does {0} manufacture now?"),
    "substitute": Ask("Which product is the alternative to {0} now?"),
    # places
    "address_in": Ask("In which locality is {0} now?"),
    "town_in": Ask("In which country is {0} now?"),
    # orders
    "order": Ask(
        "Which {1} purchases does {0} have now, and is the list complete?",
        member="Does {0} have the {1} purchase {2} now?",
    ),
    "buyer": Ask("Who is the customer of purchase {0} now?"),
    "placed": Ask("On which day was purchase {0} made, as known now?"),
    "status": Ask(
        "How do things stand with purchase {0} now?", "Reply placed, shipped, delivered or cancelled."
    ),
    "ship_to": Ask("Where is purchase {0} bound for now?"),
    "delivered_on": Ask("On which day did purchase {0} arrive, as known now?"),
    # what they comprise, and what was sent back
    "line": Ask(
        "Which articles does purchase {0} comprise now, and is the list complete?",
        member="Does purchase {0} comprise article {1} now?",
    ),
    "order_of": Ask("To which purchase does article {0} count now?"),
    "product_of": Ask("Which product is bought as article {0} now?"),
    "price": Ask("What does one unit of article {0} cost now?"),
    "qty": Ask("How many units of article {0} does its purchase comprise now?"),
    "return": Ask(
        "For which articles of purchase {0} is a refund claimed now, and is the list complete?",
        member="Is a refund claimed for article {1} of purchase {0} now?",
    ),
    "return_opened": Ask("On which day was a refund for article {0} claimed, as known now?"),
    # memberships
    "member_of": Ask(
        "Which memberships does {0} have now, and is the list complete?",
        member="Is {0} a member of {1} now?",
    ),
    "basket": Ask(
        "Which products does {0} require now, and is the list complete?",
        member="Does {0} require the product {1} now?",
    ),
}

_DECLARED = {
    "budget": Ask("What budget does {0} have for {1} in {2} now?"),
    "window": Ask("Within how many days can {0} be refunded now?"),
    "threshold": Ask("From what total is delivery free now?"),
    "exempt": Ask("Is {0} exempt from the budget for {1} now?"),
    "blocklist": Ask("Is the category {0} forbidden now?"),
    "free_plan": Ask("Is delivery free for members of {0} now?"),
    "approval_limit": Ask("Above what total does a purchase require authorisation now?"),
}

_ARTICLES = {
    "category": Ask("Which category does article {0} fall into now?"),
    "same_category": Ask("Are articles {0} and {1} in the same category now?"),
    "under": Ask("Which categories are above {0} now, immediately or through others?"),
    "levels": Ask("How many categories are above {0} now, immediately or through others?"),
    "steps": Ask("How many levels above {0} is {1} now?"),
    "top": Ask("Which category is at the very top above {0} now?"),
    "in_category": Ask("Which categories does article {0} fall into now, at all levels?"),
    "origin": Ask("In which country is article {0} manufactured now?"),
    "ship_country": Ask("To which country is purchase {0} bound now?"),
    "imported": Ask("Is article {0} imported now?"),
    "blocked": Ask("Is article {0} forbidden now?"),
    "returnable": Ask("Is article {0} refundable now?"),
    "line_total": Ask("What do all units of article {0} cost together now?"),
}

_ONE_ORDER = {
    "kept": Ask("Which of the articles of purchase {0} are kept now?"),
    "n_kept": Ask("How many of the articles of purchase {0} are kept now?"),
    "items_in": Ask("Which of the articles kept from purchase {0} count as {1} now?"),
    "n_items_in": Ask("How many of the articles kept from purchase {0} count as {1} now?"),
    "dearest": Ask("Which article kept from purchase {0} costs most now, all its units together?"),
    "any_imported": Ask("Is any article kept from purchase {0} imported now?"),
    "order_total": Ask("What do the articles kept from purchase {0} add up to now?"),
    "active": Ask("Is purchase {0} still valid now?"),
    "ships_free": Ask("Does purchase {0} qualify for free delivery now?"),
    "approval_needed": Ask("Does purchase {0} require authorisation now?"),
}

_ONE_QUARTER = {
    "orders": Ask("Which of the {1} purchases of {0} are valid now?"),
    "n_orders": Ask("How many of the {1} purchases of {0} are valid now?"),
    "all_arrived": Ask("Have all valid {1} purchases of {0} arrived by now?"),
    "biggest": Ask("Which of the valid {1} purchases of {0} has the highest total now?"),
    "usual_category": Ask(
        "Which category is most common now among the articles that {0} bought in {1} and kept?"
    ),
    "spend": Ask("What does the {1} spending of {0} on {2} add up to now?"),
    "left": Ask("How much of the {1} budget of {0} for {2} is left now?"),
    "covered": Ask("How much of what {0} spent on {2} in {1} does the budget cover now?"),
    "beyond": Ask("Exemptions ignored, does {0} exceed the {1} budget for {2} now?"),
    "over_budget": Ask("With exemptions in force, does {0} count as overspent on {2} in {1} now?"),
    "blocked_items": Ask("Which of the articles that {0} bought in {1} and kept are forbidden now?"),
    "allowed_items": Ask("Which of the articles that {0} bought in {1} and kept are not forbidden now?"),
    "bought": Ask("Which products did {0} buy in {1} and keep, as known now?"),
    "owed": Ask("Which of the products that {2} requires does {0} lack in {1} now?"),
}

#: Predicate, or ``rule:`` with the key of a declared clause, to how it is asked about.
PROBE_WORDS: Mapping[str, Ask] = {
    **_RECORDED,
    **_DECLARED,
    **_ARTICLES,
    **_ONE_ORDER,
    **_ONE_QUARTER,
}
