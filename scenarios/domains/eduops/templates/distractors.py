"""EduOps records that assert nothing (spec 4.6): bait, plans, small talk, withdrawn ideas.

Bait (D1) uses the words of questions on purpose and never gives a key with its value.
"""

from __future__ import annotations

from scenarios.domains.eduops.templates.kinds import kinds_of
from scenarios.rendering.templates import RecordTemplate, messages, notes


def _distractor(slug: str, code: str, note: tuple[str, ...], message: tuple[str, ...]) -> RecordTemplate:
    surfaces = (*notes(*note), *messages(*message))
    return RecordTemplate(slug, kinds_of(surfaces), surfaces, (), code)


DISTRACTORS = (
    _distractor(
        "bait",
        "D1",
        (
            "Corridor talk: {student} worries every week about the credits needed to graduate.",
            "Overheard: whether {course} is a prerequisite for anything is on everybody's mind.",
            "Remark in the guest book: nobody passes {course} without losing sleep over it.",
        ),
        (
            "{student} keeps asking which courses are still missing, who can tell.",
            "I hear {student} dreams of honours, but nobody has seen the grades.",
            "They joke that {student} gets an exemption from everything hard, do not quote me.",
            "{student} says enrolling in {course} was never so complicated, whatever that means.",
        ),
    ),
    _distractor(
        "plan",
        "D5",
        (
            "{student} wondered about changing to {programme}; nothing was signed.",
            "Question from {student}: could {course} be sat by letter some time? Left open.",
            "Draft only: {course} might be handed to {teacher} one of these years, not agreed.",
        ),
        (
            "Thinking aloud, maybe {student} should try {course} some time next spring.",
            "What if {course} were moved to {area} one of these days, just a thought.",
        ),
    ),
    _distractor(
        "small_talk",
        "D6",
        (
            "The lift in the library is out of order until the weekend.",
            "Canteen: soup and bread only this week, the stove is being repaired.",
            "Lost umbrellas are kept at the front gate until after six.",
        ),
        (
            "Has anyone seen the blue scarf that was by the door yesterday?",
            "Happy birthday to {teacher}, there is cake in the kitchen until four.",
            "The plants in the reading room need water again, {teacher} is away.",
        ),
    ),
    _distractor(
        "withdrawn",
        "D7",
        (
            "{student} asked to drop {course}, then decided to leave things as they are.",
            "A move of {course} to {area} was put forward and turned down the same hour.",
        ),
        (
            "Forget what I wrote about {student} and {programme}, it stays as it was.",
            "{teacher} wanted {other} to be asked for {course}, we talked, and the idea is dead.",
        ),
    ),
)
