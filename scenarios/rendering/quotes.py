"""Bait that quotes: a record in which somebody asks what a question asks, and nobody knows (K6). PURE.

Each question form has a template of its own (D1) whose wordings quote those of the form, so a bait record has
every key term of the question and no answer. Forms that name a day have none: a day in a record is one of its
facts or its own (K5).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scenarios.rendering.questions import QuestionTemplate
from scenarios.rendering.slots import DATE
from scenarios.rendering.templates import RecordTemplate, messages, notes

#: The slug of a quoting template begins with this.
QUOTED = "quoted_"
_NOTES = (
    'Heard at the coffee stand: "{}" Nobody could say.',
    'Asked in passing on the stairs: "{}" The talk went elsewhere.',
)
_MESSAGES = (
    'Someone wanted to hear from me "{}" and I had no idea.',
    'They keep at it, "{}", as if I could tell.',
)


def quotes(forms: Iterable[QuestionTemplate]) -> tuple[RecordTemplate, ...]:
    """A quoting template for every form without a day, each wording of the form in two of its wordings."""
    return tuple(_quote(form) for form in forms if DATE not in form.kinds.values())


def _quote(form: QuestionTemplate) -> RecordTemplate:
    sources = [surface.source for surface in form.surfaces]
    surfaces = (
        *notes(*(_NOTES[place % 2].format(source) for place, source in enumerate(sources))),
        *messages(*(_MESSAGES[place % 2].format(source) for place, source in enumerate(sources))),
    )
    return RecordTemplate(f"{QUOTED}{form.slug}", dict(form.kinds), surfaces, (), "D1")


def quoting_surfaces(form: QuestionTemplate, surface: int) -> Sequence[int]:
    """The wordings of a form's quoting template that quote this wording of the form."""
    return (surface, surface + len(form.surfaces))
