"""TripOps records that assert nothing (spec 4.6): bait, plans, small talk, withdrawn ideas.

Bait (D1) uses the words of questions on purpose and never gives a key with its value.
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
        ),
        (
            "{person} keeps asking what on {trip} is reimbursable at all, who can tell.",
            "I hear {person} is always close to the limit, but nobody has the numbers.",
            "They joke that the budget of {trip} is as good as spent, do not quote me.",
            "{person} says a superior further up would never allow it, whatever it is.",
        ),
    ),
    _distractor(
        "plan",
        "D5",
        (
            "{person} wondered about moving {trip} to {city}; nothing was changed.",
            "Question from {person}: could {trip} go by way of {city}? Left open.",
            "Draft only: {trip} might be cut short by a night, not agreed with {person}.",
        ),
        (
            "Thinking aloud, maybe {person} should sit in {city} some time next spring.",
            "What if we looked at {hotel} for {trip} one of these weeks, just a thought.",
        ),
    ),
    _distractor(
        "small_talk",
        "D6",
        (
            "The lift in the north wing is out of order until the weekend.",
            "Canteen: soup and bread only this week, the stove is being repaired.",
            "Parcels for the upper floors are kept at the front gate after six.",
        ),
        (
            "Has anyone seen the blue umbrella that was by the door yesterday?",
            "Happy birthday to {person}, there is cake in the kitchen until four.",
            "The plants on our floor need water again, {person} is away.",
        ),
    ),
    _distractor(
        "withdrawn",
        "D7",
        (
            "{person} proposed to cancel {trip}, then said to leave it as it is.",
            "A move of {trip} to {hotel} was put forward and turned down the same hour.",
        ),
        (
            "Forget what I wrote about {trip} and {hotel}, it stays as it was.",
            "{person} wanted {city} for {trip}, we talked, and the idea is dead.",
        ),
    ),
)
