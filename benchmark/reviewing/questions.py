"""Questions as people judge them: what is asked, whom it is about, the answer from the witness records alone,
then gold, derivation and witnesses revealed (spec 6.5, "Form for a question").

The steps are: 1 the question alone; 2 its records, and the answer from them (on several steps, node by node,
where the witness is large); last the reveal. What was answered before a reveal never changes after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext, gettext_noop

from benchmark.reviewing import answers, asked, picks, preparing, reveals, witness_nodes
from benchmark.reviewing.asked import Asked
from scenarios.review.exceptions import FormRefusedError
from scenarios.review.subjects.base import Field, Option, Prepared, Reading, Subject

if TYPE_CHECKING:
    from scenarios.models import ReviewItem, ReviewPolicy, Suite

YES_NO: Final = (Option("yes", gettext_noop("yes"), "1"), Option("no", gettext_noop("no"), "2"))
_AS_GOLD: Final = (Option("yes", gettext_noop("as meant")), Option("no", gettext_noop("otherwise")))


class Questions(Subject):
    """The subject ``question``."""

    slug = preparing.SLUG
    title = gettext_noop("Questions")
    template = "benchmark/review/_question_form.html"
    decision_template = "benchmark/review/_question_decision.html"
    entry_names = {
        "answer": gettext_noop("The answer"),
        "answer.said": gettext_noop("The answer, how"),
        "missing": gettext_noop("What is missing"),
    }

    def fields(self, item: ReviewItem) -> tuple[Field, ...]:
        """Those of the form that this item has; each of them decides."""
        answer, last = self.steps(item) - 1, self.steps(item)
        return tuple(self._fields(item.content, answer, last))

    def _fields(self, content: Mapping[str, Any], answer: int, last: int) -> Iterator[Field]:
        pick = content.get("pick")
        if pick:
            step = 2 if pick["indirect"] else 1
            yield Field("refers_to", gettext_noop("What does it speak of?"), _AS_GOLD, "yes", step)
        if content.get("operators"):
            yield Field("asks", gettext_noop("What does it ask?"), _AS_GOLD, "yes", 1)
        words = gettext_noop("Do the witness records alone give the answer of gold?")
        yield Field("human_agrees", words, YES_NO, "yes", answer)
        # Also where nothing is missing: whether a form has the field would tell whether gold is unknown.
        yield Field("missing", gettext_noop("What is missing for an answer?"), _AS_GOLD, "yes", answer)
        yield Field(
            "unambiguous", gettext_noop("Can the question be read in one way only?"), YES_NO, "yes", last
        )
        yield Field("gold_right", gettext_noop("Is gold right?"), YES_NO, "yes", last)
        if content.get("bait"):
            words = gettext_noop("Do its key words stand in distractors only, not in the records it needs?")
            yield Field("bait_only", words, YES_NO, "yes", last)

    def prepare(self, suite: Suite, policy: ReviewPolicy) -> Iterable[Prepared]:
        return preparing.prepared(suite, policy)

    def steps(self, item: ReviewItem) -> int:
        return 2 + len(witness_nodes.pages(item.content.get("nodes", [])))

    def shown(self, item: ReviewItem, step: int, frozen: Mapping[str, Any]) -> dict[str, Any]:
        found = asked.of(item)
        context = found.context(step, frozen, self.steps(item))
        if step == self.steps(item):
            context |= reveals.of(found, asked.flat(frozen, step))
        return context

    def freeze(self, item: ReviewItem, step: int, given: Mapping[str, Any]) -> dict[str, Any]:
        return _frozen(asked.of(item), step, self.steps(item), given)

    def read(self, item: ReviewItem, given: Mapping[str, Any], frozen: Mapping[str, Any]) -> Reading:
        found, last = asked.of(item), self.steps(item)
        entered = {
            str(step): frozen.get(str(step)) or _frozen(found, step, last, given) for step in range(1, last)
        }
        kept = {**_own(given), **asked.flat(entered, last)}
        fields = self._judged(item, found, kept, last)
        score = found.scored(kept)
        return Reading(fields, kept, self.outcome(item, fields), score.as_json())

    def _judged(self, item: ReviewItem, found: Asked, kept: Mapping[str, Any], last: int) -> dict[str, str]:
        values, faults = found.derived(kept), {}
        for field in self.fields(item):
            if field.step == last and field.name not in values:
                value = kept.get(field.name)
                if value not in [option.value for option in field.options]:
                    faults[field.name] = gettext("%(question)s Choose one answer.") % {"question": field.asks}
                values[field.name] = str(value)
        if faults:
            raise FormRefusedError(faults)
        return {field.name: values[field.name] for field in self.fields(item)}

    def told(self, item: ReviewItem, given: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
        """What was entered before the reveal, and what was found at each part of a large witness."""
        parts = [
            (node["words"], asked.in_words(asked.said_of(given, f"node.{number}")))
            for number, node in enumerate(item.content.get("nodes") or ())
        ]
        return (*asked.told(given), *((words, said) for words, said in parts if said))

    def revealed(self, item: ReviewItem) -> dict[str, Any]:
        found = asked.of(item)
        return found.context(self.steps(item), {}, self.steps(item)) | reveals.of(found, {})

    def length(self, item: ReviewItem) -> int:
        """The question and the records that are read."""
        return asked.length(item)


def _own(given: Mapping[str, Any]) -> dict[str, Any]:
    """What is kept of the last step as it was sent: its answers and comments."""
    names = ("unambiguous", "gold_right", "bait_only")
    return {
        name: value for name, value in given.items() if name in names or name.endswith((".comment", ".span"))
    }


def _frozen(found: Asked, step: int, last: int, given: Mapping[str, Any]) -> dict[str, Any]:
    """The entries of a step, read. Raises ``FormRefusedError``."""
    faults: dict[str, str] = {}
    kept: dict[str, Any] = {}
    if found.pick_step == step:
        kept["refers_to"] = _picked(given, found, faults)
    if step == 1 and found.operators:
        choice = given.get("asks")
        if choice not in found.operators:
            faults["asks"] = gettext("Choose what is asked.")
        kept["asks"] = choice
    for name, view in found.entries(step):
        try:
            said = answers.read(given, name, view)
        except ValueError as error:
            faults[name] = str(error)
            continue
        if said is None and name == asked.ANSWER:
            faults[name] = gettext("%(how)s Or say that it cannot be told.") % {
                "how": gettext(answers.HOW[view.answer_type])
            }
        elif said is not None:
            kept |= {name: said.text, f"{name}.said": said.said}
    if step == last - 1 and kept.get(f"{asked.ANSWER}.said") == answers.OPEN:
        choice = given.get("missing")
        if choice not in asked.MISSING_WORDS:
            faults["missing"] = gettext("Say what is missing.")
        kept["missing"] = choice
    if faults:
        raise FormRefusedError(faults)
    return kept


def _picked(given: Mapping[str, Any], found: Asked, faults: dict[str, str]) -> list[str]:
    value = given.get("refers_to", [])
    names = [value] if isinstance(value, str) else list(value)
    allowed = [*found.pick["names"], picks.NONE]
    if not names or any(name not in allowed for name in names) or (picks.NONE in names and len(names) > 1):
        faults["refers_to"] = gettext("Choose what the question speaks of, or none of these.")
    return sorted(names)


QUESTIONS = Questions()
