"""Pages of runs and boards, and the start page."""

from __future__ import annotations

from django.urls import path

from benchmark.floor.accounts.verbs import PUBLIC, Verb
from benchmark.views import (
    breakdowns,
    exports,
    home,
    hooks,
    leaderboards,
    moved,
    practice,
    reports,
    runs,
    shortcuts,
    submissions,
)

app_name = "benchmark"

#: The verb that each page needs; a test fails for a page that has none.
ROUTE_VERBS = {
    "home": PUBLIC,
    "run_list": Verb.RUN_VIEW,
    "run_new": Verb.RUN_LAUNCH,
    "run": Verb.RUN_VIEW,
    "run_progress": Verb.RUN_VIEW,
    "run_answers": Verb.GOLD_VIEW,
    "run_results": Verb.GOLD_VIEW,
    "run_report": Verb.RUN_VIEW,
    "run_report_csv": Verb.RUN_VIEW,
    "run_report_markdown": Verb.RUN_VIEW,
    "run_exports": Verb.RUN_VIEW,
    "run_export": Verb.RUN_VIEW,
    "run_export_cancel": Verb.RUN_VIEW,
    "run_export_file": Verb.RUN_VIEW,
    "suite_exports": Verb.LEADERBOARD_VIEW,
    "suite_export": Verb.LEADERBOARD_VIEW,
    "suite_export_cancel": Verb.LEADERBOARD_VIEW,
    "suite_export_file": Verb.LEADERBOARD_VIEW,
    "export_list": Verb.RUN_VIEW,
    "run_words": Verb.RUN_LAUNCH,
    "run_cancel": Verb.RUN_CANCEL,
    "run_resume": Verb.RUN_LAUNCH,
    "leaderboards": Verb.LEADERBOARD_VIEW,
    "leaderboard": Verb.LEADERBOARD_VIEW,
    "suite_shortcuts": Verb.GOLD_VIEW,
    "suite_submit": Verb.RUN_SUBMIT,
    "suite_moved": Verb.LEADERBOARD_VIEW,
    "suite_moves": Verb.REVIEW_ADJUDICATE,
    "suite_practice": Verb.PRACTICE_USE,
    "suite_standing": Verb.SUITE_STAND,
    "run_walk_again": Verb.RUN_LAUNCH,
    "hook_list": Verb.HOOK_MANAGE,
    "hook": Verb.HOOK_MANAGE,
    "hook_rotate": Verb.HOOK_MANAGE,
    "hook_test": Verb.HOOK_MANAGE,
    "hook_delete": Verb.HOOK_MANAGE,
    "hook_deliveries": Verb.HOOK_MANAGE,
    "hook_again": Verb.HOOK_MANAGE,
    "hook_delivery_again": Verb.HOOK_MANAGE,
}

urlpatterns = [
    path("", home.home, name="home"),
    path("runs/", runs.run_list, name="run_list"),
    path("runs/new/", runs.run_new, name="run_new"),
    path("runs/<int:pk>/", runs.run, name="run"),
    path("runs/<int:pk>/progress/", runs.progress, name="run_progress"),
    path("runs/<int:pk>/answers/", runs.answers, name="run_answers"),
    path("runs/<int:pk>/results/", breakdowns.run_results, name="run_results"),
    path("runs/<int:pk>/report/", reports.run_report, name="run_report"),
    path("runs/<int:pk>/report.csv", reports.run_report_csv, name="run_report_csv"),
    path("runs/<int:pk>/report.md", reports.run_report_markdown, name="run_report_markdown"),
    path("runs/<int:pk>/exports/", exports.run_exports, name="run_exports"),
    path("runs/<int:pk>/exports/<int:export>/", exports.run_export, name="run_export"),
    path("runs/<int:pk>/exports/<int:export>/cancel/", exports.run_export_cancel, name="run_export_cancel"),
    path("runs/<int:pk>/exports/<int:export>/file/", exports.run_export_file, name="run_export_file"),
    path("exports/", exports.export_list, name="export_list"),
    path("suites/<slug:suite>/exports/", exports.suite_exports, name="suite_exports"),
    path("suites/<slug:suite>/exports/<int:export>/", exports.suite_export, name="suite_export"),
    path(
        "suites/<slug:suite>/exports/<int:export>/cancel/",
        exports.suite_export_cancel,
        name="suite_export_cancel",
    ),
    path(
        "suites/<slug:suite>/exports/<int:export>/file/", exports.suite_export_file, name="suite_export_file"
    ),
    path("runs/<int:pk>/words/", runs.words, name="run_words"),
    path("runs/<int:pk>/cancel/", runs.cancel, name="run_cancel"),
    path("runs/<int:pk>/resume/", runs.resume, name="run_resume"),
    path("leaderboards/", leaderboards.leaderboards, name="leaderboards"),
    path("leaderboards/<slug:suite>/", leaderboards.leaderboard, name="leaderboard"),
    # Where the page of a scenario would be, which may not be called so (services.bundle_checks).
    path("suites/<slug:suite>/shortcuts/", shortcuts.suite_shortcuts, name="suite_shortcuts"),
    path("suites/<slug:suite>/submit/", submissions.suite_submit, name="suite_submit"),
    path("suites/<slug:suite>/moved/", moved.suite_moved, name="suite_moved"),
    path("suites/<slug:suite>/moves/", moved.suite_moves, name="suite_moves"),
    path("suites/<slug:suite>/practice/", practice.suite_practice, name="suite_practice"),
    path("suites/<slug:suite>/standing/", practice.suite_standing, name="suite_standing"),
    path("runs/<int:pk>/walk-again/", moved.run_walk_again, name="run_walk_again"),
    path("hooks/", hooks.hook_list, name="hook_list"),
    path("hooks/<int:hook>/", hooks.hook, name="hook"),
    path("hooks/<int:hook>/rotate/", hooks.hook_rotate, name="hook_rotate"),
    path("hooks/<int:hook>/test/", hooks.hook_test, name="hook_test"),
    path("hooks/<int:hook>/delete/", hooks.hook_delete, name="hook_delete"),
    path("hooks/<int:hook>/deliveries/", hooks.hook_told, name="hook_deliveries"),
    path("hooks/<int:hook>/again/", hooks.hook_again, name="hook_again"),
    path("hooks/<int:hook>/deliveries/<int:delivery>/again/", hooks.hook_again, name="hook_delivery_again"),
]
