"""A question that people judge, with what its form and its scoring need of it; a constant number of reads."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext, gettext_noop

from benchmark.reviewing import answers, operators, picks, witness_nodes
from benchmark.reviewing.answers import Said, Scored
from benchmark.scoring.gold_view import GoldView
from scenarios.models import Entity, Event, Query, Rendering
from scenarios.selectors import browsing, programs

if TYPE_CHECKING:
    from scenarios.models import ReviewItem

#: The name of the entry that holds the answer; those of nodes are ``node.<number>``.
ANSWER: Final = "answer"
MISSING_WORDS: Final[Mapping[str, str]] = {
    "completeness": gettext_noop("that a list is complete"),
    "value": gettext_noop("a value"),
    "none": gettext_noop("nothing is missing"),
}
"""What may be missing of an answer that cannot be told."""
#: The keys that pick names: letters that no other action of the page has.
NAME_KEYS: Final = "abcdehi"
#: Names that are offered while one types.
_MOST_NAMES: Final = 600


@dataclass(frozen=True)
class Asked:
    """A question with its query, its scenario's entities, and what was prepared for its form."""

    item: ReviewItem
    query: Query
    entities: tuple[Entity, ...]

    # ---------------------------------------------------------------- what was prepared
    @property
    def content(self) -> Mapping[str, Any]:
        return self.item.content

    @property
    def pick(self) -> Mapping[str, Any]:
        """What to pick the things meant from; empty where there is nothing to pick."""
        return self.content.get("pick") or {}

    @property
    def pick_step(self) -> int:
        """The step that asks what the question speaks of: a phrase needs the records. 0: none."""
        return 0 if not self.pick else 2 if self.pick["indirect"] else 1

    @property
    def operators(self) -> Sequence[str]:
        return self.content.get("operators") or ()

    @property
    def nodes(self) -> list[dict[str, Any]]:
        """The nodes of a large witness, the target last; empty for others."""
        return list(self.content.get("nodes") or ())

    @property
    def meant(self) -> dict[str, Any]:
        """What the question is meant to ask, and to speak of; empty where it was not asked about."""
        names = [name for name in self.pick.get("true", ()) if name != picks.NONE]
        words = gettext(operators.WORDS[self.content["operator"]]) if self.operators else ""
        return {"asks": words, "refers_to": names, "nothing": bool(self.pick) and not names}

    @cached_property
    def view(self) -> GoldView:
        return answers.view_of(self.query, self.entities)

    # ---------------------------------------------------------------- entries
    def entries(self, step: int) -> Iterator[tuple[str, GoldView]]:
        """The answers that a step asks for, by the names of their entries."""
        pages = witness_nodes.pages(self.nodes)
        if not 2 <= step <= 1 + len(pages):
            return
        for number in pages[step - 2]:
            yield f"node.{number}", self.node_view(number)
        if step == 1 + len(pages):
            yield ANSWER, self.view

    def node_view(self, number: int) -> GoldView:
        """What the answer to a node is read by; its gold is not in it."""
        node = self.nodes[number]
        return dataclasses.replace(
            self.view,
            label="answerable",
            answer="-",
            answer_type=node["type"],
            unit=node["unit"],
            tolerance="0",
        )

    def scored(self, kept: Mapping[str, Any]) -> Scored:
        """The answer beside the gold. Raises ``ValueError`` where none was kept."""
        said = said_of(kept)
        if said is None:
            raise ValueError(gettext("nothing was answered"))
        return answers.scored(said, self.view)

    def derived(self, kept: Mapping[str, Any]) -> dict[str, str]:
        """The judged fields that follow from what was entered before the reveal."""
        found = {"human_agrees": _yes(self.scored(kept).right)}
        if self.pick:
            found["refers_to"] = _yes(sorted(kept["refers_to"]) == sorted(self.pick["true"]))
        if self.operators:
            found["asks"] = _yes(kept["asks"] == self.content["operator"])
        found["missing"] = _yes(kept.get("missing", "none") in self.content["missing"])
        return found

    # ---------------------------------------------------------------- the page
    def context(self, step: int, frozen: Mapping[str, Any], last: int) -> dict[str, Any]:
        """What the form shows at a step: plain values, nothing of gold."""
        query, before = self.query, flat(frozen, step)
        return {
            "step": step,
            "steps": last,
            "is_last": step == last,
            "is_answer": step == last - 1,
            "question": query.question or query.checkpoint,
            "cutoff": query.cutoff,
            "answer_type": query.answer_type,
            "unit": query.unit,
            "asks": self._asks() if step == 1 else [],
            "refers_to": self._refers_to(step),
            "records": self.records if step > 1 else [],
            "pages": self._page(step, before),
            "names": self.names if 1 < step < last else [],
            "how": gettext(answers.HOW[query.answer_type]),
            "told_before": told(before),
        }

    def _asks(self) -> list[dict[str, str]]:
        """The operators to pick from, in words, each with its key."""
        return [
            {"value": name, "words": gettext(operators.WORDS[name]), "key": str(number)}
            for number, name in enumerate(self.operators, 1)
        ]

    def _refers_to(self, step: int) -> dict[str, Any]:
        if self.pick_step != step:
            return {}
        names = [{"name": name, "key": key} for name, key in zip(self.pick["names"], NAME_KEYS, strict=False)]
        return {"names": names, "indirect": self.pick["indirect"], "none": picks.NONE}

    def _page(self, step: int, before: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The nodes of this step, each with its own records and what was said of those that it uses; the
        target is the last of its step. Empty where the witness is small."""
        nodes, all_pages = self.nodes, witness_nodes.pages(self.nodes)
        if not nodes or not 2 <= step <= 1 + len(all_pages):
            return []
        numbers = [*all_pages[step - 2], *([len(nodes) - 1] if step == 1 + len(all_pages) else [])]
        events = {event.label: event for event in self.records}
        return [self._node(number, nodes, events, before) for number in numbers]

    def _node(
        self, number: int, nodes: list[dict[str, Any]], events: Mapping[str, Event], before: Mapping[str, Any]
    ) -> dict[str, Any]:
        node, target = nodes[number], number == len(nodes) - 1
        records = [events[label] for label in node["records"] if label in events]
        kind = self.query.answer_type if target else node["type"]
        return {
            "number": number + 1,
            "name": ANSWER if target else f"node.{number}",
            "target": target,
            "words": node["words"],
            "type": kind,
            "unit": self.query.unit if target else node["unit"],
            "how": gettext(answers.HOW[kind]),
            "records": sorted(records, key=lambda event: (event.observed_at, event.seq)),
            "uses": [
                {
                    "number": one + 1,
                    "name": f"node.{one}",
                    "words": nodes[one]["words"],
                    "said": in_words(said_of(before, f"node.{one}")),
                }
                for one in node["uses"]
            ],
        }

    @cached_property
    def records(self) -> list[Event]:
        """The records of the witness in order of time."""
        found = browsing.texts_by_label(self.query.scenario, self.content["records"])
        return sorted(found.values(), key=lambda event: (event.observed_at, event.seq))

    @cached_property
    def names(self) -> list[str]:
        """Names that an answer may be, for completion."""
        types = self._types()
        typed = [entity.name for entity in self.entities if entity.type in types]
        return (typed or [entity.name for entity in self.entities])[:_MOST_NAMES]

    def _types(self) -> set[str | None]:
        """The types of the answers that are asked for, target and nodes."""
        decls = programs.load(self.query.scenario).decls
        asked = {self.query.goal_pred, *(node["key"][1] for node in self.nodes)}
        found = [decls[pred] for pred in asked if pred in decls]
        return {decl.member_type or decl.value_type for decl in found}


def of(item: ReviewItem) -> Asked:
    """The question of an item. Two reads."""
    rows = Query.objects.select_related("gold__root", "scenario__suite").with_question()
    query = rows.get(renderings=item.rendering_id)
    return Asked(item, query, tuple(query.scenario.entities.all()))


def said_of(kept: Mapping[str, Any], name: str = ANSWER) -> Said | None:
    """The answer under a name as it was kept."""
    said = kept.get(f"{name}.said")
    return None if said is None else Said(said, kept.get(name) or "")


def told(kept: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What was entered before the reveal, in words."""
    lines = []
    if "refers_to" in kept:
        names = [name for name in kept["refers_to"] if name != picks.NONE]
        lines.append((gettext("About"), ", ".join(names) or gettext("none of the names offered")))
    if "asks" in kept:
        lines.append((gettext("Asks"), gettext(operators.WORDS.get(kept["asks"], str(kept["asks"])))))
    if said := in_words(said_of(kept)):
        lines.append((gettext("Answer"), said))
    if "missing" in kept:
        lines.append((gettext("Missing"), gettext(MISSING_WORDS.get(kept["missing"], str(kept["missing"])))))
    return lines


def in_words(said: Said | None) -> str:
    """An answer as it is read back; empty where there is none."""
    if said is None:
        return ""
    if said.said == answers.OPEN:
        return gettext("cannot be told")
    if said.said == answers.NONE:
        return gettext("none")
    return ", ".join(line.strip() for line in said.text.splitlines() if line.strip())


def length(item: ReviewItem) -> int:
    """How many characters the question and its records have."""
    records = item.content.get("records", [])
    told = Rendering.objects.filter(
        event__scenario=item.scenario_id, event__label__in=records, is_current=True
    )
    texts = [*told.values_list("text", flat=True), *([item.rendering.text] if item.rendering else [])]
    return sum(map(len, texts))


def flat(frozen: Mapping[str, Any], step: int) -> dict[str, Any]:
    """What was entered on the steps before this one."""
    found: dict[str, Any] = {}
    for number in range(1, step):
        found |= frozen.get(str(number)) or {}
    return found


def _yes(holds: bool) -> str:
    return "yes" if holds else "no"
