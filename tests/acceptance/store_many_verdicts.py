"""Stores many verdicts in the database of ``DATABASE_URL``, or exports them and says what that took.

    python -m tests.acceptance.store_many_verdicts store VERDICTS
    python -m tests.acceptance.store_many_verdicts export FORMAT

The second prints one JSON object: rows, bytes, seconds, and the most memory that the process ever held.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
import uuid
from typing import Any

SLUG = "many-verdicts"
BATCH = 5_000
GIVEN = {
    "pick": "2",
    "states_more.comment": "It gives a reason – “because of the rain” – as well.",
    "states_more.span": "4-19",
}


def main(what: str, value: str) -> None:
    """Do it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchmark.settings.development")
    import django

    django.setup()
    if what == "store":
        store(int(value))
    else:
        sys.stdout.write(json.dumps(exported(value)) + "\n")


def store(verdicts: int) -> None:
    """Two judges of each item of one scenario; every tenth item is decided."""
    from django.utils import timezone

    from benchmark.floor.accounts.models import User
    from scenarios.models import Adjudication, ReviewItem, Scenario, Slot, Suite, Verdict

    now = timezone.now()
    suite = Suite.objects.create(slug=SLUG, title="Many verdicts", kind="imported")
    scenario = Scenario.objects.create(suite=suite, slug="one", title="One")
    judges = [User.objects.create_user(f"judge-{n}") for n in (1, 2)]
    decider = User.objects.create_user("decider", role="adjudicator")
    for begin in range(0, verdicts // 2, BATCH):
        items = ReviewItem.objects.bulk_create(
            ReviewItem(
                suite=suite,
                scenario=scenario,
                kind="record",
                subject_id=n + 1,
                label=f"e{n:06}",
                place=n,
                form="recognition",
                wanted=2,
                status="verified",
                created_at=now,
            )
            for n in range(begin, min(begin + BATCH, verdicts // 2))
        )
        slots = Slot.objects.bulk_create(
            Slot(item=item, n=n, suite=suite, kind="record", place=item.place, status="done", person=judge)
            for item in items
            for n, judge in enumerate(judges, start=1)
        )
        Verdict.objects.bulk_create(
            Verdict(
                item=slot.item,
                slot=slot,
                person=slot.person,
                form="recognition",
                fields=_fields(slot.item_id, slot.n),
                given=GIVEN,
                outcome="verified",
                key=uuid.uuid4(),
                started_at=now,
                submitted_at=now,
                active_ms=4000,
            )
            for slot in slots
        )
        Adjudication.objects.bulk_create(
            Adjudication(
                item=item,
                by=decider,
                fields=_fields(item.pk, 1),
                outcome="verified",
                reason="It says so.",
                key=uuid.uuid4(),
                at=now,
            )
            for item in items[::10]
        )


def _fields(item: int, n: int) -> dict[str, str]:
    said = "yes" if (item + n) % 7 else "no"
    return {
        "recoverable": said,
        "states_more": "no",
        "states_derived": "no",
        "real_name": "no",
        "fluent": "yes",
    }


def exported(format: str) -> dict[str, Any]:
    """An export by this process alone."""
    from django.utils import timezone

    from scenarios.models import Suite, VerdictExport
    from scenarios.review.services import exporting

    suite = Suite.objects.get(slug=SLUG)
    export = VerdictExport.objects.create(suite=suite, format=format, at=timezone.now())
    began = time.perf_counter()
    exporting.run(export.pk)
    seconds = time.perf_counter() - began
    export.refresh_from_db()
    return {
        "format": format,
        "status": export.status,
        "rows": export.rows_done,
        "bytes": export.size,
        "seconds": round(seconds, 1),
        "most_memory_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }


if __name__ == "__main__":
    main(*sys.argv[1:])
