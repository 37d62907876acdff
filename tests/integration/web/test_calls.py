"""What every call has: replies by key, entity tags, limits that all processes share (docs/api.md)."""

from __future__ import annotations

import json
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection, connections
from django.test import Client
from django.utils import timezone

from benchmark.floor.audit.models import AuditRecord
from benchmark.floor.calls.models import CallCount, KeptReply
from benchmark.floor.calls.services import counting, mending, replies
from benchmark.models import Run
from benchmark.services import runs
from tests.factories.web_world import World

RUNS = "/api/v1/runs/"
HISTORY = "/api/v1/suites/open/scenarios/open-history/records/"
NOW = datetime(2026, 1, 2, 9, 0, 30, tzinfo=UTC)


def launch(client: Client, key: str | None = None, **fields: Any) -> Any:
    body = {"suite": "open", "systems": ["a-system"], "reader": "symbolic", **fields}
    sent = {} if key is None else {"Idempotency-Key": key}
    return client.post(RUNS, json.dumps(body), content_type="application/json", headers=sent)


def test_a_launch_that_is_sent_twice_with_its_key_is_one_run_and_one_answer(world: World) -> None:
    lead, key, before = world.api("lead"), str(uuid.uuid4()), Run.objects.count()
    first, again = launch(lead, key), launch(lead, key)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.content == again.content
    assert "Idempotency-Replayed" not in first
    assert again["Idempotency-Replayed"] == "true"
    assert Run.objects.count() == before + 1
    assert AuditRecord.objects.filter(action="run.launched", subject=f"run:{first.json()['id']}").count() == 1
    assert launch(world.api("admin"), key).json()["id"] != first.json()["id"]
    assert Run.objects.count() == before + 2


def test_the_order_of_names_is_no_other_request_but_a_value_is(world: World) -> None:
    lead, key = world.api("lead"), str(uuid.uuid4())
    first = launch(lead, key)
    body = {"reader": "symbolic", "systems": ["a-system"], "suite": "open"}
    sent = {"content_type": "application/json", "headers": {"Idempotency-Key": key}}
    assert lead.post(RUNS, json.dumps(body), **sent).json() == first.json()
    other = launch(lead, key, budget=999)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_mismatch")
    assert other["Content-Type"] == "application/problem+json"


def test_a_refused_call_does_nothing_and_its_key_stays_free(world: World) -> None:
    lead, key = world.api("lead"), str(uuid.uuid4())
    assert launch(lead, key, systems=["nobody"]).status_code == 400
    assert not KeptReply.objects.exists()
    assert launch(lead, key).status_code == 201


def test_what_fails_after_it_has_written_leaves_nothing_and_may_come_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    lead, key, before = world.api("lead"), str(uuid.uuid4()), Run.objects.count()
    lead.raise_request_exception = False
    real = runs.launch

    def dies(**given: Any) -> Run:
        real(**given)
        raise RuntimeError("after the rows")

    monkeypatch.setattr("benchmark.api.views.services.launch", dies)
    assert launch(lead, key).status_code == 500
    assert (Run.objects.count(), KeptReply.objects.count()) == (before, 0)
    monkeypatch.undo()
    assert launch(lead, key).status_code == 201


@pytest.mark.parametrize("key", ["", "x" * 201, "é", "a\tb"])
def test_a_key_that_is_none_is_refused(quiet_world: World, key: str) -> None:
    refused = launch(quiet_world.api("lead"), key)
    assert (refused.status_code, refused.json()["code"]) == (400, "idempotency_key_invalid")


def test_a_key_whose_first_request_is_under_way_is_409_with_when_to_repeat(world: World) -> None:
    lead, key = world.people["lead"], str(uuid.uuid4())
    other = connections.create_connection("default")
    try:
        with other.cursor() as cursor:
            cursor.execute("BEGIN")
            name = f"stemma-reply:{lead.pk}:POST {RUNS}:{key}"
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [name])
            busy = launch(world.api("lead"), key)
            cursor.execute("ROLLBACK")
    finally:
        other.close()
    assert (busy.status_code, busy.json()["code"]) == (409, "idempotency_in_flight")
    assert busy["Retry-After"] == "1"
    assert launch(world.api("lead"), key).status_code == 201


def test_replies_are_forgotten_after_a_day_and_counts_with_their_window(world: World) -> None:
    lead, key = world.api("lead"), str(uuid.uuid4())
    first = launch(lead, key).json()["id"]
    counting.spend(caller="read:u1", limit=5, window=60, now=timezone.now())
    assert mending.mend(timezone.now() + timedelta(hours=23)) == ""
    assert not CallCount.objects.exists()
    assert launch(lead, key).json()["id"] == first
    assert mending.mend(timezone.now() + replies.KEPT_FOR + timedelta(minutes=1)) == "1 kept replies deleted"
    assert launch(lead, key).json()["id"] != first


def test_what_is_held_already_is_not_sent_again(quiet_world: World) -> None:
    lead = quiet_world.api("lead")
    for path in (
        "/api/v1/suites/open/",
        "/api/v1/suites/",
        HISTORY,
    ):
        first = lead.get(path)
        assert first["ETag"].startswith('"'), path
        assert "private" in first["Cache-Control"]
        held = lead.get(path, headers={"If-None-Match": first["ETag"]})
        assert (held.status_code, held.content, held["ETag"]) == (304, b"", first["ETag"])
        assert lead.get(path, headers={"If-None-Match": '"other"'}).content == first.content
    suite = quiet_world.suites["open"]
    before = lead.get("/api/v1/suites/open/")["ETag"]
    type(suite).objects.filter(pk=suite.pk).update(title="Another title")
    assert lead.get("/api/v1/suites/open/", headers={"If-None-Match": before}).status_code == 200


def test_a_tag_is_not_told_to_who_may_not_see_the_thing(quiet_world: World) -> None:
    tag = quiet_world.api("admin").get("/api/v1/suites/closed/")["ETag"]
    refused = quiet_world.api("lead").get("/api/v1/suites/closed/", headers={"If-None-Match": tag})
    assert refused.status_code == 404
    assert "ETag" not in refused


@pytest.mark.django_db
def test_calls_are_counted_by_caller_and_window() -> None:
    def spend(caller: str = "read:u1", at: datetime = NOW) -> counting.Spent:
        return counting.spend(caller=caller, limit=2, window=60, now=at)

    assert [spend().left for _ in range(3)] == [1, 0, -1]
    assert spend().seconds == 30
    assert spend("read:u2").left == 1
    assert spend(at=NOW + timedelta(seconds=30)).left == 1
    assert CallCount.objects.count() == 2


@pytest.mark.django_db
def test_a_call_costs_one_statement_in_a_table_that_is_not_logged(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        counting.spend(caller="read:u1", limit=2, window=60, now=NOW)
    with connection.cursor() as cursor:
        cursor.execute("SELECT relpersistence FROM pg_class WHERE relname = 'calls_callcount'")
        assert cursor.fetchone() == ("u",)


@pytest.fixture
def throttled(quiet_world: World, settings: Any, monkeypatch: pytest.MonkeyPatch) -> World:
    """Three reads, one of all else and two of unknown callers a day."""
    from rest_framework.views import APIView

    from benchmark.floor.calls.api.throttling import ScopeThrottle

    monkeypatch.setattr(APIView, "throttle_classes", [ScopeThrottle])
    settings.API_RATES = dict.fromkeys(settings.API_RATES, "1/day") | {"read": "3/day", "anonymous": "2/day"}
    return quiet_world


def test_each_scope_has_a_limit_of_its_own_and_says_what_is_left(throttled: World) -> None:
    lead = throttled.api("lead")
    left = [lead.get("/api/v1/suites/")["RateLimit"].partition(";t=")[0] for _ in range(3)]
    assert left == ['"read";r=2', '"read";r=1', '"read";r=0']
    refused = lead.get("/api/v1/runs/")
    assert (refused.status_code, refused.json()["code"]) == (429, "throttled")
    assert refused["RateLimit-Policy"] == '"read";q=3;w=86400'
    assert 0 < int(refused["Retry-After"]) <= 86_400
    assert refused.json()["retry_after"] == int(refused["Retry-After"])
    assert launch(lead, systems=[]).status_code == 400, "another scope"
    assert launch(lead, systems=[]).status_code == 429
    assert throttled.api("admin").get("/api/v1/suites/").status_code == 200, "another person"


def test_who_is_unknown_or_guesses_tokens_is_limited_by_address(throttled: World) -> None:
    wrong = Client(headers={"Authorization": "Token stm_guessed"})
    answers = [wrong.get("/api/v1/suites/").status_code, Client().get("/api/v1/suites/").status_code]
    assert answers == [401, 401]
    assert wrong.get("/api/v1/suites/").status_code == 429
    assert Client(REMOTE_ADDR="192.0.2.7").get("/api/v1/suites/").status_code == 401
    assert throttled.api("lead").get("/api/v1/suites/").status_code == 200
