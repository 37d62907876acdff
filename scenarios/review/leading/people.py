"""Actions on people: let them work on a suite, settle what they get, release what they hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from benchmark.floor.accounts.models import User
from scenarios.models import Membership, Slot, SlotStatus
from scenarios.review.leading.base import Action, ActionForm, Call, count
from scenarios.review.services import claiming, staffing
from scenarios.services import members

SAYS = {
    Membership.Role.ANNOTATOR: "judges records and questions; sees no actions and no gold",
    Membership.Role.ADJUDICATOR: "decides disputes; sees actions and gold, judges nothing",
    Membership.Role.VIEWER: "sees results and progress in totals",
    Membership.Role.RESEARCHER: "runs systems, sees gold, exports verdicts",
    Membership.Role.LEAD: "leads this suite: edits, releases, lets people in",
}


class AddForm(ActionForm):
    """A new member."""

    username = forms.CharField(max_length=150, label="Account", help_text="The name they sign in with.")
    role = forms.ChoiceField(choices=Membership.Role.choices)


class PersonForm(ActionForm):
    """One person of the suite."""

    user = forms.ChoiceField(label="Person")


class RoleForm(PersonForm):
    """Another role of a member."""

    role = forms.ChoiceField(choices=Membership.Role.choices)


class ShareForm(PersonForm):
    """What a person gets of the queue."""

    quota = forms.IntegerField(
        min_value=0, max_value=1_000_000, required=False, label="At most", help_text="Empty: no limit."
    )
    kinds = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple, help_text="None ticked: all."
    )
    scenario = forms.ChoiceField(required=False)
    paused = forms.BooleanField(required=False, label="Gets nothing new for now")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen = self.fields["kinds"]
        assert isinstance(chosen, forms.MultipleChoiceField)
        chosen.choices = self.offered.kind


class AssignForm(PersonForm):
    """Items of the queue for one person."""

    count = forms.IntegerField(min_value=1, max_value=staffing.MOST_ASSIGNED, label="How many of the next")
    kind = forms.ChoiceField(required=False)
    scenario = forms.ChoiceField(required=False)


def _tell_add(call: Call) -> Sequence[str]:
    role = Membership.Role(call.data["role"])
    told = [f"{call.data['username']} works on {call.suite.slug} as {role.label.lower()}: {SAYS[role]}."]
    if not User.objects.filter(username=call.data["username"].strip(), is_active=True).exists():
        told.append("There is no account of this name; an admin makes accounts.")
    return told


def _add(call: Call) -> str:
    made = members.add(suite=call.suite, username=call.data["username"], role=call.data["role"], by=call.by)
    return f"{made.user} is {made.get_role_display().lower()} of {call.suite.slug}."


def _holds(call: Call, person: User) -> int:
    return Slot.objects.filter(suite=call.suite, person=person, status=SlotStatus.LEASED).count()


def _judged(call: Call, person: User) -> int:
    return person.verdicts.filter(item__suite=call.suite, item__is_check=False, is_current=True).count()


def _tell_role(call: Call) -> Sequence[str]:
    person, role = call.person(), Membership.Role(call.data["role"])
    told = [
        f"{person} becomes {role.label.lower()}: {SAYS[role]}.",
        f"{count(_judged(call, person), 'verdict')} of theirs stay.",
    ]
    if role != Membership.Role.ANNOTATOR:
        told.append(f"{count(_holds(call, person), 'lease')} of theirs go back to the queue.")
    return told


def _change_role(call: Call) -> str:
    changed = staffing.change_role(
        suite=call.suite, person=call.person(), role=call.data["role"], by=call.by, now=call.now
    )
    return f"{changed.user} is {changed.get_role_display().lower()} of {call.suite.slug}."


def _tell_dismiss(call: Call) -> Sequence[str]:
    person = call.person()
    kept = staffing.kept_for(call.suite, person).count()
    return [
        f"{person} is no member of {call.suite.slug} any more.",
        f"{count(_judged(call, person), 'verdict')} of theirs stay.",
        f"{count(_holds(call, person), 'lease')} and {count(kept, 'kept item')} go back to the queue.",
    ]


def _dismiss(call: Call) -> str:
    person = call.person()
    staffing.dismiss(suite=call.suite, person=person, by=call.by, now=call.now)
    return f"{person} is taken off {call.suite.slug}."


def _tell_share(call: Call) -> Sequence[str]:
    person, data = call.person(), call.data
    quota = "no limit" if data["quota"] is None else f"at most {count(data['quota'], 'item')}"
    scenario = call.scenario()
    what = ", ".join(data["kinds"]) or "every kind"
    where = scenario.slug if scenario else "any scenario"
    pause = "; nothing new for now" if data["paused"] else ""
    judged, held = _judged(call, person), _holds(call, person)
    return [
        f"{person} gets {what} of {where}, {quota}{pause}.",
        f"{count(judged, 'item')} judged so far; {count(held, 'lease')} stay.",
    ]


def _set_share(call: Call) -> str:
    person, data = call.person(), call.data
    staffing.set_reviewer(
        suite=call.suite,
        person=person,
        quota=data["quota"],
        kinds=data["kinds"],
        scenario=call.scenario(),
        paused=data["paused"],
        by=call.by,
    )
    return f"The share of {person} is settled."


def _tell_assign(call: Call) -> Sequence[str]:
    person, data = call.person(), call.data
    found = staffing.assignable(call.suite, person, data["kind"], data["scenario"])
    free = found.order_by().values("item").distinct().count()
    n = min(free, data["count"])
    return [
        f"{count(n, 'item')} of {free:,} that are free will be kept for {person}: others do not get them.",
        f"{count(staffing.kept_for(call.suite, person).count(), 'item')} kept for them before.",
    ]


def _assign(call: Call) -> str:
    person, data = call.person(), call.data
    n = staffing.assign(
        suite=call.suite,
        person=person,
        kind=data["kind"],
        scenario=data["scenario"],
        count=data["count"],
        by=call.by,
        now=call.now,
    )
    return f"{count(n, 'item')} kept for {person}."


def _tell_unassign(call: Call) -> Sequence[str]:
    person = call.person()
    n = staffing.kept_for(call.suite, person).count()
    return [f"{count(n, 'item')} kept for {person} and not begun will be anybody's again."]


def _unassign(call: Call) -> str:
    person = call.person()
    n = staffing.unassign(suite=call.suite, person=person, by=call.by, now=call.now)
    return f"{count(n, 'item')} of {person} are anybody's again."


def _tell_release(call: Call) -> Sequence[str]:
    person = call.person()
    return [
        f"{count(_holds(call, person), 'lease')} of {person} go back to the queue.",
        "What they have entered is kept, and offered to them first.",
    ]


def _release(call: Call) -> str:
    person = call.person()
    n = claiming.release_all(suite=call.suite, person=person, by=call.by, now=call.now)
    return f"{count(n, 'lease')} of {person} released."


ADD = Action("add-member", "Add a person", "Add", _tell_add, _add, AddForm)
ROLE = Action("change-role", "Change a role", "Change", _tell_role, _change_role, RoleForm)
DISMISS = Action(
    "remove-member", "Take a person off", "Take off", _tell_dismiss, _dismiss, PersonForm, danger=True
)
SHARE = Action("share", "Settle what a person gets", "Settle", _tell_share, _set_share, ShareForm)
ASSIGN = Action("assign", "Keep items for a person", "Keep", _tell_assign, _assign, AssignForm)
UNASSIGN = Action(
    "unassign", "Give kept items to everybody", "Give back", _tell_unassign, _unassign, PersonForm
)
RELEASE = Action("release", "Release leases", "Release", _tell_release, _release, PersonForm, danger=True)
