"""Question templates: a target, its goal, and wordings that parse back to it (spec 3, 6.1, 15). PURE.

Every question ends with the cutoff sentence ``Answer as of 14 October 2031, 09:30.`` and a hint at the
form of the answer. The instant is exact to the minute, so a question alone tells target and cutoff.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from scenarios.datalog.syntax import Goal, VersionChoice
from scenarios.rendering.references import Reference, ReferenceKind
from scenarios.rendering.slots import DATE_PATTERN, date_iso, date_words
from scenarios.rendering.templates import TemplateError, WordingSet

_TAIL = re.compile(
    rf"(?P<body>.+\?|.+\.) Answer as of (?P<day>{DATE_PATTERN}), (?P<clock>\d\d:\d\d)\. (?P<hint>.+)"
)


@dataclass(frozen=True, eq=False)
class QuestionTemplate(WordingSet):
    """A kind of question: ``operator`` of spec 3.2, the goal it compiles to, and its wordings.

    ``key`` and ``member`` name the slots that become the goal's key and member; ``answer_type`` is one
    of the bundle's; ``hint`` the sentence about the form of the answer. ``version`` asks for another version
    than the current one (ADR 14); its ``at`` and ``other`` name slots as well. ``reference`` is how a twin
    refers to what its form has a name for (ADR 15).
    """

    operator: str = ""
    family: str = ""
    pred: str = ""
    key: tuple[str, ...] = ()
    member: str | None = None
    answer_type: str = "entity"
    hint: str = ""
    unit: str = ""
    version: VersionChoice | None = None
    reference: Reference | None = None

    def goal(self, args: Mapping[str, str]) -> Goal:
        """The goal of a target with these arguments; targets of the temporal family carry select nodes."""
        member = args[self.member] if self.member else None
        key, temporal = tuple(args[slot] for slot in self.key), self.family == "temporal"
        if self.version is None:
            return Goal(self.pred, key, member, temporal)
        at = None if self.version.at is None else args[self.version.at]
        other = None if self.version.other is None else tuple(args[slot] for slot in self.version.other)
        return Goal(self.pred, key, member, temporal, VersionChoice(self.version.kind, at, other))

    def target(self, args: Mapping[str, str], *, entity: str | None = None) -> dict[str, Any]:
        """The stored target (spec 3.1): what is asked, and how each argument is referred to.

        ``entity`` is what the phrase of a twin means at the cutoff, where that is known.
        """
        return {
            "op": self.operator,
            "form": self.slug,
            "args": dict(args),
            "refs": {slot: {"kind": ReferenceKind.ID.value} for slot in args} | self._referred(entity),
            "family": self.family,
            "answer_type": self.answer_type,
        }

    def _referred(self, entity: str | None) -> dict[str, dict[str, Any]]:
        """The slot that a phrase stands for: by what, and to what, it refers."""
        found = self.reference
        if found is None:
            return {}
        means = {"kind": found.kind.value, "pred": found.pred, "by": list(found.own), "entity": entity}
        return {found.slot: means}

    def render(self, args: Mapping[str, str], cutoff: datetime, *, surface: int = 0) -> str:
        """The whole question. Raises ``TemplateError`` if the cutoff is not a whole minute in UTC."""
        if cutoff.utcoffset() != UTC.utcoffset(None) or cutoff.second or cutoff.microsecond:
            raise TemplateError(
                f"question {self.slug}: cutoff {cutoff.isoformat()} is no whole minute in UTC"
            )
        return f"{self.write(dict(args), surface)} {ending(cutoff, self.hint)}"


def ending(cutoff: datetime, hint: str) -> str:
    """How a question ends: the cutoff sentence, its seconds where it has any, and the hint."""
    clock = f"{cutoff:%H:%M}" if not cutoff.second else f"{cutoff:%H:%M:%S}"
    return f"Answer as of {date_words(cutoff.date().isoformat())}, {clock}. {hint}"


@dataclass(frozen=True, slots=True)
class ParsedQuestion:
    """What a question text says: its template, the arguments and the cutoff."""

    template: QuestionTemplate
    surface: int
    args: dict[str, str]
    cutoff: datetime

    @property
    def goal(self) -> Goal:
        return self.template.goal(self.args)


def readings(templates: tuple[QuestionTemplate, ...], text: str) -> list[ParsedQuestion]:
    """Every way to read ``text`` as a question of these templates; exactly one for a rendered question."""
    tail = _TAIL.fullmatch(text)
    if tail is None:
        return []
    try:
        cutoff = datetime.fromisoformat(f"{date_iso(tail['day'])}T{tail['clock']}+00:00").astimezone(UTC)
    except ValueError:
        return []
    return [
        ParsedQuestion(template, place, {slot: str(value) for slot, value in values.items()}, cutoff)
        for template in templates
        if tail["hint"] == template.hint
        for place, values in template.readings(tail["body"])
    ]
