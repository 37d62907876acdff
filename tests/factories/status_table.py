"""What each role gets from each page and API route, for `tests/integration/web/test_status_matrix.py`."""

from __future__ import annotations

#: Columns: anonymous, annotator, adjudicator, viewer, researcher, lead, admin, system. On an open suite.
TABLE: dict[tuple[str, tuple[int, ...]], list[str]] = {
    # Pages. Who is not signed in is sent to the sign-in; a system has no pages beyond lists of suites.
    ("GET", (200, 200, 200, 200, 200, 200, 200, 200)): [
        "benchmark:home",
        "benchmark:docs",
        "benchmark:docs_page",
        "benchmark:docs_file",
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
        "accounts:language",
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
    ("PATCH", (401, 403, 403, 403, 404, 404, 404, 401)): ["api-system", "api-hook"],
    ("DELETE", (401, 403, 403, 403, 404, 404, 404, 401)): ["api-system", "api-hook"],
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
        "api-suite-release",
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
    ("GET", (302, 403, 403, 403, 403, 403, 200, 403)): ["benchmark:operate"],
    ("POST", (302, 403, 403, 403, 403, 403, 422, 403)): ["benchmark:operate"],  # no kind named
    ("GET", (401, 403, 403, 403, 403, 403, 200, 401)): ["api-purge"],
    ("POST", (401, 403, 403, 403, 403, 403, 400, 401)): ["api-purge"],  # likewise
    ("GET", (401, 403, 403, 403, 404, 404, 404, 401)): [
        "api-hook",
        "api-hook-deliveries",
        "api-review-export-file",
    ],
}
