"""All actions of leads by slug, and doing one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from benchmark.floor.accounts.models import User
from scenarios.exceptions import NotVisibleError
from scenarios.models import Suite
from scenarios.review.exceptions import FormRefusedError
from scenarios.review.leading import judging, people, queueing
from scenarios.review.leading.base import Action, ActionForm, Call

ACTIONS: dict[str, Action] = {
    one.slug: one
    for one in (
        queueing.OPEN,
        queueing.PAUSE,
        queueing.RESUME,
        queueing.POLICY,
        queueing.WEIGHTS,
        people.ADD,
        people.ROLE,
        people.DISMISS,
        people.SHARE,
        people.ASSIGN,
        people.UNASSIGN,
        people.RELEASE,
        judging.SECOND,
        judging.MORE,
        judging.WITHDRAW,
        judging.RESOLVE,
    )
}


@dataclass(frozen=True, slots=True)
class Asked:
    """An action with its form as it was sent. ``told`` says what it would do."""

    action: Action
    form: ActionForm
    call: Call
    told: tuple[str, ...] = field(default=())


def find(slug: str) -> Action:
    """Raises ``NotVisibleError`` where there is no such action."""
    try:
        return ACTIONS[slug]
    except KeyError:
        raise NotVisibleError(gettext("There is no such action.")) from None


def ask(*, slug: str, suite: Suite, given: Mapping[str, Any], by: User, now: datetime) -> Asked:
    """What an action would do; nothing is written. Raises ``FormRefusedError`` for a form with faults, and
    what the action finds (``NotVisibleError`` for an item of another suite)."""
    action = find(slug)
    form = _read(action, suite, given)
    call = Call(suite, form.cleaned_data, by, now)
    return Asked(action, form, call, tuple(action.tell(call)))


def do(*, slug: str, suite: Suite, given: Mapping[str, Any], by: User, now: datetime) -> str:
    """Do it; says what was done. Raises what ``ask`` raises, and what the services refuse."""
    action = find(slug)
    return action.act(Call(suite, _read(action, suite, given).cleaned_data, by, now))


def _read(action: Action, suite: Suite, given: Mapping[str, Any]) -> ActionForm:
    form = action.form(given, suite=suite)
    if not form.is_valid():
        raise FormRefusedError({name: " ".join(map(str, faults)) for name, faults in form.errors.items()})
    return form
