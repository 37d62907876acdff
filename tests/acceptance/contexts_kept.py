"""The contexts of a run in the database of ``DATABASE_URL``, as one JSON list of ``[row, stored at]``.

python -m tests.acceptance.contexts_kept RUN
"""

from __future__ import annotations

import json
import os
import sys


def main(number: str) -> None:
    """Print it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchmark.settings.development")
    import django

    django.setup()
    from benchmark.models import SutContext

    rows = SutContext.objects.filter(variant__run=int(number)).order_by("pk")
    found = [[pk, at.isoformat()] for pk, at in rows.values_list("pk", "created_at")]
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
