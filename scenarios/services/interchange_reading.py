"""Reads interchange files (spec 16) to a bundle. Touches no database.

Events without any ``seq`` are numbered by (t, id in natural order); events without any ``t`` are put one
minute apart from 2000-01-01T00:00Z in file order and marked as synthetic (overview 5).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from scenarios.bundle import Bundle, EntitySpec, EventSpec, Finding, QuerySpec, ScenarioSpec
from scenarios.datalog.derivation import Answerability, Gold
from scenarios.datalog.history import ActionRecord, Op
from scenarios.datalog.syntax import ChoiceKind, Goal, VersionChoice
from scenarios.services.json_rows import Row, by_text, read_lines, read_object

#: The texts that people verified, one a line.
VERIFIED = "verified.jsonl"
FIRST_SYNTHETIC = datetime(2000, 1, 1, tzinfo=UTC)
_SLUG = re.compile(r"[a-z0-9][a-z0-9-]*")


@dataclass(frozen=True, slots=True)
class ReadSuite:
    """A bundle out of files, with what the files state beside it.

    ``head`` is ``suite.json``, ``verified`` the texts that people verified by scenario, whether a query, and
    label.
    """

    head: Row
    bundle: Bundle
    version: int
    verification: str
    verified: tuple[tuple[str, bool, str], ...]
    standing: str
    content_hash: str | None


def read_suite(folder: Path) -> ReadSuite:
    """The suite in ``folder``. Raises ``FileRefusedError`` naming file, line and column."""
    head = read_object(folder, "suite.json")
    slugs = head.texts("scenarios")
    for slug in slugs:
        if not _SLUG.fullmatch(slug):
            head.refuse("scenarios", f"holds the malformed slug {slug!r}.")
    bundle = Bundle(
        slug=head.text("slug"),
        title=head.text("title"),
        kind=head.text("kind"),
        scenarios=tuple(_scenario(folder, slug) for slug in slugs),
        findings=tuple(_finding(row) for row in read_lines(folder, "findings.jsonl")),
        config=head.object("config"),
    )
    return ReadSuite(
        head=head,
        bundle=bundle,
        version=_version(head),
        verification=head.text("verification", "none"),
        verified=tuple(_verified(folder, bundle)),
        standing=_standing(head),
        content_hash=head.optional_text("content_hash"),
    )


def _standing(head: Row) -> str:
    held_out, practice = head.truth("held_out"), head.truth("practice")
    if held_out and practice:
        head.refuse("practice", "and held_out cannot both be true.")
    return "practice" if practice else "held-out" if held_out else "open"


def _verified(folder: Path, bundle: Bundle) -> Iterator[tuple[str, bool, str]]:
    """The texts that ``verified.jsonl`` names; older exports have no such file."""
    if not (folder / VERIFIED).exists():
        return
    places = {(spec.slug, False, event.id) for spec in bundle.scenarios for event in spec.events}
    places |= {(spec.slug, True, query.id) for spec in bundle.scenarios for query in spec.queries}
    for row in read_lines(folder, VERIFIED):
        kind = "query" if "query" in row.data else "event"
        place = (row.text("scenario"), kind == "query", row.text(kind))
        if place not in places:
            row.refuse(kind, f"= {place[2]!r} is no {kind} of scenario {place[0]!r}.")
        places.discard(place)
        yield place


def _version(head: Row) -> int:
    version = head.whole("suite_version", 1)
    if not 1 <= version < 2**31:
        head.refuse("suite_version", f"= {version} is not between 1 and 2147483647.")
    return version


def _scenario(folder: Path, slug: str) -> ScenarioSpec:
    head = read_object(folder, f"{slug}/scenario.json")
    if head.text("slug") != slug:
        head.refuse("slug", f"must be {slug!r}, the name of its folder.")
    return ScenarioSpec(
        slug=slug,
        title=head.text("title", slug),
        domain=head.text("domain"),
        seed=head.whole("seed", 0),
        program=head.text("program"),
        events=_events(folder, slug),
        queries=_queries(folder, slug),
        entities=tuple(_entity(head, item) for item in _entity_list(head)),
        config=head.object("config"),
    )


def _entity_list(head: Row) -> list[Any]:
    value = head.data.get("entities", [])
    return value if isinstance(value, list) else head.refuse("entities", "must be a list.")


def _entity(head: Row, item: Any) -> EntitySpec:
    if not isinstance(item, dict):
        head.refuse("entities", "must be a list of objects.")
    row = Row(head.file, head.line, item, head.source)
    return EntitySpec(row.text("name"), row.text("type"), row.texts("aliases"), row.object("attrs"))


def _finding(row: Row) -> Finding:
    return Finding(
        row.text("code"),
        row.text("file", ""),
        row.text("session", ""),
        row.text("message", ""),
        row.text("detail", ""),
    )


def _events(folder: Path, slug: str) -> tuple[EventSpec, ...]:
    rows = read_lines(folder, f"{slug}/events.jsonl")
    named = by_text(rows, "id")
    times = _times(rows)
    numbers = _numbers(rows, times)
    kinds = by_text(read_lines(folder, f"{slug}/event_kinds.jsonl"), "event")
    actions: dict[str, list[Row]] = defaultdict(list)
    for row in read_lines(folder, f"{slug}/actions.jsonl"):
        if row.text("event") not in named:
            row.refuse("event", f"= {row.text('event')!r} is no event of events.jsonl.")
        actions[row.text("event")].append(row)
    for name, row in kinds.items():
        if name not in named:
            row.refuse("event", f"= {name!r} is no event of events.jsonl.")
    synthetic = bool(rows) and not any("t" in row.data for row in rows)
    return tuple(
        _event(row, times[name], numbers[name], kinds.get(name), actions[name], synthetic)
        for name, row in named.items()
    )


def _times(rows: list[Row]) -> dict[str, datetime]:
    if any("t" in row.data for row in rows):
        return {row.text("id"): row.moment("t") for row in rows}
    return {row.text("id"): FIRST_SYNTHETIC + timedelta(minutes=place) for place, row in enumerate(rows)}


def _numbers(rows: list[Row], times: dict[str, datetime]) -> dict[str, int]:
    if any("seq" in row.data for row in rows):
        return {row.text("id"): row.whole("seq") for row in rows}
    names = sorted(times, key=lambda name: (times[name], _natural(name)))
    return {name: place for place, name in enumerate(names, start=1)}


def _natural(name: str) -> list[tuple[int, int, str]]:
    """Sort key in which e2 comes before e10."""
    parts = re.findall(r"\d+|\D+", name)
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts]


def _event(
    row: Row, t: datetime, seq: int, kind: Row | None, actions: list[Row], synthetic: bool
) -> EventSpec:
    name = row.text("id")
    default_kind = "record" if actions else "unannotated"
    return EventSpec(
        id=name,
        t=t,
        seq=seq,
        text=row.text("text"),
        actions=tuple(_action(action, name, t, seq) for action in actions),
        kind=kind.text("kind") if kind else default_kind,
        speaker=row.optional_text("speaker"),
        session=row.optional_text("session"),
        distractor_kind=kind.optional_text("distractor_kind") if kind else None,
        synthetic_time=synthetic or (kind.truth("synthetic_time") if kind else False),
        template=kind.text("template", "") if kind else "",
        renderer=kind.text("renderer", "") if kind else "",
        template_text=kind.text("template_text", "") if kind else "",
    )


def _action(row: Row, event: str, t: datetime, seq: int) -> ActionRecord:
    if row.text("op") not in set(Op):
        row.refuse("op", f"= {row.text('op')!r} is none of {', '.join(Op)}.")
    as_of = row.optional_moment("as_of")
    return ActionRecord(
        event=event,
        t=t,
        seq=seq,
        pos=row.whole("pos"),
        op=Op(row.text("op")),
        pred=row.text("pred"),
        key=row.texts("key"),
        member=row.optional_text("member"),
        value=row.optional_text("value"),
        as_of=None if as_of == t else as_of,
        size=row.optional_whole("size"),
        members=row.texts("members"),
        clause=row.optional_text("clause"),
    )


def _queries(folder: Path, slug: str) -> tuple[QuerySpec, ...]:
    asked = by_text(read_lines(folder, f"{slug}/queries.jsonl"), "id")
    golds = by_text(read_lines(folder, f"{slug}/gold.jsonl"), "id")
    for name, row in golds.items():
        if name not in asked:
            row.refuse("id", f"= {name!r} is no query of queries.jsonl.")
    for name, row in asked.items():
        if name not in golds:
            row.refuse("id", f"= {name!r} has no line in gold.jsonl, which holds its goal.")
    return tuple(_query(row, golds[name]) for name, row in asked.items())


def _query(row: Row, gold: Row) -> QuerySpec:
    goal = Row(gold.file, gold.line, gold.object("goal"), gold.source)
    return QuerySpec(
        id=row.text("id"),
        goal=Goal(
            goal.text("pred"),
            goal.texts("key"),
            goal.optional_text("member"),
            goal.truth("temporal"),
            _asked_version(goal),
        ),
        cutoff=row.moment("tau"),
        question=row.text("question"),
        family=gold.text("family"),
        operator=gold.text("operator"),
        answer_type=row.text("answer_type"),
        target=gold.object("target"),
        unit=gold.text("unit", ""),
        tolerance=gold.text("tolerance", "0"),
        expected=_expected(gold),
        stated=gold.data.get("stated"),
        checkpoint=gold.text("checkpoint", ""),
        renderer=gold.text("renderer", ""),
    )


def _asked_version(goal: Row) -> VersionChoice | None:
    """Which version a goal asks for; files without it ask for what is current."""
    if goal.data.get("version") is None:
        return None
    stated = Row(goal.file, goal.line, goal.object("version"), goal.source)
    kind = stated.text("kind")
    if kind not in set(ChoiceKind):
        stated.refuse("kind", f"= {kind!r} is none of {', '.join(ChoiceKind)}.")
    other = stated.texts("other") if "other" in stated.data else None
    return VersionChoice(ChoiceKind(kind), stated.optional_text("at"), other)


def _expected(gold: Row) -> Gold | None:
    label = gold.optional_text("label")
    if label is None:
        return None
    if label not in set(Answerability):
        gold.refuse("label", f"= {label!r} is none of {', '.join(Answerability)}.")
    return Gold(Answerability(label), gold.data.get("answer"), tuple(gold.texts("missing")))
