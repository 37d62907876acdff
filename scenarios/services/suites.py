"""Suites: stored from bundles as drafts with recomputed gold, released, and deleted while drafts."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.utils import timezone
from django.utils.module_loading import import_string

from benchmark.floor.audit.services import records as audit
from scenarios.bundle import Bundle
from scenarios.exceptions import (
    StateRefusedError,
    SuiteExistsError,
    SuiteReleasedError,
    TextsFailedError,
    TextsRejectedError,
)
from scenarios.models import Finding, Membership, Suite
from scenarios.review.services import attaching
from scenarios.selectors import texts
from scenarios.services import (
    bundle_checks,
    gold,
    hashing,
    hook_news,
    text_checks,
    verification,
    versions,
)
from scenarios.services.history_rows import BATCH, store_scenario

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User


@transaction.atomic
def store(
    *,
    bundle: Bundle,
    by: User | None,
    is_open: bool = False,
    standing: str = Suite.Standing.OPEN,
    version: int = 1,
) -> Suite:
    """Store a bundle as a draft suite with its gold and checked words; all of it or nothing (overview 3).

    Words that fail an automatic check are stored as such (spec 6.5); ``release`` refuses them.
    ``by`` becomes a lead of the suite; ``standing`` says whom its gold is for. Raises
    ``BundleRefusedError`` for a bundle that breaks rules of spec 1, ``SuiteExistsError`` for a slug that is
    taken, ``GoldDiffersError`` where a query's expected gold is not what Postgres derives, and
    ``WitnessCheckError`` for a generated suite whose queries fail C1 to C4.
    """
    checked = bundle_checks.check(bundle)
    suite = Suite(
        slug=checked.slug,
        title=checked.title,
        kind=checked.kind,
        config=checked.config,
        version=version,
        is_open=is_open,
        created_by=by,
    )
    suite.standing = Suite.Standing(standing)
    _create(suite)
    if by is not None:
        Membership.objects.create(user=by, suite=suite, role=Membership.Role.LEAD)
    for position, spec in enumerate(checked.scenarios):
        versions.rebuild(scenario=store_scenario(suite=suite, spec=spec, position=position))
    _store_findings(suite, checked)
    gold.compute(suite=suite, by=by, expected=gold.expected_of(checked), proofs=gold.proofs_of(checked))
    counts = text_checks.run(suite=suite, bundle=checked)
    suite.content_hash = hashing.content_hash(suite)
    suite.save(update_fields=["content_hash"])
    audit.record(
        action="suite.stored",
        subject=f"suite:{suite.slug}",
        by=by,
        details={
            "version": suite.version,
            "kind": suite.kind,
            "standing": suite.standing.value,
            "content_hash": suite.content_hash,
            "texts": dataclasses.asdict(counts),
        },
    )
    return suite


@transaction.atomic
def release(*, suite: Suite, by: User | None, with_rejected: bool = False) -> Suite:
    """Release a draft: from now on it never changes. Its hash is computed anew and must be the stored one.

    It states how far people verified its texts, as their states say. Texts that people rejected are released
    only ``with_rejected``; which they are stands in the audit record then.

    Raises ``SuiteReleasedError`` if it is released already, ``StateRefusedError`` if its rows are not those
    its hash was made of or annotations wait to be attached, ``TextsFailedError`` if words of a generated
    suite fail their automatic checks, ``TextsRejectedError`` if words stand that people rejected, and what
    upper rooms refuse of a generated suite (``RELEASE_CHECKS``), a ``StateRefusedError`` too. What follows a
    release in upper rooms begins with it (``RELEASE_FOLLOWERS``).
    """
    suite = Suite.objects.select_for_update().get(pk=suite.pk)
    rejected = require_fit(suite, with_rejected=with_rejected)
    if hashing.content_hash(suite) != suite.content_hash:
        raise StateRefusedError(
            f"The rows of suite {suite.slug!r} changed after it was stored. Delete it and store it again."
        )
    if waiting := attaching.waiting(suite).count():
        raise StateRefusedError(
            f"Suite {suite.slug!r} is not released: {waiting} annotation(s) that people agreed on, or took "
            "back, are not brought to their records yet. The worker does that within seconds (manage.py "
            "serve)."
        )
    if suite.kind != Suite.Kind.IMPORTED:
        for path in settings.RELEASE_CHECKS:
            import_string(path)(suite)
    suite.status = Suite.Status.RELEASED
    suite.released_at, suite.released_by = timezone.now(), by
    suite.save(update_fields=["status", "released_at", "released_by"])
    verification.restate(suite=suite)
    audit.record(
        action="suite.released",
        subject=f"suite:{suite.slug}",
        by=by,
        details={
            "version": suite.version,
            "content_hash": suite.content_hash,
            "verification": suite.verification_text,
            **({"rejected": [line.partition(": ")[0] for line in rejected]} if rejected else {}),
        },
    )
    hook_news.release_published(suite=suite)
    for path in settings.RELEASE_FOLLOWERS:
        import_string(path)(suite, by)
    return suite


def require_fit(suite: Suite, *, with_rejected: bool = False) -> list[str]:
    """What refuses a release at first sight; the texts that people rejected, which ``with_rejected`` lets
    through. Raises ``SuiteReleasedError``, ``TextsFailedError`` and ``TextsRejectedError``. Four queries."""
    if suite.is_released:
        raise SuiteReleasedError(f"Suite {suite.slug!r} is released already.")
    failures = [] if suite.kind == Suite.Kind.IMPORTED else texts.failures_of(suite)
    if failures:
        raise TextsFailedError(suite.slug, tuple(failures))
    rejected = texts.rejected_of(suite)
    if rejected and not with_rejected:
        raise TextsRejectedError(suite.slug, tuple(rejected))
    return rejected


@transaction.atomic
def delete(*, suite: Suite, by: User | None) -> None:
    """Delete a draft with all it holds. Raises ``SuiteReleasedError`` for a released suite."""
    suite = Suite.objects.select_for_update().get(pk=suite.pk)
    if suite.is_released:
        raise SuiteReleasedError(f"Suite {suite.slug!r} is released and stays; release a new suite instead.")
    audit.record(
        action="suite.deleted",
        subject=f"suite:{suite.slug}",
        by=by,
        details={"version": suite.version, "content_hash": suite.content_hash},
    )
    try:
        suite.delete()
    except ProtectedError as error:
        users = sorted({str(row._meta.verbose_name) for row in error.protected_objects})
        raise StateRefusedError(
            f"Suite {suite.slug!r} is used by {len(error.protected_objects)} {' and '.join(users)} row(s). "
            "Delete those first."
        ) from error


def _create(suite: Suite) -> None:
    """Insert the suite; the unique slug decides, so that of two at once one is refused in words."""
    try:
        with transaction.atomic():
            suite.save(force_insert=True)
    except IntegrityError as error:
        if not Suite.objects.filter(slug=suite.slug).exists():
            raise
        raise SuiteExistsError(
            f"There is already a suite {suite.slug!r}. Choose another slug, or delete that draft."
        ) from error


def _store_findings(suite: Suite, bundle: Bundle) -> None:
    Finding.objects.bulk_create(
        (
            Finding(
                suite=suite,
                position=position,
                code=finding.code,
                file=finding.file,
                session=finding.session,
                message=finding.message,
                detail=finding.detail,
            )
            for position, finding in enumerate(bundle.findings)
        ),
        batch_size=BATCH,
    )
