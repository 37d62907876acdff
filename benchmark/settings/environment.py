"""The one place that reads the environment. A missing or broken value fails with a hint of what to set."""

from __future__ import annotations

import json
import os
import re
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

ROOT = Path(__file__).resolve().parent.parent.parent
VAR = Path(os.environ.get("STEMMA_VAR") or ROOT / "var")
"""Everything the product writes on this machine: database, keys, locks, screenshots."""
NOTHING_WAITS_FOR_EVER = (
    "-c lock_timeout=60s -c idle_in_transaction_session_timeout=600s -c tcp_user_timeout=20000 "
    "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3"
)
"""What the server ends (ADR 34): a wait for somebody's lock, a transaction of a process that hangs, and what
a host that was cut off still holds; without it the locks of such a host would stand for hours."""


def text(name: str, *, default: str | None = None, hint: str = "") -> str:
    """The value of a variable; a missing one without a default raises ``ImproperlyConfigured``."""
    value = os.environ.get(name, "").strip()
    if value:
        return value
    if default is None:
        raise ImproperlyConfigured(f"{name} is not set. {hint}".strip())
    return default


def whole(name: str, *, default: int, least: int = 0) -> int:
    """A whole number of at least ``least``."""
    raw = text(name, default=str(default))
    if not raw.isascii() or not raw.isdigit() or int(raw) < least:
        raise ImproperlyConfigured(f"{name} is {raw!r}; set a whole number of at least {least}.")
    return int(raw)


def json_object(name: str) -> dict[str, Any]:
    """A JSON object, empty where the variable is not set."""
    raw = text(name, default="{}")
    try:
        value = json.loads(raw)
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} is not JSON: {error}.") from error
    if not isinstance(value, dict):
        raise ImproperlyConfigured(f'{name} is {raw!r}; set a JSON object, such as {{"model": "my-model"}}.')
    return value


def rates(name: str, *, defaults: dict[str, str]) -> dict[str, str]:
    """``defaults``, overridden by a JSON object such as ``{"read": "1200/minute"}``; empty: no limit."""
    found = {**defaults, **json_object(name)}
    for scope, rate in found.items():
        if scope not in defaults:
            raise ImproperlyConfigured(f"{name} names {scope!r}; known are {', '.join(defaults)}.")
        if not isinstance(rate, str) or not re.fullmatch(r"([1-9]\d{0,8}/(second|minute|hour|day))?", rate):
            raise ImproperlyConfigured(f'{name}: {scope} is {rate!r}; write for example "1200/minute".')
    return found


def database() -> dict[str, Any]:
    """Django's database entry from ``DATABASE_URL``; the folder of a socket goes in ``?host=``."""
    url = text(
        "DATABASE_URL",
        hint="Start through manage.py, which starts the embedded Postgres, "
        "or set it to postgresql://user:password@host:5432/name.",
    )
    parts = urlsplit(url)
    if parts.scheme not in ("postgres", "postgresql"):
        raise ImproperlyConfigured(
            f"DATABASE_URL has scheme {parts.scheme!r}; only Postgres is supported: postgresql://…"
        )
    options = {key: values[-1] for key, values in parse_qs(parts.query).items()}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")) or "stemma",
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", None) or parts.hostname or "",
        "PORT": options.pop("port", None) or str(parts.port or ""),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            # A server that does not answer, or a line that was cut, is noticed; the address may say other.
            "connect_timeout": "5",
            "keepalives_idle": "10",
            "keepalives_interval": "5",
            "keepalives_count": "3",
            "tcp_user_timeout": "20000",
            **options,
            # Statements of the engine are prepared at once and keep one generic plan; the ORM binds on the
            # client and is untouched by both. Compilation of plans costs more than these statements run.
            "prepare_threshold": 0,
            "options": f"-c plan_cache_mode=force_generic_plan -c jit=off {NOTHING_WAITS_FOR_EVER}",
        },
    }


def public_url(*, default: str | None) -> tuple[str, str, bool]:
    """(origin, host, secure) of ``PUBLIC_URL``, the address people type: scheme, host, and a port where it is
    not the scheme's own. The host of an IPv6 address is in brackets, as in the address.

    A path is refused: the pages stand at the root of a host of their own.
    """
    example = "https://stemma.example.org"
    url = text("PUBLIC_URL", default=default, hint=f"Set it to the address people type: {example}")
    wrong = f"PUBLIC_URL is {url!r}; write scheme and host: {example}"
    try:
        parts = urlsplit(url)
        port, host = parts.port, parts.hostname
    except ValueError as error:  # a port or an IPv6 address that is none
        raise ImproperlyConfigured(f"{wrong} ({error})") from error
    if parts.scheme not in ("http", "https") or not host or not re.fullmatch(r"[a-z0-9.:-]+", host):
        raise ImproperlyConfigured(wrong)
    if parts.path.strip("/") or parts.query or parts.fragment or parts.username is not None:
        raise ImproperlyConfigured(
            f"{wrong}, nothing else: Stemma is served at the root of a host of its own."
        )
    host = f"[{host}]" if ":" in host else host
    own = {"http": 80, "https": 443}[parts.scheme]
    ending = "" if port in (None, own) else f":{port}"
    return f"{parts.scheme}://{host}{ending}", host, parts.scheme == "https"


def generated_secret(name: str) -> str:
    """A random secret kept in ``var/<name>`` with mode 0600, made on first use (development only)."""
    path = VAR / name
    if not path.exists():
        VAR.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{name}.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(48))
        try:
            os.link(draft, path)  # the first of two processes wins, both read the same secret
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()
