"""Settings of the languages of the pages (ADR 36)."""

from __future__ import annotations

from benchmark.settings import environment

USE_I18N = True
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch")]
LOCALE_PATHS = [
    environment.ROOT / room / "locale" for room in ("benchmark", "scenarios", "scenarios/review", "probes")
]
"""Where the catalogs lie; ``benchmark.messages`` says which words stand in which."""
FORMAT_MODULE_PATH = ["benchmark.settings.formats"]
LANGUAGE_COOKIE_NAME = "stemma_language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = environment.public_url(default="http://127.0.0.1:8000")[2]
