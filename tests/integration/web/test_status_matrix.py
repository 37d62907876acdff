"""Each role on each page and API route: one table of answers (ux pain 9, overview 4.10, 4.15)."""

from __future__ import annotations

import re
from importlib import import_module

import pytest

from benchmark.floor.accounts.verbs import ALLOWED, PUBLIC, SIGNED_IN, Role, Verb
from scenarios.permissions import DETAILS, MEMBERS_ONLY
from tests.factories import addresses, web_world
from tests.factories import scenarios as make
from tests.factories.addresses import Address
from tests.factories.matrix import (
    ROWS,
    address,
    ask,
    client,
    deviations,
    into_suites,
    is_api,
    seen_by_strangers,
    unclassed,
)
from tests.factories.web_world import ANONYMOUS, ROLES, World

METHODS = ("get", "post", "put", "patch", "delete", "head", "options")


def verbs_of(found: Address) -> dict[str, str]:
    """Method to verb; routes that state one verb take it for whatever they answer."""
    stated = import_module(found.module).ROUTE_VERBS[found.name.rpartition(":")[2]]
    if isinstance(stated, dict):
        return {method: str(verb) for method, verb in stated.items()}
    return {"GET": str(stated), "POST": str(stated)}


def test_the_table_has_every_route() -> None:
    assert unclassed(addresses.ours()) == set()


@pytest.mark.parametrize("method", ["GET", "POST", "PATCH", "DELETE"])
def test_each_role_gets_the_answer_of_the_table(world: World, method: str) -> None:
    wrong = deviations(world, [row for row in ROWS if row[0] == method])
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(("method", "name", "statuses"), ROWS, ids=lambda value: str(value))
def test_the_table_says_what_the_verbs_of_the_route_say(
    method: str, name: str, statuses: tuple[int, ...]
) -> None:
    verb = verbs_of(address(name))[method]
    for role, status in zip(ROLES, statuses, strict=True):
        if verb == PUBLIC:
            assert status not in (401, 403, 404), role
        elif role == ANONYMOUS:
            assert status in (302, 401)
        else:
            may = verb == SIGNED_IN or Verb(verb) in ALLOWED[Role(role)]
            assert (status not in (401, 403)) is may, role


@pytest.mark.whole
def test_methods_that_a_route_does_not_know_are_405(world: World) -> None:
    """Pages answer GET or POST alone; health checks also HEAD; the API also HEAD and OPTIONS."""
    answers = {(method, name) for method, name, _ in ROWS}
    for found in addresses.ours():
        path, lead = found.path(world.values("open")), client(world, "admin", found)
        for method in METHODS:
            response = getattr(lead, method)(path)
            if (method.upper(), found.name) in answers or response.status_code == 405:
                continue
            reads = ("GET", found.name) in answers
            if found.name.startswith("jobs:"):
                assert method == "head", f"{method} {path}: {response.status_code}"
                continue
            assert is_api(found), f"{method} {path}: {response.status_code}"
            assert method == "options" or (method == "head" and reads), f"{method} {path}"


@pytest.mark.parametrize("slug", ["closed", "nowhere"])
def test_a_suite_that_is_not_yours_is_404_as_if_there_were_none(world: World, slug: str) -> None:
    world.runs.setdefault("nowhere", type(world.runs["open"])(pk=10**6))
    wrong = seen_by_strangers(world, slug, into_suites())
    assert not wrong, "\n".join(wrong)


@pytest.mark.whole
def test_bodies_of_404_do_not_tell_a_hidden_suite_from_an_absent_one(world: World) -> None:
    world.runs["nowhere"] = type(world.runs["open"])(pk=10**6)
    for method, found in into_suites():
        if method == "GET":
            pages = [
                ask(world, "lead", method, found.name, slug)
                .content.decode()
                .replace(found.path(world.values(slug)), "PATH")
                .replace(slug, "X")
                for slug in ("closed", "nowhere")
            ]
            numbers = [str(world.runs[slug].pk) for slug in ("closed", "nowhere")]
            pages = [page.replace(number, "N") for page, number in zip(pages, numbers, strict=True)]
            if is_api(found):  # each problem has the id of its request
                pages = [re.sub(r'"request_id": ?"[^"]*"', "", page) for page in pages]
            else:  # pages carry a fresh CSRF token each
                pages = [page.partition("<main")[2] for page in pages]
            assert pages[0] == pages[1], found.name


def test_a_member_sees_the_closed_suite_by_the_role_they_have_there(world: World) -> None:
    make.member(world.people["annotator"], world.suites["closed"], "lead")
    make.member(world.people["lead"], world.suites["closed"], "annotator")
    for name in ("scenarios:query_dag", "benchmark:run_answers", "api-query-gold", "benchmark:run_list"):
        assert ask(world, "annotator", "GET", name, "closed").status_code == 200, name
    for name in ("scenarios:query_dag", "benchmark:run_answers", "api-query-gold"):
        assert ask(world, "lead", "GET", name, "closed").status_code == 403, name
    assert ask(world, "annotator", "GET", "scenarios:query_dag", "open").status_code == 403


#: What differs on a practice suite for those who are signed in: its gold is served.
ON_PRACTICE = {
    ("GET", "benchmark:suite_practice"): 200,
    ("POST", "benchmark:suite_practice"): 422,  # an empty form
    ("GET", "api-suite-gold"): 200,
    ("POST", "api-suite-check-answer"): 400,  # an empty body
}


@pytest.mark.whole
def test_a_practice_suite_answers_as_an_open_one_but_for_its_gold(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    web_world.add_practice(world, monkeypatch)
    wrong = []
    for method, name, statuses in ROWS:
        if not address(name).leads_into_a_suite or not names_a_suite(name):
            continue
        for role, wanted in zip(ROLES, statuses, strict=True):
            served = None if role == ANONYMOUS else ON_PRACTICE.get((method, name))
            status = ask(world, role, method, name, "practice").status_code
            judges = role == "annotator" and Verb(verbs_of(address(name))[method]) is Verb.REVIEW_JUDGE
            if status != (served or wanted) and not (judges and status in (200, 409)):
                wrong.append(f"{method} {name} as {role}: {status}, not {served or wanted}")
    assert not wrong, "\n".join(wrong)


def names_a_suite(name: str) -> bool:
    """Whether the address names the suite itself, so that what other tests did to runs does not matter."""
    return "<slug:suite>" in address(name).template


def test_a_held_out_suite_shows_aggregates_only(world: World) -> None:
    absent = {(method, name) for method, name, statuses in ROWS if statuses[ROLES.index("admin")] == 404}
    for method, found in into_suites():
        verb = Verb(verbs_of(found)[method])
        for role in ("annotator", "adjudicator", "viewer", "researcher", "lead"):
            status = ask(world, role, method, found.name, "held-out").status_code
            refused = verb in DETAILS | MEMBERS_ONLY or verb not in ALLOWED[Role(role)]
            assert (status == 403) is refused, f"{method} {found.name} as {role}: {status}"
        status = ask(world, "admin", method, found.name, "held-out").status_code
        assert status not in (401, 403)
        assert (status == 404) is ((method, found.name) in absent), f"{method} {found.name}: {status}"
    for name in ("scenarios:suite", "benchmark:run", "benchmark:leaderboard", "api-run", "api-leaderboard"):
        assert ask(world, "researcher", "GET", name, "held-out").status_code == 200


def test_a_lead_of_a_held_out_suite_sees_all_of_it(world: World) -> None:
    make.member(world.people["annotator"], world.suites["held-out"], "lead")
    for name in ("scenarios:scenario", "scenarios:query_dag", "benchmark:run_answers", "api-actions-list"):
        assert ask(world, "annotator", "GET", name, "held-out").status_code == 200


def test_error_pages_say_what_and_what_to_do(world: World) -> None:
    for role, path, status, words in (
        ("lead", "/suites/closed/", 404, "There is nothing here for you"),
        ("lead", "/no/such/page/", 404, "There is nothing here for you"),
        (ANONYMOUS, "/no/such/page/", 404, "There is nothing here for you"),
        ("annotator", "/runs/", 403, "Your role does not allow this"),
        ("annotator", "/runs/", 403, "run.view"),
    ):
        response = world.client(role).get(path)
        assert response.status_code == status
        assert words in response.content.decode()
        assert "<main" in response.content.decode()
