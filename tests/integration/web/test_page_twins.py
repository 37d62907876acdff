"""Whatever a page or a command does, a program can do: pages and commands beside their routes of the API.

Each page and each command stands in the table of its room, with the names of the routes that show and do the
same, or in words why there is none. A new page without an entry fails, an entry for a page or of a route that
does not exist fails, and so does a page that changes things beside routes that only read.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.management import get_commands
from django.test import RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from benchmark.floor.accounts.models import User
from tests.factories import addresses
from tests.factories.addresses import Address
from tests.unit.walls import rooms

Twin = tuple[str, ...] | str
"""Names of routes of the API, or the reason why there is none."""

PEOPLE_AND_FLOOR: dict[str, Twin] = {
    "accounts:sign_in": "a session of a browser; the API takes tokens",
    "accounts:sign_out": "a session of a browser; the API takes tokens",
    "accounts:language": "a cookie of a browser; the API answers in English",
    "accounts:account": ("api-token-list",),
    "accounts:token_create": ("api-token-list",),
    "accounts:token_rotate": ("api-token-rotate",),
    "accounts:token_revoke": ("api-token-revoke",),
    "jobs:healthz": "itself for programs",
    "jobs:readyz": "itself for programs",
}
SYSTEMS_RUNS_BOARDS: dict[str, Twin] = {
    "benchmark:home": ("api-suite-list", "api-run-list"),
    "benchmark:docs": "the manual, for people to read",
    "benchmark:docs_page": "the manual, for people to read",
    "benchmark:docs_file": "the manual, for people to read",
    "benchmark:run_list": ("api-run-list",),
    "benchmark:hook_list": ("api-hook-list",),
    "benchmark:hook": ("api-hook",),
    "benchmark:hook_rotate": ("api-hook-rotate",),
    "benchmark:hook_test": ("api-hook-test",),
    "benchmark:hook_delete": ("api-hook",),
    "benchmark:hook_deliveries": ("api-hook-deliveries",),
    "benchmark:hook_again": ("api-hook-again",),
    "benchmark:hook_delivery_again": ("api-hook-delivery-again",),
    "benchmark:run_new": ("api-run-list", "api-run-estimate", "api-run-clone", "api-system-list"),
    "benchmark:run": ("api-run", "api-run-walk-items", "api-run-reading-items", "api-run-events"),
    "benchmark:run_progress": ("api-run",),
    "benchmark:run_answers": ("api-run-answers",),
    "benchmark:run_results": ("api-run-breakdown",),
    "benchmark:run_report": ("api-run-report",),
    "benchmark:run_report_csv": ("api-run-report",),
    "benchmark:run_report_markdown": ("api-run-report",),
    "benchmark:run_exports": ("api-run-exports",),
    "benchmark:run_export": ("api-run-export",),
    "benchmark:run_export_cancel": ("api-run-export-cancel",),
    "benchmark:run_export_file": ("api-run-export-file",),
    "benchmark:suite_exports": ("api-suite-exports",),
    "benchmark:suite_export": ("api-suite-export",),
    "benchmark:suite_export_cancel": ("api-suite-export-cancel",),
    "benchmark:suite_export_file": ("api-suite-export-file",),
    "benchmark:export_list": ("api-export-list",),
    "benchmark:operate": ("api-purge",),
    "benchmark:run_words": ("api-run",),
    "benchmark:run_cancel": ("api-run-cancel",),
    "benchmark:run_resume": ("api-run-resume",),
    "benchmark:run_walk_again": ("api-run-walk-again",),
    "benchmark:leaderboards": ("api-leaderboard-list",),
    "benchmark:leaderboard": ("api-leaderboard",),
    "benchmark:suite_shortcuts": ("api-suite-shortcuts",),
    "benchmark:suite_submit": ("api-suite-submissions",),
    "benchmark:suite_moved": ("api-suite-moved",),
    "benchmark:suite_moves": ("api-suite-moves",),
    "benchmark:suite_practice": ("api-suite-gold", "api-suite-check-answer"),
    "benchmark:suite_standing": ("api-suite-standing",),
    "probes:compare": ("api-comparison",),
    "probes:compare_figures": ("api-comparison",),
    "probes:compare_queries": ("api-comparison",),
    "probes:run_diagnosis": ("api-run-diagnosis",),
    "probes:run_diagnosis_queries": ("api-run-diagnoses",),
    "probes:diagnosis": ("api-diagnosis", "api-run-diagnoses"),
    "probes:run_maintenance": ("api-run-maintenance",),
    "probes:card": ("api-diagnosis",),
    "probes:card_file": ("api-diagnosis",),
}
SUITES_AND_SCENARIOS: dict[str, Twin] = {
    "scenarios:suite_list": ("api-suite-list",),
    "scenarios:suite_copy": ("api-suite-copies",),
    "scenarios:audit": ("api-audit",),
    "scenarios:suite": ("api-suite", "api-scenario-list", "api-suite-query-list"),
    "scenarios:suite_queries": ("api-suite-query-list",),
    "scenarios:suite_compare": ("api-suite-compare",),
    "scenarios:suite_statistics": ("api-suite-statistics",),
    "scenarios:suite_card": ("api-suite-card",),
    "scenarios:scenario": ("api-scenario", "api-record-list", "api-actions-list", "api-query-list"),
    "scenarios:history_edit": ("api-event-list", "api-event"),
    "scenarios:query": ("api-query", "api-query-gold", "api-query-derivation", "api-query-difficulty"),
    "scenarios:query_dag": ("api-query-derivation",),
    "scenarios:explain": ("api-explain", "api-whynot", "api-difference", "api-resolve"),
    "scenarios:scenario_time": ("api-time",),
    "scenarios:event": ("api-event",),
    "scenarios:playground": ("api-playground",),
    "scenarios:service_accounts": ("api-service-account-list",),
    "scenarios:service_account": ("api-service-account", "api-service-account-tokens"),
    "scenarios:service_account_off": ("api-service-account-off",),
    "scenarios:service_account_token_create": ("api-service-account-tokens",),
    "scenarios:service_account_token_rotate": ("api-service-account-token-rotate",),
    "scenarios:service_account_token_revoke": ("api-service-account-token-revoke",),
    "texts:new": ("api-texts", "api-texts-preview"),
    "texts:query_new": ("api-text-queries",),
}
REVIEW: dict[str, Twin] = {
    "review:home": ("api-review-desks",),
    "review:session": "itself for programs",
    "review:queue": ("api-review-next",),
    "review:mine": ("api-review-mine",),
    "review:slot": ("api-review-slot",),
    "review:undo": ("api-review-undo",),
    "review:ahead": ("api-review-ahead",),
    "review:pause": ("api-review-pause",),
    "review:submit": ("api-review-slot-submit",),
    "review:amend": ("api-review-slot-amend",),
    "review:draft": ("api-review-slot-draft",),
    "review:reveal": ("api-review-slot-reveal",),
    "review:beat": ("api-review-slot-beat",),
    "review:skip": ("api-review-slot-skip",),
    "review:flag": ("api-review-slot-flag",),
    "review:release": ("api-review-slot-release",),
    "review:complain": ("api-review-complaints",),
    "review:slot_complain": ("api-review-slot-complain",),
    "review_lead:progress": ("api-review-progress",),
    "review_lead:manage": ("api-review-policy", "api-review-act"),
    "review_lead:act": ("api-review-act", "api-member-list", "api-member"),
    "review_lead:items": ("api-review-items",),
    "review_lead:item": ("api-review-item",),
    "review_lead:disputes": ("api-review-disputes",),
    "review_lead:dispute": ("api-review-dispute",),
    "review_lead:agreement": ("api-review-agreement",),
    "review_lead:guideline": ("api-review-guideline",),
    "review_lead:release": ("api-suite-release",),
    "review_lead:export_new": ("api-review-exports",),
    "review_lead:export": ("api-review-export",),
    "review_lead:export_file": ("api-review-export-file",),
    "review_effects:consequences": ("api-review-consequences",),
    "review_effects:reword": ("api-review-reword",),
    "review_effects:revise": ("api-review-revise",),
}
PAGES: dict[str, Twin] = {**PEOPLE_AND_FLOOR, **SYSTEMS_RUNS_BOARDS, **SUITES_AND_SCENARIOS, **REVIEW}

SERVER = "starts, checks or looks after the server itself; for whoever runs it"
LONG = "takes all processors for minutes, or a paid model; for whoever runs the server"
FILES = "works on files beside the server"
COMMANDS: dict[str, Twin] = {
    "serve": SERVER,
    "tick": SERVER,
    "doctor": SERVER,
    "backup": SERVER,
    "restore": SERVER,
    "upgrade_notes": SERVER,
    "purge": ("api-purge",),
    "quickstart": SERVER,
    "bench": SERVER,
    "sut": ("api-adapter-list", "api-system-list", "api-system", "api-system-test"),
    "token": ("api-token-list", "api-token-rotate", "api-token-revoke"),
    "run": ("api-run-list", "api-run-estimate", "api-run", "api-run-gate"),
    "service_account": ("api-service-account-list", "api-service-account-tokens", "api-service-account-off"),
    "report": ("api-run-report",),
    "export": ("api-run-exports", "api-run-export", "api-run-export-file"),
    "shortcuts": ("api-suite-shortcuts",),
    "submit_file": ("api-suite-submissions",),
    "check_answer": ("api-suite-check-answer",),
    "standing": ("api-suite-standing",),
    "compare": ("api-comparison",),
    "score": ("api-suite-submissions", "api-run-report"),
    "probes": ("api-suite-questions",),
    "track": ("api-run-maintenance",),
    "card": ("api-diagnosis",),
    "agreement": ("api-review-agreement",),
    "export_verdicts": ("api-review-exports", "api-review-export-file"),
    "history": ("api-event-list", "api-event", "api-suite-release"),
    "gold": ("api-query-gold",),
    "explain": ("api-explain",),
    "whynot": ("api-whynot",),
    "resolve": ("api-resolve",),
    "suite_stats": ("api-suite-statistics",),
    "compare_suites": ("api-suite-compare",),
    "import_dialogues": ("api-texts-preview", "api-texts"),
    "check_program": ("api-playground",),
    "audit_dataset": FILES,
    "import_dataset": FILES,
    "import_suite": ("api-suite-list",),
    "export_suite": ("api-suite-files",),
    "build_suite": LONG,
    "reword_suite": LONG,
    "verify_release": LONG,
}

TO_COME: set[str] = set()
"""Pages and commands whose routes are still to be made."""


def pages() -> list[Address]:
    """All of ours that are not of the API."""
    return [found for found in addresses.ours() if not found.template.startswith("/api/")]


def commands() -> set[str]:
    """The management commands of our own apps."""
    return {name for name, app in get_commands().items() if str(app).split(".")[0] in rooms.ROOMS}


def routes(resolver: URLResolver) -> Iterator[tuple[str, type]]:
    """Names of routes of the API and the classes behind them."""
    for entry in resolver.url_patterns:
        if isinstance(entry, URLResolver):
            yield from routes(entry)
        elif isinstance(entry, URLPattern) and hasattr(entry.callback, "cls"):
            yield str(entry.name), entry.callback.cls


ROUTES = dict(routes(get_resolver()))


def test_each_page_and_each_command_has_its_twin_or_a_reason() -> None:
    known = {**PAGES, **COMMANDS}.keys() | TO_COME
    assert {found.name for found in pages()} | commands() == known


def test_no_page_is_both_done_and_to_come() -> None:
    assert not {**PAGES, **COMMANDS}.keys() & TO_COME


@pytest.mark.parametrize(("name", "twin"), [*PAGES.items(), *COMMANDS.items()], ids=lambda value: str(value))
def test_a_twin_is_a_route_and_a_reason_is_a_sentence(name: str, twin: Twin) -> None:
    if isinstance(twin, str):
        assert len(twin.split()) > 2, name
    else:
        assert twin
        assert set(twin) <= ROUTES.keys(), name


VALUES = {
    **dict.fromkeys(("account", "suite", "scenario", "label", "event", "action", "kind"), "x"),
    **dict.fromkeys(("page", "document"), "x"),
    **dict.fromkeys(("pk", "answer", "diagnosis", "item", "export"), 1),
}
WRITES = ("post", "put", "patch", "delete")


def methods_of(found: Address) -> set[str]:
    """Those that the decorators of a page allow, asked of the page itself."""
    view = resolve(found.path(VALUES)).func
    request = RequestFactory().generic("TRACE", found.path(VALUES))
    request.user = User(username="somebody")
    refused = view(request, **resolve(found.path(VALUES)).kwargs)
    assert refused.status_code == 405, found.name
    return set(refused.headers["Allow"].split(", "))


def test_a_page_that_changes_things_has_a_route_that_changes_things() -> None:
    reading = [
        found.name
        for found in pages()
        if "POST" in methods_of(found) and isinstance(twin := PAGES.get(found.name, ""), tuple)
        if not any(hasattr(ROUTES[name], method) for name in twin for method in WRITES)
    ]
    assert reading == []
