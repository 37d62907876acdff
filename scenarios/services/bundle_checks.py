"""What a bundle must hold before anything of it is stored (spec 1.1 to 1.4, overview 5).

``check(bundle)`` gives the bundle back in canonical form (values and keys in their one text, tombstones of
what is not there marked ineffective) with the findings made on the way, or raises ``BundleRefusedError``
with every problem. Nothing here touches the database.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime
from fractions import Fraction
from typing import TypeVar

from scenarios.bundle import (
    EDITED,
    FREE_WORDS,
    RENDERERS,
    Bundle,
    EventSpec,
    Finding,
    QuerySpec,
    ScenarioSpec,
)
from scenarios.datalog.errors import ProgramError
from scenarios.datalog.history import BEGIN_OF_TIME, END_OF_TIME, History
from scenarios.datalog.loading import load_program
from scenarios.datalog.rule_timeline import refused_rules
from scenarios.datalog.syntax import Program
from scenarios.datalog.version_goals import choice_object
from scenarios.exceptions import BundleRefusedError, Problem
from scenarios.models import Entity, Event, Query, Scenario, Suite
from scenarios.models import Finding as FindingRow
from scenarios.models.query import ANSWER_TYPES
from scenarios.services.action_checks import ActionChecker
from scenarios.services.column_checks import column_problems, json_problems
from scenarios.services.goal_checks import check_goal
from scenarios.services.history_lints import lint_history
from scenarios.services.storable_text import text_problems

KINDS = ("record", "distractor", "filler", "unannotated")
SUITE_KINDS = ("derive", "drift", "structure", "imported")
T = TypeVar("T", str, int)
_SLUG = re.compile(r"[a-z0-9][a-z0-9-]*")
#: A scenario of this slug would have the address of a page of its suite.
RESERVED_SLUGS = frozenset(
    {"statistics", "card", "exports", "shortcuts", "moved", "moves", "submit", "practice", "standing"}
)
#: A suite of this slug would have the address of the page that compares suites.
RESERVED_SUITES = frozenset({"compare"})
_LABEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,59}")


def check(bundle: Bundle) -> Bundle:
    """The bundle in canonical form, its findings extended by those of the lints.

    Raises ``BundleRefusedError`` naming suite, scenario, event, action or query of every problem.
    """
    problems = list(_suite_problems(bundle))
    findings: list[Finding] = list(bundle.findings)
    scenarios = []
    for spec in bundle.scenarios:
        checked, faults, notes = check_scenario(spec, authored=bundle.kind != "imported")
        problems += faults
        findings += [note for note in notes if note not in findings]
        scenarios.append(checked)
    if problems:
        raise BundleRefusedError(tuple(problems))
    return dataclasses.replace(bundle, scenarios=tuple(scenarios), findings=tuple(findings))


def check_scenario(
    spec: ScenarioSpec, *, authored: bool
) -> tuple[ScenarioSpec, list[Problem], list[Finding]]:
    """One scenario in canonical form, its problems and its findings.

    ``authored`` scenarios (generated or typed in) are held to the authoring lints as well; in imported
    ones the same things are findings (spec 1.3).
    """
    try:
        program = load_program(spec.program, f"{spec.slug}.dl")
    except ProgramError as error:
        return spec, [Problem("program", f"{spec.slug}.dl", str(error))], []
    problems = [*_scenario_problems(spec), *_event_set_problems(spec)]
    events, faults = _checked_events(spec, program)
    problems += faults or _rule_problems(spec.slug, events, program)
    queries, faults = _checked_queries(spec, program)
    problems += faults
    if problems:
        return spec, problems, []
    events, faults, findings = lint_history(spec.slug, events, authored=authored)
    return dataclasses.replace(spec, events=events, queries=queries), faults, findings


def _rule_problems(where: str, events: Iterable[EventSpec], program: Program) -> list[Problem]:
    """Rules that cannot be in force together, each at the event that makes it so."""
    history = History.of(action for event in events for action in event.actions)
    return [
        Problem("rule-refused", f"{where} {one.action.event} action {one.action.pos}", str(one))
        for one in refused_rules(program, history)
    ]


def _suite_problems(bundle: Bundle) -> Iterator[Problem]:
    where = f"suite {bundle.slug!r}"
    if not _SLUG.fullmatch(bundle.slug) or len(bundle.slug) > 80:
        yield Problem(
            "slug", where, "the slug is malformed", "use up to 80 lower-case letters, digits and hyphens"
        )
    if bundle.slug in RESERVED_SUITES:
        yield Problem("slug", where, "a page of ours has this address", "choose another slug")
    if bundle.kind not in SUITE_KINDS:
        yield Problem("kind", where, f"unknown kind {bundle.kind!r}", f"one of {', '.join(SUITE_KINDS)}")
    if not bundle.scenarios:
        yield Problem("empty", where, "it has no scenario")
    if not bundle.title.strip():
        yield Problem("no-title", where, "it has no title")
    yield from column_problems(where, Suite, {"title": bundle.title})
    yield from json_problems(where, "config", bundle.config)
    for number, finding in enumerate(bundle.findings, start=1):
        yield from column_problems(f"{where} finding {number}", FindingRow, dataclasses.asdict(finding))
    for slug in _repeated(spec.slug for spec in bundle.scenarios):
        yield Problem("scenario-twice", f"{bundle.slug}/{slug}", "two scenarios have this slug")


def _scenario_problems(spec: ScenarioSpec) -> Iterator[Problem]:
    if not _SLUG.fullmatch(spec.slug) or len(spec.slug) > 80:
        yield Problem(
            "slug", spec.slug, "the slug is malformed", "use up to 80 lower-case letters, digits and hyphens"
        )
    if spec.slug in RESERVED_SLUGS:
        yield Problem("slug", spec.slug, "a page of the suite has this address", "choose another slug")
    columns: dict[str, str | int | None] = {"title": spec.title, "domain": spec.domain, "seed": spec.seed}
    yield from column_problems(spec.slug, Scenario, columns)
    yield from json_problems(spec.slug, "config", spec.config)
    for name in _repeated(entity.name for entity in spec.entities):
        yield Problem("entity-twice", f"{spec.slug} entity {name!r}", "two entities have this name")
    for entity in spec.entities:
        if not entity.name.strip():
            yield Problem("entity-name", f"{spec.slug} entities", "an entity has no name")
        for text in (entity.name, *entity.aliases):
            yield from text_problems(f"{spec.slug} entity {entity.name!r}", "a name", text)
        where = f"{spec.slug} entity {entity.name!r}"
        yield from column_problems(where, Entity, {"type": entity.type})
        yield from json_problems(where, "attrs", entity.attrs)


def _event_set_problems(spec: ScenarioSpec) -> Iterator[Problem]:
    for label in _repeated(event.id for event in spec.events):
        yield Problem("event-twice", f"{spec.slug} {label}", "two events have this id")
    for seq in _repeated(event.seq for event in spec.events):
        shared = ", ".join(event.id for event in spec.events if event.seq == seq)
        yield Problem("seq-twice", f"{spec.slug} {shared}", f"seq {seq} is used more than once")
    for label in _repeated(query.id for query in spec.queries):
        yield Problem("query-twice", f"{spec.slug} {label}", "two queries have this id")


def _checked_events(spec: ScenarioSpec, program: Program) -> tuple[tuple[EventSpec, ...], list[Problem]]:
    checker = ActionChecker(program)
    problems: list[Problem] = []
    events: list[EventSpec] = []
    for event in spec.events:
        where = f"{spec.slug} {event.id}"
        faults = list(_event_problems(where, event))
        problems += faults
        if any(fault.code == "naive-time" for fault in faults):
            continue
        actions, faults = checker.check(where, event)
        problems += faults
        events.append(dataclasses.replace(event, actions=actions))
    return tuple(sorted(events, key=lambda event: (event.t, event.seq))), problems


def _event_problems(where: str, event: EventSpec) -> Iterator[Problem]:
    if not _LABEL.fullmatch(event.id):
        yield Problem("event-id", where, "the id is malformed", "up to 60 letters, digits and _ . : -")
    yield from _time_problems(where, "t", event.t)
    if event.kind not in KINDS:
        yield Problem("event-kind", where, f"unknown kind {event.kind!r}", f"one of {', '.join(KINDS)}")
    if event.kind == "record" and not event.actions:
        yield Problem(
            "record-without-action", where, "a record must have an action", "or be a distractor or filler"
        )
    if event.kind == "unannotated" and event.actions:
        yield Problem("unannotated-action", where, "an unannotated event has actions")
    if event.distractor_kind and event.kind != "distractor":
        yield Problem("distractor-kind", where, "only a distractor has a distractor kind")
    if not 0 <= event.seq < 2**31:
        yield Problem("seq", where, f"seq {event.seq} is not between 0 and 2147483647")
    yield from text_problems(where, "text", event.text)
    yield from _renderer_problems(where, event)
    columns = {name: getattr(event, name) for name in ("speaker", "session", "distractor_kind", "template")}
    yield from column_problems(where, Event, columns)


def _renderer_problems(where: str, event: EventSpec) -> Iterator[Problem]:
    if event.renderer and event.renderer not in RENDERERS:
        known = ", ".join(RENDERERS)
        yield Problem("renderer", where, f"unknown renderer {event.renderer!r}", f"one of {known}, or none")
    if event.renderer and event.renderer != EDITED and not event.template:
        yield Problem("renderer", where, "a model was asked for its words and it names no template")
    if bool(event.template_text) != (event.renderer in FREE_WORDS and bool(event.template)):
        what = f"it has renderer {event.renderer!r} and {'a' if event.template_text else 'no'} template_text"
        yield Problem(
            "template-text", where, what, "the template's words stand where a model or a person worded it"
        )
    yield from text_problems(where, "template_text", event.template_text)


def _checked_queries(spec: ScenarioSpec, program: Program) -> tuple[tuple[QuerySpec, ...], list[Problem]]:
    problems: list[Problem] = []
    queries: list[QuerySpec] = []
    for query in spec.queries:
        where = f"{spec.slug} {query.id}"
        problems += _query_problems(where, query)
        goal, faults = check_goal(where, query.goal, program, query.cutoff)
        problems += faults
        queries.append(dataclasses.replace(query, goal=goal))
    return tuple(sorted(queries, key=lambda query: query.id)), problems


def _query_problems(where: str, query: QuerySpec) -> Iterator[Problem]:
    if not _LABEL.fullmatch(query.id):
        yield Problem("query-id", where, "the id is malformed", "up to 60 letters, digits and _ . : -")
    yield from _time_problems(where, "the cutoff", query.cutoff)
    if not query.question.strip():
        yield Problem("no-question", where, "the question has no words")
    yield from text_problems(where, "the question", query.question)
    if query.renderer not in ("", EDITED):
        yield Problem("renderer", where, f"unknown renderer {query.renderer!r}", f"{EDITED}, or none")
    if query.answer_type not in ANSWER_TYPES:
        yield Problem(
            "answer-type", where, f"unknown answer type {query.answer_type!r}", ", ".join(ANSWER_TYPES)
        )
    if not _is_tolerance(query.tolerance):
        yield Problem(
            "tolerance", where, f"the tolerance {query.tolerance!r} is not a number from 0", "such as 0.01"
        )
    names = ("family", "operator", "unit", "tolerance", "checkpoint")
    yield from column_problems(where, Query, {name: getattr(query, name) for name in names})
    for name in ("target", "stated"):
        yield from json_problems(where, name, getattr(query, name))
    goal = (query.goal.key, query.goal.member, choice_object(query.goal.version))
    yield from json_problems(where, "the goal", goal)


def _is_tolerance(text: str) -> bool:
    """A number from 0 that scoring can read; without an exponent, so that none takes for ever."""
    try:
        return not text or ("e" not in text.lower() and Fraction(text) >= 0)
    except (ValueError, ZeroDivisionError):
        return False


def _time_problems(where: str, name: str, moment: datetime) -> Iterator[Problem]:
    if moment.utcoffset() is None:
        yield Problem(
            "naive-time",
            where,
            f"{name} = {moment.isoformat()} has no time zone",
            "write it with its offset, as in 2026-01-15T18:00:00+00:00; no zone is guessed",
        )
    elif not BEGIN_OF_TIME <= moment < END_OF_TIME:
        hint = f"from year 1 to {END_OF_TIME.year - 1} in UTC"
        yield Problem("far-time", where, f"{name} = {moment.isoformat()} cannot be stored", hint)


def _repeated(values: Iterable[T]) -> list[T]:
    return [value for value, count in Counter(values).items() if count > 1]
