"""What pages and commands do with suites, members and the audit, done by a program (issue: the API twins)."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmark.floor.accounts.models import User
from benchmark.floor.audit.models import AuditRecord
from benchmark.floor.audit.services import records
from scenarios.bundle import Bundle
from scenarios.models import Membership, Slot, Suite
from scenarios.review.services import releasing
from scenarios.services import suites
from tests.factories import scenarios as make
from tests.factories.web_world import MARKER, World

API = "/api/v1/suites/"


def send(client: Client, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
    data = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
    response = getattr(client, method)(path, **data, headers=headers)
    return response.status_code, response.json() if response.content else None


def small() -> Bundle:
    """A suite that derives: one record, one question, imported so that its words need no template."""
    stated = make.act("assert", "dest", "Grus", value="Corby")
    return make.bundle(make.event_spec(1, stated), queries=(make.query_spec(1, "dest", "Grus"),))


def test_a_suite_goes_out_as_files_and_comes_in_again_with_the_same_hash(quiet_world: World) -> None:
    lead = quiet_world.api("lead")
    stored = suites.store(bundle=small(), by=quiet_world.people["lead"])
    files = lead.get(f"{API}{stored.slug}/files/").json()
    assert files["content_hash"] == stored.content_hash
    status, refused = send(lead, "post", API, {"files": files["files"]})
    assert (status, refused["code"]) == (409, "conflict")
    assert "here already" in refused["detail"]
    assert send(lead, "delete", f"{API}{stored.slug}/")[0] == 403
    assert send(quiet_world.api("admin"), "delete", f"{API}{stored.slug}/") == (204, None)
    status, again = send(lead, "post", API, {"files": files["files"], "release": True})
    assert (status, again["status"], again["content_hash"]) == (201, "released", files["content_hash"])
    assert lead.get(f"{API}{stored.slug}/files/").json()["files"] == files["files"]
    assert AuditRecord.objects.filter(action="suite.exported", actor="the-lead").count() == 2


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"../x.json": "{}"}, "'../x.json' is no file of an export"),
        ({"/etc/x.json": "{}"}, "is no file of an export"),
        ({"suite.json": "{"}, "suite.json, line 1"),
        ({"suite.json": None}, "suite.json"),
    ],
)
def test_files_that_are_no_suite_are_refused_with_their_place(
    quiet_world: World, change: dict[str, str | None], words: str
) -> None:
    lead = quiet_world.api("lead")
    stored = suites.store(bundle=small(), by=quiet_world.people["lead"])
    files = {**lead.get(f"{API}{stored.slug}/files/").json()["files"], **change}
    suites.delete(suite=stored, by=None)
    before = Suite.objects.count()
    sent = {path: text for path, text in files.items() if text is not None}
    status, refused = send(lead, "post", API, {"files": sent})
    assert (status, refused["code"]) == (422, "refused")
    assert words in refused["detail"]
    assert "/tmp" not in refused["detail"]
    assert Suite.objects.count() == before


def test_a_suite_is_copied_released_and_its_draft_deleted(quiet_world: World) -> None:
    lead, admin = quiet_world.api("lead"), quiet_world.api("admin")
    stored = suites.store(bundle=small(), by=quiet_world.people["lead"], is_open=True)
    status, copied = send(lead, "post", f"{API}{stored.slug}/copies/", {"slug": "again"})
    assert (status, copied["slug"], copied["version"], copied["status"]) == (201, "again", 2, "draft")
    assert send(lead, "post", f"{API}{stored.slug}/copies/", {"slug": "again"})[0] == 409
    assert send(lead, "post", f"{API}{stored.slug}/copies/", {"slug": "A b"})[0] == 400
    release = f"{API}{stored.slug}/release/"
    nothing = {"order": {"status": "none", "message": "", "suite": ""}, "failed": [], "rejected": []}
    assert lead.get(release).json() == nothing
    for _ in range(2):
        assert send(lead, "post", release, {})[:2] == (202, {"status": "waiting", "message": "", "suite": ""})
    assert releasing.work(stored.pk, quiet_world.people["lead"].pk) == f"{stored.slug} is released"
    assert lead.get(release).json()["order"]["status"] == "done"
    assert lead.get(f"{API}{stored.slug}/").json()["status"] == "released"
    status, refused = send(lead, "post", release, {})
    assert (status, refused["code"]) == (409, "conflict")
    assert send(admin, "delete", f"{API}{stored.slug}/")[0] == 409
    stale = send(admin, "delete", f"{API}again/", **{"If-Match": '"other"'})
    assert (stale[0], stale[1]["code"]) == (412, "precondition_failed")
    tag = admin.get(f"{API}again/")["ETag"]
    assert send(admin, "delete", f"{API}again/", **{"If-Match": tag})[0] == 204
    assert admin.get(f"{API}again/").status_code == 404


def test_the_life_of_a_member(quiet_world: World) -> None:
    lead, closed = quiet_world.people["lead"], quiet_world.suites["closed"]
    make.member(lead, closed, "lead")
    client, path = quiet_world.api("lead"), f"{API}closed/members/"
    ann = quiet_world.people["annotator"]
    for _ in range(2):
        status, made = send(client, "post", path, {"name": "the-annotator", "role": "annotator"})
        assert (status, made["user"], made["kind"]) == (201, ann.pk, "person")
    assert send(client, "post", path, {"name": "the-annotator", "role": "viewer"})[0] == 422
    assert send(client, "post", path, {"name": "nobody", "role": "viewer"})[0] == 422
    names = [row["name"] for row in client.get(path).json()["results"]]
    assert names == ["the-lead", "the-annotator"]
    assert [row["name"] for row in client.get(f"{path}?role=lead").json()["results"]] == ["the-lead"]
    assert client.get(f"{path}?role=boss").status_code == 400
    tag = client.get(f"{path}{ann.pk}/")["ETag"]
    status, changed = send(client, "patch", f"{path}{ann.pk}/", {"role": "adjudicator"}, **{"If-Match": tag})
    assert (status, changed["role"]) == (200, "adjudicator")
    assert send(client, "delete", f"{path}{ann.pk}/", **{"If-Match": tag})[0] == 412
    assert send(client, "delete", f"{path}{lead.pk}/")[0] == 409  # the only lead
    assert send(client, "delete", f"{path}{ann.pk}/") == (204, None)
    assert send(client, "delete", f"{path}{ann.pk}/")[0] == 404
    assert Membership.objects.filter(suite=closed).count() == 1


def test_the_list_of_members_costs_the_same_for_few_and_for_many(quiet_world: World) -> None:
    client, costs = quiet_world.api("lead"), []
    for count in (1, 12):
        for number in range(count):
            person = User.objects.create_user(f"more-{count}-{number}", role="viewer")
            make.member(person, quiet_world.suites["open"], "viewer")
        with CaptureQueriesContext(connection) as caught:
            rows = client.get(f"{API}open/members/").json()["results"]
        costs.append(len(caught))
    assert len(rows) == 13
    assert costs[1] <= costs[0]


def test_nobody_lets_themselves_into_a_held_out_suite(quiet_world: World) -> None:
    lead = quiet_world.api("lead")
    assert lead.get(f"{API}held-out/").status_code == 200
    for status, refused in (
        send(lead, "post", f"{API}held-out/members/", {"name": "the-lead", "role": "lead"}),
        send(lead, "get", f"{API}held-out/files/"),
    ):
        assert (status, refused["code"]) == (403, "permission_denied")
    account = {
        "name": "door",
        "purpose": "x",
        "role": "viewer",
        "suites": ["held-out"],
        "member_role": "lead",
    }
    assert send(lead, "post", "/api/v1/service-accounts/", account)[0] == 422
    assert not User.objects.filter(username="door").exists()
    assert not Membership.objects.filter(suite=quiet_world.suites["held-out"]).exists()


def test_the_audit_shows_a_lead_what_was_done_to_their_suites_and_by_them(quiet_world: World) -> None:
    people = quiet_world.people
    for subject, by in (
        ("suite:open", people["admin"]),
        ("event:open/h/e1", people["admin"]),
        ("suite:closed", people["admin"]),
        ("suite:open-too", people["admin"]),
        ("user:open", people["admin"]),
        ("user:the-lead", people["admin"]),
        ("run:1", people["lead"]),
    ):
        records.record(action="suite.noted", subject=subject, by=by)

    def seen(role: str, query: str = "") -> list[str]:
        rows = quiet_world.api(role).get(f"/api/v1/audit/?action=suite.noted{query}").json()["results"]
        return [row["subject"] for row in rows]

    assert seen("lead") == ["run:1", "user:the-lead", "event:open/h/e1", "suite:open"]
    assert len(seen("admin")) == 7
    assert seen("lead", "&suite=open") == ["event:open/h/e1", "suite:open"]
    assert seen("lead", "&suite=closed") == []
    assert seen("admin", "&suite=closed") == ["suite:closed"]
    assert seen("lead", "&actor=the-lead") == ["run:1"]
    assert seen("lead", "&subject=suite:open") == ["suite:open"]
    later = (datetime.now(UTC) + timedelta(hours=1)).isoformat().replace("+00:00", "Z")
    assert seen("lead", f"&since={later}") == []
    assert len(seen("lead", f"&until={later}")) == 4
    assert seen("lead", "&by_service=true") == []
    page = quiet_world.client("lead").get("/audit/?action=suite.*").content.decode()
    assert "event:open/h/e1" in page
    assert "suite:closed" not in page
    for wrong in ("since=today", "by_service=perhaps", "actor=%00", "who=x"):
        refused = quiet_world.api("lead").get(f"/api/v1/audit/?{wrong}")
        assert (refused.status_code, refused.json()["code"]) == (400, "invalid"), wrong
    assert quiet_world.client("lead").get("/audit/?since=today").status_code == 422


def test_the_audit_costs_the_same_for_few_and_for_many_and_its_page_goes_on(quiet_world: World) -> None:
    client, costs = quiet_world.api("lead"), []
    client.get("/api/v1/audit/")
    for count in (3, 120):
        for _ in range(count):
            records.record(action="suite.noted", subject="suite:open", by=None)
        with CaptureQueriesContext(connection) as caught:
            assert client.get("/api/v1/audit/").status_code == 200
        costs.append(len(caught))
    assert costs[0] == costs[1]
    page = quiet_world.client("lead")
    numbers, path = [], "/audit/?action=suite.noted"
    for _ in range(3):
        response = page.get(path)
        numbers += [row.pk for row in response.context["rows"]]
        path = f"/audit/?{response.context['more']}"
    assert len(numbers) == len(set(numbers)) == 123


@pytest.mark.parametrize("role", ["lead", "annotator", "system"])
def test_options_of_the_new_routes_say_what_they_take(quiet_world: World, role: str) -> None:
    of_suite = [f"{API}open/{name}/" for name in ("members", "files", "copies", "release", "review/ahead")]
    for path in (API, *of_suite, "/api/v1/audit/", "/api/v1/review/", "/api/v1/service-accounts/"):
        answer = quiet_world.api(role).options(path)
        assert answer.status_code == 200, path
        assert MARKER not in answer.content.decode()


def test_desks_and_the_item_ahead_are_there_for_programs(quiet_world: World) -> None:
    found = quiet_world.api("adjudicator").get("/api/v1/review/").json()["results"]
    desk = next(one for one in found if one["suite"] == "open")
    assert (desk["adjudicates"], desk["judges"], desk["disputes"]) == (True, False, 1)
    assert quiet_world.api("annotator").get("/api/v1/review/").json()["results"][0]["disputes"] == 0
    status, ahead = send(quiet_world.api("annotator"), "post", f"{API}open/review/ahead/")
    assert (status, ahead["slot"]) == (200, None)
    assert not Slot.objects.filter(person=quiet_world.people["annotator"]).exists()
