"""A process for the fault tests: writes an export of the database of ``DATABASE_URL`` under a limit of bytes.

python -m tests.faults.export_writer EXPORT BYTES
"""

from __future__ import annotations

import os
import resource
import sys


def main(export: str, size: str) -> None:
    """Write it; say what came of it."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "benchmark.settings.testing"
    import django

    django.setup()
    from benchmark.services import exporting

    resource.setrlimit(resource.RLIMIT_FSIZE, (int(size), int(size)))
    sys.stdout.write(exporting.write(int(export)) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
