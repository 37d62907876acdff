"""The rows of a launch: run, questions, variants, stores and segments, in the caller's transaction."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import datetime

from benchmark.floor.accounts.models import User
from benchmark.models import IngestVariant, Run, Store, WalkItem
from benchmark.services import estimating, questions, readers, reading_kinds, systems, timelines
from benchmark.services.launch_settings import DEFAULT_BUDGET, LaunchSettings
from benchmark.walk.segments import Pace, Segment, cut
from benchmark.walk.timeline import Timeline, plan
from scenarios.models import Scenario
from sut_adapters import tokens
from sut_adapters.models import SystemUnderTest


def write(
    settings: LaunchSettings, *, title: str, note: str, key: str, by: User | None, now: datetime
) -> Run:
    """Everything a run needs before its first claim. One timeline a scenario serves all systems."""
    run = _run(settings, title, note, key, by, now)
    timelines_of: dict[Scenario, Timeline] = {}
    for scenario in settings.suite.scenarios.all():
        asked = questions.store(
            run=run, scenario=scenario, specs=questions.of_scenario(scenario, settings.parts)
        )
        steps = [*timelines.event_steps(scenario.events.all()), *timelines.question_steps(asked)]
        timelines_of[scenario] = plan(steps)
    run.config["answers_wanted"] = reading_kinds.expected(run)
    run.save(update_fields=["config"])
    for system in settings.systems:
        pace = estimating.measured_pace(system) or Pace()
        for variant in _variants(run, system, settings):
            for scenario, timeline in timelines_of.items():
                _store(variant, scenario, cut(timeline, pace, settings.segment_seconds))
    return run


def _run(settings: LaunchSettings, title: str, note: str, key: str, by: User | None, now: datetime) -> Run:
    reader, suite = readers.get(settings.reader), settings.suite
    names = [system.name for system in settings.systems]
    budgets = [DEFAULT_BUDGET, settings.budget, *(system.budget or 0 for system in settings.systems)]
    return Run.objects.create(
        suite=suite,
        suite_version=suite.version,
        suite_hash=suite.content_hash,
        title=(title or f"{suite.slug}: {', '.join(names)}")[:200],
        note=note,
        reader=settings.reader,
        reader_knows=list(reader.knows),
        budget=settings.budget,
        config={
            "systems": names,
            "hints": list(settings.hints),
            "parts": list(settings.parts),
            "hint_texts": {**systems.HINT_TEXTS, **suite.config.get("hints", {})},
            "repetitions": settings.repetitions,
            "reading_repetitions": settings.reading_repetitions,
            "largest_budget": max(budgets),
            "prompt_version": reader.prompt_version,
            "tokenizer": tokens.TOKENIZER,
            "reader_config": dict(settings.reader_config),
        },
        launch_key=key,
        created_by=by,
        created_at=now,
    )


def _variants(run: Run, system: SystemUnderTest, settings: LaunchSettings) -> Iterator[IngestVariant]:
    kind = systems.adapter_class(system.adapter)
    for hint in settings.hints:
        for repetition in range(1, settings.repetitions + 1):
            yield IngestVariant.objects.create(
                run=run,
                system=system,
                adapter=system.adapter,
                adapter_version=kind.version,
                config=system.full_config,
                knows=systems.knows(system),
                hint=hint,
                repetition=repetition,
                id_salt=secrets.token_hex(16),
            )


def _store(variant: IngestVariant, scenario: Scenario, segments: tuple[Segment, ...]) -> None:
    can = systems.capabilities(variant.adapter)
    store = Store.objects.create(
        variant=variant,
        scenario=scenario,
        key=f"run{variant.run_id}-variant{variant.pk}-scenario{scenario.pk}",
        portable=can.rebuilt or can.in_postgres or can.remote,
    )
    WalkItem.objects.bulk_create(
        WalkItem(
            run=variant.run,
            store=store,
            ordinal=segment.ordinal,
            first_step=segment.first,
            end_step=segment.end,
            next_step=segment.first,
            events=segment.events,
            questions=segment.questions,
        )
        for segment in segments
    )
