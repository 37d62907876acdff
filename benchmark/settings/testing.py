"""Settings of the test suite: fast hashes, a database name of its own, no throttles."""

from __future__ import annotations

import os

from benchmark.settings import environment
from benchmark.settings.base import *  # noqa: F403
from benchmark.settings.base import DATABASES, LOGGING, REST_FRAMEWORK, VAR_DIR

DEBUG = False
SECRET_KEY = "for the test suite only, never a secret"
ALLOWED_HOSTS = ["testserver", "127.0.0.1", "localhost"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True

# Processes that share the suite between them share no files: locks and slots of one are none of the other's.
# What a test starts with a folder of its own keeps to that.
WORKER = environment.text("PYTEST_XDIST_WORKER", default="")
if WORKER and not environment.text("STEMMA_VAR", default=""):
    VAR_DIR = VAR_DIR / "tests" / WORKER
    VAR_DIR.mkdir(parents=True, exist_ok=True)
# Two suites may run at once on one server. conftest.py drops those whose process is gone.
DATABASES["default"]["TEST"] = {"NAME": f"test_stemma_{os.getpid()}"}
DATABASES["default"]["CONN_MAX_AGE"] = 0
REST_FRAMEWORK = {**REST_FRAMEWORK, "DEFAULT_THROTTLE_CLASSES": []}
LOGGING = {**LOGGING, "root": {"handlers": ["console"], "level": "WARNING"}}
