"""Writing audit records: called by the services of every app, inside their transaction."""

from __future__ import annotations

from typing import Any

from benchmark.floor.accounts.models import User
from benchmark.floor.audit.models import AuditRecord


def record(
    *, action: str, subject: str, by: User | None, details: dict[str, Any] | None = None
) -> AuditRecord:
    """Note that ``by`` (None: the system itself) did ``action`` (``suite.released``) to ``subject``
    (``suite:mini``). ``details`` holds JSON facts; never secrets, never gold of held-out suites."""
    return AuditRecord.objects.create(
        action=action,
        subject=subject,
        actor=by.username if by else "",
        actor_role=by.role if by else "",
        by_service=by is not None and by.is_service,
        details=details or {},
    )
