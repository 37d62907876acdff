"""Settings of operation: logs, a proxy before the server, and how long things are kept (ADR 33)."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ImproperlyConfigured

from benchmark.settings import environment

__all__ = ["BEHIND_PROXY", "KEEP_DAYS", "LOGGING", "LOG_FORMAT"]

LOG_FORMAT: str = environment.text("STEMMA_LOG_FORMAT", default="plain").lower()
"""``plain`` for people or ``json``: an object a line, for what collects logs."""
if LOG_FORMAT not in ("plain", "json"):
    raise ImproperlyConfigured(f"STEMMA_LOG_FORMAT is {LOG_FORMAT!r}; set plain or json.")

BEHIND_PROXY: bool = environment.text("STEMMA_BEHIND_PROXY", default="0") == "1"
"""Whether a proxy of ours stands before the web server and sets ``X-Forwarded-Proto`` on every request,
whatever the client sent. Without it the header is not believed: anybody could send it."""

KEEP_DAYS: dict[str, int] = {
    "contexts": environment.whole("STEMMA_CONTEXT_KEEP_DAYS", default=0),
    "vectors": environment.whole("STEMMA_VECTOR_KEEP_DAYS", default=0),
    "replies": environment.whole("STEMMA_REPLY_KEEP_DAYS", default=0),
    "exports": environment.whole("STEMMA_EXPORT_KEEP_DAYS", default=30, least=1),
    "deliveries": environment.whole("STEMMA_HOOK_KEEP_DAYS", default=30, least=1),
    "tasks": environment.whole("STEMMA_TASK_KEEP_DAYS", default=30, least=1),
    "sessions": 0,
}
"""Days that each kind of thing that ``manage.py purge`` removes is kept; 0: until somebody purges it by a
number of days, and sessions until they have run out."""

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"of_what": {"()": "benchmark.floor.logs.lines.OfWhat"}},
    "formatters": {
        "plain": {"()": "benchmark.floor.logs.lines.Plain"},
        "json": {"()": "benchmark.floor.logs.lines.Json"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT, "filters": ["of_what"]}
    },
    "root": {"handlers": ["console"], "level": environment.text("STEMMA_LOG_LEVEL", default="INFO").upper()},
    "loggers": {
        # Its own handlers would print each fault of a page a second time, in another form.
        "django": {"handlers": [], "level": "INFO"},
        "django.request": {"level": "ERROR"},
        # A line a request is for programs: in a terminal it would drown what matters.
        "benchmark.requests": {"level": "INFO" if LOG_FORMAT == "json" else "WARNING"},
        "django-q": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        # A line for each call of a language model would drown what a command says of its progress.
        "httpx": {"level": "WARNING"},
        "httpx2": {"level": "WARNING"},
    },
}
