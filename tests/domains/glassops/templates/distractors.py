"""GlassOps records that assert nothing (spec 4.6): bait, plans, small talk, withdrawn ideas.

Bait (D1) uses the words of questions on purpose and names one thing, so it never gives a key with its value.
Where others name two, they keep clear of those words. Slots are types of entities.
"""

from __future__ import annotations

from scenarios.rendering.templates import RecordTemplate, messages, notes
from tests.domains.glassops.templates.kinds import kinds_of


def _distractor(slug: str, code: str, note: tuple[str, ...], message: tuple[str, ...]) -> RecordTemplate:
    surfaces = (*notes(*note), *messages(*message))
    return RecordTemplate(slug, kinds_of(surfaces), surfaces, (), code)


DISTRACTORS = (
    _distractor(
        "bait",
        "D1",
        (
            "Talk by the pump: {house} exceeds its ration, or so people say.",
            "Overheard: whoever looks after {house} must be very patient.",
            "Remark in the visitors' book: the family of {plant} is anyone's guess.",
            "Overheard: nobody can tell how much water {bed} requires.",
        ),
        (
            "Someone swears that {house} lacks half of its equipment, but nobody looked.",
            "They joke that the thirstiest plot of all is in {house}.",
            "I hear {kin} is at the very top of the family, but I hear a lot.",
            "People say plot {bed} was started on a whim, do not quote me.",
        ),
    ),
    _distractor(
        "plan",
        "D5",
        (
            "{person} wondered about {plant} for {bed}; nothing was done.",
            "Draft only: {plant} might move to {house}, not agreed.",
            "Idea for a slow week: more {plant} along the path, not on any list.",
        ),
        (
            "What if we tried {plant} in {bed} next spring, just a thought.",
            "Perhaps {person} will swap halls with somebody, or perhaps not.",
            "I might ask {person} about {plant} some time, no hurry.",
        ),
    ),
    _distractor(
        "small_talk",
        "D6",
        (
            "The front door sticks again, please pull it shut behind you.",
            "Tea corner: the kettle is broken, a new one was ordered.",
            "The path by the pond is closed on Thursday for the painters.",
        ),
        (
            "Has anyone seen the long ladder that was by the pump?",
            "Happy birthday to whoever put the cake on the bench.",
            "{person} waved from across the road this morning.",
        ),
    ),
    _distractor(
        "withdrawn",
        "D7",
        (
            "{person} proposed {plant} for {bed}, then said to leave it as it was.",
            "A swap of {plant} was put forward and dropped the same hour.",
            "A wish to dig up {bed} was raised and refused at once.",
        ),
        (
            "Forget what I wrote about {bed} and {plant}, it stays as it was.",
            "{person} wanted {plant} in {house}, we talked, and the idea is dead.",
            "Scrap my note on {bed}, I had the wrong one in mind.",
        ),
    ),
)
