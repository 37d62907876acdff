"""Forms from elsewhere, fields nobody offered, filters that probe: at each route of the resolver (ADR 32)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import get_resolver

from benchmark.floor.headers import HEADERS
from tests.factories import addresses
from tests.factories.addresses import Address
from tests.factories.matrix import ROWS, ask, is_api
from tests.factories.stored_rows import changes, snapshot
from tests.factories.web_world import ROLES, World
from tests.unit.floor.test_headers import INLINE
from tests.unit.walls import rooms

UNSAFE = ("post", "put", "patch", "delete")
PROBES = (
    "suite__gold=1",
    "gold__answer__startswith=Z",
    "answer__gold__startswith=a",
    "order=password",
    "order=suite__memberships",
    "ordering=gold",
    "by__password__startswith=md5",
    "fields=gold",
    "expand=gold",
    "search=Zxq",
)


def unguarded(world: World, found: list[Address]) -> list[str]:
    """Where a form that came from elsewhere is not refused for that reason."""
    client = world.client("lead", enforce_csrf_checks=True)
    told = []
    for one in found:
        for method in UNSAFE:
            sent = {"data": "{}", "content_type": "application/json"} if is_api(one) else {}
            response = getattr(client, method)(one.path(world.values("open")), **sent)
            if response.status_code == 415:  # it takes files, as a form of a page would send them
                response = client.post(one.path(world.values("open")))
            # The API refuses a method that a route lacks before it looks at who asks.
            if response.status_code != 403 and not (is_api(one) and response.status_code == 405):
                told.append(f"{method} {one.template}: {response.status_code}")
            elif is_api(one) and response.status_code == 403 and b"CSRF" not in response.content:
                told.append(f"{method} {one.template}: {response.content[:200]!r}")
    return told


def test_no_form_from_elsewhere_does_anything(world: World) -> None:
    before = snapshot()
    wrong = unguarded(world, list(addresses.walk()))
    assert not wrong, "\n".join(wrong)
    assert changes(before, snapshot()) == []


def test_a_view_without_the_guard_is_found(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    found = next(one for one in addresses.ours() if one.name == "benchmark:run_cancel")
    callback = get_resolver().resolve(found.path(world.values("open"))).func
    monkeypatch.setattr(callback, "csrf_exempt", True, raising=False)
    assert any("cancel" in line for line in unguarded(world, [found]))


def test_every_page_says_what_browsers_refuse_and_needs_nothing_of_it(world: World) -> None:
    admin, wrong, pages = world.client("admin"), [], 0
    for found in addresses.walk():
        path = found.path(world.values("open"))
        if found.name in ("accounts:sign_out", "admin:logout"):
            continue
        response = admin.get(path)
        if {name: response.headers.get(name) for name in HEADERS} != HEADERS:
            wrong.append(f"{path}: headers")
        kind = response.headers.get("Content-Type", "").partition(";")[0]
        if kind in ("text/html", "image/svg+xml") and "attachment" not in response.get(
            "Content-Disposition", ""
        ):
            pages += 1
            text = b"".join(response) if response.streaming else response.content
            wrong += [f"{path}: {hit}" for hit in INLINE.findall(text.decode())]
    assert pages > 60
    assert not wrong, "\n".join(wrong)


# Fields that nobody offered.


def everything() -> dict[str, Any]:
    """Every field of every model of ours, with a value that would be a promotion."""
    names = {
        field.name
        for model in apps.get_models()
        if model._meta.app_label in rooms.LEVELS
        for field in model._meta.get_fields()
    }
    hostile: dict[str, Any] = dict.fromkeys(sorted(names), 1)
    hostile |= {"role": "admin", "is_staff": True, "is_superuser": True, "is_active": True, "kind": "person"}
    hostile |= {"status": "done", "is_open": True, "held_out": False, "is_practice": True, "score": 1}
    return hostile


#: Fields that decide who may what, whose a thing is, and how it counts.
GUARDED = {
    "accounts.User": ("role", "is_staff", "is_superuser", "is_active", "kind", "made_by_id", "password"),
    "accounts.ApiToken": ("user_id", "scopes", "suite", "digest", "expires_at"),
    "hooks.Hook": ("owner_id", "suite", "url"),
    "scenarios.Suite": ("slug", "status", "held_out", "is_open", "is_practice", "content_hash", "version"),
    "scenarios.Membership": ("user_id", "suite_id", "role"),
    "scenarios.GoldAnswer": ("label", "answer", "query_id"),
    "scenarios.Verdict": ("outcome", "person_id", "item_id"),
    "benchmark.Run": ("suite_id", "suite_hash", "created_by_id", "reader", "reader_knows", "carried_from_id"),
    "benchmark.Answer": ("correct", "status", "label", "answer"),
    "sut_adapters.SystemUnderTest": ("registered_by_id", "adapter", "config", "name", "knows", "enabled"),
}


def promoted(before: dict[str, Any], after: dict[str, Any], role: str) -> list[str]:
    """What changed of guarded fields of rows that were there, and new rows of people and memberships."""
    told = []
    for line in changes(before, after):
        label, _, rest = line.partition(" ")
        field = rest.split()[1].rstrip(":") if "->" in rest else ""
        if field in GUARDED.get(label, ()):
            told.append(f"{role}: {line}")
        if rest.endswith("is new") and label in ("accounts.User", "scenarios.Membership"):
            told.append(f"{role}: {line}")
    return told


def test_the_guarded_fields_exist() -> None:
    for label, names in GUARDED.items():
        attributes = {field.attname for field in apps.get_model(label)._meta.concrete_fields}
        assert set(names) <= attributes, (label, set(names) - attributes)


def writes() -> Iterator[tuple[str, Address]]:
    by_name = {found.name: found for found in addresses.ours()}
    for method, name, _ in ROWS:
        if method in ("POST", "PATCH") and not name.startswith("accounts:sign"):
            yield method, by_name[name]


@pytest.mark.parametrize(
    "role",
    [
        "researcher",
        *(pytest.param(one, marks=pytest.mark.whole) for one in ("annotator", "viewer", "system")),
    ],
)
def test_fields_that_nobody_offered_change_nothing(world: World, role: str) -> None:
    before, sent, wrong = snapshot(), everything(), []
    for method, found in writes():
        if found.name == "benchmark:run_cancel" or found.name.startswith("api-run-cancel"):
            continue
        client = world.visitor(role, api=is_api(found))
        body = json.dumps(sent) if is_api(found) else sent
        kind = {"content_type": "application/json"} if is_api(found) else {}
        response = getattr(client, method.lower())(found.path(world.values("open")), body, **kind)
        if response.status_code >= 500:
            wrong.append(f"{method} {found.template}: {response.status_code}")
    wrong += promoted(before, snapshot(), role)
    assert not wrong, "\n".join(wrong)


def test_a_field_beside_those_that_are_offered_is_left_alone(world: World) -> None:
    run, lead = world.runs["open"], world.api("lead")
    before = snapshot()
    sent = {
        "title": "Another title",
        "status": "queued",
        "suite": "closed",
        "by": 1,
        "reader": "x",
        "score": 1,
    }
    changed = lead.patch(f"/api/v1/runs/{run.pk}/", json.dumps(sent), content_type="application/json")
    assert changed.status_code in (200, 400), changed.content
    touched = [line for line in changes(before, snapshot()) if line.startswith("benchmark.Run ")]
    assert all(" title:" in line for line in touched), touched
    token = {"name": "mine", "user": world.people["admin"].pk, "digest": "0" * 64, "role": "admin"}
    made = lead.post("/api/v1/tokens/", json.dumps(token), content_type="application/json")
    if made.status_code == 201:
        assert world.people["lead"].api_tokens.filter(name="mine").exists()
    else:
        assert made.status_code == 400, made.content
    assert not world.people["admin"].api_tokens.filter(name="mine").exists()


# Filters that probe.


def test_filters_that_probe_are_refused_by_name(world: World) -> None:
    lead, wrong, asked = world.api("lead"), [], 0
    column = ROLES.index("lead")
    for method, name, statuses in ROWS:
        if method != "GET" or not name.startswith("api-") or statuses[column] != 200:
            continue
        found = next(one for one in addresses.ours() if one.name == name)
        path = found.path(world.values("open"))
        if name in ("api-schema", "api-root"):
            continue
        for probe in PROBES:
            response = lead.get(f"{path}?{probe}")
            asked += 1
            if response.status_code != 400 or probe.partition("=")[0] not in response.json().get(
                "fields", {}
            ):
                wrong.append(f"{path}?{probe}: {response.status_code}")
    assert asked > 200
    assert not wrong, "\n".join(wrong)


def test_a_filter_on_a_suite_of_others_tells_as_much_as_one_on_none(world: World) -> None:
    lead = world.api("lead")
    for path in ("/api/v1/runs/", "/api/v1/leaderboards/", "/api/v1/exports/", "/api/v1/hooks/"):
        answers = []
        for slug in ("closed", "no-such-suite"):
            response = lead.get(f"{path}?suite={slug}")
            text = re.sub(r'"request_id": ?"[^"]*"', "", response.content.decode()).replace(slug, "X")
            answers.append((response.status_code, text))
        assert answers[0] == answers[1], path


def test_pages_ignore_what_they_do_not_offer(world: World) -> None:
    lead = world.client("lead")
    for path in ("/runs/", "/suites/", "/suites/open/", "/leaderboards/open/"):
        plain = lead.get(path).content.decode().partition("<main")[2].count("<tr")
        probed = lead.get(f"{path}?suite__gold=1&order=password&gold__answer=Z")
        assert probed.status_code == 200
        assert probed.content.decode().partition("<main")[2].count("<tr") == plain, path


def test_nobody_asks_without_a_login(world: World) -> None:
    """The table says so of each cell; here that the lists say nothing of what they hold."""
    assert ask(world, "anonymous", "GET", "api-run-list").status_code == 401
    assert "On closed" not in Client().get("/runs/", follow=True).content.decode()
