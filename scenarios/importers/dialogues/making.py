"""Dialogues as a bundle: histories of unannotated events, one or one a group (spec 1.1, 16). PURE."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from scenarios.bundle import Bundle, EventSpec, Finding, ScenarioSpec
from scenarios.importers.dialogues.reading import Dialogues, Message

#: What a scenario is called whose messages are in no group.
ONLY = "dialogues"


def bundle_of(
    dialogues: Dialogues,
    *,
    slug: str,
    title: str,
    domain: str,
    program: str,
    file: str = "",
    reserved: Iterable[str] = (),
) -> Bundle:
    """The suite that the messages make: imported, without actions and queries. ``reserved`` are slugs that no
    scenario may have. The dialogues must be without faults."""
    groups: dict[str, list[Message]] = defaultdict(list)
    for message in dialogues.messages:
        groups[message.scenario].append(message)
    slugs = _slugs(groups, frozenset(reserved))
    findings = [Finding(note.code, file, "", note.place, note.detail) for note in dialogues.notes]
    scenarios = []
    for label, messages in groups.items():
        findings += _findings(file, slugs[label], messages)
        config: dict[str, Any] = {"source": file, "group": label} if label else {"source": file}
        scenarios.append(
            ScenarioSpec(
                slug=slugs[label],
                title=(label or title)[:200],
                domain=domain,
                seed=0,
                program=program,
                events=tuple(_events(messages)),
                queries=(),
                config=config,
            )
        )
    return Bundle(
        slug=slug,
        title=title,
        kind="imported",
        scenarios=tuple(scenarios),
        findings=tuple(findings),
        config={"format": "dialogues", "source": file, "messages": len(dialogues.messages)},
    )


def _events(messages: Sequence[Message]) -> Iterator[EventSpec]:
    """One event a message; those without an id of their own are numbered in the order of the file."""
    taken = {message.id for message in messages if message.id}
    width = max(4, len(str(len(messages))))
    for message in messages:
        label, number = message.id, message.seq
        while not label:
            numbered = f"m{number:0{width}d}"
            label, number = ("" if numbered in taken else numbered), number + len(messages)
        yield EventSpec(
            id=label,
            t=message.t,
            seq=message.seq,
            text=message.text,
            kind="unannotated",
            speaker=message.speaker,
            session=message.session,
            synthetic_time=message.synthetic_time,
        )


def _findings(file: str, slug: str, messages: Sequence[Message]) -> Iterator[Finding]:
    """What is odd about the times: one a session or moment, not one a message."""
    if messages[0].synthetic_time:
        what = f"{len(messages)} messages without times stand a minute apart from 2000-01-01 on"
        yield Finding("synthetic-times", file, slug, "", what)
        return
    for t, count in sorted(Counter(message.t for message in messages).items()):
        if count > 1:
            what = f"{count} messages have the time {t.isoformat()}; their order in the file decides"
            yield Finding("equal-message-times", file, slug, "", what)
    late = [after for before, after in zip(messages, messages[1:], strict=False) if after.t < before.t]
    if late:
        what = f"{len(late)} messages are earlier than the one before them, line {late[0].line} first"
        yield Finding("out-of-order", file, slug, "", f"{what}; times decide")


def _slugs(labels: Iterable[str], reserved: frozenset[str]) -> dict[str, str]:
    """A slug for each label, all different."""
    found: dict[str, str] = {}
    taken = set(reserved)
    for label in labels:
        plain = unicodedata.normalize("NFKD", label).encode("ascii", "ignore").decode().lower()
        base = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:70] or ONLY
        slug, number = base, 2
        while slug in taken:
            slug, number = f"{base}-{number}", number + 1
        taken.add(slug)
        found[label] = slug
    return found
