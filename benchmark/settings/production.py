"""Settings of a served installation: every secret and address comes from the environment."""

from __future__ import annotations

from benchmark.settings import environment
from benchmark.settings.base import *  # noqa: F403
from benchmark.settings.base import BEHIND_PROXY, MIDDLEWARE

DEBUG = False
SECRET_KEY = environment.text(
    "SECRET_KEY", hint='Make one: python -c "import secrets; print(secrets.token_urlsafe(48))"'
)
PUBLIC_ORIGIN, PUBLIC_HOST, PUBLIC_SECURE = environment.public_url(default=None)
ALLOWED_HOSTS = [PUBLIC_HOST]
CSRF_TRUSTED_ORIGINS = [PUBLIC_ORIGIN]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True
# No other host of the same domain, and no page without TLS, can set these (ADR 32).
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
SECURE_SSL_REDIRECT = PUBLIC_SECURE
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
# Believed only from a proxy of ours, which overwrites it: anybody may send it.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
# Every address that is shown, sent or linked is the public one, whatever name a request came by.
MIDDLEWARE = [*MIDDLEWARE[:2], "benchmark.public_address.at_public_url", *MIDDLEWARE[2:]]
SECURE_HSTS_SECONDS = 31_536_000
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
