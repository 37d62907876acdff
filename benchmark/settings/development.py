"""Settings of `make run`: one machine, loopback, a secret of its own in var/."""

from __future__ import annotations

from benchmark.settings import environment
from benchmark.settings.base import *  # noqa: F403
from benchmark.settings.base import PUBLIC_HOST

DEBUG = environment.text("STEMMA_DEBUG", default="0") == "1"
SECRET_KEY = environment.generated_secret("secret_key")
ALLOWED_HOSTS = [PUBLIC_HOST, "127.0.0.1", "localhost", "[::1]"]
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
