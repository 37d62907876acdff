"""ShopOps records of what was sent back, and of clubs (plans)."""

from __future__ import annotations

from scenarios.domains.shopops.templates.kinds import record
from scenarios.rendering.patterns import adds, asserts, cancels, completes

RETURNS = (
    record(
        "item_returned",
        (
            adds("return", "{order}", member="{item}"),
            asserts("return_opened", "{item}", value="{opened}"),
        ),
        (
            "Return desk: line {item} of {order} handed in on {opened}.",
            "Return slip {order}: {item}, written out on {opened}.",
        ),
        (
            "On {opened} they brought {item} from {order} back to us.",
            "{item} of {order} goes back, the return slip says {opened}.",
        ),
    ),
    record(
        "return_reversed",
        (cancels("return", "{order}", member="{item}"),),
        (
            "Return desk: slip for {item} of {order} torn up, the line stays.",
            "Return slip {order}: {item} struck out, it stays with the household.",
        ),
        (
            "They keep {item} after all; the return under {order} is off.",
            "No return of {item} from {order} any more, it stays where it is.",
        ),
    ),
    record(
        "returns_closed",
        (completes("return", "{order}", members="items"),),
        (
            "Return desk: {order} closed with {items} handed in and no more.",
            "Return slip {order} put away, lines on it: {items}, no others.",
        ),
        (
            "Back from {order} we have {items}, that is all of it.",
            "No more returns on {order} please, we have {items} and that was it.",
        ),
    ),
    record(
        "returns_closed_empty",
        (completes("return", "{order}"),),
        (
            "Return desk: {order} closed, not one line was handed in.",
            "Return slip {order} put away, no lines on it at all.",
        ),
        (
            "Nothing went back from {order}, and the desk takes nothing more.",
            "No returns on {order}, not one, and the slip is closed.",
        ),
    ),
)

CLUBS = (
    record(
        "plan_joined",
        (adds("member_of", "{customer}", member="{plan}"),),
        (
            "Club desk: household {customer} signed up with {plan}.",
            "Card issued, club {plan}, in the hands of {customer} from {today}.",
        ),
        (
            "{customer} has signed up with the {plan} club, card sent.",
            "Please send the {plan} club card to {customer}, they signed up.",
        ),
    ),
    record(
        "plan_left",
        (cancels("member_of", "{customer}", member="{plan}"),),
        (
            "Club desk: household {customer} dropped out of {plan}.",
            "Card of {customer} for the {plan} club handed in on {today}.",
        ),
        (
            "{customer} dropped out of the {plan} club, card is back.",
            "Please take {customer} off the {plan} club list, card is back.",
        ),
    ),
    record(
        "plans_closed",
        (completes("member_of", "{customer}", members="plans"),),
        (
            "Club desk, cards held by {customer}: {plans}. No other cards.",
            "Card file of {customer} checked and closed: {plans}, no more.",
        ),
        (
            "I checked the club cards of {customer}: {plans}, that is all.",
            "The card file of {customer} says {plans} and nothing else.",
        ),
    ),
    record(
        "plans_closed_empty",
        (completes("member_of", "{customer}"),),
        (
            "Club desk, cards held by {customer}: not one card.",
            "Card file of {customer} checked and closed, it is empty.",
        ),
        (
            "I checked the club cards of {customer}, there is not one.",
            "In the card file of {customer} there is nothing at all.",
        ),
    ),
    record(
        "basket_sheet",
        (completes("basket", "{plan}", members="products"),),
        (
            "Club sheet {plan}, to be taken each quarter: {products}. Nothing else.",
            "Club {plan} expects this of its households each quarter, no more: {products}.",
        ),
        (
            "In the {plan} club one has to take {products} each quarter, nothing else.",
            "The {plan} sheet says {products} each quarter, that is the whole list.",
        ),
    ),
)
