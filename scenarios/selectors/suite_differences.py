"""Reads what differs between the stored rows of two suites, by scenario and label; a query for each kind."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import connection
from django.db.models import Count

from scenarios.models import Event, Query, Scenario, Suite


@dataclass(frozen=True, slots=True)
class Sides:
    """One value of each suite, None where the suite does not have the thing."""

    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Differing:
    """A scenario, event or query that the suites have not alike: ``parts`` names what of it differs, and is
    empty where one of them does not have it. ``values`` are its shown columns on both sides."""

    scenario: str
    label: str
    added: bool
    removed: bool
    parts: tuple[str, ...]
    values: dict[str, Sides]


@dataclass(frozen=True, slots=True)
class _Kind:
    """How a kind of thing is read: what its parts are made of, what is shown of it, from which tables."""

    parts: dict[str, str]
    shown: dict[str, str]
    label: str
    tables: str


_SCENARIOS: Final = _Kind(
    parts={
        "title": "s.title",
        "program": "md5(s.program)",
        "configuration": "jsonb_build_array(s.domain, s.seed, s.config)",
        "entities": "(SELECT jsonb_agg(jsonb_build_array(n.name, n.type, n.aliases, n.attrs) "
        'ORDER BY n.name COLLATE "C") FROM scenarios_entity n WHERE n.scenario_id = s.id)',
    },
    shown={"pk": "s.id"},
    label="''",
    tables="scenarios_scenario s",
)
#: What ``seq`` decides is a record's place among those of its own instant; the number itself means nothing.
_EVENTS: Final = _Kind(
    parts={
        "text": "r.text",
        "time": "e.observed_at",
        "order": "rank() OVER (PARTITION BY e.scenario_id, e.observed_at ORDER BY e.seq)",
        "speaker": "jsonb_build_array(e.speaker, e.session)",
        "actions": "a.stated",
        "kind": "jsonb_build_array(e.kind, e.distractor_kind, e.synthetic_time, e.template, r.renderer)",
    },
    shown={"t": "e.observed_at"},
    label="e.label",
    tables="""scenarios_scenario s
    JOIN scenarios_event e ON e.scenario_id = s.id
    LEFT JOIN scenarios_rendering r ON r.event_id = e.id AND r.is_current
    LEFT JOIN (
      SELECT x.event_id, md5(jsonb_agg(jsonb_build_array(
               x.op, x.pred, x.key, x.member, x.value, x.size, x.members, x.clause,
               CASE WHEN x.as_of <> y.observed_at THEN x.as_of END) ORDER BY x.pos)::text) AS stated
        FROM scenarios_action x
        JOIN scenarios_event y ON y.id = x.event_id
        JOIN scenarios_scenario z ON z.id = y.scenario_id
       WHERE z.suite_id = %(suite)s
       GROUP BY x.event_id
    ) a ON a.event_id = e.id""",
)
_QUERIES: Final = _Kind(
    parts={
        "question": "r.text",
        "cutoff": "q.cutoff",
        "goal": "jsonb_build_array(q.goal_pred, q.goal_key, q.goal_member, q.goal_temporal, q.goal_version)",
        "label": "g.label",
        "answer": "g.answer",
        "scoring": "jsonb_build_array(q.answer_type, q.unit, q.tolerance, g.aliases)",
        "witnesses": "jsonb_build_array(w.listed, g.support, g.support_high, g.unlisted)",
        "figures": "jsonb_build_array(g.height, g.width, g.degree, g.obs_flag, g.missing, g.context_events, "
        "g.measures, g.checks)",
        "classes": "jsonb_build_array(q.family, q.operator, q.target, q.checkpoint, q.stated)",
    },
    shown={"pk": "q.id", "cutoff": "q.cutoff", "label": "g.label", "answer": "g.answer"},
    label="q.label",
    tables="""scenarios_scenario s
    JOIN scenarios_query q ON q.scenario_id = s.id
    LEFT JOIN scenarios_goldanswer g ON g.query_id = q.id
    LEFT JOIN scenarios_rendering r ON r.query_id = q.id AND r.is_current
    LEFT JOIN (
      SELECT x.query_id, jsonb_agg(x.events ORDER BY x.position) AS listed
        FROM scenarios_witness x
        JOIN scenarios_query y ON y.id = x.query_id
        JOIN scenarios_scenario z ON z.id = y.scenario_id
       WHERE z.suite_id = %(suite)s
       GROUP BY x.query_id
    ) w ON w.query_id = q.id""",
)
#: Shown columns that arrive as JSON text.
_JSON: Final = frozenset({"answer"})
KINDS: Final = {"scenarios": _SCENARIOS, "events": _EVENTS, "queries": _QUERIES}


def differing(kind: str, before: Suite, after: Suite) -> Iterator[Differing]:
    """The scenarios, events or queries that the suites have not alike, by scenario and label. One query."""
    read = KINDS[kind]
    with connection.cursor() as cursor:
        cursor.execute(_statement(read), {"before": before.pk, "after": after.pk})
        for scenario, label, added, removed, *rest in cursor.fetchall():
            differs, shown = rest[: len(read.parts)], rest[len(read.parts) :]
            parts = (name for name, one in zip(read.parts, differs, strict=True) if one)
            yield Differing(
                scenario=scenario,
                label=label,
                added=added,
                removed=removed,
                parts=() if added or removed else tuple(parts),
                values=dict(_values(read, shown)),
            )


def _values(read: _Kind, shown: list[Any]) -> Iterator[tuple[str, Sides]]:
    for place, name in enumerate(read.shown):
        sides = shown[2 * place : 2 * place + 2]
        if name in _JSON:
            sides = [None if side is None else json.loads(side) for side in sides]
        yield name, Sides(*sides)


def _statement(read: _Kind) -> str:
    differs = [f"(a.p_{name} IS DISTINCT FROM b.p_{name})" for name in read.parts]
    shown = [f"{side}.v_{name}" for name in read.shown for side in ("a", "b")]
    return f"""
WITH a AS ({_side(read, "before")}), b AS ({_side(read, "after")})
SELECT scenario, label, a.here IS NULL, b.here IS NULL, {", ".join((*differs, *shown))}
  FROM a FULL JOIN b USING (scenario, label)
 WHERE a.here IS NULL OR b.here IS NULL OR {" OR ".join(differs)}
 ORDER BY scenario COLLATE "C", label COLLATE "C"
"""


def _side(read: _Kind, suite: str) -> str:
    columns = [f"{text} AS p_{name}" for name, text in read.parts.items()]
    columns += [f"{text} AS v_{name}" for name, text in read.shown.items()]
    return f"""
  SELECT s.slug AS scenario, {read.label} AS label, true AS here, {", ".join(columns)}
    FROM {read.tables.replace("%(suite)s", f"%({suite})s")}
   WHERE s.suite_id = %({suite})s"""


def sizes(suites: tuple[Suite, Suite]) -> dict[str, tuple[int, int]]:
    """How many scenarios, events and queries each of two suites has. Three queries."""
    found = {}
    for kind, (model, path) in {
        "scenarios": (Scenario, "suite_id"),
        "events": (Event, "scenario__suite_id"),
        "queries": (Query, "scenario__suite_id"),
    }.items():
        wanted = {f"{path}__in": [suite.pk for suite in suites]}
        rows = model._default_manager.filter(**wanted).order_by().values_list(path).annotate(n=Count("pk"))
        counted = dict(rows)
        found[kind] = (counted.get(suites[0].pk, 0), counted.get(suites[1].pk, 0))
    return found


def cutoffs_of(suite: Suite) -> dict[tuple[str, str], datetime]:
    """The cutoff of each query by scenario and label. One query."""
    rows = Query.objects.filter(scenario__suite=suite).order_by("scenario__slug", "label")
    return {
        (slug, label): cutoff for slug, label, cutoff in rows.values_list("scenario__slug", "label", "cutoff")
    }


def scenario_keys(suite: Suite) -> dict[str, int]:
    """The ids of a suite's scenarios by slug. One query."""
    return dict(suite.scenarios.order_by("slug").values_list("slug", "pk"))
