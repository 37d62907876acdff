"""Absurd addresses, hostile texts and repeated posts: an answer that says what is wrong, never a crash."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.core.cache import cache

from benchmark.floor.audit.models import AuditRecord
from benchmark.models import Run
from scenarios import graphs
from tests.factories import runs as make_runs
from tests.factories import scenarios as make
from tests.factories import web_world
from tests.factories.web_world import World

HISTORY = "/suites/open/open-history/"
QUERY = f"{HISTORY}queries/q001/"
HUGE = "9" * 5000


ABSURD = (
    (f"{HISTORY}?after=nobody", 200),
    (f"{HISTORY}?after={'e' * 3000}", 200),
    (f"{HISTORY}?after=%00", 400),
    (f"{HISTORY}?q=%00", 400),
    (f"{HISTORY}?q={'a' * 6000}", 200),
    (f"{HISTORY}?q=.*%5B%28%25_%5C%27%22%3B--", 200),
    (f"{HISTORY}?q=%F0%9F%8C%8D%E2%80%AE%ED%A0%80", 200),
    (f"{HISTORY}?kind=secret", 200),
    (f"{HISTORY}?query=nobody", 200),
    (f"{HISTORY}?cutoff=2026-13-45T00:00:00Z", 200),
    (f"{HISTORY}?cutoff=0001-01-01T00:00:00%2B23:59", 200),
    (f"{HISTORY}?cutoff=9999-12-31T23:59:59-23:59", 200),
    (f"{HISTORY}?cutoff={HUGE}", 200),
    (f"{QUERY}?node=0", 200),
    (f"{QUERY}?node={HUGE}", 200),
    (f"{QUERY}?node=%27%22%3E", 200),
    (f"{QUERY}?node=%00", 400),
    (f"{HISTORY}queries/%00/", 400),
    (f"{HISTORY}queries/{'q' * 3000}/", 404),
    ("/suites/no%20such/", 404),
    ("/suites/%D1%81%D1%8E%D0%B8%D1%82/", 404),
    ("/runs/?page=abc", 200),
    ("/runs/?page=-1", 200),
    (f"/runs/?page={HUGE}", 200),
    ("/runs/?status=asleep&suite=none", 200),
    ("/runs/?suite=%00", 400),
    (f"/runs/{HUGE[:40]}/", 404),
    ("/runs/new/?suite=none", 200),
    ("/accounts/sign-in/?next=//example.org/", 302),
)


def test_an_absurd_address_is_answered(quiet_world: World) -> None:
    lead = quiet_world.client("lead")
    for path, status in ABSURD:
        response = lead.get(path)
        assert response.status_code == status, path[:200]
        assert status != 400 or "NUL" in response.content.decode(), path


def test_a_filter_looks_for_its_words_letter_by_letter(quiet_world: World) -> None:
    lead = quiet_world.client("lead")
    scenario = quiet_world.suites["open"].scenarios.get()
    make.event(scenario, 9, "100% of a_b [sic]")
    for needle, found in (("100%25", 1), ("a_b", 1), ("[sic]", 1), ("%25", 1), ("axb", 0), (".*", 0)):
        page = lead.get(f"{HISTORY}?q={needle}").content.decode()
        assert page.count('<li id="e') == found, needle


def test_a_cutoff_that_cannot_be_read_is_said_beside_the_records(quiet_world: World) -> None:
    lead = quiet_world.client("lead")
    page = lead.get(f"{HISTORY}?cutoff=<b>noon</b>").content.decode()
    assert "is not a cutoff" in page
    assert "&lt;b&gt;noon" in page
    assert "is not a cutoff" not in lead.get(f"{HISTORY}?cutoff=2026-01-03T09:00:00Z").content.decode()


def test_a_cutoff_greys_what_comes_after_it_alone(quiet_world: World) -> None:
    page = quiet_world.client("lead").get(f"{HISTORY}?cutoff=2026-01-03T09:00:00Z").content.decode()
    rows = page.split('<li id="')[1:]
    assert [("is-after" in row.partition(">")[0]) for row in rows] == [False, False, True]


HOSTILE = "<script>alert(1)</script> \"quoted\" 'single' & \u202eevil\u202c {{ 7 }} {% now %} \u0000".strip(
    "\u0000"
)


def test_hostile_texts_are_shown_as_texts(quiet_world: World) -> None:
    """HTML, quotes, template marks and direction marks in records, names, questions and runs."""
    suite = make.suite(slug="hostile", title=HOSTILE, is_open=True)
    scenario = make.scenario(suite=suite, slug="history", title=HOSTILE, domain="tripops")
    event = make.event(scenario, 1, HOSTILE, speaker=HOSTILE, session=HOSTILE)
    make.action(event, key=[HOSTILE], value=HOSTILE)
    query = make.query(scenario, 1, HOSTILE, goal_key=[HOSTILE], checkpoint=HOSTILE, unit="<b>")
    make.gold(query, answer=HOSTILE, missing=[HOSTILE])
    make.released(suite)
    lead = quiet_world.client("lead")
    node = query.gold.root_id
    system = make_runs.system("<i>sys</i>")
    run = make_runs.launch(suite, system, reader="symbolic", title=HOSTILE, note=HOSTILE)
    for path in (
        "/",
        "/suites/",
        "/suites/hostile/",
        "/suites/hostile/history/",
        "/suites/hostile/history/queries/q001/",
        f"/suites/hostile/history/queries/q001/?node={node}",
        "/runs/",
        f"/runs/{run.pk}/",
        "/leaderboards/",
        "/leaderboards/hostile/",
    ):
        page = lead.get(path).content.decode()
        assert "alert(1)" in page, path
        assert "<script>alert" not in page, path
        assert "<i>sys" not in page, path
    svg = lead.get("/suites/hostile/history/queries/q001/dag.svg").content.decode()
    assert "alert" in svg
    assert "<script" not in svg
    timeline = lead.get("/suites/hostile/history/").content.decode()
    assert "<bdi>&lt;script&gt;" in timeline, "a direction mark must not turn what stands around a record"


def without_tokens(response: Any) -> str:
    """The page without the values of its CSRF tokens, which are other ones each time."""
    return re.sub(r'(name="csrfmiddlewaretoken" value=)"[^"]*"', r"\1", response.content.decode())


def test_htmx_gets_the_part_and_history_the_whole_page(quiet_world: World) -> None:
    lead = quiet_world.client("lead")
    whole = lead.get(HISTORY)
    part = lead.get(HISTORY, headers={"HX-Request": "true"})
    restored = lead.get(HISTORY, headers={"HX-Request": "true", "HX-History-Restore-Request": "true"})
    assert all("HX-Request" in response["Vary"] for response in (whole, part, restored))
    assert "<html" not in part.content.decode()
    assert part.content.decode().strip() in whole.content.decode()
    assert "<html" in restored.content.decode()
    node = quiet_world.suites["open"].scenarios.get().derivation_nodes.order_by("pk")[0].pk
    opened = lead.get(f"{QUERY}?node={node}")
    panel = lead.get(f"{QUERY}?node={node}", headers={"HX-Request": "true"})
    assert without_tokens(panel).strip() in without_tokens(opened)
    assert 'id="node-panel"' in panel.content.decode()
    assert "HX-Request" in panel["Vary"]


def test_a_part_asked_for_after_the_session_ended_sends_the_page_to_the_sign_in(world: World) -> None:
    run = world.runs["open"]
    response = world.client("anonymous").get(
        f"/runs/{run.pk}/progress/",
        headers={"HX-Request": "true", "HX-Current-URL": f"http://testserver/runs/{run.pk}/?a=b"},
    )
    assert response.status_code == 200
    assert response["HX-Redirect"] == f"/accounts/sign-in/?next=%2Fruns%2F{run.pk}%2F%3Fa%3Db"
    assert response.content == b""


def form(**fields: Any) -> dict[str, Any]:
    given = {"suite": "open", "systems": ["a-system"], "reader": "symbolic", "hints": ["none"]}
    return {**given, "repetitions": 1, "budget": 1000, **fields}


def test_the_launch_page_offers_estimates_and_launches(world: World) -> None:
    lead, before = world.client("lead"), Run.objects.count()
    page = lead.get("/runs/new/?suite=open").content.decode()
    assert "a-system" in page
    estimate = lead.post("/runs/new/", form(estimate="1"))
    assert estimate.status_code == 200
    assert "1 walk hands over 3 events" in estimate.content.decode()
    assert Run.objects.count() == before
    launched = lead.post("/runs/new/", form(title="From the page"), follow=True)
    run = Run.objects.latest("pk")
    assert launched.redirect_chain == [(f"/runs/{run.pk}/", 302)]
    assert (run.title, run.created_by) == ("From the page", world.people["lead"])
    assert f"Run {run.pk} is launched." in launched.content.decode()


def test_a_launch_form_sent_twice_launches_once_and_another_with_changes(world: World) -> None:
    lead, before = world.client("lead"), Run.objects.count()
    (key,) = re.findall(r'name="launch_key" value="([^"]{20,})"', lead.get("/runs/new/").content.decode())
    assert key not in lead.get("/runs/new/").content.decode()
    first = lead.post("/runs/new/", form(launch_key=key))
    again = lead.post("/runs/new/", form(launch_key=key), follow=True)
    assert again.redirect_chain == [(first["Location"], 302)]
    assert "has launched run" in again.content.decode()
    assert Run.objects.count() == before + 1
    lead.post("/runs/new/", form(launch_key=key, budget=999))
    world.client("admin").post("/runs/new/", form(launch_key=key))
    assert Run.objects.count() == before + 3


NO_LAUNCH: tuple[tuple[dict[str, Any], str], ...] = (
    ({"suite": "closed"}, "Select a valid choice"),
    ({"suite": "none"}, "Select a valid choice"),
    ({"suite": "a\x00b"}, "Null characters"),
    ({"systems": []}, "Choose at least one system."),
    ({"systems": ["a\x00b"]}, "Null characters"),
    ({"reader": "oracle"}, "Select a valid choice"),
    ({"hints": ["loud"]}, "Select a valid choice"),
    ({"budget": "-5"}, "greater than or equal to 1"),
    ({"repetitions": HUGE[:30]}, "less than or equal to 20"),
    ({"title": "a\x00b"}, "Null characters"),
    ({"reader_config": "{"}, "valid JSON"),
    ({"reader_config": "[1]"}, "Write a JSON object"),
    ({"reader_config": '{"api_key_env": "HOME"}'}, "only be set by command"),
    ({"reader_config": '{"model": "x"}'}, "takes no setting"),
    ({"reader": "chat"}, "must name a model"),
)


def test_a_launch_that_cannot_be_comes_back_with_its_reason(world: World) -> None:
    lead, before = world.client("lead"), Run.objects.count()
    for fields, words in NO_LAUNCH:
        response = lead.post("/runs/new/", form(**fields))
        assert response.status_code == 422, fields
        assert words in html.unescape(response.content.decode()), fields
    assert Run.objects.count() == before


def test_a_second_cancel_changes_nothing(world: World) -> None:
    lead = world.client("lead")
    run = make_runs.launch(world.suites["open"], make_runs.system("another"), reader="symbolic")
    first = lead.post(f"/runs/{run.pk}/cancel/")
    run.refresh_from_db()
    before = (run.status, run.finished_at, AuditRecord.objects.count())
    second = lead.post(f"/runs/{run.pk}/cancel/", follow=True)
    run.refresh_from_db()
    assert first.status_code == 302
    assert second.redirect_chain == [(f"/runs/{run.pk}/", 302)]
    assert (run.status, run.finished_at, AuditRecord.objects.count()) == before
    assert run.status == "cancelled"
    ended = lead.post(f"/runs/{world.runs['open'].pk}/cancel/", follow=True).content.decode()
    assert "there is nothing to cancel" in ended


def test_a_post_without_the_csrf_token_does_nothing_and_says_so(quiet_world: World) -> None:
    lead = quiet_world.client("lead", enforce_csrf_checks=True)
    for path in ("/runs/new/", "/runs/1/cancel/", "/accounts/sign-in/", "/accounts/sign-out/"):
        response = lead.post(path, {})
        assert response.status_code == 403, path
        assert "send the form once more" in response.content.decode(), path


@pytest.fixture
def undrawn(quiet_world: World, monkeypatch: pytest.MonkeyPatch) -> World:
    """No drawing is in the cache and none can be made: there is no ``dot``."""
    cache.clear()
    monkeypatch.setattr(graphs.shutil, "which", lambda name: None)
    monkeypatch.setattr(graphs.sysconfig, "get_path", lambda name: "/nowhere")
    return quiet_world


def test_without_a_dot_program_the_page_says_so_and_shows_the_table(undrawn: World) -> None:
    lead = undrawn.client("lead")
    page = lead.get(QUERY)
    assert page.status_code == 200
    assert "no graphviz found: install graphviz" in page.content.decode()
    assert '<details id="nodes" open>' in page.content.decode()
    assert page.content.decode().count("?node=") >= 4
    alone = lead.get(f"{QUERY}dag.svg")
    assert alone.status_code == 503
    assert alone["Content-Type"].startswith("text/plain")
    assert "install graphviz" in alone.content.decode()


def test_a_drawing_that_takes_too_long_is_given_up(
    quiet_world: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    cache.clear()
    slow = tmp_path / "dot"
    slow.write_text("#!/bin/sh\nexec sleep 30\n")
    slow.chmod(0o755)
    monkeypatch.setattr(graphs, "dot_binary", lambda: str(slow))
    monkeypatch.setattr(graphs, "SECONDS", 0.2)
    page = quiet_world.client("lead").get(QUERY).content.decode()
    assert "took more than 0.2 s" in page
    assert '<details id="nodes" open>' in page


def test_a_link_to_a_record_opens_the_page_that_holds_it(quiet_world: World) -> None:
    scenario = quiet_world.suites["open"].scenarios.get()
    web_world.grow(scenario, events=450)
    lead = quiet_world.client("lead")
    for label, first in (("e0003", "e0001"), ("e0200", "e0001"), ("e0201", "e0201"), ("e0453", "e0401")):
        page = lead.get(f"{HISTORY}?at={label}").content.decode()
        assert f'<li id="{label}"' in page
        assert page.partition('<li id="')[2].startswith(f'{first}"')
    assert lead.get(f"{HISTORY}?at=nobody").content.decode().partition('<li id="')[2].startswith('e0001"')
    page = lead.get(f"{HISTORY}?q=Record&at=e0400").content.decode()
    assert "superseded by e0401</a>" in page
    assert '<a href="#e0302">' in page, "a record on this page"
    last = lead.get(f"{HISTORY}?at=e0200").content.decode()
    assert '<a href="?at=e0201#e0201">superseded by e0201</a>' in last
