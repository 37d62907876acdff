"""Reads stored scenarios back as the values that bundles are made of."""

from __future__ import annotations

from collections import defaultdict

from scenarios.bundle import (
    EDITED,
    RENDERERS,
    Bundle,
    EntitySpec,
    EventSpec,
    Finding,
    QuerySpec,
    ScenarioSpec,
)
from scenarios.datalog.history import ActionRecord
from scenarios.exceptions import EditStateError
from scenarios.models import Event, Query, Scenario, Suite
from scenarios.selectors import histories


def bundle_of(suite: Suite) -> Bundle:
    """The bundle that stores as this suite does, without expected gold. Six database queries a scenario."""
    return Bundle(
        slug=suite.slug,
        title=suite.title,
        kind=suite.kind,
        scenarios=tuple(spec_of(scenario) for scenario in suite.scenarios.order_by("position", "pk")),
        findings=tuple(
            Finding(row.code, row.file, row.session, row.message, row.detail)
            for row in suite.findings.order_by("position", "pk")
        ),
        config=suite.config,
    )


def spec_of(scenario: Scenario) -> ScenarioSpec:
    """One scenario with its entities, events in order of observation, and queries, without expected gold."""
    actions: dict[str, list[ActionRecord]] = defaultdict(list)
    for action in histories.load(scenario).actions:
        actions[action.event].append(action)
    events = scenario.events.with_words().order_by("observed_at", "seq")
    return ScenarioSpec(
        slug=scenario.slug,
        title=scenario.title,
        domain=scenario.domain,
        seed=scenario.seed,
        program=scenario.program,
        events=tuple(_event(row, tuple(actions[row.label])) for row in events),
        queries=tuple(_query(row) for row in scenario.queries.with_question().order_by("label")),
        entities=tuple(
            EntitySpec(row.name, row.type, tuple(row.aliases), row.attrs)
            for row in scenario.entities.order_by("pk")
        ),
        config=scenario.config,
    )


def event_of(scenario: Scenario, label: str) -> EventSpec:
    """One event without its actions. Raises ``EditStateError`` where there is none of this label."""
    row = scenario.events.with_words().filter(label=label).first()
    if row is None:
        raise EditStateError(f"There is no event {label!r} in scenario {scenario.slug!r}.")
    return _event(row, ())


def _event(row: Event, actions: tuple[ActionRecord, ...]) -> EventSpec:
    return EventSpec(
        id=row.label,
        t=row.observed_at,
        seq=row.seq,
        text=row.text or "",
        actions=actions,
        kind=row.kind,
        speaker=row.speaker,
        session=row.session,
        distractor_kind=row.distractor_kind,
        synthetic_time=row.synthetic_time,
        template=row.template,
        renderer=row.renderer if row.renderer in RENDERERS else "",
        template_text=row.template_text or "",
    )


def _query(row: Query) -> QuerySpec:
    return QuerySpec(
        id=row.label,
        goal=row.goal,
        cutoff=row.cutoff,
        question=row.question or "",
        family=row.family,
        operator=row.operator,
        answer_type=row.answer_type,
        target=row.target,
        unit=row.unit,
        tolerance=row.tolerance,
        stated=row.stated,
        checkpoint=row.checkpoint,
        renderer=EDITED if row.renderer == EDITED else "",
    )
