"""Whom the gold of a suite is for: practice, open or held out (ADR 28)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.db import transaction
from django.utils.translation import gettext as _

from benchmark.exceptions import StandingRefusedError
from benchmark.floor.accounts.verbs import Verb
from benchmark.floor.audit.services import records as audit
from benchmark.models import Run
from scenarios.models import Suite
from scenarios.permissions import require
from scenarios.selectors import twin_gold

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

#: From the loosest to the strictest.
STRICTNESS: Final = (Suite.Standing.PRACTICE, Suite.Standing.OPEN, Suite.Standing.HELD_OUT)


@transaction.atomic
def set_standing(*, suite: Suite, standing: str, by: User | None) -> Suite:
    """Let a suite stand as ``standing`` from now on; as it stands already, nothing is written.

    Gold that was served cannot be called back, so a practice suite stays one. Once somebody else than ``by``
    has a run on the suite it may get stricter alone. Raises ``StandingRefusedError``, and what
    ``permissions.require`` raises for a person who is neither lead nor admin; ``by`` None is the
    command line.
    """
    if by is not None:
        require(by, Verb.SUITE_STAND, suite)
    if standing not in Suite.Standing.values:
        known = ", ".join(Suite.Standing.values)
        raise StandingRefusedError(
            _("There is no standing %(standing)s. Choose one of %(known)s.")
            % {"standing": f"{standing[:40]!r}", "known": known}
        )
    # Locked against runs that are launched meanwhile: their foreign key waits for it.
    suite = Suite.objects.select_for_update().get(pk=suite.pk)
    before, after = suite.standing, Suite.Standing(standing)
    if before is after:
        return suite
    _require_possible(suite, before, after, by)
    suite.standing = after
    suite.save(update_fields=["is_practice", "held_out"])
    audit.record(
        action="suite.standing_set",
        subject=f"suite:{suite.slug}",
        by=by,
        details={"from": before.value, "to": after.value, "version": suite.version},
    )
    return suite


def _require_possible(suite: Suite, before: Suite.Standing, after: Suite.Standing, by: User | None) -> None:
    if before is Suite.Standing.PRACTICE:
        raise StandingRefusedError(
            _(
                "Suite %(slug)s is a practice suite and stays one: its gold was served, it is "
                "out. Build another suite, from another seed."
            )
            % {"slug": suite.slug}
        )
    if after is Suite.Standing.PRACTICE:
        _require_no_twin(suite)
    if STRICTNESS.index(after) > STRICTNESS.index(before):
        return
    others = Run.objects.filter(suite=suite)
    if by is not None:
        others = others.exclude(created_by=by)
    if count := others.count():
        runs = "1 run" if count == 1 else f"{count} runs"
        raise StandingRefusedError(
            _(
                "Suite %(slug)s is %(before)s and cannot become %(after)s: %(runs)s of others "
                "on it were made while its gold was kept. It may get stricter alone; build "
                "another suite for what you want."
            )
            % {"slug": suite.slug, "before": before, "after": after, "runs": runs}
        )


def _require_no_twin(suite: Suite) -> None:
    pairs = suite.scenarios.values_list("slug", "seed")
    twin = twin_gold.of_other_standing(pairs, practice=True, besides=suite)
    if twin is not None:
        raise StandingRefusedError(
            _(
                "Suite %(slug)s cannot serve its gold: suite %(slug2)s has its scenario "
                "%(slug3)s too, and keeps the gold. Build a practice suite from another seed."
            )
            % {"slug": suite.slug, "slug2": twin.suite.slug, "slug3": twin.slug}
        )
