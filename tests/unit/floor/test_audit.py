"""Audit records copy facts and are never changed."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from benchmark.floor.accounts.models import User
from benchmark.floor.audit.models import AuditRecord
from benchmark.floor.audit.services import records

pytestmark = pytest.mark.django_db


def test_a_record_outlives_its_actor() -> None:
    user = User.objects.create_user(username="lead", role="lead")
    records.record(action="suite.released", subject="suite:mini", by=user, details={"version": 1})
    user.delete()
    row = AuditRecord.objects.get()
    assert (row.actor, row.actor_role, row.action, row.subject, row.details) == (
        "lead",
        "lead",
        "suite.released",
        "suite:mini",
        {"version": 1},
    )
    assert row.at is not None


def test_the_system_itself_has_no_name() -> None:
    row = records.record(action="lease.expired", subject="walk:1", by=None)
    assert str(row) == "the system: lease.expired walk:1"


@pytest.mark.parametrize("change", ["update", "delete"])
def test_the_database_refuses_changes(change: str) -> None:
    records.record(action="a", subject="b", by=None)
    rows = AuditRecord.objects.all()
    with pytest.raises(IntegrityError, match=f"written once: {change} refused"), transaction.atomic():
        rows.update(subject="c") if change == "update" else rows.delete()
    assert AuditRecord.objects.get().subject == "b"


def test_a_rolled_back_service_leaves_no_record() -> None:
    class Stop(Exception):
        pass

    with pytest.raises(Stop), transaction.atomic():
        records.record(action="a", subject="b", by=None)
        raise Stop
    assert AuditRecord.objects.count() == 0
