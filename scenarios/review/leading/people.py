"""Actions on people: let them work on a suite, settle what they get, release what they hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from benchmark.floor.accounts.models import User
from scenarios.models import Membership, Slot, SlotStatus
from scenarios.review.leading.base import Action, ActionForm, Call, count
from scenarios.review.services import claiming, staffing
from scenarios.services import members
from scenarios.templatetags.stemma import in_sentence

SAYS = {
    Membership.Role.ANNOTATOR: _("judges records and questions; sees no actions and no gold"),
    Membership.Role.ADJUDICATOR: _("decides disputes; sees actions and gold, judges nothing"),
    Membership.Role.VIEWER: _("sees results and progress in totals"),
    Membership.Role.RESEARCHER: _("runs systems, sees gold, exports verdicts"),
    Membership.Role.LEAD: _("leads this suite: edits, releases, lets people in"),
}


class AddForm(ActionForm):
    """A new member."""

    username = forms.CharField(max_length=150, label=_("Account"), help_text=_("The name they sign in with."))
    role = forms.ChoiceField(label=_("Role"), choices=Membership.Role.choices)


class PersonForm(ActionForm):
    """One person of the suite."""

    user = forms.ChoiceField(label=_("Person"))


class RoleForm(PersonForm):
    """Another role of a member."""

    role = forms.ChoiceField(label=_("Role"), choices=Membership.Role.choices)


class ShareForm(PersonForm):
    """What a person gets of the queue."""

    quota = forms.IntegerField(
        min_value=0, max_value=1_000_000, required=False, label=_("At most"), help_text=_("Empty: no limit.")
    )
    kinds = forms.MultipleChoiceField(
        label=_("Kinds"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("None ticked: all."),
    )
    scenario = forms.ChoiceField(label=_("Scenario"), required=False)
    paused = forms.BooleanField(required=False, label=_("Gets nothing new for now"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen = self.fields["kinds"]
        assert isinstance(chosen, forms.MultipleChoiceField)
        chosen.choices = self.offered.kind


class AssignForm(PersonForm):
    """Items of the queue for one person."""

    count = forms.IntegerField(min_value=1, max_value=staffing.MOST_ASSIGNED, label=_("How many of the next"))
    kind = forms.ChoiceField(label=_("Kind"), required=False)
    scenario = forms.ChoiceField(label=_("Scenario"), required=False)


def _tell_add(call: Call) -> Sequence[str]:
    role = Membership.Role(call.data["role"])
    told = [
        gettext("%(person)s works on %(suite)s as %(role)s: %(says)s.")
        % {"person": call.data["username"], "suite": call.suite.slug, "role": named(role), "says": SAYS[role]}
    ]
    if not User.objects.filter(username=call.data["username"].strip(), is_active=True).exists():
        told.append(gettext("There is no account of this name; an admin makes accounts."))
    return told


def _add(call: Call) -> str:
    made = members.add(suite=call.suite, username=call.data["username"], role=call.data["role"], by=call.by)
    return _is(made)


def named(role: Membership.Role) -> str:
    """A role in the middle of a sentence."""
    return in_sentence(str(role.label))


def _is(member: Membership) -> str:
    """Says which role somebody has."""
    said = {"person": member.user, "role": named(Membership.Role(member.role)), "suite": member.suite.slug}
    return gettext("%(person)s is %(role)s of %(suite)s.") % said


def _stay(call: Call, person: User) -> str:
    n = _judged(call, person)
    return gettext("%(verdicts)s of theirs stay.") % {"verdicts": count(n, "verdict")}


def _holds(call: Call, person: User) -> int:
    return Slot.objects.filter(suite=call.suite, person=person, status=SlotStatus.LEASED).count()


def _judged(call: Call, person: User) -> int:
    return person.verdicts.filter(item__suite=call.suite, item__is_check=False, is_current=True).count()


def _tell_role(call: Call) -> Sequence[str]:
    person, role = call.person(), Membership.Role(call.data["role"])
    told = [
        gettext("%(person)s becomes %(role)s: %(says)s.")
        % {"person": person, "role": named(role), "says": SAYS[role]},
        _stay(call, person),
    ]
    if role != Membership.Role.ANNOTATOR:
        held = count(_holds(call, person), "lease")
        told.append(gettext("%(leases)s of theirs go back to the queue.") % {"leases": held})
    return told


def _change_role(call: Call) -> str:
    changed = staffing.change_role(
        suite=call.suite, person=call.person(), role=call.data["role"], by=call.by, now=call.now
    )
    return _is(changed)


def _tell_dismiss(call: Call) -> Sequence[str]:
    person = call.person()
    kept = staffing.kept_for(call.suite, person).count()
    return [
        gettext("%(person)s is no member of %(suite)s any more.")
        % {"person": person, "suite": call.suite.slug},
        _stay(call, person),
        gettext("%(leases)s and %(items)s go back to the queue.")
        % {"leases": count(_holds(call, person), "lease"), "items": count(kept, "kept item")},
    ]


def _dismiss(call: Call) -> str:
    person = call.person()
    staffing.dismiss(suite=call.suite, person=person, by=call.by, now=call.now)
    return gettext("%(person)s is taken off %(suite)s.") % {"person": person, "suite": call.suite.slug}


def _tell_share(call: Call) -> Sequence[str]:
    person, data = call.person(), call.data
    quota = gettext("no limit")
    if data["quota"] is not None:
        quota = gettext("at most %(items)s") % {"items": count(data["quota"], "item")}
    scenario = call.scenario()
    what = ", ".join(data["kinds"]) or gettext("every kind")
    where = scenario.slug if scenario else gettext("any scenario")
    pause = gettext("; nothing new for now") if data["paused"] else ""
    judged, held = _judged(call, person), _holds(call, person)
    return [
        gettext("%(person)s gets %(what)s of %(where)s, %(quota)s%(pause)s.")
        % {"person": person, "what": what, "where": where, "quota": quota, "pause": pause},
        gettext("%(items)s judged so far; %(leases)s stay.")
        % {"items": count(judged, "item"), "leases": count(held, "lease")},
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
    return gettext("The share of %(person)s is settled.") % {"person": person}


def _tell_assign(call: Call) -> Sequence[str]:
    person, data = call.person(), call.data
    found = staffing.assignable(call.suite, person, data["kind"], data["scenario"])
    free = found.order_by().values("item").distinct().count()
    n = min(free, data["count"])
    return [
        gettext("%(items)s of %(free)s that are free will be kept for %(person)s: others do not get them.")
        % {"items": count(n, "item"), "free": f"{free:,}", "person": person},
        gettext("%(items)s kept for them before.")
        % {"items": count(staffing.kept_for(call.suite, person).count(), "item")},
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
    return gettext("%(items)s kept for %(person)s.") % {"items": count(n, "item"), "person": person}


def _tell_unassign(call: Call) -> Sequence[str]:
    person = call.person()
    n = staffing.kept_for(call.suite, person).count()
    told = gettext("%(items)s kept for %(person)s and not begun will be anybody's again.")
    return [told % {"items": count(n, "item"), "person": person}]


def _unassign(call: Call) -> str:
    person = call.person()
    n = staffing.unassign(suite=call.suite, person=person, by=call.by, now=call.now)
    said = gettext("%(items)s of %(person)s are anybody's again.")
    return said % {"items": count(n, "item"), "person": person}


def _tell_release(call: Call) -> Sequence[str]:
    person = call.person()
    return [
        gettext("%(leases)s of %(person)s go back to the queue.")
        % {"leases": count(_holds(call, person), "lease"), "person": person},
        gettext("What they have entered is kept, and offered to them first."),
    ]


def _release(call: Call) -> str:
    person = call.person()
    n = claiming.release_all(suite=call.suite, person=person, by=call.by, now=call.now)
    return gettext("%(leases)s of %(person)s released.") % {"leases": count(n, "lease"), "person": person}


ADD = Action("add-member", _("Add a person"), _("Add"), _tell_add, _add, AddForm)
ROLE = Action("change-role", _("Change a role"), _("Change"), _tell_role, _change_role, RoleForm)
DISMISS = Action(
    "remove-member", _("Take a person off"), _("Take off"), _tell_dismiss, _dismiss, PersonForm, danger=True
)
SHARE = Action("share", _("Settle what a person gets"), _("Settle"), _tell_share, _set_share, ShareForm)
ASSIGN = Action("assign", _("Keep items for a person"), _("Keep"), _tell_assign, _assign, AssignForm)
UNASSIGN = Action(
    "unassign", _("Give kept items to everybody"), _("Give back"), _tell_unassign, _unassign, PersonForm
)
RELEASE = Action(
    "release",
    _("Release leases"),
    pgettext_lazy("lease", "Release"),
    _tell_release,
    _release,
    PersonForm,
    danger=True,
)
