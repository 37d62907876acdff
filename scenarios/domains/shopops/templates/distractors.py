"""ShopOps records that assert nothing (spec 4.6): bait, plans, small talk, withdrawn ideas.

Bait (D1) uses the words of questions on purpose and names one thing, so it never gives a key with its value.
Where others name two, they keep clear of those words. Slots are types of entities.
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
            "Talk at the counter: the budget of {customer} is a riddle to all who have tried.",
            "Overheard: {category} is the category that turns up wherever one least looks.",
            "Remark in the guest book: {customer} would see half of all articles forbidden, if one let them.",
            "Talk at the till: the destination of {order} has been guessed wrong by everyone.",
            "Chalked on the back door: long live {item}, the most expensive article nobody wanted.",
        ),
        (
            "{customer} keeps asking what is left of the budget, who can tell.",
            "They joke that {order} will never get free delivery, do not quote me.",
            "Someone thinks the manufacturer of {product} is abroad, but nobody looked.",
            "{customer} says that every second purchase these days requires authorisation.",
            "I hear the refund deadline for {category} is a matter of mood, but I hear a lot.",
            "They say a purchase like {order} happens once in a lifetime, if one believes them.",
            "{customer} swears by exemptions and has never said which, as usual.",
            "My aunt is sure that no article costs as much as {product}, she has not looked.",
            "If you ask {customer}, a single unit of anything costs too much.",
            "Nobody at the counter can say which products {plan} really requires.",
        ),
    ),
    _distractor(
        "plan",
        "D5",
        (
            "{customer} wondered about taking {product} off {order}; nothing was changed.",
            "Question from {customer}: could {order} wait until next month? Left open.",
            "Draft only: {product} might move to the {category} aisle, not agreed.",
            "Note to self: one could ask {maker} about {product} some quiet afternoon, no hurry.",
            "Question from {customer}: would {address} do for {order}, should it be wanted? Left open.",
            "Suggestion box: put {product} beside {category} and see. Nobody has written back so far.",
            "Sketch on the whiteboard: {customer} and the {plan} club, with three question marks behind it.",
            "Idea for a slow week: look at {item} again along with {customer}. Not on any list.",
        ),
        (
            "Thinking aloud, maybe {customer} should look at the {plan} club some time.",
            "What if we sent {order} by the night van one of these weeks, just a thought.",
            "Suppose {order} went out a week later, would that bother {customer}? Only asking.",
            "I might talk to {maker} about {product} some time, though I have not made up my mind.",
            "If it were up to me, {product} would leave the {category} corner, but it is not up to me.",
            "Perhaps {customer} will want {product} next spring, or perhaps not.",
            "What would you say to a word with {customer} about {category}? Just dreaming.",
            "One of these weeks somebody could drive {order} round by hand, but not this month.",
        ),
    ),
    _distractor(
        "small_talk",
        "D6",
        (
            "The front door sticks again, please pull it shut behind you.",
            "Tea kitchen: the kettle is broken, a new one is on its way.",
            "Parking behind the shop is closed on Thursday for the painters.",
            "The scales by the till tick without end, somebody is on the way to look at them.",
            "Fire drill on Tuesday morning, please leave by the yard and wait at the gate.",
            "Someone left a grey scarf on the bench by the window, it hangs on the hook now.",
            "{customer} sent a postcard with a donkey on it, it is pinned up in the kitchen.",
            "The radio in the back room is for everyone, please keep it low after noon.",
            "A cat from {town} sleeps on the doormat again, please walk around it.",
        ),
        (
            "Has anyone seen the long ladder that was in the back room?",
            "Happy birthday to whoever left the cake on the counter this morning.",
            "Someone from {customer} phoned to say hello and nothing more.",
            "Did {customer} tell you the joke about the two parrots? I cannot stop laughing.",
            "The radio says snow, so I would leave a little early today if I were you.",
            "{customer} waved from across the road this morning and looked very well.",
            "Whoever borrowed the long ruler, the ribbon table misses it badly.",
            "The roses outside want water, the can is behind the door.",
            "I met {customer} at the fair, we talked about pears for an hour.",
        ),
    ),
    _distractor(
        "withdrawn",
        "D7",
        (
            "{customer} proposed to call off {order}, then said to leave it as it is.",
            "A move of {product} to the {category} aisle was put forward and rejected the same hour.",
            "{customer} put {product} forward for {order} and took it back before noon.",
            "Idea to send {order} to {address}: talked over, found hasty, rejected.",
            "A wish to lift {item} out of {order} was raised and refused at once, so all stays as it was.",
            "Proposal to let {customer} into the {plan} club was read out and dropped without a vote.",
            "Somebody wanted to ask {maker} about {product}, then saw it was a mix-up. Nothing to do.",
        ),
        (
            "Forget what I wrote about {order} and {product}, it stays as it was.",
            "{customer} wanted {product} on {order}, we talked, and the idea is dead.",
            "Scrap my note on {customer} and {product}, I had the wrong house in mind and nothing moves.",
            "I asked for {product} on {order}, was laughed at, and have given up on it.",
            "We toyed with {product} for the {category} corner over tea, and by the last biscuit it was off.",
            "{customer} begged for another word on {order}, was told no, and that is that.",
            "I said {category} should be looked at again for {customer}, I was outvoted, all is as before.",
        ),
    ),
)
