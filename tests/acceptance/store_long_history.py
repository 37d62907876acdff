"""Stores one long history with queries and gold in the database of ``DATABASE_URL``, and derives in it.

    python -m tests.acceptance.store_long_history EVENTS

The gold of the queries is stored while the history is short; then the rest arrives, which changes no earlier
gold. Prints one JSON object: the addresses of pages, the cookie of somebody who may see gold, milliseconds of
late goals with derivation, witnesses and drawing, and whether the earlier gold still comes out.
"""

from __future__ import annotations

import itertools
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

#: Events that are there when gold is stored, and its queries: two of each kind.
SHORT, QUERIES = 2_000, 18
#: Late goals that are derived, after one of each kind that warms up.
DERIVED = 20
KINDS = 9


def main(events: str) -> None:
    """Store, and say what it took."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchmark.settings.development")
    import django

    django.setup()
    sys.stdout.write(json.dumps(stored(int(events))) + "\n")


def stored(events: int) -> dict[str, Any]:
    """A history of about ``events`` events."""
    from scenarios.generators import bench
    from scenarios.models import Suite
    from scenarios.services import gold, history_rows, versions

    told = bench.told_events(0, events=events)
    suite = Suite.objects.create(slug="long", title="A long history", kind="imported")
    scenario = history_rows.store_scenario(suite=suite, spec=history_spec(events), position=0)
    seconds: dict[str, float] = {}

    def arrive(part: Iterator[Any]) -> int:
        return history_rows.store_events(scenario=scenario, events=part)

    early = arrive(itertools.islice(told, SHORT))
    versions.rebuild(scenario=scenario)
    _clocked(seconds, "gold", lambda: gold.compute(suite=suite, by=None))
    late = _clocked(seconds, "events", lambda: arrive(told))
    rows = _clocked(seconds, "versions", lambda: versions.rebuild(scenario=scenario))
    _clocked(seconds, "statistics", _analyze)
    place = f"/suites/long/{scenario.slug}/"
    labels = scenario.queries.order_by("label").values_list("label", flat=True)
    return {
        "events": early + late,
        "versions": rows,
        "seconds": seconds,
        "derived_ms": _derived(scenario, events),
        "earlier_gold_stays": _unchanged(scenario),
        "scenario": place,
        "queries": [f"{place}queries/{label}/" for label in labels],
        "late": _late_pages(place, events),
        "cookie": _session(),
    }


def history_spec(events: int) -> Any:
    """The history without its events, which arrive one by one, and queries at the end of its beginning."""
    from scenarios.bundle import QuerySpec, ScenarioSpec
    from scenarios.generators import bench

    asked = bench.goals_asked(0, events=SHORT, told=SHORT, queries=QUERIES)
    return ScenarioSpec(
        slug=f"of-{events}",
        title=f"A history of {events} events",
        domain="",
        seed=1,
        program=bench.PROGRAM,
        events=(),
        queries=tuple(
            QuerySpec(
                id=f"q{number:03}",
                goal=one.goal,
                cutoff=one.cutoff,
                question=f"Question {number}?",
                family="bench",
                operator=one.goal.pred,
                answer_type="set",
            )
            for number, one in enumerate(asked, start=1)
        ),
    )


def _analyze() -> None:
    """What autovacuum does soon after so many rows have arrived."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _late_pages(place: str, events: int) -> list[str]:
    """Addresses of the pages that answer late goals, for which nothing is stored."""
    from urllib.parse import urlencode

    from scenarios.datalog.goal_text import goal_text

    asked = _late_goals(events)
    given = [{"goal": goal_text(one.goal), "cutoff": one.cutoff.isoformat()} for one in asked]
    return [f"{place}explain/?{urlencode(one)}" for one in given]


def _late_goals(events: int) -> Any:
    """Goals at the end of the whole history: one of each kind, then those that are timed."""
    from scenarios.generators import bench

    return bench.goals_asked(0, events=events, told=events, queries=KINDS + DERIVED)


def _derived(scenario: Any, events: int) -> list[float]:
    """Milliseconds of each late goal: answer, derivation, witnesses and the drawing, as a page needs them."""
    from scenarios import graphs
    from scenarios.services import evaluation

    found = []
    for asked in _late_goals(events):
        began = time.perf_counter()
        one = evaluation.evaluate(scenario=scenario, goal=asked.goal, cutoff=asked.cutoff)
        graphs.draw(one.derivation, href=lambda node: "#", emphasised=set(), event_order={})
        found.append(round((time.perf_counter() - began) * 1000, 1))
    return found[KINDS:]


def _unchanged(scenario: Any) -> bool:
    """Whether the stored gold is what the whole history gives at its cutoffs."""
    from scenarios.services import evaluation

    queries = list(scenario.queries.select_related("gold").order_by("label"))
    golds = evaluation.answers_at(scenario=scenario, asked=[(one.goal, one.cutoff) for one in queries])
    pairs = zip(queries, golds, strict=True)
    return all((one.gold.label, one.gold.answer) == (gold.label.value, gold.answer) for one, gold in pairs)


def _session() -> str:
    from django.conf import settings
    from django.test import Client

    from benchmark.floor.accounts.models import User
    from benchmark.floor.accounts.verbs import Role

    reader = User.objects.create_user(username="reader", password=None, role=Role.ADMIN)
    client = Client()
    client.force_login(reader)
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


def _clocked(seconds: dict[str, float], name: str, call: Callable[[], Any]) -> Any:
    began = time.perf_counter()
    found = call()
    seconds[name] = round(time.perf_counter() - began, 1)
    return found


if __name__ == "__main__":
    main(*sys.argv[1:])
