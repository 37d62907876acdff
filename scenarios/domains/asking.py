"""How question templates of a domain are made: slots, goal, the hint at the answer (spec 3.2). PURE."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scenarios.datalog.syntax import VersionChoice
from scenarios.datalog.version_goals import PREVIOUS, as_of, later_of
from scenarios.rendering.questions import QuestionTemplate
from scenarios.rendering.slots import Slot
from scenarios.rendering.templates import Surface

HINTS = {
    "entity": "Give one name.",
    "date": "Give a day in the form 2030-01-31.",
    "bool": "Reply yes or no.",
    "set": "Give all names, or none.",
    "count": "Give a count.",
    "number": "Give a number.",
    "money": "Give an amount in {currency}.",
}
#: Hints where the answer may be that there is none.
NAME_OR_NONE = "Give one name, or none."
COUNT_OR_NONE = "Give a count, or none."
NUMBER_OR_NONE = "Give a number, or none."

#: The slot of a past day: its last moment counts (ADR 14).
DAY = "day"


def compared(kinds: Mapping[str, Slot], *types: str) -> dict[str, Slot]:
    """The slots ``first_<type>`` and ``second_<type>`` of questions that compare two of a type."""
    return {f"{place}_{name}": kinds[name] for name in types for place in ("first", "second")}


def compared_types(*types: str) -> dict[str, str]:
    """The types of the slots that ``compared`` makes."""
    return {f"{place}_{name}": name for name in types for place in ("first", "second")}


@dataclass(frozen=True, slots=True)
class Versions:
    """Wordings that ask for another version than the current one: as of a past day (T2), the one before
    (T3), and which of two keys was settled later (T4; none where the predicate has not one key)."""

    past: tuple[str, ...]
    previous: tuple[str, ...]
    later: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Asking:
    """The slots that questions of a domain may name, and the currency in which it writes money."""

    kinds: Mapping[str, Slot]
    currency: str = ""

    def question(
        self,
        slug: str,
        operator: str,
        family: str,
        goal: tuple[str, tuple[str, ...]] | tuple[str, tuple[str, ...], str],
        answer_type: str,
        *wordings: str,
        hint: str | None = None,
        version: VersionChoice | None = None,
    ) -> QuestionTemplate:
        """``goal`` is (predicate, key slots[, member slot]); ``version`` names slots too."""
        surfaces = tuple(Surface("question", wording) for wording in wordings)
        slots = _slots(surfaces)
        return QuestionTemplate(
            slug,
            {slot: self.kinds[slot] for slot in slots},
            surfaces,
            operator=operator,
            family=family,
            pred=goal[0],
            key=goal[1],
            member=goal[2] if len(goal) == 3 else None,
            answer_type=answer_type,
            hint=hint or HINTS[answer_type].format(currency=self.currency),
            unit=self.currency if answer_type == "money" else "",
            version=version,
        )

    def of_versions(
        self, current: Sequence[QuestionTemplate], wordings: Mapping[str, Versions]
    ) -> Iterator[QuestionTemplate]:
        """The forms ``past_x``, ``previous_x`` and ``later_x`` beside each form ``current_x``, by ``x``."""
        forms = {template.slug.removeprefix("current_"): template for template in current}
        for name, versions in wordings.items():
            yield from self._of_versions(name, forms[name], versions)

    def _of_versions(
        self, name: str, current: QuestionTemplate, versions: Versions
    ) -> Iterator[QuestionTemplate]:
        goal, kind, hint = (current.pred, current.key), current.answer_type, current.hint
        past, before = as_of(DAY), PREVIOUS
        yield self.question(
            f"past_{name}", "T2", "temporal", goal, kind, *versions.past, hint=hint, version=past
        )
        yield self.question(
            f"previous_{name}", "T3", "temporal", goal, kind, *versions.previous, hint=hint, version=before
        )
        if versions.later:
            first, second = _slots(tuple(Surface("question", wording) for wording in versions.later))
            yield self.question(
                f"later_{name}", "T4", "temporal", (current.pred, (first,)), "entity", *versions.later,
                version=later_of(second),
            )  # fmt: skip


def _slots(surfaces: Sequence[Surface]) -> list[str]:
    """The slots of all wordings, sorted: ``first`` stands before ``second``."""
    return sorted(frozenset().union(*(surface.slots for surface in surfaces)))
