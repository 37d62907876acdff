"""Hooks: made, changed, tested, given a new secret, deleted (ADR 27). Who may is asked by the caller."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

import httpx
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from benchmark.floor.accounts.models import User
from benchmark.floor.audit.services import records
from benchmark.floor.hooks.exceptions import HookRefusedError, HookStateError
from benchmark.floor.hooks.kinds import KINDS
from benchmark.floor.hooks.models import Delivery, Hook, HookSecret
from benchmark.floor.hooks.services import announcing
from benchmark.floor.hooks.signing import make_secret
from benchmark.services import hook_deliveries
from sut_adapters.base import InfrastructureError, MisconfiguredError
from sut_adapters.rest.addresses import AllowList, Resolve, resolve

MOST_HOOKS = 50
"""Of one person."""
MOST_URL = 500
OVERLAP = timedelta(hours=24)
"""For how long the secret before a rotation signs along."""


def create(
    *,
    owner: User,
    url: str,
    kinds: Sequence[str],
    suite: str,
    by: User,
    now: datetime,
    find: Resolve = resolve,
) -> tuple[Hook, str]:
    """A new hook and its secret, which is never shown again. ``suite`` is a slug, empty for every suite that
    ``owner`` may see. Raises ``HookRefusedError``."""
    url = checked_url(url, find=find)
    chosen = checked_kinds(kinds)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=owner.pk)  # two at once do not pass the limit
        if owner.hooks.count() >= MOST_HOOKS:
            raise HookRefusedError(
                "url",
                _("You have %(most_hooks)s hooks already. Delete one first.") % {"most_hooks": MOST_HOOKS},
            )
        hook = Hook.objects.create(owner=owner, suite=suite, url=url, kinds=chosen, created_at=now)
        secret = _new_secret(hook, now)
        _record("hook.created", hook, by, kinds=chosen, suite=suite)
    return hook, secret


def change(
    *,
    hook: Hook,
    url: str | None = None,
    kinds: Sequence[str] | None = None,
    active: bool | None = None,
    by: User,
    now: datetime,
    find: Resolve = resolve,
) -> Hook:
    """Change what is given; the suite stays. Switched off, what waits is given up. Raises
    ``HookRefusedError``."""
    fresh = None if url is None or url == hook.url else checked_url(url, find=find)
    chosen = None if kinds is None else checked_kinds(kinds)
    with transaction.atomic():
        row = Hook.objects.select_for_update(of=("self",)).get(pk=hook.pk)
        row.url = fresh or row.url
        row.kinds = row.kinds if chosen is None else chosen
        row.save(update_fields=["url", "kinds"])
        if active and not row.active:
            Hook.objects.filter(pk=row.pk).update(active=True, note="")
        if active is False:
            hook_deliveries.switch_off(hook=row, why="Switched off by its owner.", by=by, now=now)
        row.refresh_from_db()
        _record("hook.changed", row, by, kinds=row.kinds, active=row.active)
    return row


@transaction.atomic
def rotate(*, hook: Hook, by: User, now: datetime) -> str:
    """A new secret, never shown again; the one before signs along for ``OVERLAP``, an earlier one no more."""
    row = Hook.objects.select_for_update(of=("self",)).get(pk=hook.pk)
    row.secrets.filter(until__isnull=False).delete()
    row.secrets.filter(until__isnull=True).update(until=now + OVERLAP)
    secret = _new_secret(row, now)
    _record("hook.rotated", row, by, overlap_seconds=int(OVERLAP.total_seconds()))
    return secret


@transaction.atomic
def delete(*, hook: Hook, by: User) -> None:
    """Delete a hook with its secrets and deliveries."""
    _record("hook.deleted", hook, by)
    hook.delete()


@transaction.atomic
def test(*, hook: Hook, by: User, now: datetime) -> Delivery:
    """Send a test. Raises ``HookStateError`` for one that is switched off."""
    row = Hook.objects.select_for_update(of=("self",)).get(pk=hook.pk)
    if not row.active:
        raise HookStateError(_("The hook is switched off. Switch it on, then send a test."))
    _record("hook.tested", row, by)
    return announcing.announce_test(hook=row, now=now)


def checked_kinds(kinds: Iterable[str]) -> list[str]:
    """Known kinds in the order of the table. Raises ``HookRefusedError``."""
    wanted = set(kinds)
    if unknown := sorted(wanted - KINDS.keys()):
        raise HookRefusedError(
            "kinds",
            _("Unknown: %(unknown)s. Known: %(kinds)s.")
            % {"unknown": ", ".join(unknown), "kinds": ", ".join(KINDS)},
        )
    if not wanted:
        raise HookRefusedError("kinds", _("Choose at least one of %(kinds)s.") % {"kinds": ", ".join(KINDS)})
    return [name for name in KINDS if name in wanted]


def checked_url(url: str, *, find: Resolve = resolve) -> str:
    """The address, which may be called as the allow list stands. Raises ``HookRefusedError``.

    A name that cannot be looked up for now is taken: it is checked again at each attempt.
    """
    example = "write it like https://ci.example.org/stemma"
    if len(url) > MOST_URL:
        raise HookRefusedError(
            "url", _("The address is longer than %(most_url)s characters.") % {"most_url": MOST_URL}
        )
    try:
        parts = httpx.URL(url.strip())
    except (httpx.InvalidURL, ValueError) as error:
        raise HookRefusedError(
            "url",
            _("The address cannot be read: %(error)s; %(example)s.") % {"error": error, "example": example},
        ) from error
    if parts.scheme not in ("http", "https") or not parts.host:
        raise HookRefusedError(
            "url", _("The address needs http:// or https:// and a host; %(example)s.") % {"example": example}
        )
    if parts.port is not None and not 0 < parts.port < 65536:
        raise HookRefusedError(
            "url", _("There is no port %(port)s; %(example)s.") % {"port": parts.port, "example": example}
        )
    if parts.userinfo or parts.fragment:
        raise HookRefusedError(
            "url", _("The address takes no credentials and no fragment; %(example)s.") % {"example": example}
        )
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        AllowList.of(settings.PUSH_ALLOW).checked(parts.host, port, find)
    except MisconfiguredError as error:
        raise HookRefusedError("url", f"{error}.") from error
    except InfrastructureError:
        pass
    return url.strip()


def _new_secret(hook: Hook, now: datetime) -> str:
    secret = make_secret()
    HookSecret.objects.create(hook=hook, secret=secret, made_at=now)
    return secret


def _record(action: str, hook: Hook, by: User, **details: object) -> None:
    """Addresses may hold keys: the audit names the host alone."""
    records.record(action=action, subject=f"hook:{hook.pk}", by=by, details={"host": hook.host, **details})
