"""Checks of records in the words of a model or a person, and of edited questions (spec 6.2, 6.4, 6.5). PURE.

No wording reads such a text back, so K1 is slot presence: the record holds what the template's record held
and names nothing else of the scenario. K2 is stricter for records that assert nothing: a sentence with a key
and its value must have stood in the template's record. All other checks are those of ``checks``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from scenarios.bundle import EntitySpec, EventSpec, QuerySpec
from scenarios.datalog.derivation import Node
from scenarios.domains.base import Domain
from scenarios.rendering import checks, questions
from scenarios.rendering.checks import CheckResult
from scenarios.rendering.patterns import EventRef, SlotValue
from scenarios.rendering.records import RecordReading, readings
from scenarios.rendering.slots import DATE_PATTERN, ListSlot, Slot
from scenarios.rendering.templates import TODAY, RecordTemplate

_NUMBER = re.compile(r"\d(?:[\d,.]*\d)?")
_DASHES = re.compile("[\u2010\u2011\u2012\u2212]")
#: What a context may put before a record: whoever speaks, or a word such as ``Note``.
_LEAD = re.compile(r"[^:\n]{1,80}: (?P<rest>.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Source:
    """The template's record behind a reworded one: its text, wording and the values of its slots."""

    text: str
    reading: RecordReading
    values: Mapping[str, SlotValue]

    @property
    def template(self) -> RecordTemplate:
        return self.reading.template

    @property
    def register(self) -> str:
        """The register of its wording: note or message."""
        return self.template.surfaces[self.reading.surface].register

    def facts(self) -> dict[str, tuple[str, ...]]:
        """By slot, the written forms that every wording has to hold: those of the actions, or all slots of a
        record that asserts nothing."""
        held = self.template.action_slots or frozenset(self.values) - {TODAY}
        return {
            slot: written(self.template.kinds[slot], self.values[slot])
            for slot in sorted(held & set(self.values))
        }


def source(domain: Domain, event: EventSpec, text: str) -> Source | None:
    """What exactly one wording of the event's own template reads in ``text``: the event's own actions.

    None where none or several do, or where it reads other actions.
    """
    found = list(readings(domain, text, _place(event)))
    if len(found) != 1 or found[0].actions != event.actions:
        return None
    (reading,) = found
    if reading.template.slug != event.template.partition("#")[0]:
        return None
    values = dict(reading.template.readings(text))[reading.surface]
    return Source(text, reading, values)


def _place(event: EventSpec) -> EventRef:
    return EventRef(event.id, event.t, event.seq)


def written(kind: Slot, value: SlotValue) -> tuple[str, ...]:
    """The words of a slot's value, one for each item of a list."""
    if isinstance(kind, ListSlot):
        return tuple(kind.of.checked(item) for item in ([value] if isinstance(value, str) else value))
    assert isinstance(value, str)  # a plain slot holds one value
    return (kind.checked(value),)


# ---------------------------------------------------------------- the checks
def record_checks(
    domain: Domain, event: EventSpec, entities: Iterable[EntitySpec]
) -> tuple[CheckResult, ...]:
    """K1, K4, K5, K7 and K8 of one record that a model or a person worded."""
    return (
        *faithful(domain, event, entities),
        checks.banned_phrases(event.id, event.text, event.actions),
        checks.date_sanity(event),
        checks.length(event.id, event.text, *checks.RECORD_WORDS),
        checks.no_internal_id(event.id, event.text),
    )


def faithful(domain: Domain, event: EventSpec, entities: Iterable[EntitySpec]) -> tuple[CheckResult, ...]:
    """K1: every fact of the template's record stands in the text, no other name or number does, and no
    wording reads the text as another record. All failures, or one result that it passes."""
    known = source(domain, event, event.template_text)
    if known is None:
        what = f"no record of template {event.template!r} with these actions stands behind it"
        return (CheckResult("K1", event.id, False, what, (0, len(event.text))),)
    found = (
        *_missing(event, known),
        *_other_names(event, known, domain, entities),
        *_other_numbers(event),
        *_misread(domain, event),
    )
    return found or (CheckResult("K1", event.id, True),)


def _missing(event: EventSpec, known: Source) -> Iterator[CheckResult]:
    text = normal(event.text)
    for slot, forms in known.facts().items():
        for form in forms:
            if not _holds(normal(form), text):
                yield CheckResult("K1", event.id, False, f"{slot.replace('_', ' ')} {form} is missing")


def _holds(form: str, text: str) -> bool:
    """Names stand letter by letter; plain words may begin a sentence; a bare number is no part of a date."""
    if form.isdigit():
        return _stands(form, re.sub(DATE_PATTERN, " ", text))
    return _stands(form, text.lower() if form == form.lower() else text)


def _other_names(
    event: EventSpec, known: Source, domain: Domain, entities: Iterable[EntitySpec]
) -> Iterator[CheckResult]:
    """Names that the template's record does not hold. Ordinary words, such as categories, count only where
    the record speaks of one of their kind."""
    before, after = normal(known.text).casefold(), normal(event.text).casefold()
    others = [entity for entity in entities if not _stands(normal(entity.name).casefold(), before)]
    spoken = {entity.type for entity in entities if _stands(normal(entity.name).casefold(), before)}
    for entity in others:
        if entity.type not in domain.name_types and entity.type not in spoken:
            continue
        for name in (entity.name, *entity.aliases):
            if _stands(normal(name).casefold(), after) and not _stands(normal(name).casefold(), before):
                start = max(event.text.casefold().find(name.casefold()), 0)
                yield CheckResult(
                    "K1", event.id, False, f"{name} is of another record", (start, start + len(name))
                )
                break


def _other_numbers(event: EventSpec) -> Iterator[CheckResult]:
    """Numbers that stand neither in the template's record nor in the event's own day."""
    allowed = {_number(match) for match in _NUMBER.findall(normal(event.template_text))}
    allowed |= {str(event.t.day), str(event.t.year)}
    for match in _NUMBER.finditer(event.text):
        if _number(match.group()) not in allowed:
            yield CheckResult(
                "K1", event.id, False, f"{match.group()} is no number of the record", match.span()
            )


def _misread(domain: Domain, event: EventSpec) -> Iterator[CheckResult]:
    """Wordings that a reader of templates would take the text for, with or without a word before it."""
    lead = _LEAD.fullmatch(event.text)
    for body in (event.text, *([lead["rest"]] if lead else ())):
        found = list(readings(domain, body, _place(event)))
        if len(found) > 1 or any(reading.actions != event.actions for reading in found):
            names = ", ".join(f"{reading.template.slug}#{reading.surface}" for reading in found)
            yield CheckResult("K1", event.id, False, f"reads as {names}", (0, len(event.text)))


def told_anew(event: EventSpec, nodes: Iterable[Node]) -> tuple[CheckResult, ...]:
    """K2 of a reworded record that asserts nothing: failures only, each sentence with a key and the value of
    a derived state that no sentence of the template's record held together, whatever its other words."""
    before = checks.SENTENCE_END.split(event.template_text)
    found = {}
    for node in nodes:
        if node.kind not in checks.DERIVED_KINDS or any(checks.tells(node, old) for old in before):
            continue
        for sentence in checks.SENTENCE_END.split(event.text):
            if checks.tells(node, sentence):
                start = event.text.find(sentence)
                span = (start, start + len(sentence))
                found[node.label] = CheckResult("K2", event.id, False, sentence, span)
    return tuple(found.values())


# ---------------------------------------------------------------- questions
def question_faithful(
    domain: Domain, query: QuerySpec, entities: Iterable[EntitySpec]
) -> tuple[CheckResult, ...]:
    """K1 of a question that a person worded: it ends as its form ends, with the cutoff and the hint at the
    answer, so that it alone tells both; before that each argument of its target stands, and no other name of
    the scenario; and no wording reads it as another question. Whether it still asks the same, only people can
    say: it is reviewed as every question is. All failures, or one result that it passes."""
    form = next((one for one in domain.question_templates if one.slug == query.target["form"]), None)
    whole = (0, len(query.question))
    if form is None:
        return (CheckResult("K1", query.id, False, f"there is no form {query.target['form']!r}", whole),)
    ending = questions.ending(query.cutoff, form.hint)
    found = [] if query.question.endswith(f" {ending}") else [f"does not end with “{ending}”"]
    body = normal(query.question.removesuffix(ending))
    args = [normal(str(value)) for value in query.target["args"].values()]
    found += [f"{arg} is missing" for arg in args if not _stands(arg.casefold(), body.casefold())]
    told = " ".join(args).casefold()
    found += [
        f"{entity.name} is of another question"
        for entity in entities
        if entity.type in domain.name_types
        and _stands(normal(entity.name).casefold(), body.casefold())
        and not _stands(normal(entity.name).casefold(), told)
    ]
    read = questions.readings(domain.question_templates, query.question)
    found += [
        f"reads as {one.template.slug}"
        for one in read
        if (one.goal, one.cutoff) != (query.goal, query.cutoff) or one.args != query.target["args"]
    ]
    failed = tuple(CheckResult("K1", query.id, False, what, whole) for what in found)
    return failed or (CheckResult("K1", query.id, True),)


# ---------------------------------------------------------------- normal forms
def normal(text: str) -> str:
    """Text in which equal names, numbers and dates are equal: Unicode forms, dashes and spaces apart, digits
    without groups and closing zeros of decimals."""
    plain = " ".join(_DASHES.sub("-", unicodedata.normalize("NFKC", text)).split())
    return _NUMBER.sub(lambda match: _number(match.group()), plain)


def _number(text: str) -> str:
    plain = text.replace(",", "")
    return plain.rstrip("0").rstrip(".") if plain.count(".") == 1 else plain


def _stands(form: str, text: str) -> bool:
    """Whether a form stands in a text as a whole: no part of a longer word or number."""
    return form in text and re.search(_whole(form), text) is not None


def _whole(form: str) -> str:
    return rf"(?<!\w)(?<!\d[.,]){re.escape(form)}(?!\w|[.,]\d)"
