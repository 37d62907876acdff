"""Actions on what was judged: ask once more, take a verdict out, resolve flags."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scenarios.review.leading.base import Action, ActionForm, Call, count
from scenarios.review.selectors import items, waiting
from scenarios.review.services import opening, second_judging, staffing, undoing


class BatchForm(ActionForm):
    """One scenario."""

    scenario = forms.ChoiceField(label=_("Scenario"))


class ItemForm(ActionForm):
    """One item of the suite, by its number."""

    item = forms.IntegerField(min_value=1, widget=forms.HiddenInput)


class VerdictForm(ActionForm):
    """One verdict of the suite, by its number, and why it goes."""

    verdict = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    reason = forms.CharField(max_length=2000, label=_("Why"), widget=forms.Textarea(attrs={"rows": 3}))


class FlagForm(ActionForm):
    """One flag of the suite, by its number."""

    flag = forms.IntegerField(min_value=1, widget=forms.HiddenInput)


def _tell_second(call: Call) -> Sequence[str]:
    scenario = call.scenario()
    assert scenario is not None  # the form asks for it
    again = list(second_judging.fewest_judged(scenario).order_by().values_list("wanted", "status"))
    fewest = again[0][0] if again else 0
    settled = sum(status in second_judging.JUDGED for _, status in again)
    return [
        gettext("%(items)s that %(people)s judge get one judge more.")
        % {"items": count(len(again), "item"), "people": count(fewest, "person")},
        gettext("%(items)s of them are in review again until then.")
        % {"items": count(settled, "settled item")},
    ]


def _second(call: Call) -> str:
    scenario = call.scenario()
    assert scenario is not None  # the form asks for it
    n = second_judging.second_judgment(scenario=scenario, by=call.by, now=call.now)
    return gettext("%(items)s of %(scenario)s are judged once more.") % {
        "items": count(n, "item"),
        "scenario": scenario.slug,
    }


def _tell_more(call: Call) -> Sequence[str]:
    item = items.get(call.suite, call.data["item"])
    return [
        gettext("%(label)s will be judged by %(more)s people instead of %(wanted)s.")
        % {"label": item.label, "more": item.wanted + 1, "wanted": item.wanted}
    ]


def _more(call: Call) -> str:
    item = items.get(call.suite, call.data["item"])
    opening.add_judges(item=item, by=call.by, now=call.now)
    return gettext("%(label)s waits for one more judge.") % {"label": item.label}


def _tell_withdraw(call: Call) -> Sequence[str]:
    verdict = items.verdict(call.suite, call.data["verdict"])
    decided = verdict.item.adjudications.filter(is_current=True).exists()
    after = (
        gettext("The decision on the item stands.")
        if decided
        else gettext("The item wants another judge in their place.")
    )
    again = gettext("%(person)s does not get the item again.") % {"person": verdict.person}
    return [
        gettext("The verdict of %(person)s on %(label)s counts no more; it stays on record.")
        % {"person": verdict.person, "label": verdict.item.label},
        f"{after} {again}",
    ]


def _withdraw(call: Call) -> str:
    verdict = items.verdict(call.suite, call.data["verdict"])
    undoing.withdraw(verdict=verdict, by=call.by, now=call.now, reason=call.data["reason"])
    return gettext("The verdict on %(label)s is taken out.") % {"label": verdict.item.label}


def _tell_flag(call: Call) -> Sequence[str]:
    flag = waiting.flag(call.suite, call.data["flag"])
    return [
        gettext("The flag on %(label)s is off the list: “%(reason)s”")
        % {"label": flag.item.label, "reason": flag.reason}
    ]


def _resolve(call: Call) -> str:
    flag = waiting.flag(call.suite, call.data["flag"])
    staffing.resolve_flag(remark=flag, by=call.by, now=call.now)
    return gettext("The flag on %(label)s is resolved.") % {"label": flag.item.label}


SECOND = Action(
    "second-judgment",
    _("Judge a batch once more"),
    _("Judge again"),
    _tell_second,
    _second,
    BatchForm,
    help=_("One judge more for the items of a scenario that fewest have judged."),
)
MORE = Action("more-judges", _("Ask one more judge"), _("Ask one more"), _tell_more, _more, ItemForm)
WITHDRAW = Action(
    "withdraw", _("Take a verdict out"), _("Take out"), _tell_withdraw, _withdraw, VerdictForm, danger=True
)
RESOLVE = Action("resolve-flag", _("Resolve a flag"), _("Resolve"), _tell_flag, _resolve, FlagForm)
