"""Columns that the table of answers lacks, objects that are somebody else's, and planted holes (ADR 32).

Addresses, methods and parameters come from the URL resolver, so a new route is met without being told.
"""

from __future__ import annotations

import re
import sys
from types import ModuleType

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import get_resolver, path
from django.utils import timezone

from benchmark import urls
from benchmark.floor.accounts.models import ApiToken, User
from benchmark.floor.accounts.services import service_accounts, tokens
from benchmark.floor.accounts.verbs import ALLOWED, Role, Verb
from benchmark.floor.hooks.models import Delivery, Hook
from benchmark.models import Export
from scenarios import permissions
from scenarios.models import Slot, Suite
from scenarios.permissions import PERSONS_ONLY
from scenarios.selectors import suites
from scenarios.views import suite_page
from tests.factories import addresses
from tests.factories import scenarios as make
from tests.factories.addresses import OTHERS, Address
from tests.factories.matrix import (
    ROWS,
    address,
    ask,
    deviations,
    into_suites,
    is_api,
    seen_by_strangers,
    send,
    unclassed,
)
from tests.factories.stored_rows import changes, snapshot
from tests.factories.web_world import ANONYMOUS, ROLES, World

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
OF_A_SUITE = ("scenario", "item", "export", "answer", "diagnosis", "slot")
"""Parameters that number or name a thing of one suite, whatever suite or run the address names before it."""
OF_SOMEBODY = ("token", "hook", "delivery", "slot", "account")
"""Parameters that number or name a thing of one person."""


def parameters(found: Address) -> list[str]:
    return PARAMETER.findall(found.template)


# Columns beside those of the table.


@pytest.mark.whole
def test_a_membership_elsewhere_changes_nothing_on_this_suite(world: World) -> None:
    make.member(world.people["annotator"], world.suites["closed"], "lead")
    rows = [row for row in ROWS if row[0] == "GET" and "<slug:suite>" in address(row[1]).template]
    assert len(rows) > 50
    wrong = [line for line in deviations(world, rows) if " as annotator" in line]
    assert not wrong, "\n".join(wrong)


def test_a_service_account_is_answered_as_its_role_and_has_no_pages(world: World) -> None:
    lead = world.people["lead"]
    account = service_accounts.create(name="robot", purpose="asks", role="researcher", by=lead)
    _, secret = tokens.create(user=account, name="its", by=lead, now=timezone.now())
    program, column, wrong = (
        Client(headers={"Authorization": f"Token {secret}"}),
        ROLES.index("researcher"),
        [],
    )
    for method, name, statuses in ROWS:
        found = address(name)
        if method != "GET" or "<slug:suite>" not in found.template:
            continue
        status = send(program, method, found, found.path(world.values("open"))).status_code
        # A token opens the API alone: to pages its bearer is nobody.
        wanted = statuses[column] if is_api(found) else statuses[ROLES.index(ANONYMOUS)]
        if status != wanted:
            wrong.append(f"{method} {name}: {status}, not {wanted}")
    assert not wrong, "\n".join(wrong)
    assert not any(permissions.can(account, verb, world.suites["open"]) for verb in PERSONS_ONLY)


def admin_addresses() -> list[Address]:
    return [found for found in addresses.walk() if found.template.startswith("/admin/")]


def open_admin(client: Client, who: str, *, methods: tuple[str, ...] = ("get", "post")) -> list[str]:
    """Pages of the admin that are not refused."""
    told = []
    for found in admin_addresses():
        if found.name in ("admin:login", "admin:logout"):
            continue
        for method in methods:
            response = getattr(client, method)(found.path({"pk": 1}))
            # To the sign-in; or, where there is no such row, to the index or to where its form would be.
            place = response.get("Location", "")
            away = "/login/" in place or place == "/admin/" or place.endswith("/change/")
            if not (away or response.status_code in (403, 404, 405)):
                told.append(f"{method} {found.template} as {who}: {response.status_code}")
    return told


def test_the_admin_is_for_staff_and_of_staff_for_those_with_rights(world: World) -> None:
    assert len(admin_addresses()) > 50
    wrong = []
    for role in ROLES:
        if role != "admin":
            # Whoever is no staff is sent away before any page is looked for.
            wrong += open_admin(world.client(role), role, methods=("post",) if role == "lead" else ("get",))
    assert not wrong, "\n".join(wrong)
    staff = User.objects.create_user("staff-only", role="viewer", is_staff=True)
    client = Client()
    client.force_login(staff)
    opened = {line.split()[1] for line in open_admin(client, "staff")}
    assert opened <= {"/admin/", "/admin/jsi18n/", "/admin/password_change/", "/admin/password_change/done/"}
    reached = {line.split()[1] for line in open_admin(world.client("admin"), "admin", methods=("get",))}
    assert "/admin/accounts/user/" in reached, "or the walk could not fail"


# Objects of others.


def test_a_thing_of_a_suite_is_not_found_under_another(world: World) -> None:
    for slug in ("open", "closed"):
        Export.objects.create(
            pk=world.exports[slug].pk,
            suite=world.suites[slug],
            run=world.runs[slug],
            kind="results",
            format="csv",
            at=timezone.now(),
        )
    slot = make_slot(world, "closed", world.people["researcher"])
    here, there = world.values("open"), {**world.values("closed"), "slot": slot.pk}
    before, wrong, tried = snapshot(), [], 0
    for method, name, _ in ROWS:
        found = address(name)
        names = parameters(found)
        for nested in (one for one in names[1:] if one in OF_A_SUITE and one != "slot"):
            mixed = found.path({**here, nested: there[nested]})
            for role in ("lead", "adjudicator"):
                client = world.visitor(role, api=is_api(found))
                allowed = ask(world, role, method, name).status_code not in (401, 403)
                status = send(client, method, found, mixed).status_code
                tried += 1
                if status != (404 if allowed else 403):
                    wrong.append(f"{method} {mixed} as {role}: {status}")
    assert tried > 80
    assert not wrong, "\n".join(wrong)
    touched = [line for line in changes(before, snapshot()) if not line.startswith("audit.")]
    assert not [line for line in touched if "-> " in line and "closed" in line], touched


def make_slot(world: World, slug: str, person: User) -> Slot:
    return Slot.objects.create(
        item=world.disputes[slug],
        suite=world.suites[slug],
        n=90,
        kind="complaint",
        status="done",
        person=person,
    )


@pytest.fixture
def of_another(world: World) -> dict[str, object]:
    """By parameter a thing of somebody whom no role of the world is."""
    other = User.objects.create_user("somebody-else", role="lead")
    now = timezone.now()
    token, _ = tokens.create(user=other, name="theirs", by=other, now=now)
    hook = Hook.objects.create(
        owner=other, url="https://example.org/", kinds=["run.finished"], created_at=now
    )
    delivery = Delivery.objects.create(
        hook=hook, message_id="msg_1", kind="run.finished", body={}, next_at=now, created_at=now
    )
    service_accounts.create(name="their-robot", purpose="asks", role="viewer", by=other)
    slot = make_slot(world, "open", other)
    return {
        "token": token.pk,
        "hook": hook.pk,
        "delivery": delivery.pk,
        "slot": slot.pk,
        "account": "their-robot",
    }


def test_a_thing_of_another_person_is_as_one_that_does_not_exist(
    world: World, of_another: dict[str, object]
) -> None:
    before, wrong, tried = snapshot(), [], 0
    here = world.values("open")
    for method, name, _ in ROWS:
        found = address(name)
        if not set(parameters(found)) & set(OF_SOMEBODY):
            continue
        absent, theirs = found.path(here), found.path({**here, **of_another})
        for role in ("annotator", "adjudicator", "researcher", "lead", "system"):
            client = world.visitor(role, api=is_api(found))
            wanted = send(client, method, found, absent)
            given = send(client, method, found, theirs)
            tried += 1
            if given.status_code != wanted.status_code:
                wrong.append(f"{method} {theirs} as {role}: {given.status_code}, not {wanted.status_code}")
    assert tried > 150
    assert not wrong, "\n".join(wrong)
    assert changes(before, snapshot()) == []


# Holes that are planted are found.


def test_a_route_that_nobody_classed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("planted_urls")
    module.urlpatterns = [*urls.urlpatterns, path("planted/", lambda request: HttpResponse(), name="planted")]  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "planted_urls", module)
    walked = [one for one in addresses.walk(get_resolver("planted_urls")) if "/admin/" not in one.template]
    assert unclassed(walked) == {"planted"}


def test_a_role_that_may_too_much_is_found(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [row for row in ROWS if row[1] in ("benchmark:run_new", "api-run-estimate")]
    assert deviations(world, rows) == []
    monkeypatch.setitem(ALLOWED, Role.VIEWER, ALLOWED[Role.VIEWER] | {Verb.RUN_LAUNCH})
    found = deviations(world, rows)
    assert len(found) == len(rows)
    assert all(" as viewer: " in line for line in found)


def test_a_view_whose_permission_is_gone_is_found(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [row for row in ROWS if row[1] == "scenarios:suite_queries"]
    pairs = list(into_suites(rows))
    assert deviations(world, rows) == []
    assert seen_by_strangers(world, "closed", pairs) == []
    monkeypatch.setattr(
        suite_page, "find_suite", lambda request, slug, verb=None: Suite.objects.get(slug=slug)
    )
    assert deviations(world, rows) == ["GET scenarios:suite_queries as system: 200, not 403"]
    assert "GET scenarios:suite_queries as lead: 200" in seen_by_strangers(world, "closed", pairs)


def test_a_membership_that_is_not_asked_for_is_found(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = [pair for pair in into_suites() if pair[1].name in ("api-query-gold", "scenarios:query")]
    assert seen_by_strangers(world, "closed", pairs) == []
    monkeypatch.setattr(permissions, "_role", lambda user, suite, membership: permissions._own_role(user))
    assert seen_by_strangers(world, "closed", pairs) == [], "what is not theirs is not even looked up"
    monkeypatch.setattr(suites, "get_visible", lambda user, slug: Suite.objects.get(slug=slug))
    found = seen_by_strangers(world, "closed", pairs)
    assert "GET api-query-gold as lead: 200" in found
    assert "GET scenarios:query as viewer: 200" in found


def test_a_token_of_another_that_can_be_ended_is_found(
    world: World, of_another: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(User, "api_tokens", property(lambda self: ApiToken.objects), raising=False)
    found = address("accounts:token_revoke")
    theirs = found.path({**OTHERS, **of_another})
    before = snapshot()
    assert send(world.visitor("lead"), "POST", found, theirs).status_code == 302
    assert any("accounts.ApiToken" in line for line in changes(before, snapshot()))
