"""Systems in the API: registered, changed, switched off, asked and removed, each noted with who did it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmark.floor.accounts.services import tokens
from benchmark.floor.audit.models import AuditRecord
from benchmark.services import registering
from sut_adapters.models import SystemUnderTest
from tests.factories import push_server
from tests.factories.push_server import Running
from tests.factories.web_world import World

SYSTEMS = "/api/v1/systems/"
MINE = f"{SYSTEMS}mine/"


@pytest.fixture
def server(settings: LazySettings) -> Iterator[Running]:
    settings.PUSH_ALLOW = ("127.0.0.1",)
    with push_server.running() as run:
        yield run


def send(client: Client, method: str, path: str, body: Any = None, **headers: str) -> Any:
    data = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
    return getattr(client, method)(path, headers=headers, **data)


def registered(client: Client, **fields: Any) -> Any:
    return send(client, "post", SYSTEMS, {"name": "mine", "adapter": "bm25", **fields})


def notes() -> list[tuple[str, str, str]]:
    rows = AuditRecord.objects.filter(subject__startswith="system:").order_by("pk")
    return list(rows.values_list("action", "subject", "actor"))


def test_adapters_say_who_walks_them_and_who_registers_them(quiet_world: World) -> None:
    found = {
        row["name"]: row for row in quiet_world.api("viewer").get("/api/v1/adapters/").json()["adapters"]
    }
    assert found["bm25"]["for_admins"] is False
    assert (found["push"]["for_admins"], found["push"]["walked_by"]) == (True, "workers")
    assert found["pull"]["walked_by"] == "client"


def test_a_system_is_registered_changed_switched_off_and_removed_and_all_of_it_is_noted(
    quiet_world: World,
) -> None:
    lead = quiet_world.api("lead")
    made = registered(lead, config={"b": 0.5}, k=3, description="Of ours.")
    assert made.status_code == 201, made.content
    assert made.json() == {
        "name": "mine",
        "adapter": "bm25",
        "k": 3,
        "budget": None,
        "knows": [],
        "description": "Of ours.",
        "enabled": True,
        "registered_by": "the-lead",
        "config": {"b": 0.5},
        "walks": 0,
    }
    changed = send(lead, "patch", MINE, {"k": 4, "enabled": False}).json()
    assert (changed["k"], changed["enabled"], changed["config"]) == (4, False, {"b": 0.5})
    assert send(lead, "patch", MINE, {"k": 4}).json() == changed  # nothing to change, nothing to note
    assert [row["name"] for row in lead.get(f"{SYSTEMS}?enabled=false").json()["results"]] == ["mine"]
    assert send(lead, "post", f"{MINE}test/").json() == {
        "ok": True,
        "said": "runs in this server; nobody is called",
    }
    assert send(lead, "delete", MINE).status_code == 204
    assert lead.get(MINE).status_code == 404
    assert notes() == [
        (f"system.{done}", "system:mine", "the-lead") for done in ("registered", "changed", "removed")
    ]


@pytest.mark.parametrize(
    ("fields", "status", "code", "words"),
    [
        ({"adapter": "bm52"}, 422, "system_refused", "Known adapters are bm25"),
        ({"config": {"kk": 1}}, 422, "system_refused", "unknown setting kk"),
        ({"k": 0}, 422, "system_refused", "from 1 to"),
        ({"budget": 10**30}, 422, "system_refused", "from 1 to"),
        ({"name": "bm25"}, 422, "system_refused", "what ships with Stemma"),
        ({"name": "supporting_events"}, 422, "system_refused", "what ships with Stemma"),
        ({"name": "a/b"}, 422, "system_refused", "letter or digit first"),
        ({"name": ""}, 400, "invalid", "may not be blank"),
        ({"config": [1]}, 400, "invalid", "dictionary"),
        ({"knows": ["gold"]}, 400, "invalid", "Unknown member"),
    ],
)
def test_what_cannot_be_registered_is_named_and_nothing_is_stored(
    quiet_world: World, fields: dict[str, Any], status: int, code: str, words: str
) -> None:
    refused = registered(quiet_world.api("lead"), **fields)
    assert (refused.status_code, refused.json()["code"]) == (status, code)
    assert words in refused.content.decode()
    assert not SystemUnderTest.objects.exists()
    assert notes() == []


def test_a_name_is_taken_once(quiet_world: World) -> None:
    assert registered(quiet_world.api("lead")).status_code == 201
    again = registered(quiet_world.api("researcher"))
    assert (again.status_code, again.json()["code"]) == (409, "system_name_taken")


@pytest.mark.parametrize(
    "fields",
    [
        {"adapter": "push", "config": {"base_url": "http://127.0.0.1:9"}},
        {
            "adapter": "dense",
            "config": {"embedding": "endpoint", "model": "m", "base_url": "http://127.0.0.1"},
        },
        {"adapter": "dense", "config": {"api_key_env": "DATABASE_URL"}},
    ],
)
def test_what_makes_the_server_call_is_registered_by_administrators_alone(
    quiet_world: World, fields: dict[str, Any]
) -> None:
    for role in ("lead", "researcher"):
        refused = registered(quiet_world.api(role), **fields)
        assert (refused.status_code, refused.json()["code"]) == (403, "permission_denied"), role
        assert "Only an administrator" in refused.json()["detail"]
    assert registered(quiet_world.api("lead"), adapter="dense").status_code == 201
    refused = send(quiet_world.api("lead"), "patch", MINE, {k: v for k, v in fields.items() if k != "name"})
    assert refused.status_code == 403
    assert SystemUnderTest.objects.get().config == {}


def test_an_administrator_registers_a_server_of_theirs_and_asks_it(
    quiet_world: World, server: Running
) -> None:
    admin = quiet_world.api("admin")
    made = registered(admin, adapter="push", config={"base_url": server.url}).json()
    assert made["config"]["declares"]["as_of"] is False
    assert quiet_world.api("lead").get(MINE).json()["config"] is None  # the address is not for them
    assert send(admin, "post", f"{MINE}test/").json()["ok"] is True
    SystemUnderTest.objects.update(config={"base_url": "http://127.0.0.1:9"})
    assert send(admin, "post", f"{MINE}test/").json()["ok"] is False


def test_a_token_without_the_scope_of_administrators_is_told_so(quiet_world: World) -> None:
    admin = quiet_world.people["admin"]
    _, secret = tokens.create(user=admin, name="narrow", by=admin, now=timezone.now(), scopes=["read", "run"])
    client = Client(headers={"Authorization": f"Token {secret}"})
    refused = registered(client, adapter="push", config={"base_url": "http://127.0.0.1:9"})
    assert (refused.status_code, refused.json()["code"]) == (401, "scope")


def test_nobody_changes_tests_or_removes_what_others_look_after(quiet_world: World) -> None:
    registered(quiet_world.api("lead"))
    researcher = quiet_world.api("researcher")
    for method, path, body in (
        ("patch", MINE, {"enabled": False}),
        ("delete", MINE, None),
        ("post", f"{MINE}test/", None),
    ):
        refused = send(researcher, method, path, body)
        assert refused.status_code == 403, path
        assert "registered by the-lead" in refused.json()["detail"]
    assert send(quiet_world.api("admin"), "patch", MINE, {"enabled": False}).status_code == 200


def test_a_change_by_somebody_else_meanwhile_is_not_overwritten(quiet_world: World) -> None:
    lead = quiet_world.api("lead")
    registered(lead)
    seen = lead.get(MINE)["ETag"]
    assert send(lead, "patch", MINE, {"k": 2}, **{"If-Match": seen}).status_code == 200
    late = send(lead, "patch", MINE, {"k": 9}, **{"If-Match": seen})
    assert (late.status_code, late.json()["code"]) == (412, "precondition_failed")
    assert send(lead, "delete", MINE, **{"If-Match": seen}).status_code == 412
    assert SystemUnderTest.objects.get().k == 2
    assert send(lead, "delete", MINE, **{"If-Match": "*"}).status_code == 204


def test_a_system_with_runs_stays_and_an_oracle_is_switched_off_at_most(world: World) -> None:
    admin = world.api("admin")
    kept = send(admin, "delete", f"{SYSTEMS}a-system/")
    assert (kept.status_code, kept.json()["code"]) == (409, "system_has_runs")
    SystemUnderTest.objects.create(name="seer", adapter="supporting_events", knows=["gold"])
    refused = send(admin, "patch", f"{SYSTEMS}seer/", {"k": 5})
    assert (refused.status_code, refused.json()["code"]) == (422, "system_refused")
    assert send(admin, "patch", f"{SYSTEMS}seer/", {"enabled": False}).json()["enabled"] is False
    assert SystemUnderTest.objects.get(name="seer").knows == ["gold"]


def test_lists_are_ordered_as_asked_and_cursors_belong_to_their_order(quiet_world: World) -> None:
    for name, adapter in (("b", "bm25"), ("a", "notes"), ("c", "bm25")):
        registering.register(name=name, adapter=adapter, by=None)
    lead = quiet_world.api("lead")

    def names(order: str) -> list[str]:
        rows, following = [], f"{SYSTEMS}?page_size=1&order={order}"
        while following:
            page = lead.get(following).json()
            rows += [row["name"] for row in page["results"]]
            following = page["next"]
        return rows

    assert names("name") == ["a", "b", "c"]
    assert names("-name") == ["c", "b", "a"]
    assert names("adapter") == ["b", "c", "a"]
    assert names("-adapter") == ["a", "c", "b"]
    unknown = lead.get(f"{SYSTEMS}?order=config")
    assert unknown.json()["fields"]["order"] == ["Known: name, -name, adapter, -adapter."]
    cursor = lead.get(f"{SYSTEMS}?page_size=1").json()["next"]
    assert lead.get(f"{cursor}&order=-name").status_code == 400


def test_the_list_costs_the_same_whatever_it_holds(quiet_world: World) -> None:
    lead = quiet_world.api("lead")

    def cost() -> int:
        with CaptureQueriesContext(connection) as caught:
            assert lead.get(SYSTEMS).status_code == 200
        return len(caught)

    cost()
    registered(lead)
    few = cost()
    for number in range(20):
        registering.register(name=f"more {number}", adapter="bm25", by=quiet_world.people["researcher"])
    assert cost() == few


def test_a_form_of_an_administrator_is_noted_too(quiet_world: World) -> None:
    client = quiet_world.client("admin")
    form = {"name": "mine", "adapter": "bm25", "config": "{}", "enabled": "on"}
    assert client.post("/admin/sut_adapters/systemundertest/add/", form).status_code == 302
    system = SystemUnderTest.objects.get()
    assert system.registered_by == quiet_world.people["admin"]
    path = f"/admin/sut_adapters/systemundertest/{system.pk}/"
    assert client.post(f"{path}change/", {**form, "k": "4"}).status_code == 302
    assert client.post(f"{path}delete/", {"post": "yes"}).status_code == 302
    assert notes() == [
        (f"system.{done}", "system:mine", "the-admin") for done in ("registered", "changed", "removed")
    ]


def test_staff_who_are_no_administrators_register_no_addresses_in_the_admin(
    quiet_world: World, server: Running
) -> None:
    lead = quiet_world.people["lead"]
    lead.is_staff = True
    lead.save()
    lead.user_permissions.set(Permission.objects.filter(content_type__model="systemundertest"))
    form = {
        "name": "mine",
        "adapter": "push",
        "config": json.dumps({"base_url": server.url}),
        "enabled": "on",
    }
    place = "/admin/sut_adapters/systemundertest/add/"
    assert quiet_world.client("lead").post(place, form).status_code == 403
    assert not SystemUnderTest.objects.exists()
    assert (
        quiet_world.client("lead").post(place, {**form, "adapter": "bm25", "config": "{}"}).status_code == 302
    )
