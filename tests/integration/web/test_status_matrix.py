"""Each role on each page and API route: one table of answers (ux pain 9, overview 4.10, 4.15)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any

import pytest
from django.test import Client

from benchmark.floor.accounts.verbs import ALLOWED, PUBLIC, SIGNED_IN, Role, Verb
from scenarios.permissions import DETAILS, MEMBERS_ONLY
from tests.factories import addresses, web_world
from tests.factories import scenarios as make
from tests.factories.addresses import Address
from tests.factories.web_world import ANONYMOUS, ROLES, World

#: Columns: anonymous, annotator, adjudicator, viewer, researcher, lead, admin, system. On an open suite.
TABLE: dict[tuple[str, tuple[int, ...]], list[str]] = {
    # Pages. Who is not signed in is sent to the sign-in; a system has no pages beyond lists of suites.
    ("GET", (200, 200, 200, 200, 200, 200, 200, 200)): [
        "benchmark:home",
        "jobs:healthz",
        "jobs:readyz",
        "review:session",
    ],
    ("GET", (200, 302, 302, 302, 302, 302, 302, 302)): [
        "accounts:sign_in",
    ],
    ("POST", (422, 422, 422, 422, 422, 422, 422, 422)): [
        "accounts:sign_in",
    ],
    ("POST", (302, 302, 302, 302, 302, 302, 302, 302)): [
        "accounts:sign_out",
    ],
    ("GET", (302, 200, 200, 200, 200, 200, 200, 200)): [
        "scenarios:suite_list",
        "scenarios:suite",
        "review:home",
        "review_lead:guideline",
    ],
    ("GET", (302, 200, 200, 200, 200, 200, 200, 403)): [
        "scenarios:scenario",
        "scenarios:suite_queries",
        "scenarios:query",
        "scenarios:event",
        "scenarios:playground",
        "accounts:account",
    ],
    ("POST", (302, 200, 200, 200, 200, 200, 200, 403)): [  # an empty goal is a fault it shows
        "scenarios:playground",
    ],
    ("POST", (302, 422, 422, 422, 422, 422, 422, 403)): [
        "accounts:token_create",
    ],
    ("POST", (302, 404, 404, 404, 404, 404, 404, 403)): [  # there is no such token
        "accounts:token_revoke",
        "accounts:token_rotate",
    ],
    ("GET", (302, 403, 200, 403, 200, 200, 200, 403)): [
        "scenarios:suite_statistics",
        "scenarios:suite_card",
        "scenarios:suite_compare",
        "scenarios:query_dag",
        "scenarios:explain",
        "scenarios:scenario_time",
        "benchmark:run_answers",
        "benchmark:run_results",
        "benchmark:suite_shortcuts",
        "probes:run_diagnosis_queries",
        "probes:diagnosis",
        "probes:card",
        "probes:card_file",
    ],
    ("GET", (302, 403, 200, 200, 200, 200, 200, 403)): [
        "benchmark:run_list",
        "benchmark:run",
        "benchmark:run_progress",
        "benchmark:run_report",
        "benchmark:run_exports",
        "benchmark:suite_exports",
        "benchmark:export_list",
        "benchmark:run_report_csv",
        "benchmark:run_report_markdown",
        "benchmark:leaderboards",
        "benchmark:leaderboard",
        "benchmark:suite_moved",
        "probes:compare",
        "probes:run_maintenance",
        "probes:run_diagnosis",
        "review_lead:progress",
        "review_lead:agreement",
    ],
    ("POST", (302, 403, 302, 302, 302, 302, 302, 403)): [  # of no kind, told in words
        "benchmark:run_exports",
        "benchmark:suite_exports",
    ],
    ("GET", (302, 403, 404, 404, 404, 404, 404, 403)): [  # there is no such export
        "benchmark:run_export",
        "benchmark:run_export_file",
        "benchmark:suite_export",
        "benchmark:suite_export_file",
    ],
    ("POST", (302, 403, 404, 404, 404, 404, 404, 403)): [
        "benchmark:run_export_cancel",
        "benchmark:suite_export_cancel",
    ],
    ("GET", (302, 403, 403, 403, 200, 200, 200, 403)): [
        "benchmark:run_new",
        "benchmark:hook_list",
        "review_lead:export",
    ],
    ("GET", (302, 403, 302, 302, 302, 302, 302, 403)): [  # without lines, back to the page for them
        "probes:compare_figures",
    ],
    ("GET", (302, 403, 302, 403, 302, 302, 302, 403)): [  # likewise
        "probes:compare_queries",
    ],
    ("POST", (302, 403, 403, 403, 422, 422, 422, 403)): [
        "benchmark:run_new",
        "benchmark:hook_list",  # no address
    ],
    ("POST", (302, 403, 403, 403, 404, 404, 404, 403)): [
        "benchmark:hook",
        "benchmark:hook_rotate",
        "benchmark:hook_test",
        "benchmark:hook_delete",
        "benchmark:hook_again",
        "benchmark:hook_delivery_again",
    ],
    ("GET", (302, 403, 403, 403, 200, 200, 200, 200)): ["benchmark:suite_submit"],
    ("POST", (302, 403, 403, 403, 422, 422, 422, 422)): ["benchmark:suite_submit"],  # no file
    ("GET", (302, 403, 403, 403, 403, 200, 200, 403)): [
        "benchmark:suite_standing",
        "scenarios:audit",
        "scenarios:service_accounts",
        "scenarios:history_edit",
        "texts:new",
        "texts:query_new",
        "review_lead:manage",
        "review_lead:items",
        "review_lead:item",
        "review_lead:release",
    ],
    ("POST", (302, 403, 403, 403, 403, 422, 422, 403)): [  # an empty record, no standing named
        "benchmark:suite_standing",
        "scenarios:service_accounts",
        "scenarios:history_edit",
        "texts:new",
        "texts:query_new",
        "review_lead:guideline",
    ],
    ("GET", (302, 403, 403, 403, 403, 404, 404, 403)): ["scenarios:service_account"],  # there is none
    ("POST", (302, 403, 403, 403, 403, 404, 404, 403)): [
        "scenarios:service_account_off",
        "scenarios:service_account_token_create",
        "scenarios:service_account_token_rotate",
        "scenarios:service_account_token_revoke",
    ],
    ("POST", (302, 403, 403, 403, 403, 302, 302, 403)): [  # no slug, told in words
        "scenarios:suite_copy",
    ],
    ("POST", (302, 403, 403, 403, 302, 302, 302, 403)): [
        "benchmark:run_words",
        "benchmark:run_cancel",
        "benchmark:run_resume",
        "benchmark:run_walk_again",
        "review_lead:export_new",
    ],
    # The suite is not for practice, whoever asks.
    ("GET", (302, 409, 409, 409, 409, 409, 409, 409)): ["benchmark:suite_practice"],
    ("POST", (302, 409, 409, 409, 409, 409, 409, 409)): ["benchmark:suite_practice"],
    ("GET", (401, 409, 409, 409, 409, 409, 409, 409)): ["api-suite-gold"],
    ("POST", (401, 409, 409, 409, 409, 409, 409, 409)): ["api-suite-check-answer"],
    # Where annotators judge. There is no slot 0; who may see gold is told that others judge.
    ("GET", (302, 200, 403, 403, 403, 403, 200, 403)): ["review:queue", "review:mine"],
    ("GET", (302, 404, 403, 403, 403, 403, 409, 403)): ["review:slot"],
    ("POST", (302, 303, 403, 403, 403, 403, 409, 403)): ["review:undo", "review:ahead", "review:pause"],
    ("POST", (302, 404, 403, 403, 403, 403, 409, 403)): [
        "review:submit",
        "review:amend",
        "review:draft",
        "review:reveal",
        "review:beat",
        "review:skip",
        "review:flag",
        "review:release",
        "review:slot_complain",
    ],
    ("POST", (302, 403, 404, 403, 404, 404, 404, 403)): ["review:complain"],  # of no query
    ("POST", (302, 403, 403, 403, 403, 200, 200, 403)): [
        "review_lead:act",
    ],
    ("GET", (302, 403, 200, 403, 403, 200, 200, 403)): [
        "review_lead:disputes",
        "review_lead:dispute",
        "review_effects:consequences",
        "benchmark:suite_moves",
    ],
    ("POST", (302, 403, 403, 403, 403, 409, 409, 403)): [  # released already
        "review_lead:release",
        # a complaint has no words and denies no action
        "review_effects:reword",
        "review_effects:revise",
    ],
    ("POST", (302, 403, 422, 403, 403, 422, 422, 403)): [
        "review_lead:dispute",
    ],
    ("GET", (302, 403, 403, 403, 404, 404, 404, 403)): [
        "benchmark:hook",
        "benchmark:hook_deliveries",
        "review_lead:export_file",
    ],
    # The API. 401 with reason scope where a system asks for what systems never get.
    ("GET", (401, 403, 422, 403, 403, 422, 422, 401)): ["api-suite-moves"],  # of no item
    ("GET", (401, 200, 403, 403, 403, 403, 409, 401)): ["api-review-mine"],
    ("GET", (401, 404, 403, 403, 403, 403, 409, 401)): ["api-review-slot"],
    ("POST", (401, 200, 403, 403, 403, 403, 409, 401)): [
        "api-review-ahead",
        "api-review-next",
        "api-review-pause",
    ],
    ("POST", (401, 409, 403, 403, 403, 403, 409, 401)): ["api-review-undo"],  # there is nothing to undo
    ("POST", (401, 404, 403, 403, 403, 403, 409, 401)): [  # there is no slot 0
        "api-review-slot-complain",
        "api-review-slot-draft",
        "api-review-slot-reveal",
        "api-review-slot-submit",
        "api-review-slot-amend",
        "api-review-slot-beat",
        "api-review-slot-release",
        "api-review-slot-skip",
        "api-review-slot-flag",
    ],
    ("GET", (401, 200, 200, 200, 200, 200, 200, 200)): [
        "api-review-desks",
        "api-root",
        "api-schema",
        "api-suite-list",
        "api-suite",
        "api-scenario-list",
        "api-scenario",
        "api-review-guideline",
    ],
    ("POST", (401, 403, 404, 403, 404, 404, 404, 401)): ["api-review-complaints"],  # of no query
    ("GET", (401, 200, 200, 200, 200, 200, 200, 401)): [
        "api-token-list",
        "api-record-list",
        "api-event",
        "api-query-list",
        "api-suite-query-list",
        "api-query",
    ],
    ("GET", (401, 403, 200, 403, 200, 200, 200, 401)): [
        "api-suite-files",
        "api-actions-list",
        "api-review-complaints",
        "api-time",
        "api-suite-statistics",
        "api-suite-card",
        "api-suite-shortcuts",
        "api-suite-moved",
        "api-query-gold",
        "api-query-derivation",
        "api-query-difficulty",
        "api-run-answers",
        "api-run-failures",
        "api-run-breakdown",
        "api-run-diagnoses",
        "api-diagnosis",
    ],
    ("GET", (401, 403, 200, 200, 200, 200, 200, 401)): [
        "api-adapter-list",
        "api-system-list",
        "api-run-list",
        "api-run",
        "api-run-walk-items",
        "api-run-reading-items",
        "api-run-events",
        "api-leaderboard-list",
        "api-run-report",
        "api-run-exports",
        "api-suite-exports",
        "api-export-list",
        "api-run-maintenance",
        "api-run-diagnosis",
        "api-leaderboard",
        "api-review-progress",
        "api-review-agreement",
    ],
    (
        "GET",
        (401, 403, 400, 403, 400, 400, 400, 401),
    ): [  # without a goal, a history that has no end, no suites named
        "api-suite-compare",
        "api-explain",
        "api-whynot",
        "api-difference",
        "api-resolve",
    ],
    (
        "GET",
        (401, 403, 400, 400, 400, 400, 400, 401),
    ): [  # no lines named, nothing to look at
        "api-comparison",
        "api-run-gate",
    ],
    ("GET", (401, 403, 404, 404, 404, 404, 404, 401)): [
        "api-system",  # there is no such system
        "api-run-export",
        "api-run-export-file",
        "api-suite-export",
        "api-suite-export-file",
    ],
    ("PATCH", (401, 403, 403, 403, 200, 200, 200, 401)): ["api-run"],  # nothing changes
    ("POST", (401, 403, 403, 403, 201, 201, 201, 401)): ["api-run-clone"],
    ("PATCH", (401, 403, 403, 403, 404, 404, 404, 401)): ["api-system"],
    ("DELETE", (401, 403, 403, 403, 404, 404, 404, 401)): ["api-system"],
    ("POST", (401, 403, 403, 403, 404, 404, 404, 401)): [
        "api-hook-rotate",
        "api-hook-test",
        "api-hook-again",
        "api-hook-delivery-again",
        "api-system-test",
    ],
    ("POST", (401, 403, 403, 403, 400, 400, 400, 401)): [
        "api-hook-list",
        "api-system-list",
        "api-run-list",
        "api-run-estimate",
    ],
    ("GET", (401, 403, 403, 403, 200, 200, 200, 200)): ["api-suite-questions", "api-suite-records"],
    ("POST", (401, 403, 403, 403, 415, 415, 415, 415)): ["api-suite-submissions"],  # JSON is no file
    ("POST", (401, 400, 400, 400, 400, 400, 400, 401)): ["api-token-list"],  # an empty body
    ("POST", (401, 404, 404, 404, 404, 404, 404, 401)): [  # there is no such token
        "api-token-rotate",
        "api-token-revoke",
    ],
    ("GET", (401, 403, 403, 403, 400, 400, 400, 400)): ["api-run-items"],  # without a lease
    ("POST", (401, 403, 403, 403, 400, 400, 400, 400)): [  # an empty body
        "api-run-claim",
        "api-run-answers",
        "api-run-heartbeat",
        "api-run-release",
    ],
    ("POST", (401, 422, 422, 422, 422, 422, 422, 401)): [  # an empty goal
        "api-playground",
    ],
    ("POST", (401, 403, 403, 403, 403, 422, 422, 401)): [  # an empty body
        "api-review-reword",
        "api-event-list",
        "api-event",
        "api-review-guideline",
        "api-texts",
    ],
    ("POST", (401, 403, 403, 403, 403, 409, 409, 401)): [  # the suite is generated
        "api-suite-release",
        "api-review-revise",
        "api-text-queries",
    ],
    ("POST", (401, 403, 403, 403, 409, 409, 409, 401)): [  # the run is done
        "api-run-cancel",
        "api-run-resume",
        "api-run-walk-again",  # nor was it carried
    ],
    ("PATCH", (401, 403, 403, 403, 403, 400, 400, 401)): ["api-member"],
    ("DELETE", (401, 403, 403, 403, 403, 404, 404, 401)): ["api-member"],
    ("DELETE", (401, 403, 403, 403, 403, 403, 409, 401)): ["api-suite"],  # it is released
    ("POST", (401, 403, 403, 403, 403, 400, 400, 401)): [  # an empty body
        "api-suite-standing",
        "api-suite-list",
        "api-suite-copies",
        "api-member-list",
        "api-service-account-list",
    ],
    ("GET", (401, 403, 403, 403, 403, 404, 404, 401)): [  # there is none
        "api-member",
        "api-service-account",
        "api-service-account-tokens",
    ],
    ("POST", (401, 403, 403, 403, 403, 404, 404, 401)): [
        "api-service-account-off",
        "api-service-account-tokens",
        "api-service-account-token-rotate",
        "api-service-account-token-revoke",
    ],
    ("GET", (401, 403, 403, 403, 403, 200, 200, 401)): [
        "api-member-list",
        "api-audit",
        "api-service-account-list",
        "api-review-policy",
        "api-review-items",
        "api-review-item",
    ],
    ("POST", (401, 403, 422, 422, 422, 422, 422, 401)): [  # of no kind
        "api-run-exports",
        "api-suite-exports",
    ],
    ("POST", (401, 403, 404, 404, 404, 404, 404, 401)): [
        "api-run-export-cancel",
        "api-suite-export-cancel",
    ],
    ("POST", (401, 403, 403, 403, 403, 200, 200, 401)): [
        "api-review-act",
        "api-texts-preview",
    ],
    ("GET", (401, 403, 200, 403, 403, 200, 200, 401)): [
        "api-review-consequences",
        "api-review-disputes",
        "api-review-dispute",
    ],
    ("POST", (401, 403, 422, 403, 403, 422, 422, 401)): [
        "api-review-dispute",
    ],
    ("GET", (401, 403, 403, 403, 200, 200, 200, 401)): [
        "api-hook-list",
        "api-review-exports",
        "api-review-export",
    ],
    ("POST", (401, 403, 403, 403, 422, 422, 422, 401)): [
        "api-review-exports",
    ],
    ("GET", (401, 403, 403, 403, 404, 404, 404, 401)): [
        "api-hook",
        "api-hook-deliveries",
        "api-review-export-file",
    ],
}
ROWS = [(method, name, wanted) for (method, wanted), names in TABLE.items() for name in names]
METHODS = ("get", "post", "put", "patch", "delete", "head", "options")


@cache
def by_name() -> dict[str, Address]:
    return {found.name: found for found in reversed(addresses.ours())}


def address(name: str) -> Address:
    return by_name()[name]


def is_api(found: Address) -> bool:
    return found.template.startswith("/api/")


def client(world: World, role: str, found: Address) -> Client:
    """The same one for all pages; one of its own where sessions begin and end."""
    if found.template.startswith("/accounts/"):
        return world.client(role)
    return world.visitor(role, api=is_api(found))


def ask(world: World, role: str, method: str, name: str, slug: str = "open") -> Any:
    found = address(name)
    path = found.path(world.values(slug))
    sends = is_api(found) and method in ("POST", "PATCH")
    body = {"content_type": "application/json", "data": "{}"} if sends else {}
    return getattr(client(world, role, found), method.lower())(path, **body)


def verbs_of(found: Address) -> dict[str, str]:
    """Method to verb; routes that state one verb take it for whatever they answer."""
    stated = import_module(found.module).ROUTE_VERBS[found.name.rpartition(":")[2]]
    if isinstance(stated, dict):
        return {method: str(verb) for method, verb in stated.items()}
    return {"GET": str(stated), "POST": str(stated)}


def test_the_table_has_every_route() -> None:
    assert {name for _, name, _ in ROWS} == {found.name for found in addresses.ours()}


@pytest.mark.parametrize("method", ["GET", "POST", "PATCH", "DELETE"])
def test_each_role_gets_the_answer_of_the_table(world: World, method: str) -> None:
    wrong = [
        f"{method} {name} as {role}: {status}, not {wanted}"
        for how, name, statuses in ROWS
        if how == method
        for role, wanted in zip(ROLES, statuses, strict=True)
        if (status := ask(world, role, method, name).status_code) != wanted
    ]
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


def into_suites() -> Iterator[tuple[str, Address]]:
    for method, name, _ in ROWS:
        found = address(name)
        if found.leads_into_a_suite:
            yield method, found


@pytest.mark.parametrize("slug", ["closed", "nowhere"])
def test_a_suite_that_is_not_yours_is_404_as_if_there_were_none(world: World, slug: str) -> None:
    world.runs.setdefault("nowhere", type(world.runs["open"])(pk=10**6))
    wrong = []
    for method, found in into_suites():
        for role in ("annotator", "adjudicator", "viewer", "researcher", "lead", "system"):
            status = ask(world, role, method, found.name, slug).status_code
            if status != 404:
                wrong.append(f"{method} {found.name} as {role}: {status}")
    assert not wrong, "\n".join(wrong)


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
            if not is_api(found):  # pages carry a fresh CSRF token each
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
