"""Writing guidelines: version 1 of each kind, and each edit as the next version (ux pain 23)."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext

from benchmark.floor.accounts.models import User
from benchmark.floor.audit.services import records
from scenarios.models import Guideline, Suite
from scenarios.review.exceptions import FormRefusedError, StaleError
from scenarios.review.selectors import guidelines

LONGEST = 20_000


@transaction.atomic
def ensure(*, suite: Suite, by: User | None, now: datetime) -> int:
    """Write version 1 of every kind that has none; how many were written. Two reads and a write."""
    there = set(Guideline.objects.filter(suite=suite).order_by().values_list("kind", flat=True).distinct())
    rows = [
        Guideline(suite=suite, kind=kind, version=1, text=guidelines.default_text(kind), by=None, at=now)
        for kind in guidelines.kinds()
        if kind not in there
    ]
    Guideline.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows)


@transaction.atomic
def revise(*, suite: Suite, kind: str, text: str, seen: int, by: User, now: datetime) -> Guideline:
    """The next version. ``seen`` is the version that was edited (0: the default).

    The same text again writes nothing. Raises ``FormRefusedError`` for a text that is empty or too long, and
    ``StaleError`` where somebody wrote a version in between.
    """
    words = text.replace("\r\n", "\n").strip()
    if not words:
        raise FormRefusedError({"text": gettext("A guideline needs words.")})
    if len(words) > LONGEST:
        raise FormRefusedError(
            {
                "text": gettext("At most %(longest)s characters; these are %(n)s.")
                % {"longest": f"{LONGEST:,}", "n": f"{len(words):,}"}
            }
        )
    Suite.objects.select_for_update().get(pk=suite.pk)  # versions of one suite are written one after another
    before = guidelines.current(suite, kind)
    version = before.version if before else 0
    if before is not None and before.text.strip() == words:
        return before
    if version != seen:
        raise StaleError(
            gettext("Version %(version)s was written since you began; your text was not stored.")
            % {"version": version},
            stored=before.text if before else "",
            yours=text,
        )
    made = Guideline.objects.create(
        suite=suite, kind=kind, version=version + 1, text=words + "\n", by=by, at=now
    )
    records.record(
        action="guideline.revised",
        subject=f"suite:{suite.slug}",
        by=by,
        details={"kind": kind, "version": made.version},
    )
    return made
