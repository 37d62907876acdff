"""A process for the fault tests: sends what is due to hooks in the database of ``DATABASE_URL``, once."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Say that we are up, then send."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "benchmark.settings.testing"
    import django

    django.setup()
    from django.conf import settings
    from django.utils import timezone

    from benchmark.services import hook_sending

    settings.PUSH_ALLOW = ("127.0.0.1",)
    sys.stdout.write("up\n")
    sys.stdout.flush()
    hook_sending.send_due(now=timezone.now())


if __name__ == "__main__":
    main()
