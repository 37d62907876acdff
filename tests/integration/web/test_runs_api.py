"""Runs and boards in the API, beyond launching: words, likenesses, work, failures, filters, orders."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmark.floor.audit.models import AuditRecord
from benchmark.models import Answer, ReadingItem, Run, SutContext, WalkItem
from tests.factories import runs as make_runs
from tests.factories.web_world import World


def path(world: World, rest: str = "", slug: str = "open") -> str:
    return f"/api/v1/runs/{world.runs[slug].pk}/{rest}"


def send(client: Client, method: str, where: str, body: Any, **headers: str) -> Any:
    return getattr(client, method)(where, json.dumps(body), content_type="application/json", headers=headers)


def test_a_run_gets_another_title_and_note_and_nothing_else(world: World) -> None:
    lead = world.api("lead")
    before = lead.get(path(world)).json()
    found = send(lead, "patch", path(world), {"title": "With the new index", "note": "k = 20"}).json()
    assert (found["title"], found["note"]) == ("With the new index", "k = 20")
    assert found["results"] == before["results"]
    note = AuditRecord.objects.get(action="run.described")
    assert (note.actor, note.details) == ("the-lead", {"changed": ["note", "title"]})
    for body, words in (
        ({"title": ""}, "may not be blank"),
        ({"title": "x" * 201}, "no more than 200"),
        ({"budget": 1}, "Cannot be changed"),
    ):
        refused = send(lead, "patch", path(world), body)
        assert (refused.status_code, refused.json()["code"]) == (400, "invalid")
        assert words in refused.content.decode()
    assert Run.objects.get(pk=world.runs["open"].pk).title == "With the new index"


def test_words_of_somebody_else_are_not_overwritten_unseen(world: World) -> None:
    lead = world.api("lead")
    seen = lead.get(path(world))["ETag"]
    assert send(lead, "patch", path(world), {"note": "one"}, **{"If-Match": seen}).status_code == 200
    late = send(world.api("researcher"), "patch", path(world), {"note": "two"}, **{"If-Match": seen})
    assert (late.status_code, late.json()["code"]) == (412, "precondition_failed")
    assert Run.objects.get(pk=world.runs["open"].pk).note == "one"


def test_a_run_is_launched_again_with_one_change(world: World) -> None:
    lead, old = world.api("lead"), world.runs["open"]
    made = send(lead, "post", path(world, "clone/"), {"reader": "symbolic", "budget": 512})
    assert made.status_code == 201, made.content
    run = Run.objects.get(pk=made.json()["id"])
    assert (run.reader, run.budget, run.title) == ("symbolic", 512, old.title)
    assert run.config["systems"] == old.config["systems"]
    assert run.created_by == world.people["lead"]
    assert lead.get(f"/api/v1/runs/{run.pk}/").json()["settings"]["systems"] == ["a-system"]
    for body, words in (
        ({"systems": ["nobody"]}, "registered no longer"),
        ({"suite": "closed"}, "Unknown member"),
        ({"hints": []}, "at least 1 element"),
        ({"reader_config": {"base_url": "http://10.0.0.1"}}, "only be set by command"),
    ):
        refused = send(lead, "post", path(world, "clone/"), body)
        assert (refused.status_code, refused.json()["code"]) == (400, "invalid"), body
        assert words in refused.content.decode()
    assert Run.objects.count() == 4


def test_a_clone_that_is_sent_twice_with_a_key_is_made_once(world: World) -> None:
    lead = world.api("lead")
    sent = [
        send(lead, "post", path(world, "clone/"), {"reader": "symbolic"}, **{"Idempotency-Key": "one"}).json()
        for _ in range(2)
    ]
    assert sent[0]["id"] == sent[1]["id"]


def test_what_was_not_carried_is_not_walked_again_and_what_was_is_once(world: World) -> None:
    lead, run = world.api("lead"), world.runs["open"]
    refused = lead.post(path(world, "walk-again/"))
    assert (refused.status_code, refused.json()["code"]) == (409, "conflict")
    Run.objects.filter(pk=run.pk).update(carried_from=world.runs["closed"], reader="symbolic")
    ids = {lead.post(path(world, "walk-again/")).json()["id"] for _ in range(2)}
    assert len(ids) == 1
    assert ids != {run.pk}


def test_items_of_work_are_listed_by_state(world: World) -> None:
    viewer, run = world.api("viewer"), world.runs["open"]
    (segment,) = viewer.get(path(world, "walk-items/?status=done")).json()["results"]
    assert (segment["system"], segment["scenario"], segment["events"]) == ("a-system", "open-history", 3)
    assert segment["next_step"] == segment["end_step"]
    assert viewer.get(path(world, "walk-items/?status=failed")).json()["results"] == []
    (batch,) = viewer.get(path(world, "reading-items/?condition=alone&system=a-system")).json()["results"]
    assert batch["status"] == "done"
    assert viewer.get(path(world, "reading-items/?system=other")).json()["results"] == []
    for wrong in ("walk-items/?status=asleep", "reading-items/?condition=loud", "walk-items/?order=worker"):
        assert viewer.get(path(world, wrong)).json()["code"] == "invalid", wrong
    assert WalkItem.objects.filter(run=run).count() == ReadingItem.objects.filter(run=run).count() == 1


def test_failures_are_counted_by_their_words_for_those_who_see_gold(world: World) -> None:
    run = world.runs["open"]
    SutContext.objects.filter(variant__run=run).update(status="system_failed", message="out of memory")
    Answer.objects.filter(context__variant__run=run).update(
        status="infrastructure", message="timed out", correct=None, label_correct=None
    )
    found = world.api("lead").get(path(world, "failures/")).json()
    assert found["kinds"] == len(found["failures"]) == 2
    assert found["total"] == sum(row["count"] for row in found["failures"]) > 2
    assert {(row["stage"], row["message"]) for row in found["failures"]} == {
        ("context", "out of memory"),
        ("answer", "timed out"),
    }
    assert world.api("viewer").get(path(world, "failures/")).status_code == 403
    assert world.api("lead").get(path(world, "failures/", "held-out")).status_code == 403


def test_what_was_done_to_a_run_is_told_in_order(world: World) -> None:
    send(world.api("lead"), "patch", path(world), {"note": "seen"})
    rows = world.api("viewer").get(path(world, "events/")).json()["results"]
    assert [(row["action"], row["actor"]) for row in rows] == [
        ("run.described", "the-lead"),
        ("run.launched", ""),
    ]
    turned = world.api("viewer").get(path(world, "events/?order=at")).json()["results"]
    assert turned == rows[::-1]


def test_answers_are_found_by_verdict_family_label_and_what_was_said(world: World) -> None:
    lead = world.api("lead")

    def count(query: str) -> int:
        return len(lead.get(path(world, f"answers/?{query}")).json()["results"])

    (answer,) = lead.get(path(world, "answers/")).json()["results"]
    assert answer["correct"] is not None
    own, other = ("right", "wrong") if answer["correct"] else ("wrong", "right")
    assert (count(f"verdict={own}"), count(f"verdict={other}"), count("verdict=unscored")) == (1, 0, 0)
    assert (count("label=answerable"), count("label=unknown")) == (1, 0)
    assert count(f"said={answer['label']}") == 1
    assert count("family=nothing-like-it") == 0
    assert lead.get(path(world, "answers/?verdict=maybe")).status_code == 400


def test_runs_are_walked_in_either_order_though_all_began_at_once(world: World) -> None:
    run, now = world.runs["open"], timezone.now()
    for _ in range(30):
        run.pk = None
        run.created_at = now
        run.title = "twin"
        run.save()
    client = world.api("lead")

    def ids(order: str) -> list[int]:
        rows, following = [], f"/api/v1/runs/?page_size=7&order={order}"
        while following:
            page = client.get(following).json()
            rows += [row["id"] for row in page["results"]]
            following = page["next"]
        return rows

    for name in ("created_at", "title", "status"):
        forwards = ids(name)
        assert len(forwards) == len(set(forwards)) == 32, name
        assert ids(f"-{name}") == forwards[::-1], name
    assert client.get("/api/v1/runs/?order=note").json()["fields"]["order"][0].startswith("Known: created_at")


def test_boards_are_listed_and_narrowed(world: World) -> None:
    viewer = world.api("viewer")
    slugs = [row["slug"] for row in viewer.get("/api/v1/leaderboards/?order=slug").json()["results"]]
    assert slugs == ["held-out", "open"]
    reader, budget = world.runs["open"].reader, world.runs["open"].budget
    boards = "/api/v1/leaderboards/open/"
    assert len(viewer.get(f"{boards}?reader={reader}&budget={budget}").json()["boards"]) == 1
    assert viewer.get(f"{boards}?reader=other").json()["boards"] == []
    assert viewer.get(f"{boards}?budget=1").json()["boards"] == []
    assert viewer.get(f"{boards}?budget=much").status_code == 400


@pytest.mark.parametrize("rest", ["walk-items/", "reading-items/", "events/"])
def test_lists_of_a_run_cost_the_same_whatever_they_hold(world: World, rest: str) -> None:
    lead, run = world.api("lead"), world.runs["open"]

    def cost() -> int:
        with CaptureQueriesContext(connection) as caught:
            assert lead.get(path(world, rest)).status_code == 200
        return len(caught)

    cost()
    few = cost()
    system = make_runs.system("another")
    more = make_runs.launch(run.suite, system, reader=run.reader)
    WalkItem.objects.filter(run=more).update(run=run)
    batch = ReadingItem.objects.filter(run=run).first()
    assert batch is not None
    for number in range(20):
        batch.pk, batch.first_step = None, 1000 + number
        batch.end_step, batch.finished_at = 2000, timezone.now() + timedelta(seconds=number)
        batch.save()
        AuditRecord.objects.create(action="run.resumed", subject=f"run:{run.pk}")
    assert cost() == few
