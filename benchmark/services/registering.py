"""Registering systems under test for people: who may, what is noted, what stays refused (overview 4.8).

Whoever may launch runs may register a system, and then looks after it, with the administrators. What makes
this server call an address is registered by administrators alone (``systems.for_admins``): with it, anybody
could have the server call what they cannot reach themselves. Commands come with ``by`` None, above both.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from benchmark.exceptions import SystemHasRunsError, SystemRefusedError, SystemTakenError
from benchmark.floor.accounts.models import User
from benchmark.floor.accounts.verbs import Role, Verb
from benchmark.floor.audit.services import records as audit
from benchmark.services.oracle_systems import ORACLES
from scenarios.permissions import can, require
from sut_adapters import registry
from sut_adapters.base import MisconfiguredError
from sut_adapters.models import SystemUnderTest
from sut_adapters.services import systems

CHANGEABLE = ("adapter", "config", "k", "budget", "description", "enabled")
"""What ``change`` takes."""
#: Names that the first start registers: whoever took one would be run in the place of what they say.
SHIPPED = frozenset({*ORACLES, *(default.name for default in systems.DEFAULTS)})
_ASKED_ANEW = {"adapter", "config", "k", "budget"}
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._ -]{0,59}")
_MOST = 2**31 - 1


def register(
    *,
    name: str,
    adapter: str,
    config: Mapping[str, Any] | None = None,
    k: int | None = None,
    budget: int | None = None,
    description: str = "",
    enabled: bool = True,
    by: User | None,
) -> SystemUnderTest:
    """A new system, looked after by ``by``. ``k`` bounds the items of a context, ``budget`` its tokens.

    A system that declares something of itself is asked. Raises ``SystemRefusedError``, ``SystemTakenError``,
    and ``PermissionDenied`` for what administrators alone register.
    """
    if not _NAME.fullmatch(name):
        raise SystemRefusedError(
            "name",
            "Give 1 to 60 letters, digits, spaces, points, dashes or underscores, a letter or digit first.",
        )
    if by is not None and name in SHIPPED:
        raise SystemRefusedError("name", f"{name} is a name of what ships with Stemma. Choose another one.")
    if SystemUnderTest.objects.filter(name=name).exists():
        raise SystemTakenError(name)
    settings = _checked({"adapter": adapter, "config": dict(config or {}), "k": k, "budget": budget}, by)
    try:
        with transaction.atomic():
            system = SystemUnderTest.objects.create(
                name=name, description=description, enabled=enabled, registered_by=by, **settings
            )
            _note("system.registered", system, by, adapter=adapter, settings=sorted(settings["config"]))
    except IntegrityError as error:
        raise SystemTakenError(name) from error
    return system


def change(*, system: SystemUnderTest, changes: Mapping[str, Any], by: User | None) -> SystemUnderTest:
    """The system with ``changes``, by names of ``CHANGEABLE``; runs that were launched keep their own copies.

    An oracle can be switched on and off and described, no more. Raises ``SystemRefusedError``, and
    ``PermissionDenied`` where ``by`` does not look after it.
    """
    with transaction.atomic():
        system = SystemUnderTest.objects.select_for_update(no_key=True, of=("self",)).get(pk=system.pk)
        require_care(system, by)
        changed = {name: value for name, value in changes.items() if _differs(getattr(system, name), value)}
        if _ASKED_ANEW & set(changed):
            if system.is_oracle:
                raise SystemRefusedError(
                    "config", f"{system.name} is an oracle of ours: it can be switched off only."
                )
            now = {name: getattr(system, name) for name in _ASKED_ANEW}
            changed |= _checked({**now, **{name: changed[name] for name in _ASKED_ANEW & set(changed)}}, by)
        for name, value in changed.items():
            setattr(system, name, value)
        if changed:
            system.save(update_fields=sorted(changed))
            _note("system.changed", system, by, changed=sorted(changed), enabled=system.enabled)
    return system


def keep(*, system: SystemUnderTest, is_new: bool, changed: list[str], by: User) -> None:
    """Store a system as the form of the admin made and checked it. Raises ``PermissionDenied`` for somebody
    who uses the admin and is no administrator, where the system is for those alone."""
    _require_admin(systems.for_admins(adapter=system.adapter, config=system.config), by)
    with transaction.atomic():
        if is_new:
            system.registered_by = by
        system.save()
        action = "system.registered" if is_new else "system.changed"
        _note(action, system, by, changed=sorted(changed), enabled=system.enabled)


def remove(*, system: SystemUnderTest, by: User | None) -> None:
    """Forget a system that no run was launched on. Raises ``SystemHasRunsError``, and ``PermissionDenied``
    where ``by`` does not look after it."""
    with transaction.atomic():
        require_care(system, by)
        try:
            SystemUnderTest.objects.filter(pk=system.pk).delete()
        except ProtectedError as error:
            raise SystemHasRunsError(system.name) from error
        _note("system.removed", system, by, adapter=system.adapter)


def connection(*, system: SystemUnderTest, by: User | None) -> tuple[bool, str]:
    """Whether a system answers now, and what came of asking it, in words; nothing is changed. Raises
    ``PermissionDenied`` where ``by`` does not look after it."""
    require_care(system, by)
    try:
        return True, systems.connection(system=system)
    except MisconfiguredError as error:
        return False, str(error)


def cares_for(by: User | None, system: SystemUnderTest) -> bool:
    """Whether ``by`` looks after the system: who registered it, or an administrator; commands always."""
    return by is None or can(by, Verb.ADMIN_USE) or system.registered_by_id == by.pk


def require_care(system: SystemUnderTest, by: User | None) -> None:
    """Return silently where ``by`` looks after the system. Raises ``PermissionDenied`` elsewhere."""
    if cares_for(by, system):
        return
    assert by is not None
    _refuse_narrow_token(by)
    whose = system.registered_by.username if system.registered_by else "nobody in particular"
    raise PermissionDenied(
        f"System {system.name} was registered by {whose}. They and administrators alone change, test or "
        "remove it; register one of your own under another name."
    )


def _checked(settings: dict[str, Any], by: User | None) -> dict[str, Any]:
    """The settings with what the system says of itself, for somebody who may give them."""
    if settings["adapter"] not in registry.names():
        raise SystemRefusedError("adapter", f"Known adapters are {', '.join(registry.names())}.")
    for name in ("k", "budget"):
        if settings[name] is not None and not 1 <= settings[name] <= _MOST:
            raise SystemRefusedError(name, f"Give a whole number from 1 to {_MOST}, or null for no bound.")
    _require_admin(systems.for_admins(adapter=settings["adapter"], config=settings["config"]), by)
    try:
        return {**settings, "config": systems.declared(**settings)}
    except MisconfiguredError as error:
        raise SystemRefusedError("config", str(error)) from error


def _require_admin(why: str, by: User | None) -> None:
    if not why or by is None or can(by, Verb.ADMIN_USE):
        return
    _refuse_narrow_token(by)
    raise PermissionDenied(f"Only an administrator registers this: {why}. Nothing was stored.")


def _refuse_narrow_token(by: User) -> None:
    """Tell an administrator with a token of fewer scopes which scope lacks."""
    if by.is_superuser or by.role == Role.ADMIN:
        require(by, Verb.ADMIN_USE)


def _differs(stored: object, given: object) -> bool:
    """Whether two values are different JSON: Python takes ``1`` and ``true`` for the same."""
    return json.dumps(stored, sort_keys=True) != json.dumps(given, sort_keys=True)


def _note(action: str, system: SystemUnderTest, by: User | None, **facts: object) -> None:
    """Names of settings alone: their values may be addresses."""
    audit.record(action=action, subject=f"system:{system.name}", by=by, details=facts)
