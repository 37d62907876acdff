"""Shortcuts: ways to answer that derive nothing (spec 1.8, 12). PURE.

What they score says how much of a suite can be had without its records or without reasoning about them. They
know the gold of other queries, or the names and types of a domain, so they are oracles: marked, never ranked.

Each gives an answer envelope, scored as any other. None cites: a citation would only be chance.

- *always unknown*, *always zero*: the label alone. Zero is ``0`` of counts and amounts, ``[]`` of sets, else
  ``none``; no Boolean is zero (spec 1.8).
- *majority*: the commonest gold of the same operator over the other queries of the suite. All justified zeros
  are one gold. Of golds that are equally common, the first by label and text.
- *last mention*, *most frequent*: the last value of the asked kind in the records up to the cutoff, or the
  one that most of them name (the later one of equals); unknown where there is none. What a value is stands in
  ``mentions``; what is asked for comes from the declaration of the goal's predicate (``sought``).
- *question only*: knows no record. It reads the wording, so it knows the form of a question: of a question
  with options it says what the other queries of that form say most often, of those that are level what the
  other questions with options of the domain do; of all else it says ``unknown``.
"""

from __future__ import annotations

import enum
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from benchmark.oracles.mentions import BOOLEAN, Mentions
from benchmark.scoring.envelope import AnswerObject, parse
from benchmark.scoring.gold_view import ANSWERABLE, JUSTIFIED_ZERO, UNKNOWN
from scenarios.datalog.syntax import ChoiceKind, Goal, Program, Reading

#: What all of them know that no system may.
KNOWS: Final = ("gold", "templates")


class Shortcut(enum.StrEnum):
    """The shortcuts; the last three are the symbolic reader, beside which the others are seen."""

    ALWAYS_UNKNOWN = "always_unknown"
    ALWAYS_ZERO = "always_zero"
    MAJORITY = "majority"
    LAST_MENTION = "last_mention"
    MOST_FREQUENT = "most_frequent"
    QUESTION_ONLY = "question_only"
    BM25 = "bm25"
    FULL_HISTORY = "full_history"
    SUPPORTING_EVENTS = "supporting_events"


@dataclass(frozen=True, slots=True)
class Asked:
    """What the wording of a query tells, and nothing of its gold.

    ``sought`` is the kind of value that it asks for, as ``mentions`` names kinds. ``options`` are the answers
    that its wording leaves open where these are few: yes and no, or the two keys that are compared.
    """

    query: str
    domain: str
    operator: str
    form: str
    answer_type: str
    sought: str
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Known:
    """The gold of another query."""

    label: str
    answer: Any


YES_NO: Final = ("yes", "no")


def sought(program: Program, goal: Goal, answer_type: str, unit: str = "") -> str:
    """The kind of value that a query asks for.

    Counts, numbers, dates and Booleans are kinds of their own, money is one by its currency. Of an entity or
    a set it is the type that the goal's predicate declares: of a collection that of its members, else that of
    its value; of two keys compared (T4) that of the keys. Empty for paths and settlements, which no record
    names.
    """
    if answer_type == "money":
        return f"money in {unit}"
    if answer_type not in ("entity", "set"):
        return answer_type if answer_type in ("count", "number", "date", BOOLEAN) else ""
    decl = program.decls[goal.pred]
    if goal.version is not None and goal.version.kind is ChoiceKind.LATER_OF:
        return decl.key_types[0]
    found = decl.member_type if decl.reading is Reading.MEMBERS else decl.value_type
    return found or ""


def options(goal: Goal, answer_type: str) -> tuple[str, ...]:
    """The answers that a wording leaves open where it names them; empty for an open question."""
    if answer_type == BOOLEAN:
        return YES_NO
    if goal.version is not None and goal.version.kind is ChoiceKind.LATER_OF and goal.version.other:
        return (goal.key[0], goal.version.other[0])
    return ()


def envelope(label: str, answer: Any = None) -> AnswerObject:
    """An answer object as a reply would carry it."""
    return parse(json.dumps({"label": label, "answer": answer, "citations": []}, ensure_ascii=False))


def always_unknown() -> AnswerObject:
    """The records do not decide it."""
    return envelope(UNKNOWN)


def always_zero(answer_type: str) -> AnswerObject:
    """There is nothing of it."""
    if answer_type == "set":
        return envelope(JUSTIFIED_ZERO, [])
    return envelope(JUSTIFIED_ZERO, "0" if answer_type in ("count", "number", "money") else "none")


def last_mention(asked: Asked, mentions: Mentions, seen: int) -> AnswerObject:
    """The last value of the asked kind in the first ``seen`` records; of a set, all that the last record to
    name one names."""
    for record in range(seen - 1, -1, -1):
        named = _named(asked, mentions, record)
        if named:
            return envelope(ANSWERABLE, sorted(set(named)) if asked.answer_type == "set" else named[-1])
    return always_unknown()


def most_frequent(asked: Asked, mentions: Mentions, seen: int) -> AnswerObject:
    """The value of the asked kind that most of the first ``seen`` records name, the later one of equals; of
    a set, the set that most of them name."""
    counts: Counter[Any] = Counter()
    last: dict[Any, tuple[int, int]] = {}
    for record in range(seen):
        named = _named(asked, mentions, record)
        if asked.answer_type == "set" and named:
            named = [tuple(sorted(set(named)))]
        counts.update(set(named))
        last.update((value, (record, place)) for place, value in enumerate(named))
    if not counts:
        return always_unknown()
    best = max(counts, key=lambda value: (counts[value], last[value]))
    return envelope(ANSWERABLE, list(best) if asked.answer_type == "set" else best)


def _named(asked: Asked, mentions: Mentions, record: int) -> Sequence[Any]:
    """What a record names of the asked kind; where two keys are compared, of those two alone."""
    named = mentions.of(record, asked.sought)
    if asked.options and asked.answer_type != BOOLEAN:
        return [value for value in named if value in asked.options]
    return named


class Majority:
    """The commonest gold of the same operator over the other queries."""

    def __init__(self, golds: Iterable[tuple[Asked, Known]]) -> None:
        self._own: dict[str, tuple[str, str]] = {}
        self._counts: dict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
        for asked, known in golds:
            key = _gold_key(known)
            self._own[asked.query] = key
            self._counts[asked.operator][key] += 1

    def answer(self, asked: Asked) -> AnswerObject:
        """Unknown where no other query has the operator."""
        counts = self._counts[asked.operator] - Counter([self._own[asked.query]])
        if not counts:
            return always_unknown()
        label, text = min(counts, key=lambda key: (-counts[key], key))
        if label == JUSTIFIED_ZERO:
            return always_zero(asked.answer_type)
        return envelope(label, json.loads(text))


def _gold_key(known: Known) -> tuple[str, str]:
    """One text for one gold; all justified zeros are one."""
    if known.label == JUSTIFIED_ZERO:
        return known.label, "null"
    answer = sorted(known.answer, key=str) if isinstance(known.answer, list) else known.answer
    return known.label, json.dumps(answer, sort_keys=True, ensure_ascii=False)


class QuestionOnly:
    """Answers from the wording alone."""

    def __init__(self, golds: Iterable[tuple[Asked, Known]]) -> None:
        self._own: dict[str, int] = {}
        self._forms: dict[tuple[str, str], Counter[int]] = defaultdict(Counter)
        self._domains: dict[str, Counter[int]] = defaultdict(Counter)
        for asked, known in golds:
            if asked.options:
                place = _place(asked, known)
                self._own[asked.query] = place
                self._forms[asked.domain, asked.form][place] += 1
                self._domains[asked.domain][place] += 1

    def answer(self, asked: Asked) -> AnswerObject:
        """What the other queries of its form say; ``unknown`` of an open question."""
        if not asked.options:
            return always_unknown()
        own = Counter([self._own[asked.query]])
        of_form = self._forms[asked.domain, asked.form] - own
        of_domain = self._domains[asked.domain] - own
        place = min(
            range(len(asked.options) + 1), key=lambda place: (-of_form[place], -of_domain[place], place)
        )
        return always_unknown() if place == len(asked.options) else envelope(ANSWERABLE, asked.options[place])


def _place(asked: Asked, known: Known) -> int:
    """Which option the gold is; one behind the last for unknown, and for what is none of them."""
    shown = YES_NO[not known.answer] if isinstance(known.answer, bool) else known.answer
    return asked.options.index(shown) if shown in asked.options else len(asked.options)


def chance(asked: Asked) -> float:
    """How likely question only is right on a question by chance alone: 1/k where the wording leaves k answers
    open. Of an open question only one thing is left to guess, whether it can be answered at all: 1/2."""
    return 1 / max(2, len(asked.options))
