"""ShopOps records that assert nothing (spec 4.6): bait, plans, small talk, withdrawn ideas.

Bait (D1) uses the words of questions on purpose and never gives a key with its value.
"""

from __future__ import annotations

from scenarios.domains.shopops.templates.kinds import kinds_of
from scenarios.rendering.templates import RecordTemplate, messages, notes


def _distractor(slug: str, code: str, note: tuple[str, ...], message: tuple[str, ...]) -> RecordTemplate:
    surfaces = (*notes(*note), *messages(*message))
    return RecordTemplate(slug, kinds_of(surfaces), surfaces, (), code)


DISTRACTORS = (
    _distractor(
        "bait",
        "D1",
        (
            "Talk at the counter: {customer} has overspent again, or so people say.",
            "Overheard: whether {item} is refundable at all is anyone's guess.",
            "Remark in the margin: half of what {customer} buys is imported, one hears.",
        ),
        (
            "{customer} keeps asking what is left of the budget, who can tell.",
            "They joke that {order} will never get free delivery, do not quote me.",
            "Someone thinks the manufacturer of {product} is abroad, but nobody looked.",
            "{customer} says that every second purchase these days requires authorisation.",
        ),
    ),
    _distractor(
        "plan",
        "D5",
        (
            "{customer} wondered about taking {product} instead of {other}; nothing was changed.",
            "Question from {customer}: could {order} wait until next month? Left open.",
            "Draft only: {product} might move to the {category} aisle, not agreed.",
        ),
        (
            "Thinking aloud, maybe {customer} should look at the {plan} club some time.",
            "What if we sent {order} by the night van one of these weeks, just a thought.",
        ),
    ),
    _distractor(
        "small_talk",
        "D6",
        (
            "The front door sticks again, please pull it shut behind you.",
            "Tea kitchen: the kettle is broken, a new one is on its way.",
            "Parking behind the shop is closed on Thursday for the painters.",
        ),
        (
            "Has anyone seen the long ladder that was in the back room?",
            "Happy birthday to whoever left the cake on the counter this morning.",
            "Someone from {customer} phoned to say hello and nothing more.",
        ),
    ),
    _distractor(
        "withdrawn",
        "D7",
        (
            "{customer} proposed to call off {order}, then said to leave it as it is.",
            "A move of {product} to the {category} aisle was put forward and turned down the same hour.",
        ),
        (
            "Forget what I wrote about {order} and {product}, it stays as it was.",
            "{customer} wanted {product} on {order}, we talked, and the idea is dead.",
        ),
    ),
)
