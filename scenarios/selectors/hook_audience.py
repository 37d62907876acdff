"""Who may be told by a hook of what happens on a suite (``HOOK_AUDIENCE``, ADR 27)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from benchmark.floor.accounts.verbs import Verb
from scenarios.models import Suite
from scenarios.permissions import can

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User


def may_hear(owners: Iterable[User], suite: str, verb: Verb) -> set[int]:
    """Ids of those who may hold hooks on the suite of this slug and do ``verb`` there; of none where there is
    no such suite."""
    row = Suite.objects.filter(slug=suite).first()
    if row is None:
        return set()
    return {one.pk for one in owners if can(one, Verb.HOOK_MANAGE, row) and can(one, verb, row)}
