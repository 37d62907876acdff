#!/usr/bin/env python
"""The command line. Starts the embedded Postgres before Django reads its settings (overview 4.1)."""

from __future__ import annotations

import os
import sys

NEEDS_NO_DATABASE = frozenset({"help", "version", "--help", "-h", "--version"})


def main() -> None:
    """Make sure a database answers, then hand over to Django."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchmark.settings.development")
    from benchmark import postgres

    command = sys.argv[1] if len(sys.argv) > 1 else "help"
    if command in NEEDS_NO_DATABASE:
        os.environ.setdefault("DATABASE_URL", postgres.PLACEHOLDER_URL)
    else:
        try:
            os.environ["DATABASE_URL"] = postgres.ensure_running()
        except postgres.PostgresLauncherError as error:
            sys.exit(f"{error}")

    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
