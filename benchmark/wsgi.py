"""The WSGI application. `manage.py serve` starts it; elsewhere set DATABASE_URL first."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchmark.settings.production")

application = get_wsgi_application()
