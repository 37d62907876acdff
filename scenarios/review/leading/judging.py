"""Actions on what was judged: ask once more, take a verdict out, resolve flags."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms

from scenarios.review.leading.base import Action, ActionForm, Call, count
from scenarios.review.selectors import items, waiting
from scenarios.review.services import opening, second_judging, staffing, undoing


class BatchForm(ActionForm):
    """One scenario."""

    scenario = forms.ChoiceField()


class ItemForm(ActionForm):
    """One item of the suite, by its number."""

    item = forms.IntegerField(min_value=1, widget=forms.HiddenInput)


class VerdictForm(ActionForm):
    """One verdict of the suite, by its number, and why it goes."""

    verdict = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    reason = forms.CharField(max_length=2000, label="Why", widget=forms.Textarea(attrs={"rows": 3}))


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
        f"{count(len(again), 'item')} that {count(fewest, 'person', 'people')} judge get one judge more.",
        f"{count(settled, 'settled item')} of them are in review again until then.",
    ]


def _second(call: Call) -> str:
    scenario = call.scenario()
    assert scenario is not None  # the form asks for it
    n = second_judging.second_judgment(scenario=scenario, by=call.by, now=call.now)
    return f"{count(n, 'item')} of {scenario.slug} are judged once more."


def _tell_more(call: Call) -> Sequence[str]:
    item = items.get(call.suite, call.data["item"])
    return [f"{item.label} will be judged by {item.wanted + 1} people instead of {item.wanted}."]


def _more(call: Call) -> str:
    item = items.get(call.suite, call.data["item"])
    opening.add_judges(item=item, by=call.by, now=call.now)
    return f"{item.label} waits for one more judge."


def _tell_withdraw(call: Call) -> Sequence[str]:
    verdict = items.verdict(call.suite, call.data["verdict"])
    decided = verdict.item.adjudications.filter(is_current=True).exists()
    after = "The decision on the item stands." if decided else "The item wants another judge in their place."
    return [
        f"The verdict of {verdict.person} on {verdict.item.label} counts no more; it stays on record.",
        f"{after} {verdict.person} does not get the item again.",
    ]


def _withdraw(call: Call) -> str:
    verdict = items.verdict(call.suite, call.data["verdict"])
    undoing.withdraw(verdict=verdict, by=call.by, now=call.now, reason=call.data["reason"])
    return f"The verdict on {verdict.item.label} is taken out."


def _tell_flag(call: Call) -> Sequence[str]:
    flag = waiting.flag(call.suite, call.data["flag"])
    return [f"The flag on {flag.item.label} is off the list: “{flag.reason}”"]


def _resolve(call: Call) -> str:
    flag = waiting.flag(call.suite, call.data["flag"])
    staffing.resolve_flag(remark=flag, by=call.by, now=call.now)
    return f"The flag on {flag.item.label} is resolved."


SECOND = Action(
    "second-judgment",
    "Judge a batch once more",
    "Judge again",
    _tell_second,
    _second,
    BatchForm,
    help="One judge more for the items of a scenario that fewest have judged.",
)
MORE = Action("more-judges", "Ask one more judge", "Ask one more", _tell_more, _more, ItemForm)
WITHDRAW = Action(
    "withdraw", "Take a verdict out", "Take out", _tell_withdraw, _withdraw, VerdictForm, danger=True
)
RESOLVE = Action("resolve-flag", "Resolve a flag", "Resolve", _tell_flag, _resolve, FlagForm)
