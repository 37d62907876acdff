"""What a model is asked when it puts a record into other words (spec 6.4). PURE.

The prompt gives the template's record, the facts it states as labelled slots, and what must and must not
stand in the new words. It never gives gold, a question or another record.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from scenarios.bundle import EventSpec
from scenarios.datalog.history import TOMBSTONES, ActionRecord, Op
from scenarios.domains.base import Domain
from scenarios.rendering import checks
from scenarios.rendering.checks import CheckResult
from scenarios.rendering.lexicon import content_lemmas, lemma
from scenarios.rendering.presence import Source


@dataclass(frozen=True, slots=True)
class Prompt:
    """One call of a model: what it is to do, and the record it is to do it with."""

    system: str
    user: str


_LEAST, _MOST = checks.RECORD_WORDS
SYSTEM = f"""\
You put records of an invented office into other words. You are given one record as it stands and the facts \
that it states. Write that record anew as somebody of the office would write it: one paragraph in plain \
English of {_LEAST} to {_MOST} words.
State every fact that is listed, and nothing beyond: no conclusion, no reason, no total, no comparison, \
nothing about other records.
Copy names, codes, numbers, amounts and dates letter by letter, in the form in which they are given. Use no \
other name, number or date.
Reply with the record alone: no heading, no quotation marks, no remark."""

_REGISTERS = {"note": "a note for the files of the office", "message": "a message to a colleague"}
_DOES = {
    Op.ASSERT: "states how something is",
    Op.REVISE: "changes what was said before",
    Op.CANCEL: "takes back what was said before, and puts nothing in its place",
    Op.MEMBER: "says what belongs to a list",
    Op.COMPLETE: "says that a list is whole: nothing else belongs to it",
    Op.REOPEN: "says that a list is no longer whole",
    Op.RULE: "says what rule holds from now on",
    Op.UNRULE: "says that a rule ends",
}
_SETTLES_NOTHING = (
    "settles nothing; what it mentions stays talk, a question or an idea, just as it stands there"
)
_FAULTS = {
    "K1": "it does not say what the record says",
    "K2": "a sentence tells a conclusion that readers have to draw for themselves",
    "K4": "a phrase that must not be used",
    "K6": "a word of questions came in, or one that has to stay is gone",
    "K5": "a date is wrong, or one that must be shown is not",
    "K7": "it is too short or too long",
    "K8": "it shows an internal id",
}


def first(domain: Domain, event: EventSpec, known: Source, terms: Collection[str] = ()) -> Prompt:
    """The prompt for the first attempt at an event's record; ``terms`` are those of questions with bait."""
    facts = [f"- {slot.replace('_', ' ')}: {form}" for slot, forms in known.facts().items() for form in forms]
    lines = [
        f"Kind of text: {_REGISTERS.get(known.register, known.register)}",
        f"What the record does: it {_what_it_does(event.actions)}.",
        f"The record as it stands: {known.text}",
        "Facts, each to stand in your text exactly as written here:",
        *(facts or ["- none"]),
        f"Never write: {', '.join(_banned(event.actions))}.",
        *(_avoided(domain, known) if event.actions else _kept(known, terms)),
    ]
    return Prompt(SYSTEM, "\n".join(lines))


def _what_it_does(actions: Sequence[ActionRecord]) -> str:
    return "; it ".join(dict.fromkeys(_DOES[action.op] for action in actions)) or _SETTLES_NOTHING


def _banned(actions: Sequence[ActionRecord]) -> tuple[str, ...]:
    changes = any(action.op in TOMBSTONES or action.op is Op.REVISE for action in actions)
    return (*checks.META_PHRASES, *(() if changes else checks.OBSOLESCENCE_PHRASES))


def _avoided(domain: Domain, known: Source) -> list[str]:
    """The trigger words of questions, by their stems."""
    asked = frozenset().union(*(words for pred, words in domain.question_lex.items() if pred != "*"))
    stems = sorted(asked - content_lemmas(known.text))
    return [f"Avoid every word with one of these stems: {', '.join(stems)}."] if stems else []


def _kept(known: Source, terms: Collection[str]) -> list[str]:
    """The words that make a record bait (K6)."""
    words = dict.fromkeys(re.findall(r"[a-z]+", known.text.casefold()))
    kept = [word for word in words if lemma(word) in terms]
    return [f"Keep these words, in any of their forms: {', '.join(kept)}."] if kept else []


def again(prompt: Prompt, number: int, text: str, failures: Sequence[CheckResult]) -> Prompt:
    """The prompt after a failed attempt: what was written, which checks failed, and where."""
    lines = [f"Your attempt {number} was: {text}", "It was refused:"]
    for failure in failures:
        marked = text[slice(*failure.span)]
        place = f" Look at: {marked}" if marked and marked not in (text, failure.evidence) else ""
        lines.append(f"- {failure.code}, {_FAULTS[failure.code]}: {failure.evidence}.{place}")
    return replace(
        prompt, user="\n".join([prompt.user, "", *lines, "Write the record again, without these faults."])
    )
