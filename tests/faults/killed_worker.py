"""A worker process for the fault tests: drains the database of ``DATABASE_URL`` until nothing is left."""

from __future__ import annotations

import os
import sys
from datetime import timedelta


def main() -> None:
    """Say that we are up, then work."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "benchmark.settings.testing"
    import django

    django.setup()
    from django.utils import timezone

    from benchmark.services import draining

    sys.stdout.write("up\n")
    sys.stdout.flush()
    draining.work(until=timezone.now() + timedelta(minutes=2))


if __name__ == "__main__":
    main()
