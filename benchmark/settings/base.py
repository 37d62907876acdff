"""Settings shared by all environments. Reads the environment only through ``environment``."""

from __future__ import annotations

import os
from typing import Any

from benchmark.settings import environment
from benchmark.settings.languages import *  # noqa: F403
from benchmark.settings.operation import *  # noqa: F403
from benchmark.settings.operation import KEEP_DAYS
from benchmark.settings.systems import PUSH_ALLOW, SUT_FOLDERS, SUT_UID  # noqa: F401 - settings
from benchmark.settings.work import *  # noqa: F403

BASE_DIR = environment.ROOT
VAR_DIR = environment.VAR

PUBLIC_ORIGIN, PUBLIC_HOST, PUBLIC_SECURE = environment.public_url(default="http://127.0.0.1:8000")
ALLOWED_HOSTS = [PUBLIC_HOST]
CSRF_TRUSTED_ORIGINS = [PUBLIC_ORIGIN]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PUBLIC_SECURE
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True  # scripts take the token from the page
SESSION_COOKIE_SAMESITE = "Lax"
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DEFAULT_EXCEPTION_REPORTER_FILTER = "benchmark.floor.logs.reports.ReportFilter"

INSTALLED_APPS = [
    "benchmark.floor.accounts",
    "benchmark.floor.audit",
    "benchmark.floor.calls",
    "benchmark.floor.hooks",
    "benchmark.floor.jobs",
    "scenarios",
    "sut_adapters",
    "benchmark",
    "probes",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "django_filters",
    "rest_framework",
    "drf_spectacular",
    "django_q",
]

MIDDLEWARE = [
    "benchmark.public_address.of_caller",
    "benchmark.floor.logs.middleware.with_id",
    "benchmark.floor.headers.refusals",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "benchmark.floor.jobs.middleware.database_away",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "benchmark.middleware.PageLanguage",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "benchmark.middleware.refuse_nul",
    "benchmark.middleware.sign_in_whole_page",
]

ROOT_URLCONF = "benchmark.urls"
WSGI_APPLICATION = "benchmark.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "benchmark.floor.jobs.context.worker_banner",
                "scenarios.review.context.doors",
            ],
        },
    }
]

DATABASES = {"default": environment.database()}
#: Seconds after which one query of the engine is cancelled and named.
ENGINE_STATEMENT_TIMEOUT = environment.whole("STEMMA_STATEMENT_TIMEOUT", default=60, least=1)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "accounts:sign_in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static_collected"
STATICFILES_DIRS = [BASE_DIR / "static"] if (BASE_DIR / "static").is_dir() else []

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        # The token comes first, so a request without any credentials is answered 401 with a challenge.
        "benchmark.floor.accounts.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PAGINATION_CLASS": "benchmark.api.pagination.CursorPages",
    "PAGE_SIZE": 50,
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "benchmark.api.schema.CurlSchema",
    "DEFAULT_RENDERER_CLASSES": [
        "rest_framework.renderers.JSONRenderer",
        "rest_framework.renderers.BrowsableAPIRenderer",
    ],
    "DEFAULT_PARSER_CLASSES": ["benchmark.api.parsing.StrictJSONParser"],
    "DEFAULT_THROTTLE_CLASSES": ["benchmark.floor.calls.api.throttling.ScopeThrottle"],
    "DEFAULT_THROTTLE_RATES": {"anon": "60/minute", "user": "1200/minute"},
    "EXCEPTION_HANDLER": "benchmark.api.problems.handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

API_RATES: dict[str, str] = environment.rates(
    "STEMMA_API_RATES",
    defaults={
        "anonymous": "60/minute",
        "read": "1200/minute",
        "annotate": "1200/minute",
        "run": "120/minute",
        "submit": "12000/minute",
        "admin": "300/minute",
    },
)
"""Calls of one person (or unknown address) by scope, per second, minute, hour or day; empty: no limit."""
API_BODY_BYTES = environment.whole("STEMMA_API_BODY_BYTES", default=16_000_000, least=1000)
"""The largest JSON body that the API takes; files have limits of their own."""
API_BODY_DEPTH = 64
"""How deep arrays and objects of a body may be nested."""

SPECTACULAR_SETTINGS = {
    "TITLE": "Stemma API",
    "DESCRIPTION": "Suites, gold derivations, runs and answers.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "SuiteStatus": "scenarios.models.Suite.Status",
        "RunStatus": "benchmark.models.RunStatus",
        "ItemStatus": "benchmark.models.ItemStatus",
        "AnswerStatus": "benchmark.models.AnswerStatus",
        "DiagnosisStatus": "probes.models.DiagnosisStatus",
    },
}

# What upper rooms add to a lower room's work, by dotted path. A test resolves every one of them.
QUERY_SECTIONS: list[str] = [
    "benchmark.views.sections.answers_of_systems",
    "probes.views.sections.diagnoses_of_systems",
]
"""``(request, query) -> {"title", "template", "context"} | None``: sections of the query page."""
BENCHMARK_QUESTIONS: list[str] = [
    "benchmark.services.questions.QUERIES",
    "probes.services.tracked_questions.TRACKED",
    "probes.services.probe_questions.PROBES",
]
"""``questions.Source``: stages that contribute questions to a run."""
RUN_READINGS: list[str] = [
    "benchmark.services.reading_kinds.ALONE",
    "benchmark.services.reading_kinds.BUDGET_512",
    "benchmark.services.reading_kinds.BUDGET_1024",
    "benchmark.services.reading_kinds.BUDGET_2048",
    "benchmark.services.reading_kinds.BUDGET_4096",
    "benchmark.services.reading_kinds.BUDGET_8192",
    "probes.services.readings.INHERITED",
    "probes.services.readings.SPLIT",
    "probes.services.readings.DIAGNOSIS",
]
"""``reading_kinds.ReadingKind``: the ways in which a run reads its contexts, and what is made of it."""
REPORT_SECTIONS: list[str] = [
    "benchmark.reporting.manifest.MANIFEST",
    "benchmark.reporting.answers.ANSWERS",
    "benchmark.reporting.answers.BUDGET_CURVE",
    "probes.report.sections.diagnosis.DIAGNOSIS",
    "probes.report.sections.maintenance.MAINTENANCE",
    "benchmark.reporting.costs.COSTS",
]
"""``reporting.sections.ReportSection``: the sections of a run's report, in their order."""
RUN_GATE: str = "probes.services.gatekeeping.KEEPER"
"""``benchmark.services.gates.GateKeeper``: decides for ``manage.py run`` whether a run is good enough."""
HUMAN_LINES: list[str] = ["benchmark.reviewing.human_line.of_suite"]
"""``(suite) -> Iterable[benchmark.scoring.board_lines.Line]``: what people reached on a suite, for its
boards and curves."""
REVIEW_SUBJECTS: list[str] = [
    "scenarios.review.subjects.records.RECORDS",
    "benchmark.reviewing.questions.QUESTIONS",
    "scenarios.review.subjects.complaints.COMPLAINTS",
    "scenarios.review.subjects.annotation.ANNOTATION",
]
"""``scenarios.review.subjects.base.Subject``: the kinds of things that people judge."""
IMPACT_SOURCES: list[str] = ["benchmark.selectors.impact.of_runs"]
"""``(EditScope) -> Iterable[Dependent]``: what rests on the part of a history that an edit touches."""
RELEASE_CHECKS: list[str] = ["benchmark.services.shortcuts.at_release"]
"""``(suite) -> None``: what a release of a generated suite checks last; it records what it finds, or raises a
``StateRefusedError`` of ``scenarios.exceptions`` and nothing is released."""
RELEASE_FOLLOWERS: list[str] = ["benchmark.services.carrying.after_release"]
"""``(suite, by) -> None``: what a release brings about, in its transaction."""
RENDERING_MODEL: str | None = environment.text("STEMMA_RENDERING_MODEL", default="") or None
"""``(RENDERING_MODEL_CONFIG) -> complete``: the language model that puts records into other words, such as
``sut_adapters.answering.rewording.chat``; None: templates only. ``complete`` takes a prompt with ``system``
and ``user`` and gives a text. It raises ``OSError`` where the model cannot be reached, ``ValueError`` where
it refuses."""
RENDERING_MODEL_CONFIG: dict[str, Any] = environment.json_object("STEMMA_RENDERING_MODEL_CONFIG")
REPLAY_REPLIES: bool = environment.text("STEMMA_REPLAY", default="1") == "1"
"""Whether the very same call of a language model is answered by the reply that was kept of it."""
EXPORT_KINDS: list[str] = [
    "benchmark.services.run_exports.RESULTS",
    "benchmark.services.run_exports.ANSWERS",
    "benchmark.services.context_exports.CONTEXTS",
    "probes.services.diagnosis_exports.DIAGNOSES",
    "probes.services.diagnosis_exports.NODES",
    "probes.services.diagnosis_exports.RECOVERIES",
    "probes.services.diagnosis_exports.CHECKPOINTS",
    "benchmark.services.board_exports.BOARD",
    "benchmark.reviewing.verdict_exports.VERDICTS",
]
"""``services.export_kinds.ExportKind``: what can be exported as a file."""
EXPORT_KEEP_DAYS: int = KEEP_DAYS["exports"]
"""Days after which the file of an export, of a run or of verdicts, is removed."""
HOOK_AUDIENCE: str = "scenarios.selectors.hook_audience.may_hear"
"""``(owners, suite slug, verb) -> ids``: those of the owners of hooks who may hear of this on the suite."""
HOOK_SENDER: str = "benchmark.services.hook_sending.drain"
"""``() -> str``: called by a worker where deliveries to hooks are due."""
HOOK_KEEP_DAYS: int = KEEP_DAYS["deliveries"]
"""Days after which the tick removes deliveries that arrived or were given up."""
TICK_HANDLERS: list[str] = [
    "benchmark.floor.calls.services.mending.mend",
    "benchmark.services.ticking.mend",
    "benchmark.services.carrying.mend",
    "benchmark.services.submitting.mend",
    "benchmark.services.export_mending.mend",
    "benchmark.services.purging.mend",
    "benchmark.services.hook_sending.mend",
    "scenarios.review.services.exporting.mend",
    "scenarios.review.services.ticking.free_expired",
    "scenarios.review.services.attaching.mend",
    "scenarios.review.services.revising.mend",
    "scenarios.review.services.releasing.mend",
]
"""``(now) -> str``: called by ``tick`` every ten seconds; the text goes to its log where not empty."""
PERSON_ACTIONS: list[str] = ["scenarios.review.admin.take_names_off"]
"""Actions of the admin's list of people (``@admin.action``)."""
SERVE_WATCHES: list[str] = ["benchmark.postgres.revive"]
"""``() -> str``: called by ``serve`` every two seconds; the text is shown where not empty."""

os.environ.setdefault("LANGSMITH_TRACING", "false")  # no library may report home
SILENCED_SYSTEM_CHECKS: list[str] = []
