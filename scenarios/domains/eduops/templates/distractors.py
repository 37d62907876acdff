"""EduOps records that assert nothing (spec 4.6): bait, plans, small talk, withdrawn ideas.

Bait (D1) uses the words of questions on purpose and names one thing, so it never gives a key with its value.
Where others name two, they keep clear of those words. Slots are types of entities.
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
            "Corridor talk: the department of {teacher} is said to be the noisiest of all.",
            "Overheard on the stairs: {course} carries either far too many credits or too few.",
            "Remark in the margin: {student} is on another degree in every daydream.",
            "Pinned to the notice board: a poem about {student} and a lost exemption, author unknown.",
            "Overheard: the {group} division is where grades go to sleep, or so they say.",
        ),
        (
            "{student} keeps asking which courses are still missing, who can tell.",
            "I hear {student} dreams of honours, but nobody has seen the grades.",
            "They joke that {student} gets an exemption from everything hard, do not quote me.",
            "{student} says enrolling was never so complicated, whatever it is about.",
            "My cousin says an instructor like {teacher} is born once in a hundred years.",
            "If you ask {student}, every prerequisite is one too many.",
            "Nobody in the canteen can say which discipline {course} belongs to, though all have a view.",
            "They say {programme} is a degree for early risers, make of that what you will.",
            "I hear that in {term} everybody wanted the highest grade, which is news to nobody.",
            "{student} talks of transfer credits as others talk of the weather.",
        ),
    ),
    _distractor(
        "plan",
        "D5",
        (
            "{student} wondered about changing to {programme}; nothing was signed.",
            "Question from {student}: could {course} be sat by letter some time? Left open.",
            "Draft only: {course} might be handed to {teacher} one of these years, not agreed.",
            "Note to self: one could ask {teacher} about {course} some quiet afternoon, no hurry.",
            "Suggestion box: let {student} sit {course} by the lake. Nobody has written back so far.",
            "Sketch on the whiteboard: {course} in {term}, with three question marks behind it.",
            "Question from {teacher}: could {course} be read out of doors in {term}? Nobody took it up.",
            "Idea for a slow week: look at {course} again together with {dept}. Not put on any list.",
        ),
        (
            "Thinking aloud, maybe {student} should try {course} some time next spring.",
            "What if {course} were moved to {area} one of these weeks, just a thought.",
            "Suppose {student} went for {programme} after all, would that surprise anyone? Only asking.",
            "I might talk to {student} about {course} some time, though I have not made up my mind.",
            "If it were up to me, {teacher} would have {course} by spring, but it is not up to me.",
            "Perhaps {student} will try {course} in {term}, or perhaps not.",
            "What would you say to {teacher} for {course}, should the matter be raised? Just dreaming.",
            "One of these weeks somebody could ask {student} about {programme}, but not this year.",
        ),
    ),
    _distractor(
        "small_talk",
        "D6",
        (
            "The lift in the library is out of order until the weekend.",
            "Canteen: soup and bread only this week, the stove is being repaired.",
            "Lost umbrellas are kept at the front gate until after six.",
            "The clock in the hall runs ten minutes fast, somebody is on the way to look at it.",
            "Fire drill on Tuesday morning, please leave by the stairs and meet in the yard.",
            "Someone left a bicycle pump in the reading room, it is under the window.",
            "The chess circle meets after supper, {teacher} brings the boards.",
            "Welcome back to {teacher}, who says hello to all and has left nuts in the kitchen.",
            "{student} found a glove by the fountain, it waits at the front gate.",
        ),
        (
            "Has anyone seen the blue scarf that was by the door yesterday?",
            "Happy birthday to {teacher}, there is cake in the kitchen until four.",
            "The plants in the reading room need water again, {teacher} is away.",
            "Did {student} tell you the joke about the two parrots? I cannot stop laughing.",
            "The radio says snow, so I would leave a little early today if I were you.",
            "{teacher} has a cold and whispers, so be kind and do not make anyone shout.",
            "Whoever borrowed my stapler, I miss it and so does the paper.",
            "Lunch with {student} was lovely, we talked about gardens the whole hour.",
            "The choir sings on Thursday evening, {student} promised to be there.",
        ),
    ),
    _distractor(
        "withdrawn",
        "D7",
        (
            "{student} asked to drop {course}, then said to leave things as they are.",
            "A move of {course} to {area} was put forward and rejected the same hour.",
            "{teacher} put {course} forward for {term} and took it back before lunch.",
            "Idea to send {student} to {programme}: talked over, found hasty, rejected.",
            "A wish to let {student} off {course} was raised and refused at once, so all stays as it was.",
            "Proposal to hand {course} to {teacher} was read out and dropped without a vote.",
            "Somebody wanted a word with {student} about {course}, then saw it was a mix-up. Nothing to do.",
        ),
        (
            "Forget what I wrote about {student} and {programme}, it stays as it was.",
            "{teacher} wanted {student} to be asked about {course}, we talked, and the idea is dead.",
            "Scrap my note on {student} and {course}, I had the wrong person in mind and nothing moves.",
            "I asked for {course} in {term}, was laughed at, and have given up on it.",
            "We toyed with {teacher} for {course} over tea, and by the last biscuit it was off.",
            "{student} begged to be let into {course}, was told no, and that is that.",
            "I said {course} should be looked at again in {dept}, I was outvoted, all is as before.",
        ),
    ),
)
