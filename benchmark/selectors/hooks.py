"""Reads of hooks: everybody's own alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import Count, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from benchmark.floor.accounts.verbs import Verb
from benchmark.floor.hooks.models import Delivery, DeliveryState, Hook, HookSecret
from scenarios.exceptions import NotVisibleError
from scenarios.models import Suite
from scenarios.permissions import permitted, require, require_somewhere
from scenarios.selectors import suites

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User


def mine(user: User | Any) -> QuerySet[Hook]:
    """The person's hooks, newest first, each with ``n_pending`` and ``n_dead``; with a token for one suite
    those of that suite alone. Raises the refusals of ``require`` for who may hold none anywhere."""
    require_somewhere(user, Verb.HOOK_MANAGE)
    found = Hook.objects.filter(owner=user)
    if only := getattr(user, "token_suite", ""):
        found = found.filter(suite=only)
    counts = {
        f"n_{state}": Count("deliveries", filter=Q(deliveries__state=state))
        for state in (DeliveryState.PENDING.value, DeliveryState.DEAD.value)
    }
    overlapping = HookSecret.objects.filter(until__isnull=False)
    return found.annotate(**counts).prefetch_related(Prefetch("secrets", overlapping, to_attr="old_secrets"))


def get(user: User | Any, pk: int) -> Hook:
    """One of them. Raises ``NotVisibleError`` for somebody else's as for none."""
    hook = mine(user).filter(pk=pk).first()
    if hook is None:
        raise NotVisibleError(_("There is no such hook."))
    return hook


def deliveries(hook: Hook, *, state: str = "", kind: str = "") -> QuerySet[Delivery]:
    """What a hook was told, newest first; empty: of every state, of every kind."""
    found = Delivery.objects.filter(hook=hook).order_by("-pk")
    if state:
        found = found.filter(state=state)
    return found.filter(kind=kind) if kind else found


def delivery(hook: Hook, pk: int) -> Delivery:
    """One of them. Raises ``NotVisibleError``."""
    found = deliveries(hook).filter(pk=pk).first()
    if found is None:
        raise NotVisibleError(_("There is no such delivery."))
    return found


def require_holder(user: User | Any, suite: str) -> None:
    """Return silently where the person may hold hooks on the suite of this slug, or, for the empty one, at
    all. Raises the refusals of ``require``."""
    if suite:
        require(user, Verb.HOOK_MANAGE, suites.get_visible(user, suite))
    elif getattr(user, "token_suite", ""):
        require(user, Verb.HOOK_MANAGE)  # a token for one suite makes no hook for all
    else:
        require_somewhere(user, Verb.HOOK_MANAGE)


def suites_to_hook(user: User | Any) -> list[Suite]:
    """The suites on which the person may hold hooks."""
    return permitted(user, Verb.HOOK_MANAGE, Suite.objects.visible_to(user))
