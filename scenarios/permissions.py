"""Who may do what on which suite: the one place that decides (overview 4.15).

Outside any suite a person's own role decides by the table of the floor. On a suite their membership's
role decides instead; without a membership an open suite is treated by the person's own role and any
other suite does not exist for them. Held-out suites show aggregates only: the verbs of ``DETAILS`` need
an admin or a lead of that suite.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.exceptions import PermissionDenied

from benchmark.floor.accounts.verbs import ALLOWED, Role, Verb
from scenarios.exceptions import NotVisibleError

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from benchmark.floor.accounts.models import User
    from scenarios.models import Suite

#: What a held-out suite keeps to itself.
DETAILS = frozenset({Verb.RECORD_VIEW, Verb.ACTIONS_VIEW, Verb.GOLD_VIEW})


def can(user: User | AnonymousUser | Any, verb: Verb | str, suite: Suite | None = None) -> bool:
    """True iff ``user`` may do ``verb``, on ``suite`` if one is given. Anonymous people may nothing."""
    if not (user.is_authenticated and user.is_active):
        return False
    role = role_on(user, suite)
    if role is None or Verb(verb) not in ALLOWED[role]:
        return False
    if suite is not None and suite.held_out and Verb(verb) in DETAILS:
        return role is Role.ADMIN or (role is Role.LEAD and _membership_role(user, suite) is Role.LEAD)
    return True


def require(user: User | AnonymousUser | Any, verb: Verb | str, suite: Suite | None = None) -> None:
    """Return silently if ``user`` may do ``verb``.

    Raises ``NotVisibleError`` (404) where the suite does not exist for them, ``PermissionDenied`` (403)
    where they see it but may not do this.
    """
    if can(user, verb, suite):
        return
    if suite is not None and role_on(user, suite) is None:
        raise NotVisibleError("There is no such suite.")
    raise PermissionDenied(f"Your role does not allow {Verb(verb).value} here. Ask a lead of the suite.")


def role_on(user: User | AnonymousUser | Any, suite: Suite | None) -> Role | None:
    """The role in force for ``user`` on ``suite``; None where the suite does not exist for them."""
    if not (user.is_authenticated and user.is_active):
        return None
    own = Role.ADMIN if user.is_superuser else Role(str(getattr(user, "role", Role.ANNOTATOR)))
    if suite is None or own is Role.ADMIN:
        return own
    return _membership_role(user, suite) or (own if suite.is_open else None)


def _membership_role(user: User | Any, suite: Suite) -> Role | None:
    """The role of the person's membership on ``suite``, read anew each time; None without one."""
    found = user.suite_memberships.filter(suite=suite).values_list("role", flat=True).first()
    return None if found is None else Role(found)
