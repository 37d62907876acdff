"""Actions on the queue of a suite: open items, pause, settings, weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scenarios.models import ReviewItem, ReviewPolicy, Slot, SlotStatus, Suite
from scenarios.review.leading.base import Action, ActionForm, Call, count, kinds, scenarios
from scenarios.review.services import opening
from scenarios.review.subjects.base import all_subjects

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise as StrOrPromise

NAMES: Mapping[str, StrOrPromise] = {
    "record_judges": _("Judges a record"),
    "second_share": _("Records with one judge more, in percent"),
    "question_judges": _("Judges a question"),
    "blind_share": _("Records entered blind, in percent"),
    "check_every": _("One check item in so many (0: none)"),
    "lease_minutes": _("Minutes of a lease"),
}


class PolicyForm(ActionForm):
    """How a suite is reviewed."""

    record_judges = forms.IntegerField(min_value=1, max_value=9, label=NAMES["record_judges"])
    second_share = forms.IntegerField(min_value=0, max_value=100, label=NAMES["second_share"])
    question_judges = forms.IntegerField(min_value=1, max_value=9, label=NAMES["question_judges"])
    blind_share = forms.IntegerField(min_value=0, max_value=100, label=NAMES["blind_share"])
    check_every = forms.IntegerField(min_value=0, max_value=1000, label=NAMES["check_every"])
    lease_minutes = forms.IntegerField(min_value=1, max_value=120, label=NAMES["lease_minutes"])


class WeightsForm(ActionForm):
    """A whole number for each kind and scenario: the higher, the sooner."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, title in _weighed(self.suite):
            self.fields[name] = forms.IntegerField(
                min_value=-1000, max_value=1000, required=False, label=title
            )


def _weighed(suite: Suite) -> list[tuple[str, str]]:
    return [
        *((f"kind:{slug}", title) for slug, title in kinds(suite)),
        *((f"scenario:{slug}", title) for slug, title in scenarios(suite)),
    ]


def _policy(suite: Suite) -> ReviewPolicy:
    """The settings as they are, or would begin; nothing is written."""
    return ReviewPolicy.objects.filter(suite=suite).first() or ReviewPolicy(suite=suite)


def _tell_open(call: Call) -> Sequence[str]:
    policy, told = _policy(call.suite), []
    for subject in all_subjects().values():
        new = [one.wanted for one in subject.prepare(call.suite, policy)]
        if new:
            opened = {"items": count(len(new), "new item"), "judgments": count(sum(new), "judgment")}
            said = gettext("%(kind)s: %(items)s, %(judgments)s wanted.")
            told.append(said % {"kind": gettext(subject.title), **opened})
    return told or [gettext("Nothing new: everything that can be judged is an item already.")]


def _open(call: Call) -> str:
    opened = opening.open_items(suite=call.suite, by=call.by, now=call.now)
    return gettext("%(items)s in the queue.") % {"items": count(sum(opened.values()), "new item")}


def _at_work(suite: Suite) -> int:
    return Slot.objects.filter(suite=suite, status=SlotStatus.LEASED).count()


def _tell_pause(call: Call) -> Sequence[str]:
    free = Slot.objects.filter(suite=call.suite, status=SlotStatus.FREE).count()
    return [
        gettext("%(places)s in the queue will be handed to nobody until you resume.")
        % {"places": count(free, "open place")},
        gettext("%(leases)s of people at work end as they would; they may submit.")
        % {"leases": count(_at_work(call.suite), "lease")},
    ]


def _pause(call: Call) -> str:
    opening.set_policy(suite=call.suite, by=call.by, paused=True)
    return gettext("Paused: nothing new is handed out.")


def _tell_resume(call: Call) -> Sequence[str]:
    free = Slot.objects.filter(suite=call.suite, status=SlotStatus.FREE).count()
    told = gettext("%(places)s in the queue will be handed out again.")
    return [told % {"places": count(free, "open place")}]


def _resume(call: Call) -> str:
    opening.set_policy(suite=call.suite, by=call.by, paused=False)
    return gettext("Resumed: the queue hands out again.")


def _changes(call: Call) -> dict[str, int]:
    policy = _policy(call.suite)
    return {name: call.data[name] for name in NAMES if call.data[name] != getattr(policy, name)}


def _tell_policy(call: Call) -> Sequence[str]:
    policy, changes = _policy(call.suite), _changes(call)
    told = [f"{NAMES[name]}: {getattr(policy, name)} → {value}." for name, value in changes.items()]
    if set(changes) - {"lease_minutes", "check_every"}:
        there = ReviewItem.objects.filter(suite=call.suite, is_check=False).count()
        said = gettext("Holds for items that are opened from now on; %(items)s stay as they are.")
        told.append(said % {"items": count(there, "item")})
    return told or [gettext("Nothing changes.")]


def _set_policy(call: Call) -> str:
    changes = _changes(call)
    opening.set_policy(suite=call.suite, by=call.by, **changes)
    return gettext("%(settings)s changed.") % {"settings": count(len(changes), "setting")}


def _wanted_weights(call: Call) -> dict[str, int]:
    return {name: call.data[name] for name, _ in _weighed(call.suite) if call.data.get(name)}


def _tell_weights(call: Call) -> Sequence[str]:
    before, after, told = _policy(call.suite).weights, _wanted_weights(call), []
    for name, title in _weighed(call.suite):
        old, new = before.get(name, 0), after.get(name, 0)
        if old != new:
            of, _, slug = name.partition(":")
            where = {"kind": slug} if of == "kind" else {"item__scenario__slug": slug}
            n = Slot.objects.filter(suite=call.suite, status=SlotStatus.FREE, **where).count()
            said = gettext("%(title)s: %(old)s → %(new)s; %(places)s move in the queue.")
            shown = {"title": title, "old": f"{old:+d}", "new": f"{new:+d}"}
            told.append(said % {**shown, "places": count(n, "open place")})
    return told or [gettext("Nothing changes.")]


def _set_weights(call: Call) -> str:
    opening.set_policy(suite=call.suite, by=call.by, weights=_wanted_weights(call))
    return gettext("The queue is weighed anew.")


def _policy_values(suite: Suite) -> dict[str, Any]:
    policy = _policy(suite)
    return {name: getattr(policy, name) for name in NAMES}


OPEN = Action("open", _("Open new items"), _("Open new items"), _tell_open, _open)
PAUSE = Action("pause", _("Pause the review"), _("Pause"), _tell_pause, _pause)
RESUME = Action("resume", _("Resume the review"), _("Resume"), _tell_resume, _resume)
POLICY = Action(
    "policy",
    _("How items are judged"),
    _("Change"),
    _tell_policy,
    _set_policy,
    PolicyForm,
    initial=_policy_values,
)
WEIGHTS = Action(
    "weights",
    _("What comes first"),
    _("Weigh anew"),
    _tell_weights,
    _set_weights,
    WeightsForm,
    initial=lambda suite: _policy(suite).weights,
    help=_("Whole numbers that are added to the priority: the higher, the sooner. Empty is 0."),
)
