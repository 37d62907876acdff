"""Django's own checks of a deployment, and cookies that no other host can set, under production settings."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SHOWN = """
import json, django
django.setup()
from django.conf import settings
others = ("DEBUG", "SECURE_HSTS_SECONDS", "ALLOWED_HOSTS")
names = [name for name in dir(settings) if "COOKIE" in name or name in others]
print(json.dumps({name: getattr(settings, name) for name in names}))
"""


def under_production(*words: str, **changed: str) -> subprocess.CompletedProcess[str]:
    # The browser's loop makes playwright allow what no deployment should.
    ours = ("PYTEST", "DJANGO_ALLOW_ASYNC_UNSAFE")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    given = {
        "DJANGO_SETTINGS_MODULE": "benchmark.settings.production",
        "SECRET_KEY": "aB3-xYz_" * 8,
        "PUBLIC_URL": "https://stemma.example.org",
        "STEMMA_BEHIND_PROXY": "1",
        **changed,
    }
    return subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=kept | given, capture_output=True, text=True, timeout=240
    )


def test_the_checks_of_a_deployment_are_clean() -> None:
    done = under_production("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    assert done.returncode == 0, done.stderr
    weak = under_production("manage.py", "check", "--deploy", "--fail-level", "WARNING", SECRET_KEY="short")
    assert weak.returncode != 0
    assert "security.W009" in weak.stderr


def test_cookies_are_of_this_host_alone_and_of_no_script() -> None:
    done = under_production("-c", SHOWN)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["DEBUG"] is False
    assert found["ALLOWED_HOSTS"] == ["stemma.example.org"]
    assert found["SECURE_HSTS_SECONDS"] >= 31_536_000
    for kind in ("SESSION", "CSRF"):
        assert found[f"{kind}_COOKIE_NAME"].startswith("__Host-")
        assert found[f"{kind}_COOKIE_PATH"] == "/"
        assert found[f"{kind}_COOKIE_DOMAIN"] is None
    for kind in ("SESSION", "CSRF", "LANGUAGE"):
        assert found[f"{kind}_COOKIE_SECURE"] is True
        assert found[f"{kind}_COOKIE_HTTPONLY"] is True
        assert found[f"{kind}_COOKIE_SAMESITE"] == "Lax"


@pytest.mark.parametrize("missing", ["SECRET_KEY", "PUBLIC_URL"])
def test_nothing_starts_without_what_an_operator_must_choose(missing: str) -> None:
    done = under_production("-c", "import django; django.setup()", **{missing: ""})
    assert done.returncode != 0
    assert f"{missing} is not set" in done.stderr
