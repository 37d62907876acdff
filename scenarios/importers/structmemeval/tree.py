"""The tree subset: files of links between people become histories with questions about being related. PURE.

The stated questions are asked as they stand. Since every stated answer of the published files is "yes",
each related pair gets two more: its shortest path, and a question of the same words about two people who
are not connected, so that a constant answer is right half of the time only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from scenarios.bundle import EntitySpec, EventSpec, Finding, QuerySpec, ScenarioSpec
from scenarios.datalog.history import ActionRecord, Op
from scenarios.datalog.syntax import Goal
from scenarios.importers.paths import components, neighbours, shortest_path
from scenarios.importers.structmemeval.layout import Asked, CaseFile
from scenarios.importers.structmemeval.links import Link, read_link, read_question, read_yes_no
from scenarios.importers.structmemeval.readings import Noise, Unread
from scenarios.importers.timeline import event_id, query_id, synthetic_time

PROGRAM = """\
# People and who is linked to whom.
set link(person ; person)
derived related(person ; person)

# The messages are taken to name every link there is: nothing says so, the importer assumes it.
assume complete(link).

# Related: by a chain of links of any length.
@recursive @set(P) related(P, Q) :- link(P, Q).
@recursive @set(P) related(P, R) :- related(P, Q), link(Q, R).
"""
ASSUMED = ("link",)


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a file, numbered from 1 through all its sessions."""

    ordinal: int
    session: str
    text: str
    reading: Link | Noise | Unread


@dataclass(frozen=True, slots=True)
class ReadCase:
    """A file with its links and what they connect."""

    case: CaseFile
    messages: tuple[Message, ...]
    near: dict[str, set[str]]

    @property
    def links(self) -> list[tuple[str, str]]:
        return [
            (message.reading.first, message.reading.second)
            for message in self.messages
            if isinstance(message.reading, Link)
        ]

    def path(self, pair: Link) -> tuple[tuple[str, ...], int] | None:
        """A shortest path between the pair and how many there are; None if they are not connected."""
        if pair.first not in self.near or pair.second not in self.near:
            return None
        return shortest_path(self.near, pair.first, pair.second)

    def path_events(self, path: Sequence[str]) -> tuple[str, ...]:
        """The first message of each link of a path, in the order of the path."""
        first: dict[frozenset[str], str] = {}
        for message in self.messages:
            if isinstance(message.reading, Link):
                pair = frozenset((message.reading.first, message.reading.second))
                first.setdefault(pair, event_id(message.ordinal))
        return tuple(first[frozenset(pair)] for pair in zip(path, path[1:], strict=False))


def read_case(case: CaseFile) -> ReadCase:
    """Read every message of a file."""
    texts = [(session.id, text) for session in case.sessions for text in session.texts]
    messages = tuple(
        Message(ordinal, session, text, read_link(text))
        for ordinal, (session, text) in enumerate(texts, start=1)
    )
    links = [(m.reading.first, m.reading.second) for m in messages if isinstance(m.reading, Link)]
    return ReadCase(case, messages, neighbours(links))


def strangers(read: ReadCase, others: Iterable[str], count: int) -> list[Link]:
    """``count`` pairs of people who are not connected, the same for the same file.

    From different connected parts where there are two; else one of the pair is a name of ``others`` that
    the file never mentions. Fewer where neither can be had.
    """
    random = Random(f"{read.case.file} {count}")
    parts = components(read.near)
    absent = sorted(set(others) - set(read.near))
    chosen: list[Link] = []
    for _ in range(count * 20):
        if len(chosen) == count or not parts:
            break
        if len(parts) > 1:
            here, there = random.sample(parts, 2)
            pair = Link(random.choice(here), random.choice(there))
        elif absent:
            pair = Link(random.choice(parts[0]), random.choice(absent))
        else:
            break
        if pair not in chosen:
            chosen.append(pair)
    return chosen


def scenario(read: ReadCase, taken_slug: str, others: Iterable[str]) -> ScenarioSpec:
    """The scenario of one file. ``others`` are the names of the whole data set, for absent people."""
    queries = tuple(_queries(read, others))
    asked = {name for query in queries for name in (query.target["args"]["from"], query.target["args"]["to"])}
    return ScenarioSpec(
        slug=taken_slug,
        title=f"{read.case.case_id or read.case.file}: {len(read.links)} links",
        domain="structmemeval-tree",
        seed=0,
        program=PROGRAM,
        events=tuple(_event(message) for message in read.messages),
        queries=queries,
        entities=tuple(EntitySpec(name, "person") for name in sorted(set(read.near) | asked)),
        config={
            "source": {"format": "structmemeval", "file": read.case.file},
            "assumed_complete": list(ASSUMED),
            "times": "synthetic",
        },
    )


def _event(message: Message) -> EventSpec:
    actions: tuple[ActionRecord, ...] = ()
    if isinstance(message.reading, Link):
        ends = (message.reading.first, message.reading.second)
        actions = tuple(
            ActionRecord(
                event=event_id(message.ordinal),
                t=synthetic_time(message.ordinal),
                seq=message.ordinal,
                pos=pos,
                op=Op.MEMBER,
                pred="link",
                key=(one,),
                member=other,
            )
            for pos, (one, other) in enumerate((ends, ends[::-1]))
        )
    kind = "record" if actions else "unannotated" if isinstance(message.reading, Unread) else "filler"
    return EventSpec(
        id=event_id(message.ordinal),
        t=synthetic_time(message.ordinal),
        seq=message.ordinal,
        text=message.text or "(no text)",
        actions=actions,
        kind=kind,
        session=message.session,
        synthetic_time=True,
    )


def _queries(read: ReadCase, others: Iterable[str]) -> Iterator[QuerySpec]:
    """The stated questions; then the paths of the related pairs; then as many pairs that are not related."""
    asked = [(pair, query) for query in read.case.queries if (pair := read_question(query.question))]
    related = [(pair, query, found) for pair, query in asked if (found := read.path(pair))]
    unrelated = strangers(read, others, len(related))
    number = 0
    for pair, query in asked:
        number += 1
        yield _related(read, number, pair, query.question, query)
    for pair, _, (chain, ways) in related:
        if ways == 1:
            number += 1
            yield _path(read, number, pair, len(chain) - 1)
    for (pair, query, _), other in zip(related, unrelated, strict=False):
        number += 1
        yield _related(read, number, other, reworded(query.question, pair, other), None)


def reworded(question: str, asked: Link, other: Link) -> str:
    """The same question about two other people."""
    names = {asked.first: other.first, asked.second: other.second}
    pattern = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.sub(pattern, lambda found: names[found.group()], question)


def _related(read: ReadCase, number: int, pair: Link, question: str, query: Asked | None) -> QuerySpec:
    stated = None
    if query is not None:
        stated = {"text": query.answer, "answer": read_yes_no(query.answer)}
    return QuerySpec(
        id=query_id(number),
        goal=Goal("related", (pair.first,), member=pair.second),
        cutoff=synthetic_time(max(len(read.messages), 1)),
        question=question,
        family="closure",
        operator="reachable",
        answer_type="bool",
        target={"op": "reachable", "args": {"from": pair.first, "to": pair.second}, "undirected": True},
        stated=stated,
        checkpoint=f"after {len(read.messages)} messages",
    )


def _path(read: ReadCase, number: int, pair: Link, hops: int) -> QuerySpec:
    return QuerySpec(
        id=query_id(number),
        goal=Goal("related", (pair.first,), member=pair.second),
        cutoff=synthetic_time(max(len(read.messages), 1)),
        question=(
            f"By the shortest chain of links, who stands between {pair.first} and {pair.second}? "
            f"Name all people of the chain in order, from {pair.first} to {pair.second}."
        ),
        family="closure",
        operator="shortest_path",
        answer_type="path",
        target={
            "op": "shortest_path",
            "args": {"from": pair.first, "to": pair.second, "hops": hops},
            "fold": "shortest-path",
            "undirected": True,
        },
        checkpoint=f"after {len(read.messages)} messages",
    )


def findings(read: ReadCase) -> Iterator[Finding]:
    """Messages and questions that could not be read, links said twice, pairs the file does not support."""
    seen: dict[frozenset[str], int] = {}
    for message in read.messages:
        if isinstance(message.reading, Unread):
            detail = f"{message.reading.reason}: {message.text}"
            yield Finding("unread-message", read.case.file, message.session, str(message.ordinal), detail)
        if isinstance(message.reading, Link):
            pair = frozenset((message.reading.first, message.reading.second))
            if pair in seen:
                detail = f"the link was said before, in message {seen[pair]}: {message.text}"
                yield Finding("repeated-link", read.case.file, message.session, str(message.ordinal), detail)
            seen.setdefault(pair, message.ordinal)
    for query in read.case.queries:
        pair_asked = read_question(query.question)
        if pair_asked is None:
            detail = f"not a question whether two people are related: {query.question}"
            yield Finding("unread-question", read.case.file, "", "", detail)
        elif reason := unsupported(read, pair_asked):
            yield Finding("unsupported-question", read.case.file, "", "", f"{reason}: {query.question}")
        elif (path := read.path(pair_asked)) and path[1] > 1:
            detail = f"{path[1]} shortest paths, so their order is not asked: {query.question}"
            yield Finding("path-not-unique", read.case.file, "", "", detail)
        if read_yes_no(query.answer) is None:
            yield Finding("unreadable-answer", read.case.file, "", "", f"neither yes nor no: {query.answer}")


def unsupported(read: ReadCase, pair: Link) -> str:
    """Why the file cannot answer about the pair: a name it never mentions. Empty where it can."""
    absent = [name for name in (pair.first, pair.second) if name not in read.near]
    return f"the file never mentions {' or '.join(absent)}" if absent else ""
