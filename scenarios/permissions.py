"""Who may do what on which suite: the one place that decides (overview 4.15).

Outside any suite a person's own role decides by the table of the floor. On a suite their membership's
role decides instead; without a membership an open suite is treated by the person's own role and any
other suite does not exist for them. Held-out suites show aggregates only: the verbs of ``DETAILS`` need
an admin or a lead of that suite. Practice suites serve their gold by ``practice.use`` to whoever sees them
(ADR 28). A system stays a system whatever its memberships, so that its token never
reaches gold; and an API token may be limited to some verbs (``User.token_scopes``) and to one suite
(``User.token_suite``): every other suite then does not exist, and outside any suite it may nothing.
A service account does what its role allows but for the verbs of ``PERSONS_ONLY``: those are a person's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext

from benchmark.floor.accounts.scopes import scope_of
from benchmark.floor.accounts.verbs import ALLOWED, Role, Verb
from scenarios.exceptions import NotVisibleError, PersonOnlyError, ScopeDeniedError
from scenarios.models import Membership
from scenarios.models.compiled_query import OTHER_STAND_IN, STAND_IN, CompiledQuery

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from benchmark.floor.accounts.models import User
    from scenarios.models import Suite

#: What a held-out suite keeps to itself; who edits its history, leads its review or opens it is shown its
#: gold, who lets people in could let themselves in, and verdicts repeat it.
DETAILS = frozenset(
    {
        *(Verb.RECORD_VIEW, Verb.ACTIONS_VIEW, Verb.GOLD_VIEW, Verb.HISTORY_EDIT),
        *(Verb.REVIEW_MANAGE, Verb.REVIEW_EXPORT, Verb.SUITE_STAND, Verb.MEMBER_MANAGE),
        Verb.AUDIT_VIEW,  # what was done to a suite repeats what was edited
    }
)

#: What on a held-out suite only its members do: judging shows records, adjudicating their truth.
MEMBERS_ONLY = frozenset({Verb.REVIEW_JUDGE, Verb.REVIEW_ADJUDICATE})
_MEMBERS = (Role.ANNOTATOR, Role.ADJUDICATOR, Role.VIEWER, Role.RESEARCHER, Role.LEAD)
#: What a membership of any role may allow.
_BY_MEMBERSHIP = frozenset().union(*(ALLOWED[role] for role in _MEMBERS))

#: What no service account does, whatever its role: verdicts and decisions are those of people.
PERSONS_ONLY = frozenset({Verb.REVIEW_JUDGE, Verb.REVIEW_ADJUDICATE})


def can(user: User | AnonymousUser | Any, verb: Verb | str, suite: Suite | None = None) -> bool:
    """True iff ``user`` may do ``verb``, on ``suite`` if one is given. Anonymous people may nothing."""
    if not _is_known(user) or _other_suite(user, suite):
        return False
    return _may(user, Verb(verb), suite, _membership_role(user, suite))


def verbs_on(user: User | AnonymousUser | Any, suite: Suite) -> frozenset[Verb]:
    """All that ``user`` may do on ``suite``; their membership is read once."""
    if not _is_known(user):
        return frozenset()
    membership = _membership_role(user, suite)
    return frozenset(verb for verb in Verb if _may(user, verb, suite, membership))


def permitted(user: User | AnonymousUser | Any, verb: Verb | str, suites: Iterable[Suite]) -> list[Suite]:
    """Those of ``suites`` on which ``user`` may do ``verb``, in their order.

    Memberships are read once, however many suites there are.
    """
    if not _is_known(user):
        return []
    roles = dict(user.suite_memberships.values_list("suite_id", "role"))
    return [
        suite
        for suite in suites
        if _may(user, Verb(verb), suite, Role(roles[suite.pk]) if suite.pk in roles else None)
    ]


def can_somewhere(user: User | AnonymousUser | Any, verb: Verb | str) -> bool:
    """True iff ``user`` may do ``verb`` by their own role or on some suite that they are a member of."""
    if not _is_known(user):
        return False
    if _may(user, Verb(verb), None, None):
        return True
    if _own_role(user) is Role.SYSTEM or not _in_scope(user, Verb(verb)) or _is_a_persons(user, Verb(verb)):
        return False
    roles = user.suite_memberships.order_by().values_list("role", flat=True).distinct()
    return any(Verb(verb) in ALLOWED[Role(role)] for role in roles)


def doors_open(user: User | AnonymousUser | Any, doors: Mapping[str, frozenset[Verb]]) -> dict[str, bool]:
    """For each name whether ``user`` may do one of its verbs, by their own role or on some suite. Memberships
    are read once, and not at all where they could open no further door."""
    if not _is_known(user):
        return dict.fromkeys(doors, False)
    asked = {name: {verb for verb in verbs if _in_scope(user, verb)} for name, verbs in doors.items()}
    own = _own_role(user)
    may = set(ALLOWED[own])
    if own is not Role.SYSTEM and any(_BY_MEMBERSHIP & verbs and not may & verbs for verbs in asked.values()):
        for role in user.suite_memberships.order_by().values_list("role", flat=True).distinct():
            may |= ALLOWED[Role(role)]
    return {name: bool(may & verbs) for name, verbs in asked.items()}


def may_judge(user: User | AnonymousUser | Any, suite: Suite) -> bool:
    """True iff ``user`` may be handed items to judge: who may see gold there may not, whatever their role
    allows, for their verdict would copy it. A practice suite shows it to all."""
    if not _is_known(user) or suite.is_practice:
        return False
    membership = _membership_role(user, suite)
    judges = _may(user, Verb.REVIEW_JUDGE, suite, membership)
    return judges and not _may(user, Verb.GOLD_VIEW, suite, membership)


def require_somewhere(user: User | AnonymousUser | Any, verb: Verb | str) -> None:
    """``can_somewhere`` or one of the refusals of ``require``: for lists over all suites of a person."""
    if not can_somewhere(user, verb):
        require(user, verb)


def require(user: User | AnonymousUser | Any, verb: Verb | str, suite: Suite | None = None) -> None:
    """Return silently if ``user`` may do ``verb``.

    Raises ``NotVisibleError`` (404) where the suite does not exist for them, ``ScopeDeniedError`` where
    what they came with never reaches so far (the token of a system, a token limited to other verbs), and
    ``PermissionDenied`` (403) where they see the suite but their role may not do this, which for a service
    account and what people alone do is a ``PersonOnlyError``.
    """
    if can(user, verb, suite):
        return
    if suite is not None and role_on(user, suite) is None:
        raise NotVisibleError("There is no such suite.")
    if _is_known(user) and _is_a_persons(user, Verb(verb)):
        raise PersonOnlyError(
            f"{user.username} is a service account; {Verb(verb).value} is for people alone."
        )
    wanted = Verb(verb).value
    if _is_known(user) and not _in_scope(user, Verb(verb)):
        scope = scope_of(Verb(verb)).value
        raise ScopeDeniedError(f"This token lacks the scope {scope} ({wanted}). Use one that has it.")
    if _is_known(user) and _own_role(user) is Role.SYSTEM:
        raise ScopeDeniedError(f"{wanted} is outside the scope of a system. Use another account.")
    if suite is not None and suite.held_out and Verb(verb) in DETAILS | MEMBERS_ONLY:
        told = {"suite": suite.slug, "verb": wanted}
        raise PermissionDenied(
            gettext(
                "Suite %(suite)s is held out: it shows results in sums alone, and %(verb)s is for its leads "
                "and admins. Ask one of them."
            )
            % told
        )
    if _is_known(user) and suite is None and _other_suite(user, None):
        raise ScopeDeniedError(f"This token is for suite {user.token_suite} alone, and {wanted} is not.")
    raise PermissionDenied(
        gettext("Your role does not allow %(verb)s here. Ask a lead of the suite.") % {"verb": wanted}
    )


def role_on(user: User | AnonymousUser | Any, suite: Suite | None) -> Role | None:
    """The role in force for ``user`` on ``suite``; None where the suite does not exist for them."""
    if not _is_known(user):
        return None
    return _role(user, suite, _membership_role(user, suite))


def _may(user: User | Any, verb: Verb, suite: Suite | None, membership: Role | None) -> bool:
    role = _role(user, suite, membership)
    if role is None or verb not in ALLOWED[role] or not _in_scope(user, verb) or _is_a_persons(user, verb):
        return False
    if suite is not None and suite.held_out and verb in DETAILS:
        return role is Role.ADMIN or (role is Role.LEAD and membership is Role.LEAD)
    if suite is not None and suite.held_out and verb in MEMBERS_ONLY:
        return role is Role.ADMIN or membership is not None
    return True


def _role(user: User | Any, suite: Suite | None, membership: Role | None) -> Role | None:
    own = _own_role(user)
    if suite is not None and _other_suite(user, suite):
        return None
    if suite is None or own is Role.ADMIN:
        return own
    if own is Role.SYSTEM:
        return own if suite.is_open or membership else None
    return membership or (own if suite.is_open else None)


def _own_role(user: User | Any) -> Role:
    return Role.ADMIN if user.is_superuser else Role(str(getattr(user, "role", Role.ANNOTATOR)))


def _is_known(user: User | AnonymousUser | Any) -> bool:
    return bool(user.is_authenticated and user.is_active)


def _in_scope(user: User | Any, verb: Verb) -> bool:
    scopes = getattr(user, "token_scopes", None)
    # Who may read the gold of any suite with this token may read that of practice suites.
    asked = {verb.value, Verb.GOLD_VIEW.value} if verb is Verb.PRACTICE_USE else {verb.value}
    return scopes is None or not asked.isdisjoint(scopes)


def _is_a_persons(user: User | Any, verb: Verb) -> bool:
    """Whether a service account asks for what people alone do."""
    return verb in PERSONS_ONLY and bool(getattr(user, "is_service", False))


def _other_suite(user: User | Any, suite: Suite | None) -> bool:
    """Whether the token of this request is for one suite, and not for ``suite`` (None: outside any)."""
    only = getattr(user, "token_suite", "")
    return bool(only) and (suite is None or suite.slug != only)


def _membership_role(user: User | Any, suite: Suite | None) -> Role | None:
    """The role of the person's membership on ``suite``, read anew each time; None without one."""
    if suite is None:
        return None
    found = _MEMBERSHIP.first(user.pk, suite.pk)
    return None if found is None else Role(found[0])


_MEMBERSHIP: CompiledQuery[tuple[str]] = CompiledQuery(
    lambda user, suite: Membership.objects.filter(user=user, suite=suite).order_by().values_list("role"),
    STAND_IN,
    OTHER_STAND_IN,
)
