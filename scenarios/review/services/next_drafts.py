"""The next draft of a released suite: where what people found is put right (spec 6.5, overview 4.11).

Released suites never change. What a verdict changes goes into a copy, one draft for each release, that says
in its configuration what it revises and why.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from django.db import transaction

from scenarios.models import Membership, Rendering, Suite, Transition
from scenarios.selectors.texts import current_texts
from scenarios.services import copies, hashing
from scenarios.services.copies import REVISES

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

#: What people said of a text, as far as it holds for the same words in another suite.
_CARRIED: Final = (Rendering.Status.VERIFIED, Rendering.Status.REJECTED)
_SLUG_LENGTH: Final = 80


def revision_of(suite: Suite) -> dict[str, Any] | None:
    """What a suite says of the release that it revises: suite, version and hash, ``changes`` and ``dropped``
    queries; None where it revises none."""
    stated = suite.config.get(REVISES)
    return stated if isinstance(stated, dict) and isinstance(stated.get("suite"), str) else None


def revising(suite: Suite) -> Suite | None:
    """The draft or release that revises this release; None where there is none yet. One query."""
    return (
        Suite.objects.filter(config__revises__suite=suite.slug, config__revises__version=suite.version)
        .order_by("pk")
        .first()
    )


def latest_of(suite: Suite) -> Suite:
    """The last of the suites that revise one another from this one on: a draft, or a release that has none.
    One query for each."""
    while suite.is_released and (found := revising(suite)) is not None:
        suite = found
    return suite


def draft_of(suite: Suite) -> Suite | None:
    """The draft in which a suite goes on: itself, or the last that revises it; None if that is released."""
    last = latest_of(suite)
    return None if last.is_released else last


@transaction.atomic
def next_draft(*, suite: Suite, by: User | None, now: datetime) -> Suite:
    """The draft in which the suite goes on: itself while it is one, else the copy that revises it or its last
    revision, made where there is none.

    Its people come along with their roles, and so does what people said of each text, for the words are the
    same: verified and rejected texts stay so, each with a transition that says where from. Their items and
    verdicts stay with the release. Raises what ``suites.store`` raises.
    """
    Suite.objects.select_for_update(no_key=True).get(pk=suite.pk)
    held = Suite.objects.select_for_update(no_key=True).get(pk=latest_of(suite).pk)
    if not held.is_released:
        return held
    origin = {"suite": held.slug, "version": held.version, "content_hash": held.content_hash}
    config = {REVISES: {**origin, "changes": [], "dropped": []}}
    draft = copies.copy_suite(suite=held, slug=_free_slug(held), by=by, config=config)
    _invite(held, draft, by)
    _carry_states(held, draft, now)
    return draft


def add_to_revision(*, draft: Suite, change: dict[str, Any], dropped: list[dict[str, str]]) -> None:
    """Note what was changed, and which queries went with it, in the configuration; the hash follows."""
    stated = revision_of(draft)
    if stated is not None:
        stated["changes"] = [*stated.get("changes", []), change]
        stated["dropped"] = [*stated.get("dropped", []), *dropped]
        draft.config = {**draft.config, REVISES: stated}
        draft.save(update_fields=["config"])
    draft.content_hash = hashing.content_hash(draft)
    draft.save(update_fields=["content_hash"])


def _free_slug(suite: Suite) -> str:
    base, number = re.sub(r"-v\d+$", "", suite.slug), suite.version + 1
    while True:
        tail = f"-v{number}"
        slug = f"{base[: _SLUG_LENGTH - len(tail)]}{tail}"
        if not Suite.objects.filter(slug=slug).exists():
            return slug
        number += 1


def _invite(suite: Suite, draft: Suite, by: User | None) -> None:
    rows = suite.memberships.exclude(user=by) if by is not None else suite.memberships.all()
    Membership.objects.bulk_create(
        (Membership(user_id=row.user_id, suite=draft, role=row.role) for row in rows), ignore_conflicts=True
    )


def _carry_states(suite: Suite, draft: Suite, now: datetime) -> None:
    """Verified and rejected texts of the release are so in the draft, where the words are the same."""
    note = f"carried from {suite.slug} version {suite.version}"
    moved: list[Rendering] = []
    rows: list[Transition] = []
    for asks in (False, True):
        of = "query" if asks else "event"
        places = (f"{of}__scenario__slug", f"{of}__label", "text")
        said = current_texts(suite, asks=asks).filter(status__in=_CARRIED)
        stood = {tuple(place): status for *place, status in said.values_list(*places, "status")}
        if not stood:
            continue
        for pk, status, *place in current_texts(draft, asks=asks).values_list("pk", "status", *places):
            after = stood.get(tuple(place))
            if after is not None:
                moved.append(Rendering(pk=pk, status=after))
                rows.append(Transition(rendering_id=pk, at=now, before=status, after=after, note=note))
    Rendering.objects.bulk_update(moved, ["status"], batch_size=1000)
    Transition.objects.bulk_create(rows, batch_size=1000)
