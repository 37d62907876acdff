"""The last stage of a run: where each wrong answer left the derivation, and both recoveries (spec 7.4, 7.5).

A function of stored answers; it touches no system. One query is committed at a time, under the lease of its
piece of work, so that a killed worker loses nothing and doubles nothing.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from benchmark.floor.jobs.leases import is_exhausted
from benchmark.models import ReadingItem
from benchmark.services import leasing, reading
from benchmark.services.desks import open_desk
from benchmark.services.reading_kinds import Clock
from probes.models import Diagnosis, DiagnosisStatus, FrontierNode, Recovery
from probes.services import probed_answers
from probes.services.combiners import CombinerUnavailableError
from probes.services.diagnosis_desks import DiagnosisDesk
from probes.services.diagnosis_rows import Found, diagnosed
from probes.services.probed_answers import ProbedQuery

#: When a piece of work is taken up again where a model asked for patience without naming a time.
AGAIN_AFTER = timedelta(seconds=10)


def work(item: ReadingItem, until: datetime, clock: Clock) -> timedelta | None:
    """Diagnose what a claimed piece of work still lacks: the ``work`` of its reading kind."""
    left = undone(item)
    if not left:
        return None
    desk = DiagnosisDesk.of(open_desk(item))
    for probed in left:
        if not reading.may_go_on(item, until=until, now=clock()):
            return timedelta(0)
        try:
            found = diagnosed(probed, desk, now=clock())
        except CombinerUnavailableError as error:
            if is_exhausted(item.attempts):
                raise  # given up as any other piece of work, so that the run ends and says why
            return AGAIN_AFTER if error.retry_after is None else timedelta(seconds=error.retry_after)
        _keep(found, item, clock())
    return None


def undone(item: ReadingItem) -> list[ProbedQuery]:
    """What is not diagnosed, or was while answers were missing."""
    diagnosed_before = Diagnosis.objects.filter(
        answer__context__variant=item.store.variant_id, status=DiagnosisStatus.DONE
    )
    done = set(diagnosed_before.values_list("answer", flat=True))
    return [probed for probed in probed_answers.of_item(item) if probed.original.pk not in done]


def _keep(found: Found, item: ReadingItem, now: datetime) -> None:
    with transaction.atomic():
        leasing.got_on(item, now=now)
        # One that was incomplete before is written anew.
        Diagnosis.objects.filter(answer=found.diagnosis.answer_id).delete()
        found.diagnosis.save(force_insert=True)
        FrontierNode.objects.bulk_create(found.frontier)
        Recovery.objects.bulk_create(found.recoveries)
