"""The pages of the site, for screenshots and for the rules that hold on every page."""

from __future__ import annotations

QUERY = "/suites/mini/mini-trip/queries/q001/"
EXAMPLE = "/suites/worked-example/figure3/"
ASKED = f"{EXAMPLE}explain/?goal=n_outside(Vera)&cutoff=2026-08-31&against=2026-06-30&whynot=3"

#: name, path, who looks at it.
PAGES: tuple[tuple[str, str, str | None], ...] = (
    ("welcome", "/", None),
    ("sign-in", "/accounts/sign-in/", None),
    ("account", "/accounts/", "lead"),
    ("home", "/", "lead"),
    ("docs", "/docs/", None),
    ("docs-page", "/docs/diagnosis/", None),
    ("docs-search", "/docs/?q=witness", "lead"),
    ("suites", "/suites/", "lead"),
    ("suite", "/suites/mini/", "lead"),
    ("suite-filtered", "/suites/mini/?family=rules&label=answerable&sort=-age", "lead"),
    ("suite-nothing-found", "/suites/mini/?q=nothing-has-these-words", "lead"),
    ("suite-annotator", "/suites/mini/?label=unknown", "annotator"),
    ("suite-statistics", "/suites/mini/statistics/", "lead"),
    ("suite-card", "/suites/mini/card/", "lead"),
    ("suite-shortcuts", "/suites/mini/shortcuts/", "lead"),
    ("suite-submit", "/suites/mini/submit/", "lead"),
    ("suite-compare", "/suites/compare/?a=mini&b=worked-example", "lead"),
    ("scenario", "/suites/mini/mini-trip/", "lead"),
    ("scenario-marked", "/suites/mini/mini-trip/?query=q001", "lead"),
    ("scenario-annotator", "/suites/mini/mini-trip/", "annotator"),
    ("scenario-empty", "/suites/mini/mini-trip/?q=nothing-has-these-words", "lead"),
    ("query", QUERY, "lead"),
    ("query-annotator", QUERY, "annotator"),
    ("worked-example", f"{EXAMPLE}queries/q1/", "lead"),
    ("query-as-of", f"{EXAMPLE}queries/q1/?as_of=2026-03-31&whynot=n_outside(Vera)", "lead"),
    ("time", f"{EXAMPLE}time/", "lead"),
    ("time-of-a-query", f"{EXAMPLE}time/?query=q1&cutoff=2026-06-30", "lead"),
    ("time-filtered", "/suites/mini/mini-trip/time/?show=superseded", "lead"),
    ("time-refused", f"{EXAMPLE}time/?cutoff=soon", "lead"),
    ("event", f"{EXAMPLE}events/e7/", "lead"),
    ("event-checked", "/suites/mini/mini-trip/events/e0020/", "lead"),
    ("event-annotator", f"{EXAMPLE}events/e7/", "annotator"),
    ("ask", f"{EXAMPLE}explain/", "lead"),
    ("explain", f"{ASKED}&node=fact:dest(Grus)", "lead"),
    ("explain-refused", f"{EXAMPLE}explain/?goal=n_outsde(Vera)", "lead"),
    ("playground", "/playground/", "annotator"),
    ("playground-unknown", "/playground/?example=unknown", "lead"),
    ("playground-witnesses", "/playground/?example=non-linear-recursion", "lead"),
    ("playground-stopped", "/playground/?example=runaway", "lead"),
    ("runs", "/runs/", "lead"),
    ("run-new", "/runs/new/", "lead"),
    ("run", "/runs/1/", "lead"),
    ("run-answers", "/runs/1/answers/", "lead"),
    ("run-answers-of-a-cell", "/runs/1/answers/?by=witness_size&is=2&said=answerable", "lead"),
    ("run-results", "/runs/1/results/", "lead"),
    ("run-results-by-witness", "/runs/1/results/?by=witness_size", "lead"),
    ("run-report", "/runs/1/report/", "lead"),
    ("run-exports", "/runs/1/exports/", "lead"),
    ("suite-exports", "/suites/mini/exports/", "lead"),
    ("my-exports", "/exports/", "lead"),
    ("operate", "/operate/?days=0", "admin"),
    ("run-diagnosis", "/runs/1/diagnosis/", "lead"),
    ("hooks", "/hooks/", "lead"),
    ("leaderboards", "/leaderboards/", "lead"),
    ("leaderboard", "/leaderboards/mini/", "lead"),
    ("review-home", "/review/", "annotator"),
    ("review-home-adjudicator", "/review/", "adjudicator"),
    ("review-desk", "/review/mini/", "annotator"),
    ("review-mine", "/review/mini/mine/", "annotator"),
    ("review-others-judge", "/review/mini/", "admin"),
    ("review-agreement", "/review/mini/agreement/", "lead"),
    ("review-progress", "/review/mini/progress/", "lead"),
    ("review-progress-viewer", "/review/mini/progress/", "viewer"),
    ("review-manage", "/review/mini/manage/", "lead"),
    ("review-items", "/review/mini/items/?q=trip", "lead"),
    ("review-release", "/review/mini/release/", "lead"),
    ("review-disputes", "/review/mini/disputes/", "adjudicator"),
    ("review-guideline", "/review/mini/guidelines/record/", "annotator"),
    ("review-consequences", "/review/mini/items/1/consequences/", "lead"),
    ("moved-none", "/suites/mini/moved/", "lead"),
    ("moves", "/suites/mini/moves/?item=1&without=0", "adjudicator"),
    ("not-found", "/suites/no-such-suite/", "lead"),
    ("denied", "/runs/", "annotator"),
)

#: Of these, those that are looked at in German too: words are longer there.
IN_GERMAN = frozenset(
    {
        *("account", "home", "suite", "query", "runs", "run-new", "run", "run-results", "run-report"),
        *("suite-shortcuts", "suite-submit", "leaderboard", "hooks", "review-manage", "not-found"),
    }
)

#: Pages whose own answer is an error, which the console reports.
REFUSED = frozenset({"not-found", "denied", "explain-refused", "time-refused"})
