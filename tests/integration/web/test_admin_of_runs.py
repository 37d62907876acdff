"""The admin of runs: launch, cancel and resume after a page that shows what they touch (ux.md, Admin)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from benchmark.floor.audit.models import AuditRecord
from benchmark.models import Run
from sut_adapters.models import SystemUnderTest
from tests.factories import runs as make_runs
from tests.factories.web_world import World

RUNS = "/admin/benchmark/run/"


def act(client: Client, action: str, *runs: Run, **fields: Any) -> str:
    data = {"action": action, "_selected_action": [str(run.pk) for run in runs], **fields}
    response = client.post(RUNS, data, follow=True)
    assert response.status_code == 200
    return str(response.content.decode())


@pytest.fixture
def admin(world: World) -> Client:
    return world.client("admin")


@pytest.fixture
def queued(world: World) -> Run:
    return make_runs.launch(world.suites["open"], make_runs.system("waits"), reader="symbolic")


def test_the_list_of_runs_leads_to_the_page_that_launches_one(admin: Client) -> None:
    assert 'href="/runs/new/"' in admin.get(RUNS).content.decode()
    assert admin.get("/runs/new/").status_code == 200


def test_launching_again_shows_its_cost_first_and_then_only_enqueues(world: World, admin: Client) -> None:
    run = world.runs["open"]
    page = act(admin, "launch_again", run)
    assert "1 walks, 3 records, 1 questions" in page
    assert Run.objects.count() == 3
    act(admin, "launch_again", run, confirmed="Launch again")
    again = Run.objects.latest("pk")
    assert (again.status, again.suite, again.reader) == ("queued", run.suite, run.reader)
    assert again.created_by == world.people["admin"]
    assert AuditRecord.objects.filter(action="run.launched", subject=f"run:{again.pk}").exists()


def test_launching_again_twice_from_one_page_launches_once(world: World, admin: Client) -> None:
    run = world.runs["open"]
    (key,) = re.findall(r'name="launch_key" value="([^"]+)"', act(admin, "launch_again", run))
    for _ in range(2):
        act(admin, "launch_again", run, confirmed="Launch again", launch_key=key)
    assert Run.objects.count() == 4


def test_what_can_no_longer_be_launched_says_why(world: World, admin: Client) -> None:
    SystemUnderTest.objects.filter(name="a-system").update(name="renamed")
    run = world.runs["open"]
    assert "a-system is registered no longer" in act(admin, "launch_again", run)
    assert "a-system is registered no longer" in act(admin, "launch_again", run, confirmed="Launch again")
    assert Run.objects.count() == 3


def test_cancelling_and_resuming_ask_first(queued: Run, admin: Client) -> None:
    assert "0 of 1" in act(admin, "cancel_runs", queued)
    queued.refresh_from_db()
    assert queued.status == "queued"
    act(admin, "cancel_runs", queued, confirmed="Cancel")
    queued.refresh_from_db()
    assert queued.status == "cancelled"
    act(admin, "resume_runs", queued)
    queued.refresh_from_db()
    assert queued.status == "cancelled"
    act(admin, "resume_runs", queued, confirmed="Queue again")
    queued.refresh_from_db()
    assert queued.status == "queued"


def test_a_run_that_is_done_is_left_alone_with_the_reason(world: World, admin: Client) -> None:
    page = act(admin, "cancel_runs", world.runs["open"], confirmed="Cancel")
    assert "there is nothing to cancel" in page


def test_rows_of_runs_can_be_read_and_not_changed(world: World, admin: Client) -> None:
    run = world.runs["open"]
    assert admin.get(f"{RUNS}{run.pk}/change/").status_code == 200
    assert admin.get(f"{RUNS}add/").status_code == 403
    assert admin.post(f"{RUNS}{run.pk}/delete/", {"post": "yes"}).status_code == 403


@pytest.mark.parametrize("role", ["annotator", "researcher", "lead", "system"])
def test_the_admin_is_for_admins(world: World, role: str) -> None:
    response = world.client(role).get(RUNS)
    assert response.status_code == 302
    assert response["Location"].startswith("/admin/login/")
