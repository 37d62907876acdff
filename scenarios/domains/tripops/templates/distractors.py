"""TripOps records that assert nothing (spec 4.6): bait, plans, small talk, withdrawn ideas.

Bait (D1) uses the words of questions on purpose and names one thing, so it never gives a key with its value.
Where others name two, they keep clear of those words. Slots are types of entities.
"""

from __future__ import annotations

from scenarios.domains.tripops.templates.kinds import kinds_of
from scenarios.rendering.templates import RecordTemplate, messages, notes


def _distractor(slug: str, code: str, note: tuple[str, ...], message: tuple[str, ...]) -> RecordTemplate:
    surfaces = (*notes(*note), *messages(*message))
    return RecordTemplate(slug, kinds_of(surfaces), surfaces, (), code)


DISTRACTORS = (
    _distractor(
        "bait",
        "D1",
        (
            "Corridor talk: hardly a month without {person} being abroad, people say.",
            "Remark in the visitors' book: journeys to a foreign country wear {person} out.",
            "Overheard: whether {trip} will require clearance is on everybody's mind.",
            "Talk over lunch: the accommodation on {trip} is said to be nothing special, but who would know.",
            "Overheard in the lift: {person} is forever short of some document, or likes to say so.",
            "Pinned to the kitchen wall: a cartoon about {person} and the nightly ceiling, author unknown.",
            "Corridor talk: nobody remembers a journey on which {person} kept to the budget.",
            "Remark at the copier: subsistence across {region} has never pleased anyone.",
        ),
        (
            "{person} keeps asking what is reimbursable at all, who can tell.",
            "I hear {person} is always close to the limit, but nobody has the numbers.",
            "They joke that the budget of {trip} is as good as spent, do not quote me.",
            "{person} says a superior further up would never allow it, whatever it is.",
            "No idea why everybody talks about {expense} and its receipt, it is one outlay among many.",
            "If you ask {person}, the destination hardly matters as long as the journey is long.",
            "My cousin thinks {trip} departs far too early, but my cousin thinks that of everything.",
            "They say {currency} is worth more every morning, and say the opposite after lunch.",
            "Ask three people about the rules in force for {trip} and you hear four versions.",
        ),
    ),
    _distractor(
        "plan",
        "D5",
        (
            "{person} wondered about moving {trip} to {city}; nothing was changed.",
            "Question from {person}: could {trip} go by way of {city}? Left open.",
            "Draft only: {trip} might be cut short by a night, not agreed with {person}.",
            "Note to self: one could look into a different hotel for {trip}, if anyone ever finds the hour.",
            "Question from {person}: would {hotel} do for {trip}, should it be wanted? Left open.",
            "Sketch on the whiteboard: {trip} by way of {country}, with three question marks behind it.",
            "Suggestion box: let {person} sit in {city} for a summer. Nobody has written back so far.",
        ),
        (
            "Thinking aloud, maybe {person} should sit in {city} some time next spring.",
            "What if we looked at {hotel} for {trip} one of these weeks, just a thought.",
            "Suppose {trip} went on for another week or two, would that bother {person}? Only asking.",
            "I might talk to {person} about {trip} some time, though I have not made up my mind.",
            "What would you say to {hotel}, in case {trip} ever wants another roof? Just dreaming.",
            "One of these weeks somebody could raise what {group} gets across {region}, but not this year.",
            "If it were up to me, {person} would be in {city} by autumn, but it is not up to me.",
            "Perhaps {person} will be asked to look after {trip} at some point, or perhaps not.",
        ),
    ),
    _distractor(
        "small_talk",
        "D6",
        (
            "The lift in the north wing is out of order until the weekend.",
            "Canteen: soup and bread only this week, the stove is being repaired.",
            "Parcels for the upper floors are kept at the front gate after six.",
            "The coffee machine on the top floor takes no coins until it has been cleaned.",
            "Fire drill on Tuesday morning, please leave by the stairs and meet in the yard.",
            "Someone left a grey scarf in the meeting room, it hangs on the hook by the window.",
            "{person} is looking for a chess partner for the lunch break, beginners welcome.",
            "Welcome back to {person}, who says hello to all and has left nuts in the kitchen.",
            "The window cleaners are here on Monday, please clear the sills of plants and mugs.",
        ),
        (
            "Has anyone seen the blue umbrella that was by the door yesterday?",
            "Happy birthday to {person}, there is cake in the kitchen until four.",
            "The plants on our floor need water again, {person} is away.",
            "Did {person} tell you the joke about the two parrots? I cannot stop laughing.",
            "The radio says snow, so I would leave a little early today if I were you.",
            "{person} has a cold and whispers, so be kind and do not make anyone shout.",
            "Whoever borrowed my stapler, I miss it and so does the paper.",
            "Lunch with {person} was lovely, we talked about gardens the whole hour.",
            "The choir meets on Thursday after work, {person} sings bass and wants company.",
        ),
    ),
    _distractor(
        "withdrawn",
        "D7",
        (
            "{person} proposed to cancel {trip}, then said to leave it as it is.",
            "A move of {trip} to {hotel} was put forward and rejected the same hour.",
            "{person} put {hotel} forward for {trip} and took the suggestion back before lunch.",
            "Idea to send {person} to {city} for good: talked over, found hasty, rejected.",
            "A wish to stretch {trip} by two nights was raised and refused at once, so all stays as it was.",
            "Somebody wanted a word with {person} about {expense}, then saw it was a mix-up. Nothing to do.",
            "Proposal to let {person} off {trip} was read out and dropped without a vote.",
        ),
        (
            "Forget what I wrote about {trip} and {hotel}, all is as it was.",
            "{person} wanted {city} for {trip}, we talked, and the idea is dead.",
            "I asked for {city} on {trip}, was laughed at, and have given up on it.",
            "Scrap my note on {person} and {city}, I had the wrong person in mind and nothing moves.",
            "We toyed with {hotel} for {trip} over tea, and by the last biscuit it was off.",
            "{person} begged to be let off {trip}, was told no, and that is that.",
            "I said {group} should be looked at again for {region}, I was outvoted, all is as before.",
        ),
    ),
)
